// SPDX-License-Identifier: Apache-2.0
// The threads of a call. A build with CATENA_THREADS=OFF has none and runs everything in the caller.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace catena::detail {

class ThreadPool {
 public:
  enum class Caller { works, waits };  // whether the calling thread is one of the pool

  // At least one thread. `start` needs a pool whose caller waits, `for_ranges` one whose caller works.
  explicit ThreadPool(int threads, Caller caller = Caller::works);
  ~ThreadPool();
  ThreadPool(ThreadPool&&) noexcept;
  ThreadPool& operator=(ThreadPool&&) noexcept;

  int threads() const { return threads_; }

  // Splits 0..count into ranges and runs them side by side; `thread` is below threads(). Rethrows what a range threw.
  using Range = std::function<void(std::size_t first, std::size_t last, std::size_t thread)>;
  void for_ranges(std::size_t count, const Range& run);

  void start(std::function<void()> task);  // returns at once; not in a build without threads

 private:
  int threads_;
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null with one thread, the caller's
};

}  // namespace catena::detail
