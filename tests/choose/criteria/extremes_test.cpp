// SPDX-License-Identifier: Apache-2.0
// Extremes over all postures, against a search that shares nothing with theirs: random postures, of which the best are followed along
// one joint at a time. What it finds is held by some posture, so that no bound may claim more.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

#include "choose/arms.hpp"

namespace catena::test {
namespace {

using Value = std::function<double(const Eigen::VectorXd&)>;

struct Ranges {
  Eigen::VectorXd lower, upper;

  explicit Ranges(const Arm& arm) : lower(arm.dof()), upper(arm.dof()) {
    int i = 0;
    for (const RobotLink& link : arm.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      const auto given = link.limits ? link.limits->position : std::nullopt;
      lower[i] = given ? (*given)[0] : -std::numbers::pi;
      upper[i++] = given ? (*given)[1] : std::numbers::pi;
    }
  }
};

double descended(const Ranges& ranges, const Value& value, Eigen::VectorXd q) {
  double best = value(q);
  for (double step = 0.1; step > 1e-6; step /= 2)
    for (bool better = true; better;) {
      better = false;
      for (Eigen::Index i = 0; i < q.size(); ++i)
        for (const double sign : {1.0, -1.0}) {
          Eigen::VectorXd there = q;
          there[i] = std::clamp(q[i] + sign * step, ranges.lower[i], ranges.upper[i]);
          if (const double x = value(there); x < best) best = x, q = there, better = true;
        }
    }
  return best;
}

double least(const Arm& arm, const Value& value) {
  constexpr std::size_t kRandom = 20000, kFollowed = 30;
  const Ranges ranges(arm);
  std::mt19937_64 random(20261119);
  std::uniform_real_distribution<double> share(0, 1);
  std::vector<std::pair<double, Eigen::VectorXd>> all;
  for (std::size_t k = 0; k < kRandom; ++k) {
    Eigen::VectorXd q(arm.dof());
    for (Eigen::Index i = 0; i < q.size(); ++i)
      q[i] = ranges.lower[i] + share(random) * (ranges.upper[i] - ranges.lower[i]);
    all.emplace_back(value(q), q);
  }
  std::partial_sort(all.begin(), all.begin() + kFollowed, all.end(),
                    [](const auto& a, const auto& b) { return a.first < b.first; });
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < kFollowed; ++k) best = std::min(best, descended(ranges, value, all[k].second));
  return best;
}

// Bisection on the mass of a real load, instead of the torque of each kilogram.
double carried(const Arm& arm, const Eigen::VectorXd& limit, const Eigen::VectorXd& q) {
  const Eigen::VectorXd empty = arm.gravity(q), each = arm.with_payload({.mass = 1}).gravity(q) - empty;
  double low = 0, high = 1000;
  while (high - low > 1e-10 * high) {
    const double mass = (low + high) / 2;
    const bool holds = ((empty + mass * each).cwiseAbs().array() <= limit.array()).all();
    (holds ? low : high) = mass;
  }
  return low;
}

double payload_by_search(const std::string& name) {
  const Arm arm = Arm::load(name);
  Eigen::VectorXd limit(arm.dof());
  int i = 0;
  for (const RobotLink& link : arm.robot().links)
    if (link.joint != JointKind::fixed) limit[i++] = *link.limits->effort;
  return least(arm, [&](const Eigen::VectorXd& q) { return carried(arm, limit, q); });
}

void expect_payload(const char* name) {
  const double searched = payload_by_search(name);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const choose::Score found = score(Arm::load(name), "payload", {.samples = 4096, .seed = seed});
    EXPECT_LE(found.value - found.error, searched * (1 + 1e-7)) << name << ": some posture holds less";
    EXPECT_GE(found.value, searched * (1 - 1e-3)) << name << ": no posture is known that holds so little";
  }
}

TEST(Extremes, NoPostureHoldsLessThanThePayload) {
  for (const char* name : {"z1", "xarm7", "panda", "ur5e"}) expect_payload(name);
}

// 0.1.0 said 6.5209 kg ± 0.000003 for six of sixteen seeds.
TEST(Extremes, TheZ1CarriesWhatThePlainSearchOfTheAuditFound) {
  EXPECT_NEAR(payload_by_search("z1"), 6.4083, 1e-3);
  EXPECT_NEAR(score(Arm::load("z1"), "payload").value, 6.4083, 1e-3);
}

TEST(Extremes, NoPostureReachesFartherOrIsMoreManipulable) {
  const auto farthest = [](const Arm& arm) {
    return -least(arm, [&](const Eigen::VectorXd& q) {
      return -Eigen::Vector3d(arm.pose(q).topRightCorner<3, 1>()).norm();
    });
  };
  const auto most_manipulable = [](const Arm& arm) {
    return -least(arm, [&](const Eigen::VectorXd& q) {
      const Eigen::MatrixXd J = arm.jacobian(q);
      return -std::sqrt(std::max(0.0, (J * J.transpose()).determinant()));
    });
  };
  const Arm panda = Arm::load("panda"), gen3 = Arm::load("kinova_gen3");
  const choose::Score reach = score(panda, "reach"), peak = score(gen3, "manipulability_max");
  const double far = farthest(panda), high = most_manipulable(gen3);
  EXPECT_GE(reach.value + reach.error, far * (1 - 1e-7));
  EXPECT_LE(reach.value, far * (1 + 1e-3));
  EXPECT_GE(peak.value + peak.error, high * (1 - 1e-7));
  EXPECT_LE(peak.value, high * (1 + 1e-3));
}

}  // namespace
}  // namespace catena::test
