// SPDX-License-Identifier: Apache-2.0
// The searches of [optimise]; every evaluation is stored as a row.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>

#include "catena/choose/sweep/design_rows.hpp"
#include "catena/core/error.hpp"
#include "catena/core/threads.hpp"
#include "choose/sweep/evaluation.hpp"
#include "core/util/thread_pool.hpp"

namespace catena::choose {
namespace {

using Clock = std::chrono::steady_clock;

// Indices between the first evaluations of two searches: NLopt may request a few more than its limit.
std::int64_t stride(const Optimisation& asked) { return 2 * std::int64_t{asked.evaluations} + 1000; }

// The store, the clock and the watch, shared by all searches; used by one at a time.
class Desk {
 public:
  Desk(const Design& design, Store& store, const SweepOptions& options, const Watch& watch)
      : design_(design), store_(store), options_(options), watch_(watch) {
    const Optimisation& asked = *design.optimisation();
    state_.of = std::int64_t{asked.evaluations} * asked.starts;
  }

  // From the store if it is there, else computed.
  Evaluation evaluate(int search, int number, const std::vector<double>& point) {
    const Optimisation& asked = *design_.optimisation();
    if (number >= stride(asked)) throw Error(ErrorKind::bug, design_.name(), "a search did not stop");
    const std::int64_t index = design_.size() + search * stride(asked) + number;
    if (std::optional<Evaluation> stored = find(index, point)) return *std::move(stored);
    Evaluation made = detail::evaluation(design_, point, scratch_);
    const std::scoped_lock lock(mutex_);
    if (store_.pending() == 0) began_ = Clock::now();
    store_.add({index, search, point, made.scores, made.why});
    ++state_.computed;
    ++state_.done;
    if (seconds_since(began_) >= options_.commit) store_.commit();
    return made;
  }

  bool stop() {
    const std::scoped_lock lock(mutex_);
    if (stopped_ || !watch_ || Clock::now() < next_tell_) return stopped_;
    next_tell_ = Clock::now() + std::chrono::milliseconds(100);
    stopped_ = !watch_(state_.advance());
    return stopped_;
  }

  std::int64_t computed() const { return state_.computed; }
  bool stopped() const { return stopped_; }

  // The row with the optimum of a search.
  std::int64_t best(int search, const Optimum& optimum) const {
    if (optimum.point.empty()) return -1;
    const std::int64_t first = design_.size() + search * stride(*design_.optimisation());
    for (int k = 0; k < optimum.evaluations; ++k)
      if (const auto row = store_.row(first + k); row && row->parameters == optimum.point && row->why.empty())
        return row->point;
    return -1;
  }

 private:
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  std::optional<Evaluation> find(std::int64_t index, const std::vector<double>& point) {
    const std::scoped_lock lock(mutex_);
    const std::optional<SweepRow> row = store_.row(index);
    if (!row) return std::nullopt;
    if (row->parameters != point)
      throw Error(ErrorKind::numerical, store_.path(), "the search does not reproduce its earlier steps")
          .given(fmt::format("a point that differs from that of row {}", index))
          .need("the versions of Catena and NLopt that started it")
          .hint("start again with a new file");
    ++state_.done;
    return Evaluation{row->scores, row->why};
  }

  const Design& design_;
  Store& store_;
  const SweepOptions& options_;
  const Watch& watch_;
  detail::ScratchPool scratch_;
  std::mutex mutex_;
  SweepState state_;
  bool stopped_ = false;
  Clock::time_point begin_ = Clock::now(), began_ = begin_, next_tell_ = begin_;
};

}  // namespace

std::vector<std::int64_t> search_starts(const Design& design, const Store& store) {
  const Optimisation& asked = *design.optimisation();
  const auto criterion = static_cast<std::size_t>(asked.criterion);
  const double sign = design.criteria()[criterion]->better == Better::less ? 1 : -1;
  std::vector<std::pair<double, std::int64_t>> best;  // at most as many as requested, best first
  store.each([&](const SweepRow& row) {
    if (row.search || !row.why.empty() || row.scores.empty() || !std::isfinite(row.scores[criterion].value))
      return;
    const std::pair<double, std::int64_t> own = {sign * row.scores[criterion].value, row.point};
    best.insert(std::upper_bound(best.begin(), best.end(), own), own);
    if (best.size() > static_cast<std::size_t>(asked.starts)) best.pop_back();
  });
  std::vector<std::int64_t> starts;
  for (const auto& [value, point] : best) starts.push_back(point);
  return starts;
}

SearchResult run_searches(const Design& design, Store& store, const SweepOptions& options,
                          const Watch& watch) {
  if (!design.optimisation()) return {.complete = true};
  const std::vector<std::int64_t> starts = search_starts(design, store);
  if (starts.empty())
    throw Error(ErrorKind::numerical, design.name(), "there is no point to start a search from")
        .given("no arm of the sample satisfies all constraints and has a value of the criterion")
        .hint("use more points, or relax a constraint");
  SearchResult result;
  for (const std::int64_t start : starts) result.searches.push_back({.start = start});

  Desk desk(design, store, options, watch);
  const int threads = std::min(thread_count(options.threads), static_cast<int>(starts.size()));
  catena::detail::ThreadPool pool(threads);
  try {
    // a search stays in its thread: NLopt's random generator is per thread
    pool.for_ranges(starts.size(), [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t s = first; s < last; ++s)
        result.searches[s].optimum = optimise(
            design, design.point(starts[s]),
            [&](int number, const std::vector<double>& point) {
              return desk.evaluate(static_cast<int>(s), number, point);
            },
            [&] { return desk.stop(); });
    });
  } catch (...) {
    store.commit();
    throw;
  }
  store.commit();
  result.computed = desk.computed();
  result.complete = !desk.stopped();
  for (std::size_t s = 0; s < starts.size(); ++s)
    result.searches[s].best = desk.best(static_cast<int>(s), result.searches[s].optimum);
  return result;
}

}  // namespace catena::choose
