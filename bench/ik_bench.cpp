// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics of the arms of the catalogue, beside KDL in the same run: how many random poses within the limits are
// solved, and the processor time. Writes docs/ik_measured.md: ik_bench FILE [poses [poses for KDL]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

#include "catena/core/ik.hpp"
#include "catena/core/ik_all.hpp"
#include "catena/io/load.hpp"
#include "ik_kdl.hpp"
#include "support/ik.hpp"

namespace catena::bench {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-9, kToleranceOfKdl = 1e-6;
constexpr std::uint64_t kSeed = 20261117;
constexpr int kRestarts = 30;  // of KDL

double now() {  // processor time: others may use the machine as well
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

using Ranges = std::vector<std::array<double, 2>>;

bool reached(const Arm& arm, Workspace& work, const VectorXd& q, const Matrix4d& goal, double tolerance) {
  Matrix4d X;
  arm.pose(q, work, X);
  const test::Distance d = test::distance(X, goal);
  return d.position <= 1.001 * tolerance && d.orientation <= 1.001 * tolerance;
}

// With whole turns added or taken away where that helps; ranges without limits count as half a turn to either side.
bool within(const Arm& arm, const VectorXd& q, const Ranges& ranges) {
  for (int i = 0; i < q.size(); ++i) {
    const auto [lower, upper] = ranges[static_cast<std::size_t>(i)];
    double x = q[i];
    if (arm.chain().link(i).revolute()) {
      const double turn = 2 * std::numbers::pi;
      if (x > upper) x -= turn * std::ceil((x - upper) / turn);
      if (x < lower) x += turn * std::ceil((lower - x) / turn);
    }
    if (!(x >= lower - 1e-12 && x <= upper + 1e-12)) return false;
  }
  return true;
}

struct Tally {
  int poses = 0, solved = 0;
  double time = 0;  // [µs] of all poses
  long starts = 0, steps = 0;

  double percent() const { return 100.0 * solved / poses; }
  double each() const { return time / poses; }
};

struct Row {
  std::string name;
  int joints = 0;
  Tally ours, first_lma, first_nr, lma, nr;
  std::optional<Tally> closed;
};

// What is measured of one arm. Poses come in blocks, each of which all solvers solve in turn; a clock is read once for each
// block and solver.
class Measurement {
 public:
  explicit Measurement(const std::string& name)
      : arm_(Arm::load(name)),
        ranges_(test::joint_ranges(arm_.robot())),
        work_(arm_),
        ik_(arm_),
        middle_(arm_.dof()),
        lower_(arm_.dof()),
        upper_(arm_.dof()) {
    for (int i = 0; i < arm_.dof(); ++i) {
      lower_[i] = ranges_[static_cast<std::size_t>(i)][0],
      upper_[i] = ranges_[static_cast<std::size_t>(i)][1];
      middle_[i] = 0.5 * (lower_[i] + upper_[i]);
    }
    row_.name = name, row_.joints = arm_.dof();
    try {
      if (arm_.dof() == 6) all_.emplace(arm_), row_.closed.emplace();
    } catch (const Error&) {  // no closed form
    }
  }

  Row run(int poses, int poses_kdl) {
    KdlIk lma(arm_.robot(), KdlIk::Method::lma, lower_.data(), upper_.data(), kToleranceOfKdl);
    KdlIk nr(arm_.robot(), KdlIk::Method::nr_jl, lower_.data(), upper_.data(), kToleranceOfKdl);
    test::Random random(kSeed);
    for (int first = 0; first < poses; first += kBlock) {
      const int size = std::min(kBlock, poses - first);
      postures_.clear(), goals_.clear();
      for (int k = 0; k < size; ++k) {
        postures_.push_back(test::posture_within(ranges_, random));
        arm_.pose(postures_.back(), work_, goals_.emplace_back());
      }
      numerically();
      if (all_) in_closed_form();
      const int some = std::clamp(poses_kdl - first, 0, size),
                few = std::clamp(poses_kdl / 10 - first, 0, size);
      by_kdl(lma, some, 1, row_.first_lma);
      by_kdl(nr, some, 1, row_.first_nr);
      by_kdl(lma, some, kRestarts, row_.lma);
      by_kdl(nr, few, kRestarts, row_.nr);
    }
    return row_;
  }

 private:
  static constexpr int kBlock = 50;

  void numerically() {
    std::vector<VectorXd> found(goals_.size(), VectorXd(arm_.dof()));
    std::vector<bool> ok(goals_.size());
    const double begin = now();
    for (std::size_t k = 0; k < goals_.size(); ++k) {
      const IkResult& result = ik_.solve(goals_[k]);
      found[k] = result.q, ok[k] = result.ok();
      row_.ours.starts += result.starts, row_.ours.steps += result.iterations;
    }
    row_.ours.time += now() - begin;
    for (std::size_t k = 0; k < goals_.size(); ++k) {
      ++row_.ours.poses;
      row_.ours.solved += ok[k] && reached(arm_, work_, found[k], goals_[k], kTolerance);
    }
  }

  void in_closed_form() {
    Tally& tally = *row_.closed;
    const double begin = now();
    for (const Matrix4d& goal : goals_) tally.steps += all_->solve(goal);
    tally.time += now() - begin;
    for (std::size_t k = 0; k < goals_.size(); ++k) {
      bool known = false;
      for (int j = 0; j < all_->solve(goals_[k]); ++j)
        known = known || far_apart(all_->q(j), postures_[k]) < 1e-4;
      ++tally.poses, tally.solved += known;
    }
  }

  double far_apart(const VectorXd& a, const VectorXd& b) const {
    double far = 0;
    for (int i = 0; i < a.size(); ++i) {
      const double d = a[i] - b[i];
      far = std::max(far,
                     std::abs(arm_.chain().link(i).revolute() ? std::remainder(d, 2 * std::numbers::pi) : d));
    }
    return far;
  }

  // One start from the middle of the ranges, or new starts until the pose is solved within the limits.
  void by_kdl(KdlIk& kdl, int count, int starts, Tally& tally) {
    VectorXd q(arm_.dof());
    const double begin = now();
    for (int k = 0; k < count; ++k) {
      test::Random random(kSeed + 1);
      bool solved = false;
      for (int s = 0; s < starts && !solved; ++s) {
        const VectorXd start = s == 0 ? middle_ : test::posture_within(ranges_, random);
        kdl.solve(goals_[static_cast<std::size_t>(k)].data(), start.data(), q.data());
        solved = reached(arm_, work_, q, goals_[static_cast<std::size_t>(k)], kToleranceOfKdl) &&
                 within(arm_, q, ranges_);
      }
      ++tally.poses, tally.solved += solved;
    }
    tally.time += now() - begin;
  }

  Arm arm_;
  Ranges ranges_;
  Workspace work_;
  Ik ik_;
  std::optional<IkAll> all_;
  VectorXd middle_, lower_, upper_;
  std::vector<VectorXd> postures_;
  std::vector<Matrix4d> goals_;
  Row row_;
};

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

std::string page(const std::vector<Row>& rows, int poses, int poses_kdl) {
  std::string out = fmt::format(
      "# Inverse kinematics, measured\n\n"
      "Written by `bench/ik_bench.cpp` (`make ik`). For each arm of the catalogue, {} poses of random "
      "postures within the joint\n"
      "limits (uniform; joints without limits from -π to π, slides from -1 to 1 m), seed {}. A pose is "
      "solved if the posture found\n"
      "is within the limits and forward kinematics gives the pose to 1e-9 m and 1e-9 rad. Times are "
      "processor time per pose, of all\n"
      "poses, solved or not, on one core; ours and KDL's alternate, so that their ratio holds on a busy "
      "machine as well.\n\n"
      "KDL is Debian's 1.5, on the first {} of the poses ({} for NR_JL with new starts). A tolerance of 1e-6 "
      "m and rad is enough for it\n"
      "here, since LMA gets no closer than about 1e-8: KDL treats very small rotations as zero. Its solvers "
      "have "
      "one start, here the middle of\n"
      "the limits, as ours; `ChainIkSolverPos_LMA` ignores limits. \"New starts\" calls them again from\n"
      "random postures until the pose is solved within the limits, at most {} times, which is what ours does "
      "by itself.\n\n"
      "| arm | joints | solved | µs | starts | steps | LMA, one start | µs | LMA, new starts | µs | ratio | "
      "NR_JL, one start | µs | "
      "NR_JL, new starts | µs | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      poses, kSeed, poses_kdl, std::max(1, poses_kdl / 10), kRestarts);
  long solved = 0, all = 0;
  std::vector<double> lma, nr;
  for (const Row& r : rows) {
    out += fmt::format(
        "| {} | {} | {:.2f} % | {:.1f} | {:.2f} | {:.1f} | {:.1f} % | {:.0f} | {:.1f} % | {:.0f} | {:.0f} | "
        "{:.1f} % | {:.0f} | {:.1f} % | "
        "{:.0f} | {:.0f} |\n",
        r.name, r.joints, r.ours.percent(), r.ours.each(), static_cast<double>(r.ours.starts) / r.ours.poses,
        static_cast<double>(r.ours.steps) / r.ours.poses, r.first_lma.percent(), r.first_lma.each(),
        r.lma.percent(), r.lma.each(), r.lma.each() / r.ours.each(), r.first_nr.percent(), r.first_nr.each(),
        r.nr.percent(), r.nr.each(), r.nr.each() / r.ours.each());
    solved += r.ours.solved, all += r.ours.poses;
    lma.push_back(r.lma.each() / r.ours.each()), nr.push_back(r.nr.each() / r.ours.each());
  }
  out += fmt::format(
      "\nOf all {} poses, {} were solved ({:.3f} %). Ratio: time of KDL with new starts to ours; the median "
      "over the arms is {:.0f}\n"
      "for LMA (from {:.0f} to {:.0f}) and {:.0f} for NR_JL (from {:.0f} to {:.0f}).\n\n",
      all, solved, 100.0 * static_cast<double>(solved) / static_cast<double>(all), median(lma),
      *std::min_element(lma.begin(), lma.end()), *std::max_element(lma.begin(), lma.end()), median(nr),
      *std::min_element(nr.begin(), nr.end()), *std::max_element(nr.begin(), nr.end()));
  out +=
      "## In closed form\n\n"
      "`IkAll` on the same poses: how often the posture from which the pose was computed is among the "
      "solutions "
      "within the limits (to 1e-4,\n"
      "since near a singularity a posture is not determined better by its pose), and the mean number of "
      "solutions.\n\n"
      "| arm | found | solutions | µs for all of them |\n|---|---|---|---|\n";
  for (const Row& r : rows)
    if (r.closed)
      out += fmt::format("| {} | {:.2f} % | {:.2f} | {:.1f} |\n", r.name, r.closed->percent(),
                         static_cast<double>(r.closed->steps) / r.closed->poses, r.closed->each());
  return out;
}

}  // namespace
}  // namespace catena::bench

int main(int argc, char** argv) {
  using namespace catena;
  if (argc < 2) {
    fmt::print(stderr, "ik_bench FILE [poses [poses for KDL]]\n");
    return 2;
  }
  const int poses = argc > 2 ? std::atoi(argv[2]) : 10000, poses_kdl = argc > 3 ? std::atoi(argv[3]) : 200;
  std::vector<bench::Row> rows;
  for (const std::string& name : catalogue()) {
    rows.push_back(bench::Measurement(name).run(poses, poses_kdl));
    fmt::print(stderr, "{}: {:.2f} %\n", name, rows.back().ours.percent());
  }
  std::ofstream(argv[1]) << bench::page(rows, poses, poses_kdl);
  return 0;
}
