// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "bench/stopwatch.hpp"
#include "choose/criteria.hpp"

namespace catena::choose {
namespace detail {
namespace {

void require_task(const Task& task) {
  require_samples(task.samples);
  const auto require_size = [](const char* what, double value, const char* unit) {
    if (std::isfinite(value) && value >= 0) return;
    throw Error(ErrorKind::usage, what, "not a size")
        .given(fmt::format("{} {}", value, unit))
        .need("a finite number, 0 or more");
  };
  require_size("payload", task.payload, "kg");
  require_size("length", task.length, "m");
  if (task.threads < 0)
    throw Error(ErrorKind::usage, "threads", "a negative number of threads")
        .given(fmt::format("{}", task.threads))
        .need("1 or more, or 0 for as many as the machine has");
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

// The arm with a point mass at its tool.
Arm loaded(const Arm& arm, double payload) {
  Robot robot = arm.robot();
  robot.links.push_back({.name = "payload of the task",
                         .joint = JointKind::fixed,
                         .dh = {},
                         .mass = payload,
                         .limits = {},
                         .motor = {}});
  return Arm(std::move(robot));
}

void score_arm(const Arm& plain, std::span<const Row* const> wanted, const Task& task,
               const std::shared_ptr<const Path>& path, Scratch& scratch, int number, Scores& scores) {
  std::optional<Arm> heavy;
  if (task.payload > 0) heavy = loaded(plain, task.payload);
  const Arm& arm = heavy ? *heavy : plain;
  const JointBox box = joint_box(arm.robot());
  Subject subject(arm, task, box, path, scratch);
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    const Row& row = *wanted[c];
    if (!row.score) continue;
    scores.at(number, static_cast<int>(c)) =
        row.criterion.sampled && !box.why.empty() ? cannot_tell(box.why) : row.score(subject);
  }
}

}  // namespace
}  // namespace detail

Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task) {
  using namespace detail;
  require_task(task);
  const std::vector<const Row*> rows = rows_of(wanted);
  std::shared_ptr<const Path> path;
  if (task.trajectory) {
    for (const Arm& arm : arms)
      if (arm.dof() != task.trajectory->dof())
        throw Error(ErrorKind::usage, "trajectory", fmt::format("made for another arm than '{}'", arm.name()))
            .given(fmt::format("{} joints", task.trajectory->dof()))
            .need(fmt::format("{}, as the arm has", arm.dof()));
    path = sampled(*task.trajectory);
  }
  const auto count = static_cast<int>(arms.size());
  Scores scores(count, static_cast<int>(wanted.size()));

  const auto one = [&](int k) {
    thread_local Scratch scratch;
    score_arm(arms[k], rows, task, path, scratch, k, scores);
  };
  const int cores = tbb::info::default_concurrency();
  const int threads = task.threads > 0 ? task.threads : cores;
  if (threads == 1 || count < 2) {
    for (int k = 0; k < count; ++k) one(k);
  } else {
    std::optional<tbb::global_control> more_workers;
    if (threads > cores) more_workers.emplace(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena(threads).execute([&] {
      tbb::parallel_for(tbb::blocked_range<int>(0, count, 1), [&](const tbb::blocked_range<int>& range) {
        for (int k = range.begin(); k < range.end(); ++k) one(k);
      });
    });
  }
  return scores;
}

}  // namespace catena::choose
