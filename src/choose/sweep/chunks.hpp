// SPDX-License-Identifier: Apache-2.0
// The remaining points, handed out in chunks of about equal duration.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "catena/choose/store/store.hpp"

namespace catena::choose::detail {

class Chunks {
 public:
  struct Size {
    double seconds = 0.05;  // of a chunk, about
    int most = 1024;        // points
    bool whole = false;     // as they were put in
  };

  Chunks(std::vector<PointRange> todo, Size size);

  // How many threads share the work; towards the end, chunks become small enough for all of them.
  void workers(int count);

  // Waits for a chunk and counts it as taken before removing it. None: there are no more.
  std::optional<PointRange> next(std::atomic<int>& taken);

  // The same without waiting. None: there is none at the moment.
  std::optional<PointRange> take();

  void put_back(PointRange range);                  // for somebody else to compute
  void learn(std::int64_t points, double seconds);  // how long these points took
  void end();                                       // hand out no more
  bool empty() const;
  double seconds_per_point() const;

 private:
  std::optional<PointRange> take_locked();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PointRange> todo_;
  Size size_;
  std::int64_t left_ = 0;
  int workers_ = 1;
  bool over_ = false;
  std::int64_t learned_points_ = 0;
  double learned_seconds_ = 0;
};

}  // namespace catena::choose::detail
