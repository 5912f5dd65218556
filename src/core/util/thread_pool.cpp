// SPDX-License-Identifier: Apache-2.0
#include "core/util/thread_pool.hpp"

#include "catena/core/threads.hpp"

#if CATENA_THREADS
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#include <utility>

namespace catena {

int thread_count(int setting) { return setting > 0 ? setting : tbb::info::default_concurrency(); }

namespace detail {

struct ThreadPool::Impl {
  Impl(int threads, Caller caller) : arena(threads, caller == Caller::works ? 1 : 0) {
    // oneTBB would start fewer threads than requested, and print a warning. The caller counts as one of them.
    constexpr auto kMost = tbb::global_control::max_allowed_parallelism;
    const auto wanted = static_cast<std::size_t>(threads) + (caller == Caller::works ? 0 : 1);
    if (tbb::global_control::active_value(kMost) < wanted) more.emplace(kMost, wanted);
  }

  std::optional<tbb::global_control> more;
  tbb::task_arena arena;
};

ThreadPool::ThreadPool(int threads, Caller caller) : threads_(threads) {
  if (threads > 1 || caller == Caller::waits) impl_ = std::make_unique<Impl>(threads, caller);
}

void ThreadPool::for_ranges(std::size_t count, const Range& run) {
  if (!impl_) {
    if (count > 0) run(0, count, 0);
    return;
  }
  impl_->arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        run(range.begin(), range.end(),
                            static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
                      });
  });
}

void ThreadPool::start(std::function<void()> task) { impl_->arena.enqueue(std::move(task)); }

#else

namespace catena {

int thread_count(int) { return 1; }

namespace detail {

struct ThreadPool::Impl {};

ThreadPool::ThreadPool(int, Caller) : threads_(1) {}

void ThreadPool::for_ranges(std::size_t count, const Range& run) {
  if (count > 0) run(0, count, 0);
}

#endif

ThreadPool::~ThreadPool() = default;
ThreadPool::ThreadPool(ThreadPool&&) noexcept = default;
ThreadPool& ThreadPool::operator=(ThreadPool&&) noexcept = default;

}  // namespace detail
}  // namespace catena
