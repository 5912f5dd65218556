// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "catena/core/threads.hpp"
#include "catena/system/stopwatch.hpp"
#include "choose/criteria/criteria.hpp"
#include "choose/criteria/loaded_arm.hpp"
#include "choose/criteria/median.hpp"
#include "choose/criteria/scratch_pool.hpp"
#include "core/util/thread_pool.hpp"

namespace catena::choose {
namespace detail {
namespace {

void require_task(const Task& task) {
  require_samples(task.samples);
  const auto require_size = [](const char* what, double value, const char* unit) {
    if (std::isfinite(value) && value >= 0) return;
    throw Error(ErrorKind::usage, what, "invalid value")
        .given(fmt::format("{} {}", value, unit))
        .need("a finite number, 0 or more");
  };
  require_size("payload", task.payload, "kg");
  require_size("length", task.length, "m");
  if (task.threads < 0)
    throw Error(ErrorKind::usage, "threads", "a negative number of threads")
        .given(fmt::format("{}", task.threads))
        .need("1 or more, or 0 for one per available processor");
}

// The row of each criterion.
std::vector<const Row*> rows_of(std::span<const Criterion* const> wanted) {
  std::vector<const Row*> list;
  for (const Criterion* c : wanted) {
    const Row* found = nullptr;
    for (const Row& row : rows())
      if (c && row.criterion.stem == c->stem) found = &row;
    if (!found) (void)criterion(c ? c->stem : "");  // throws
    list.push_back(found);
  }
  return list;
}

void score_arm(const Arm& plain, std::span<const Row* const> wanted, const Task& task,
               const std::shared_ptr<const Path>& path, Scratch& scratch, int number, Scores& scores) {
  const JointBox box = joint_box(plain.robot());
  // `rows` selects criteria. Subjects share the scratch memory, so that only one exists at a time.
  const auto score = [&](const Arm& arm, const auto& rows) {
    Subject subject(arm, task, box, path, scratch);
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      const Row& row = *wanted[c];
      if (!row.score || !rows(row)) continue;
      scores.at(number, static_cast<int>(c)) =
          row.criterion.sampled && !box.why.empty() ? lacks_limits(box.why) : row.score(subject);
    }
  };
  if (!(task.payload > 0)) return score(plain, [](const Row&) { return true; });
  score(loaded_arm(plain, task), [](const Row& row) { return !row.unloaded; });
  if (std::any_of(wanted.begin(), wanted.end(), [](const Row* row) { return row->unloaded; }))
    score(plain, [](const Row& row) { return row.unloaded; });
}

// Samples of all arms and all timed criteria are interleaved.
void time_arms(std::span<const Arm> arms, std::span<const Row* const> wanted, const Task& task,
               const std::shared_ptr<const Path>& path, Scores& scores) {
  constexpr int kSamples = 31;
  constexpr double kWindow = 1e-3;  // [s]
  std::vector<system::Stopwatch> watches;
  std::vector<Score*> places;
  std::vector<double> calls;
  for (std::size_t k = 0; k < arms.size(); ++k)
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      if (!wanted[c]->run) continue;
      Score& score = scores.at(static_cast<int>(k), static_cast<int>(c));
      const Arm arm = task.payload > 0 ? loaded_arm(arms[k], task) : arms[k];
      std::string why;
      const std::shared_ptr<const Path> along =
          path ? path : sampled(*trajectory_of(default_motion(arm.robot())));
      TimedCall run = wanted[c]->run(arm, along, why);
      if (run) {
        watches.emplace_back(std::move(run), kWindow);
        places.push_back(&score);
        calls.push_back(static_cast<double>(along->states()));
      } else {
        score = unavailable(std::move(why));
      }
    }
  system::take_turns(watches, kSamples);
  for (std::size_t i = 0; i < watches.size(); ++i) {
    *places[i] = median(watches[i].each());
    places[i]->value /= calls[i], places[i]->error /= calls[i];
  }
}

}  // namespace

Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task,
                const Watch& watch, ScratchPool& pool) {
  require_task(task);
  const std::vector<const Row*> rows = rows_of(wanted);
  std::shared_ptr<const Path> path;
  if (task.trajectory) {
    for (const Arm& arm : arms)
      if (arm.dof() != task.trajectory->dof())
        throw Error(ErrorKind::usage, "trajectory", fmt::format("it does not fit the arm '{}'", arm.name()))
            .given(fmt::format("{} joints", task.trajectory->dof()))
            .need(fmt::format("{} joints, as the arm has", arm.dof()));
    path = sampled(*task.trajectory);
  }
  const auto count = static_cast<int>(arms.size());
  Scores scores(count, static_cast<int>(wanted.size()));

  std::mutex mutex;
  bool ended = false;
  Advance advance = {0, static_cast<double>(count), 0};
  const auto one = [&](int k, Scratch& scratch) {
    {
      const std::scoped_lock lock(mutex);
      if (ended) {
        for (int c = 0; c < scores.criteria(); ++c)
          scores.at(k, c) = unavailable("the evaluation was interrupted");
        return;
      }
    }
    score_arm(arms[k], rows, task, path, scratch, k, scores);
    const std::scoped_lock lock(mutex);
    advance.computed = ++advance.done;
    ended = !goes_on(watch, advance) || ended;
  };
  catena::detail::ThreadPool threads(std::max(1, std::min(thread_count(task.threads), count)));
  threads.for_ranges(arms.size(), [&](std::size_t first, std::size_t last, std::size_t) {
    ScratchPool::Loan scratch(pool);
    for (std::size_t k = first; k < last; ++k) one(static_cast<int>(k), *scratch);
  });
  if (!ended) {
    time_arms(arms, rows, task, path, scores);
  } else {
    for (int k = 0; k < count; ++k)
      for (int c = 0; c < scores.criteria(); ++c)
        if (rows[static_cast<std::size_t>(c)]->run)
          scores.at(k, c) = unavailable("the evaluation was interrupted");
  }
  return scores;
}

}  // namespace detail

Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task,
                const Watch& watch) {
  detail::ScratchPool pool;
  return detail::evaluate(arms, wanted, task, watch, pool);
}

}  // namespace catena::choose
