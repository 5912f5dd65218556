// SPDX-License-Identifier: Apache-2.0
#include "core/util/thread_pool.hpp"

#include "catena/core/threads.hpp"

#if CATENA_THREADS
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace catena {
namespace {

std::atomic<int> refused = 0;

// Blocks signals, which are for the threads of the program, in the threads of the pool, which inherit this mask.
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  sigset_t before_;
};

// Of this machine, and those of them to which this process is bound.
struct Processors {
  int all, own;
};

Processors processors() {
  const auto count = [](long found) { return static_cast<int>(std::max(1L, found)); };
#if defined(__linux__)
  const int all = count(::sysconf(_SC_NPROCESSORS_ONLN));
  cpu_set_t bound;
  CPU_ZERO(&bound);
  return {all, ::sched_getaffinity(0, sizeof bound, &bound) == 0 ? count(CPU_COUNT(&bound)) : all};
#else
  const int all = count(static_cast<long>(std::thread::hardware_concurrency()));
  return {all, all};
#endif
}

// Waits up to 0.1 ms for what is likely to happen soon, without sleeping: waking a thread takes as long as a batch of some
// hundred states.
template <class Happened>
void wait_awake(const Happened& happened) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::microseconds(100);
  do {
    for (int k = 0; k < 64; ++k) {
      if (happened()) return;
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
  } while (Clock::now() < end);
}

}  // namespace

int thread_count(int setting, int processes) {
  if (setting > 0) return setting;
  const Processors found = processors();
  return found.own < found.all ? found.own : std::max(1, found.all / std::max(1, processes));
}
int refused_threads() { return refused; }

namespace detail {

// The threads wait for a task, or for a job whose ranges they share with the caller.
struct ThreadPool::Impl {
  struct Job {
    Job(const Range& run_, std::size_t count_, std::size_t sharers_)
        : run(run_), count(count_), sharers(sharers_) {}

    // Runs ranges until none is left. They get smaller, so that all threads end at about the same time.
    void work(std::size_t thread) {
      std::size_t first = next;
      for (;;) {
        std::size_t size = 0;
        do {
          if (first >= count) return;
          size = std::max<std::size_t>(1, (count - first) / (4 * sharers));
        } while (!next.compare_exchange_weak(first, first + size));
        try {
          run(first, first + size, thread);
        } catch (...) {
          next = count;  // no thread begins another range
          const std::scoped_lock lock(mutex);
          if (!thrown) thrown = std::current_exception();
          return;
        }
        first = next;
      }
    }

    const Range& run;
    const std::size_t count, sharers;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
  };

  ~Impl() {
    {
      const std::scoped_lock lock(mutex);
      over = true;
    }
    wake.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  // Starts threads until there are `wanted`; returns how many there are then.
  std::size_t start_threads(std::size_t wanted) {
    if (threads.size() >= wanted || refusing) return threads.size();
    may_stay_awake = wanted < static_cast<std::size_t>(processors().own);
    const BlockSignals blocked;
    try {
      threads.reserve(wanted);
      while (threads.size() < wanted) threads.emplace_back([this, own = threads.size() + 1] { serve(own); });
    } catch (const std::system_error&) {
      give_up(wanted);
    } catch (const std::bad_alloc&) {
      give_up(wanted);
    }
    return threads.size();
  }

  // If there is not enough memory for more threads, there may not be enough for the work of the existing ones either: half
  // of them end.
  void give_up(std::size_t wanted) {
    refusing = true;
    {
      const std::scoped_lock lock(mutex);
      most = (threads.size() + 1) / 2;
    }
    wake.notify_all();
    for (std::size_t i = most; i < threads.size(); ++i) threads[i].join();
    threads.resize(most);
    refused += static_cast<int>(wanted - threads.size());
  }

  void serve(std::size_t own) {
    std::unique_lock lock(mutex);
    unsigned seen = 0;
    for (;;) {
      wake.wait(lock, [&] { return over || own > most || !tasks.empty() || (job && seen != job_number); });
      if (own > most) return;
      if (!tasks.empty()) {
        const std::function<void()> task = std::move(tasks.front());
        tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
      } else if (over) {
        return;
      } else {
        Job& mine = *job;
        seen = job_number;
        ++busy;
        lock.unlock();
        mine.work(own);
        lock.lock();
        if (--busy == 0) rested.notify_all();
        if (may_stay_awake && !over) {
          lock.unlock();
          wait_awake([&] { return job_number != seen; });
          lock.lock();
        }
      }
    }
  }

  void share(Job& now) {
    {
      const std::scoped_lock lock(mutex);
      job = &now;
      ++job_number;
    }
    wake.notify_all();
    now.work(0);
    std::unique_lock lock(mutex);
    job = nullptr;  // a thread that wakes up only now finds nothing to do
    if (may_stay_awake && busy > 0) {
      lock.unlock();
      wait_awake([&] { return busy == 0; });
      lock.lock();
    }
    rested.wait(lock, [&] { return busy == 0; });
  }

  std::mutex mutex;
  std::condition_variable wake, rested;
  std::deque<std::function<void()>> tasks;
  Job* job = nullptr;
  // Changed under the mutex; read by threads that wait awake.
  std::atomic<unsigned> job_number = 0;
  std::atomic<int> busy = 0;                 // threads with the job
  std::atomic<bool> may_stay_awake = false;  // there is a processor for each thread
  bool over = false, refusing = false;
  std::size_t most = SIZE_MAX;  // threads that stay
  std::vector<std::thread> threads;
};

ThreadPool::ThreadPool(int threads, Caller caller) : threads_(threads) {
  if (threads > 1 || caller == Caller::waits) impl_ = std::make_unique<Impl>();
  if (caller == Caller::waits)
    threads_ = static_cast<int>(impl_->start_threads(static_cast<std::size_t>(threads)));
}

void ThreadPool::for_ranges(std::size_t count, const Range& run) {
  if (count == 0) return;
  if (!impl_ || count == 1) return run(0, count, 0);
  const std::size_t wanted = std::min(static_cast<std::size_t>(threads_), count) - 1;
  const std::size_t others = impl_->start_threads(wanted);
  if (others < wanted) threads_ = static_cast<int>(others) + 1;
  if (others == 0) return run(0, count, 0);
  Impl::Job job(run, count, std::min(others, wanted) + 1);
  impl_->share(job);
  if (job.thrown) std::rethrow_exception(job.thrown);
}

void ThreadPool::start(std::function<void()> task) {
  {
    const std::scoped_lock lock(impl_->mutex);
    impl_->tasks.push_back(std::move(task));
  }
  impl_->wake.notify_one();
}

#else

namespace catena {

int thread_count(int, int) { return 1; }
int refused_threads() { return 0; }

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

Threads::Threads(int count) : pool_(std::make_unique<detail::ThreadPool>(count)) {}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

void Threads::run(std::size_t shares, const std::function<void(std::size_t)>& share) {
  pool_->for_ranges(shares, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t k = first; k < last; ++k) share(k);
  });
}

}  // namespace catena
