// SPDX-License-Identifier: Apache-2.0
#include "sweep_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <ostream>

#include "catena/choose/criteria/motion_limits.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/text.hpp"
#include "catena/core/threads.hpp"
#include "catena/system/json.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "progress.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Shows progress: on a terminal as a line that is updated, in a log as a line every minute.
class Reporter {
 public:
  Reporter(Streams& streams, std::string things, int ranks)
      : streams_(streams),
        things_(std::move(things)),
        ranks_(ranks),
        progress_(streams.err, "sweep", things_) {}

  bool operator()(const Advance& state) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double rate = seconds > 0 ? state.computed / seconds : 0;
    std::string more;
    if (rate > 0)
      more = fmt::format(", {}/s, {} left",
                         rate >= 10 ? fmt::format("{:.0f}", rate) : fmt::format("{:.2g}", rate),
                         duration_text((state.of - state.done) / rate));
    if (ranks_ > 1) more += fmt::format(", {} ranks", ranks_);
    progress_(static_cast<std::size_t>(state.done), static_cast<std::size_t>(state.of), more);
    if (::isatty(STDERR_FILENO) == 0 && Clock::now() >= next_) {
      next_ = Clock::now() + std::chrono::minutes(1);
      tell(fmt::format("sweep: {:.0f} of {:.0f} {}{}", state.done, state.of, things_, more), streams_);
      streams_.err.flush();
    }
    return RememberInterrupts::which() == 0;
  }

 private:
  Streams& streams_;
  std::string things_;
  int ranks_;
  Progress progress_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = Clock::now() + std::chrono::minutes(1);
};

void remark_timed(const choose::Design& design, int threads, Streams& streams) {
  for (const choose::Criterion* criterion : design.criteria())
    if (criterion->timed && threads > 1)
      tell(fmt::format("'{}' is a measured time, and {} threads disturb each other; --threads 1 measures it "
                       "undisturbed",
                       criterion->stem, threads),
           streams);
}

// As in `compare`: whether the arms can do the motion is checked as far as their limits are given.
void remark_motion(const choose::Design& design, Streams& streams) {
  if (!design.has_motion()) return;
  try {
    const choose::MotionLimits limits =
        choose::motion_limits(Arm(design.robot(design.point(0))), design.task());
    if (!limits.known())
      tell(fmt::format("it is unknown whether the arms of this design can do the motion: they have {}",
                       missing_text(limits)),
           streams);
  } catch (const Error&) {  // the first point is no arm
  }
}

void report_stored_points(const choose::Store& store, Streams& streams) {
  tell(fmt::format("{}: {} of {} points are stored", store.path(), store.sampled(), store.head().points),
       streams);
  streams.err.flush();
}

}  // namespace

SweepDone run_design(const choose::Design& design, choose::Store& store, choose::Team* team,
                     const SweepOptions& options, Streams& streams) {
  SweepDone done;
  done.threads = team ? choose::threads_of_rank(options.threads) : thread_count(options.threads);
  done.ranks = team ? team->size() : 1;
  remark_timed(design, done.threads, streams);
  remark_motion(design, streams);
  const choose::SweepOptions how = {.threads = done.threads, .commit = options.commit, .team = team};
  const std::string resume = resume_command(options, done.ranks);
  const RememberInterrupts interrupts(
      fmt::format("{}catena: note: sweep: interrupted, committing finished points; resume with: {}\n",
                  ::isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "", resume));
  try {
    {
      Reporter reporter(streams, "points", done.ranks);
      const choose::SweepResult result =
          choose::run_sweep(choose::design_rows(design), store, how, std::ref(reporter));
      done.state = result.state;
      done.complete = result.complete;
      for (const int rank : result.lost)
        tell(fmt::format("rank {} stopped responding; rank 0 computed its points", rank), streams);
    }
    if (done.complete && design.optimisation()) {
      Reporter reporter(streams, "evaluations", 1);  // only rank 0 searches
      choose::SearchResult result = choose::run_searches(design, store, how, std::ref(reporter));
      done.searches = std::move(result.searches);
      done.complete = result.complete;
      done.state.computed += result.computed;
    }
  } catch (const Error& error) {
    if (!done.complete || error.kind() == ErrorKind::io) tell("sweep: resume with: " + resume, streams);
    try {
      report_stored_points(store, streams);
    } catch (const Error&) {  // the store cannot be read either; the first error is reported
    }
    throw;
  }
  if (!done.complete) {
    report_stored_points(store, streams);
    store.close();  // the destructor of `interrupts` raises the interrupt again
  }
  return done;
}

void serve(choose::Team& team, const SweepOptions& options) {
  const int threads = choose::threads_of_rank(options.threads);
  const RememberInterrupts interrupts;
  choose::serve_sweep(
      [](const std::string& text) { return choose::design_rows(choose::design_of_text(text)); },
      {.threads = threads, .team = &team}, [] { return RememberInterrupts::which() != 0; });
}

void dry_run(const choose::Design& design, const SweepOptions& options, Streams& streams) {
  const int threads = thread_count(options.threads);
  // evaluate points from all over the design on one thread, for about a second
  const choose::Rows rows = choose::design_rows(design);
  const std::int64_t points = design.size(), most = std::min<std::int64_t>(points, 64);
  const Clock::time_point begin = Clock::now();
  std::int64_t tried = 0, feasible = 0;
  double seconds = 0;
  for (; tried < most && seconds < 1; ++tried) {
    const std::int64_t point = points / most * tried;
    feasible += rows({point, point + 1}).at(0).why.empty();
    seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  const double each = tried > 0 ? seconds / static_cast<double>(tried) : 0;
  const auto& search = design.optimisation();
  const std::int64_t evaluations = search ? std::int64_t{search->evaluations} * search->starts : 0;
  const double total =
      each * static_cast<double>(points) / threads +
      (search ? each * static_cast<double>(evaluations) / std::min(threads, search->starts) : 0);
  if (options.json) {
    Json page = {{"name", design.name()}, {"points", points}, {"evaluations", evaluations},
                 {"threads", threads},    {"seconds", total}, {"tried", tried},
                 {"feasible", feasible}};
    return write_json(page, streams.out);
  }
  print(fmt::format("{}\n  points      {}\n", text::printable(design.name(), 80), points), streams);
  for (const choose::Parameter& p : design.parameters())
    print(fmt::format("  parameter   {}: {}\n", text::printable(p.name, 80),
                      p.is_range() ? fmt::format("{} to {}{}", shown(p.low), shown(p.high),
                                                 p.unit.empty() ? "" : " " + p.unit)
                                   : text::counted(p.choices(), "value")),
          streams);
  std::string stems;
  for (const choose::Criterion* c : design.criteria())
    stems += (stems.empty() ? "" : ", ") + std::string(c->stem);
  streams.out << "  criteria    " << stems << '\n';
  if (search)
    streams.out << fmt::format(
        "  search      {} for '{}', at most {} evaluations\n", text::counted(search->starts, "start"),
        design.criteria()[static_cast<std::size_t>(search->criterion)]->stem, evaluations);
  streams.out << fmt::format("  feasible    {} of {} points tried\n", feasible, tried);
  streams.out << fmt::format("  time        about {} on {}\n", duration_text(total),
                             text::counted(threads, "thread"));
}

}  // namespace catena::cli
