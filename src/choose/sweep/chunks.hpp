// SPDX-License-Identifier: Apache-2.0
// The points that are still to be done, handed out in pieces that take about the same time.
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

  // How many threads share the work: at the end the pieces become small enough for all of them.
  void workers(int count);

  // Waits until there is one, and counts it as taken before it is gone from here. None: it is over.
  std::optional<PointRange> next(std::atomic<int>& taken);

  // The same without waiting: none means none now.
  std::optional<PointRange> take();

  void put_back(PointRange range);                  // somebody else shall do it
  void learn(std::int64_t points, double seconds);  // what some took
  void end();                                       // nobody gets any more
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
