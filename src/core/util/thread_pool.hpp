// SPDX-License-Identifier: Apache-2.0
// The threads of a call. A build with CATENA_THREADS=OFF has none and runs everything in the caller. The system may refuse
// to start a thread (limits on processes or memory): then there are fewer, and refused_threads() counts those that were
// refused.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace catena::detail {

class ThreadPool {
 public:
  enum class Caller { works, waits };  // whether the calling thread is one of the pool

  // `start` needs a pool whose caller waits, `for_ranges` one whose caller works. The latter starts its threads when they
  // are first needed.
  explicit ThreadPool(int threads, Caller caller = Caller::works);
  ~ThreadPool();  // waits for the threads to end
  ThreadPool(ThreadPool&&) noexcept;
  ThreadPool& operator=(ThreadPool&&) noexcept;

  // As many as requested, less those that the system refused; 0 is possible only if the caller waits.
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
