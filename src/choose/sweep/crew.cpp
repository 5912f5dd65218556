// SPDX-License-Identifier: Apache-2.0
#include "choose/sweep/crew.hpp"

#include <chrono>
#include <optional>

#include "catena/core/threads.hpp"

namespace catena::choose::detail {

Crew::Crew(int threads, const Rows& rows, Chunks& chunks, BoundedQueue<Done>& done)
    : threads_(thread_count(threads)),
      rows_(rows),
      chunks_(chunks),
      done_(done),
      working_(threads_),
      pool_(threads_,
            catena::detail::ThreadPool::Caller::waits) {  // the writing thread does not compute
  for (int t = 0; t < threads_; ++t)
    pool_.start([this] {
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
    const std::optional<PointRange> chunk = chunks_.next(busy_);
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

}  // namespace catena::choose::detail
