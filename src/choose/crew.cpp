// SPDX-License-Identifier: Apache-2.0
#include "choose/crew.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <chrono>
#include <optional>

namespace catena::detail {

// The thread that writes is not one of them: hence one more than oneTBB would start by itself.
struct Crew::Threads {
  explicit Threads(int threads) : arena(threads, 0) {
    constexpr auto kMost = tbb::global_control::max_allowed_parallelism;
    const auto wanted = static_cast<std::size_t>(threads) + 1;
    if (tbb::global_control::active_value(kMost) < wanted) more.emplace(kMost, wanted);
  }

  std::optional<tbb::global_control> more;
  tbb::task_arena arena;
};

Crew::Crew(int threads, const choose::Rows& rows, Chunks& chunks, BoundedQueue<Done>& done)
    : threads_(thread_count(threads)),
      rows_(rows),
      chunks_(chunks),
      done_(done),
      working_(threads_),
      pool_(std::make_unique<Threads>(threads_)) {
  for (int t = 0; t < threads_; ++t)
    pool_->arena.enqueue([this] {
      work();
      --working_;
    });
}

Crew::~Crew() {
  chunks_.end();
  while (working_ > 0) done_.pop_for(std::chrono::milliseconds(1));
}

void Crew::work() {
  using Clock = std::chrono::steady_clock;
  while (true) {
    const std::optional<choose::PointRange> chunk = chunks_.next(busy_);
    if (!chunk) return;
    Done done = {.computed = {.chunk = *chunk}};
    const Clock::time_point begin = Clock::now();
    try {
      done.computed.rows = rows_(*chunk);
    } catch (...) {
      done.error = std::current_exception();
    }
    done.computed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    done_.push(std::move(done));
    --busy_;
  }
}

int thread_count(int threads) { return threads > 0 ? threads : tbb::info::default_concurrency(); }

}  // namespace catena::detail
