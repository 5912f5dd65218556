// SPDX-License-Identifier: Apache-2.0
#include "choose/sweep/crew.hpp"

#include <chrono>
#include <optional>

#include "catena/core/threads.hpp"

namespace catena::choose::detail {

Crew::Crew(int threads, const Rows& rows, Chunks& chunks, BoundedQueue<Done>& done)
    : rows_(rows),
      chunks_(chunks),
      done_(done),
      pool_(thread_count(threads),
            catena::detail::ThreadPool::Caller::waits) {  // the writing thread does not compute
  working_ = pool_.threads();
  for (int t = 0; t < pool_.threads(); ++t)
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
  while (const std::optional<PointRange> chunk = chunks_.next(busy_)) {
    done_.push(compute(*chunk));
    --busy_;
  }
}

void Crew::work_without_threads() {
  if (pool_.threads() > 0) return;
  if (const std::optional<PointRange> chunk = chunks_.take()) done_.push(compute(*chunk));
}

Done Crew::compute(PointRange chunk) const {
  using Clock = std::chrono::steady_clock;
  Done done = {.computed = {.chunk = chunk}};
  const Clock::time_point begin = Clock::now();
  try {
    done.computed.rows = rows_(chunk);
  } catch (...) {
    done.error = std::current_exception();
  }
  done.computed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return done;
}

}  // namespace catena::choose::detail
