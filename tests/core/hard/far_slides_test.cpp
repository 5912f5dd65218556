// SPDX-License-Identifier: Apache-2.0
// Slides that are far out: lever arms of X metres cost a factor X / 1 m of the accuracy, and no more. Velocities of frames are then of
// size X, so that a term with their square, such as v × m v, would cost another factor X by its rounding error alone.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "core/hard/first_principles.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// The largest error of the rows of a matrix or of a vector of n rows, relative to the largest number in the row.
double worst_row(const Eigen::MatrixXd& found, const std::vector<double>& exact) {
  const Eigen::Map<const Eigen::MatrixXd> right(exact.data(), found.rows(), found.cols());
  double worst = 0;
  for (Eigen::Index i = 0; i < found.rows(); ++i)
    worst = std::max(
        worst, (found.row(i) - right.row(i)).cwiseAbs().maxCoeff() / right.row(i).cwiseAbs().maxCoeff());
  return worst;
}

// "" is the method that `Arm` chooses.
void expect_to_lose_one_factor(Quantity quantity, const std::vector<double> ExactMotion::*exact,
                               std::vector<std::string> methods) {
  Robot robot = generate_robot("chain:6");
  robot.links[2].joint = JointKind::prismatic;
  const Arm arm(robot);
  for (const double far : {1e3, 1e5, 1e7}) {
    JointState s = random_state(1, 6);
    s.q[2] = far;
    const ExactMotion right = from_first_principles(robot, s.q, s.qd, s.tau);
    const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
    for (const std::string& method : methods) {
      const Eigen::MatrixXd found = arm.eval_with_digits(quantity, at, method).arrays[0];
      EXPECT_LT(worst_row(found, right.*exact), 200 * kEps * far) << method << " at " << far << " m";
    }
  }
}

TEST(FarSlides, CostForwardDynamicsOneFactorOfTheirDistance) {
  std::vector<std::string> methods = {""};
  for (const Method<double>& method : library_methods())
    if (method.quantity == Quantity::fd) methods.emplace_back(method.name);
  EXPECT_GT(methods.size(), 6u);
  expect_to_lose_one_factor(Quantity::fd, &ExactMotion::qdd, methods);
}

// Methods that sum moments about the base, which are the default, lose two factors (docs/accuracy.md).
TEST(FarSlides, CostTheDerivativesOfForwardDynamicsOneFactorOfTheirDistance) {
  expect_to_lose_one_factor(Quantity::dfd_dq, &ExactMotion::by_q, {"aba_derivatives"});
  expect_to_lose_one_factor(Quantity::dfd_dqd, &ExactMotion::by_qd, {"aba_derivatives"});
}

}  // namespace
}  // namespace catena::test
