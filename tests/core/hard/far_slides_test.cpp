// SPDX-License-Identifier: Apache-2.0
// Slides that are far out: lever arms of X metres cost a factor X / 1 m of the accuracy, or two behind three joints that turn, and no
// more. Velocities of frames are then of size X, so that a term with their square, such as v × m v, would cost another factor X
// by its rounding error alone.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "core/hard/first_principles.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// The largest error of the rows of a matrix or of a vector of n rows, relative to the largest number in the row, or to `least` of the
// largest of all.
double worst_row(const Eigen::MatrixXd& found, const std::vector<double>& exact, double least = 0) {
  const Eigen::Map<const Eigen::MatrixXd> right(exact.data(), found.rows(), found.cols());
  double worst = 0;
  for (Eigen::Index i = 0; i < found.rows(); ++i)
    worst = std::max(worst,
                     (found.row(i) - right.row(i)).cwiseAbs().maxCoeff() /
                         std::max(right.row(i).cwiseAbs().maxCoeff(), least * right.cwiseAbs().maxCoeff()));
  return worst;
}

constexpr std::uint64_t kSeeds[] = {1, 2, 3};  // of arms and states
constexpr double kAllowed = 200;               // roundings

// Which joint slides, how far, and the powers of the distance that may be lost.
struct FarSlide {
  std::size_t joint;
  std::vector<double> distances;
  double factors;
  double allowed(double far) const { return kAllowed * kEps * std::pow(far, factors); }
};
const FarSlide kThird = {2, {1e3, 1e5, 1e7}, 1};
const FarSlide kFourth = {3, {1e3, 1e5}, 2}, kFifth = {4, {1e3, 1e5}, 2};

Robot robot_with(const FarSlide& slide, std::uint64_t seed) {
  Robot robot = generate_robot("chain:6:" + std::to_string(seed));
  robot.links[slide.joint].joint = JointKind::prismatic;
  return robot;
}

JointState state_with(const FarSlide& slide, double far, std::uint64_t seed) {
  JointState s = random_state(seed, 6);
  s.q[slide.joint] = far;
  return s;
}

std::vector<std::string> methods_of_fd() {
  std::vector<std::string> methods = {""};  // the method that `Arm` chooses
  for (const Method<double>& method : library_methods())
    if (method.quantity == Quantity::fd) methods.emplace_back(method.name);
  return methods;
}

void expect_to_lose(const FarSlide& slide, Quantity quantity, const std::vector<double> ExactMotion::*exact,
                    const std::vector<std::string>& methods) {
  for (const std::uint64_t seed : kSeeds) {
    const Robot robot = robot_with(slide, seed);
    const Arm arm(robot);
    for (const double far : slide.distances) {
      const JointState s = state_with(slide, far, seed);
      const ExactMotion right = from_first_principles(robot, s.q, s.qd, s.tau);
      const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
      for (const std::string& method : methods) {
        const Evaluated x = arm.eval_with_digits(quantity, at, method);
        EXPECT_LT(worst_row(x.arrays[0], right.*exact), slide.allowed(far))
            << method << " at " << far << " m, seed " << seed;
        const double judged = worst_row(x.arrays[0], right.*exact, 1e-4);  // as by the estimate (digits.hpp)
        EXPECT_LT(x.digits, 1 - std::log10(judged)) << method << " at " << far << " m, seed " << seed;
      }
    }
  }
}

// States whose slides are out far and near in one pack, with every level of vector instructions.
void expect_batches_to_lose(const FarSlide& slide) {
  for (const std::uint64_t seed : kSeeds) {
    const Robot robot = robot_with(slide, seed);
    const Arm arm(robot);
    std::vector<double> distances = {1, 10, 100}, q, qd, tau;
    distances.insert(distances.end(), slide.distances.begin(), slide.distances.end());
    std::vector<std::vector<double>> right;
    for (const double far : distances) {
      const JointState s = state_with(slide, far, seed);
      q.insert(q.end(), s.q.begin(), s.q.end());
      qd.insert(qd.end(), s.qd.begin(), s.qd.end());
      tau.insert(tau.end(), s.tau.begin(), s.tau.end());
      right.push_back(from_first_principles(robot, s.q, s.qd, s.tau).qdd);
    }
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      std::vector<double> qdd(q.size());
      batch::fd(arm, batch::Layout::state_major, q, qd, tau, qdd, {.threads = 1, .level = level});
      for (std::size_t k = 0; k < distances.size(); ++k)
        EXPECT_LT(worst_row(Eigen::Map<const Eigen::VectorXd>(&qdd[6 * k], 6), right[k]),
                  slide.allowed(distances[k]))
            << simd_name(level) << " at " << distances[k] << " m, seed " << seed;
    }
  }
}

TEST(FarSlides, CostForwardDynamicsOneFactorOfTheirDistance) {
  EXPECT_GT(methods_of_fd().size(), 6u);
  expect_to_lose(kThird, Quantity::fd, &ExactMotion::qdd, methods_of_fd());
}

TEST(FarSlides, CostBatchesOfForwardDynamicsOneFactorOfTheirDistance) { expect_batches_to_lose(kThird); }

// Three joints that turn before the slide can turn the arm about the line to the far links, without moving them: the small
// inertia of this motion is a difference of numbers of the size of the squared distance.
TEST(FarSlides, CostTwoFactorsBehindThreeJointsThatTurn) {
  for (const FarSlide& slide : {kFourth, kFifth}) {
    expect_to_lose(slide, Quantity::fd, &ExactMotion::qdd, methods_of_fd());
    expect_batches_to_lose(slide);
  }
}

// So docs/accuracy.md does not promise too little.
TEST(FarSlides, ReallyCostTwoFactorsBehindThreeJointsThatTurn) {
  for (const std::uint64_t seed : kSeeds) {
    const Robot robot = robot_with(kFifth, seed);
    const JointState s = state_with(kFifth, 1e5, seed);
    const Eigen::MatrixXd found =
        Arm(robot).eval(Quantity::fd, {.q = s.q, .qd = s.qd, .tau = s.tau}, "aba")[0];
    EXPECT_GT(worst_row(found, from_first_principles(robot, s.q, s.qd, s.tau).qdd), 1e4 * kEps * 1e5);
  }
}

// The default methods sum moments of all links in one frame: about the last, not about the base.
TEST(FarSlides, CostTheDerivativesOfForwardDynamicsOneFactorOfTheirDistance) {
  const std::vector<std::string> methods = {"", "fd_derivatives", "aba_response", "aba_derivatives"};
  expect_to_lose(kThird, Quantity::dfd_dq, &ExactMotion::by_q, methods);
  expect_to_lose(kThird, Quantity::dfd_dqd, &ExactMotion::by_qd, methods);
}

}  // namespace
}  // namespace catena::test
