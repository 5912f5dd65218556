// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "catena/core/threads.hpp"
#include "choose/sweep/bounded_queue.hpp"
#include "choose/sweep/chunks.hpp"
#include "choose/sweep/crew.hpp"
#include "choose/sweep/sweep_message.hpp"

namespace catena::choose {
namespace {

using detail::Computed;
using detail::Done;
using detail::Say;
using Clock = std::chrono::steady_clock;

constexpr auto kPoll = std::chrono::milliseconds(1);    // between looks for messages
constexpr auto kRest = std::chrono::milliseconds(50);   // the same without ranks
constexpr auto kTell = std::chrono::milliseconds(100);  // between calls of the watch
constexpr auto kLinger = std::chrono::seconds(3);       // that a stopped rank waits
constexpr std::size_t kQueue = 4;                       // chunks for each thread that wait to be written

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Another rank, as rank 0 sees it.
struct Worker {
  int threads = 0;
  int wants = 0;                    // chunks that it could take
  std::vector<PointRange> at_work;  // chunks that it has
  Clock::time_point heard = Clock::now();
};

// Rank 0, or the only process: hands out points, fetches their rows and writes them, all in the calling thread.
class Leader {
 public:
  Leader(const Rows& rows, Store& store, const SweepOptions& options, const Watch& watch)
      : store_(store),
        options_(options),
        watch_(watch),
        chunks_(store.missing(), {options.chunk, options.most_points}),
        queue_(kQueue * static_cast<std::size_t>(thread_count(options.threads))),
        crew_(options.threads, rows, chunks_, queue_) {
    state_.of = store.head().points;
    state_.done = store.sampled();
    chunks_.workers(crew_.threads());
  }

  SweepResult run() {
    greet();
    while (!over()) {
      crew_.work_without_threads();
      if (auto done = queue_.pop_for(options_.team ? Clock::duration(kPoll) : Clock::duration(kRest)))
        take(*done);
      hear();
      hand_out();
      if (store_.pending() > 0 && seconds_since(committed_) >= options_.commit) commit();
      if (!tell()) break;
    }
    finish();
    state_.seconds = seconds_since(begin_);
    return {state_, state_.done >= state_.of, lost_};
  }

 private:
  bool over() const { return state_.done >= state_.of || failure_; }

  void greet() {
    if (!options_.team) return;
    for (int k = 1; k < options_.team->size(); ++k)
      options_.team->send(k, detail::say_design(store_.head().design));
  }

  // Fetches what is being computed here, but does not wait for other ranks, which may be gone.
  void finish() {
    if (store_.pending() > 0) commit();
    chunks_.end();
    while (!crew_.resting())
      if (auto done = queue_.pop_for(kPoll)) take(*done);
    while (auto done = queue_.pop_for(std::chrono::milliseconds(0))) take(*done);
    hear();
    commit();
    if (failure_) std::rethrow_exception(failure_);
  }

  void take(const Done& done) {
    if (done.error) {
      if (!failure_) failure_ = done.error;
      return;
    }
    write(done.computed);
  }

  void write(const Computed& computed) {
    if (store_.pending() == 0) committed_ = Clock::now();
    for (const SweepRow& row : computed.rows) store_.add(row);
    const auto count = static_cast<std::int64_t>(computed.rows.size());
    chunks_.learn(count, computed.seconds);
    state_.done += count;
    state_.computed += count;
  }

  void commit() {
    store_.commit();
    committed_ = Clock::now();
  }

  bool tell() {
    if (!watch_ || Clock::now() < next_tell_) return true;
    next_tell_ = Clock::now() + kTell;
    return watch_(state_.advance());
  }

  // --- the other ranks ---

  void hear() {
    if (!options_.team) return;
    while (auto message = options_.team->receive()) {
      Worker& worker = workers_[message->from];
      worker.heard = Clock::now();
      switch (detail::what_is_said(message->bytes)) {
        case Say::ready: {
          const detail::Ready ready = detail::hear_ready(message->bytes);
          worker.wants += ready.chunks;
          worker.threads = ready.threads;
          int threads = crew_.threads();
          for (const auto& [rank, each] : workers_) threads += each.threads;
          chunks_.workers(threads);
          break;
        }
        case Say::rows: {
          const Computed computed = detail::hear_rows(message->bytes);
          ++worker.wants;
          // a rank given up as lost may still answer: its points are then computed twice but written once
          if (std::erase(worker.at_work, computed.chunk) > 0) write(computed);
          break;
        }
        case Say::failed: {
          const detail::Failed failed = detail::hear_failed(message->bytes);
          if (!failure_)
            failure_ = std::make_exception_ptr(
                Error(failed.kind, fmt::format("rank {}", message->from), failed.what));
          break;
        }
        default:
          throw Error(ErrorKind::bug, "sweep", "rank 0 received a message that is not meant for it");
      }
    }
  }

  void hand_out() {
    for (auto& [rank, worker] : workers_)
      while (worker.wants > 0) {
        const auto chunk = chunks_.take();
        if (!chunk) break;
        --worker.wants;
        worker.at_work.push_back(*chunk);
        options_.team->send(rank, detail::say_chunk(*chunk));
      }
    if (!workers_.empty()) rescue();
  }

  // Nothing else is left to do: the points of silent ranks are gradually computed here.
  void rescue() {
    if (!chunks_.empty() || !crew_.resting()) return;
    for (auto& [rank, worker] : workers_) {
      double expected = 0;
      for (const PointRange& chunk : worker.at_work)
        expected += static_cast<double>(chunk.last - chunk.first) * chunks_.seconds_per_point();
      if (worker.at_work.empty() || seconds_since(worker.heard) < options_.patience + 10 * expected) continue;
      for (const PointRange& chunk : worker.at_work) chunks_.put_back(chunk);
      worker.at_work.clear();
      worker.wants = 0;
      if (std::find(lost_.begin(), lost_.end(), rank) == lost_.end()) lost_.push_back(rank);
    }
  }

  Store& store_;
  const SweepOptions& options_;
  const Watch& watch_;
  SweepState state_;
  std::exception_ptr failure_;
  std::vector<int> lost_;
  std::map<int, Worker> workers_;
  Clock::time_point begin_ = Clock::now(), committed_ = begin_, next_tell_ = begin_;
  detail::Chunks chunks_;
  detail::BoundedQueue<Done> queue_;
  detail::Crew crew_;  // last: it uses the two above
};

std::string text_of(const std::exception_ptr& error, ErrorKind& kind) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& e) {
    kind = e.kind();
    return e.where().empty() ? e.problem() : e.where() + ": " + e.problem();
  } catch (const std::exception& e) {
    kind = ErrorKind::bug;
    return e.what();
  }
}

}  // namespace

SweepResult run_sweep(const Rows& rows, Store& store, const SweepOptions& options, const Watch& watch) {
  return Leader(rows, store, options, watch).run();
}

void dismiss(Team& team) {
  for (int k = 1; k < team.size(); ++k) team.send(k, detail::say_end());
}

void serve_sweep(const std::function<Rows(const std::string& design)>& prepare, const SweepOptions& options,
                 const std::function<bool()>& stop) {
  Team& team = *options.team;
  detail::Chunks chunks({}, {.whole = true});
  detail::BoundedQueue<Done> queue(kQueue * static_cast<std::size_t>(thread_count(options.threads)));
  std::optional<detail::Crew> crew;
  Rows rows;
  const auto fail = [&](const std::exception_ptr& error) {
    detail::Failed failed;
    failed.what = text_of(error, failed.kind);
    team.send(0, detail::say_failed(failed));
  };
  std::optional<Clock::time_point> stopped;
  while (!stopped || Clock::now() < *stopped + kLinger) {
    if (!stopped && stop && stop()) {
      stopped = Clock::now();
      chunks.end();
    }
    while (auto message = team.receive()) switch (detail::what_is_said(message->bytes)) {
        case Say::design:
          try {
            rows = prepare(detail::hear_design(message->bytes));
            crew.emplace(options.threads, rows, chunks, queue);
            // two per thread: one is computed while the other is in transit
            team.send(0, detail::say_ready({2 * crew->threads(), crew->threads()}));
          } catch (const std::exception&) {
            fail(std::current_exception());
          }
          break;
        case Say::chunk:
          chunks.put_back(detail::hear_chunk(message->bytes));
          break;
        case Say::end:
          return;
        default:
          throw Error(ErrorKind::bug, "sweep", "another rank received a message meant for rank 0");
      }
    if (crew) crew->work_without_threads();
    if (auto done = queue.pop_for(kPoll)) {
      if (done->error)
        fail(done->error);
      else
        team.send(0, detail::say_rows(done->computed));
    }
  }
}

}  // namespace catena::choose
