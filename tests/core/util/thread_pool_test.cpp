// SPDX-License-Identifier: Apache-2.0
// The threads of a call: they share the work, whatever is thrown, and however many of them the system starts.
#include "core/util/thread_pool.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catena/core/threads.hpp"
#include "support/sanitizers.hpp"

namespace {
[[maybe_unused]] std::atomic<int> grant = -1;  // how many threads may still be started; negative: any number
}

#if !defined(CATENA_ASAN) && !defined(CATENA_TSAN)
#define CATENA_CAN_REFUSE 1

// Takes the place of the C library's.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  if (grant == 0) return EAGAIN;
  if (grant > 0) --grant;
  return real(thread, attributes, run, argument);
}
#endif

namespace catena::test {
namespace {

using catena::detail::ThreadPool;

void expect_each_once(ThreadPool& pool, std::size_t count) {
  std::vector<std::atomic<int>> seen(count);
  const auto most = static_cast<std::size_t>(pool.threads());
  pool.for_ranges(count, [&](std::size_t first, std::size_t last, std::size_t thread) {
    EXPECT_LT(thread, most);
    EXPECT_LT(first, last);
    for (std::size_t k = first; k < last; ++k) ++seen[k];
  });
  for (const std::atomic<int>& each : seen) ASSERT_EQ(each, 1);
}

TEST(ThreadPool, RunsEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u, 3u}) expect_each_once(pool, count);
    EXPECT_EQ(pool.threads(), threads);
  }
}

// Each waits for the other.
TEST(ThreadPool, RunsRangesSideBySide) {
  ThreadPool pool(2);
  for (int k = 0; k < 100; ++k) {
    std::atomic<int> here = 0;
    pool.for_ranges(2, [&](std::size_t, std::size_t, std::size_t) {
      ++here;
      while (here < 2) std::this_thread::yield();
    });
  }
}

TEST(ThreadPool, FinishesEveryCallWhetherItsThreadsSleepOrNot) {
  ThreadPool pool(2);
  for (int call = 0; call < 400; ++call) {
    std::this_thread::sleep_for(
        std::chrono::microseconds(call % 5 * 50));  // threads wait awake for 100 of them
    std::vector<int> runs(37, 0);
    pool.for_ranges(runs.size(), [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t k = first; k < last; ++k) ++runs[k];
    });
    ASSERT_EQ(std::count(runs.begin(), runs.end(), 1), 37) << "call " << call;
  }
}

TEST(ThreadPool, RethrowsAndCanBeUsedAgain) {
  ThreadPool pool(3);
  for (int k = 0; k < 50; ++k) {
    EXPECT_THROW(pool.for_ranges(100,
                                 [](std::size_t first, std::size_t last, std::size_t) {
                                   if (first <= 40 && 40 < last) throw std::runtime_error("40");
                                 }),
                 std::runtime_error);
    expect_each_once(pool, 100);
  }
}

TEST(ThreadPool, RunsTasksWhileTheCallerWaits) {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(3, ThreadPool::Caller::waits);
    EXPECT_EQ(pool.threads(), 3);
    for (int k = 0; k < 20; ++k) pool.start([&] { ++done; });
  }
  EXPECT_EQ(done, 20);
}

#ifdef CATENA_CAN_REFUSE
TEST(ThreadPool, DoesTheWorkWithHalfOfTheThreadsThatTheSystemGrants) {
  for (const int granted : {0, 1, 2, 3}) {
    const int before = refused_threads(), kept = (granted + 1) / 2;
    grant = granted;
    ThreadPool pool(5);
    expect_each_once(pool, 1000);
    EXPECT_EQ(pool.threads(), kept + 1);
    EXPECT_EQ(refused_threads() - before, 4 - kept);
    expect_each_once(pool, 1000);
    EXPECT_EQ(refused_threads() - before, 4 - kept) << "it does not ask again and again";
    grant = granted;
    const ThreadPool others(5, ThreadPool::Caller::waits);
    EXPECT_EQ(others.threads(), kept);
    grant = -1;
  }
}

TEST(ThreadPool, RunsAllSharesWithFewThreads) {
  grant = 1;
  std::mutex mutex;
  std::set<std::size_t> shares;
  Threads(6).run(6, [&](std::size_t k) {
    const std::scoped_lock lock(mutex);
    shares.insert(k);
  });
  grant = -1;
  EXPECT_EQ(shares.size(), 6u);
}
#endif

}  // namespace
}  // namespace catena::test
