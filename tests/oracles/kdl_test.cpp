// SPDX-License-Identifier: Apache-2.0
// Every robot of the catalogue and random chains against KDL, built from the same table without our
// conversion.
#include "support/kdl_arm.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/model/canonical.hpp"
#include "catena/core/regressors.hpp"
#include "oracles/oracle.hpp"

namespace catena::test {
namespace {

struct Kdl : Oracle {
  KdlArm kdl{arm.robot()};
};

TEST_P(Kdl, HasTheSameJoints) { EXPECT_EQ(kdl.dof(), arm.dof()); }

TEST_P(Kdl, HasTheSameInertiaMatrix) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.inertia(s.q), kdl.inertia(s.q)); });
}

TEST_P(Kdl, NeedsTheSameTorques) {
  in_every_state(
      [&](const RandomState& s) { EXPECT_AGREES(arm.id(s.q, s.qd, s.qdd), kdl.id(s.q, s.qd, s.qdd)); });
}

TEST_P(Kdl, AcceleratesTheSame) {
  in_every_state(
      [&](const RandomState& s) { EXPECT_AGREES(arm.fd(s.q, s.qd, s.tau), kdl.fd(s.q, s.qd, s.tau)); });
}

TEST_P(Kdl, WeighsTheSame) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.gravity(s.q), kdl.gravity(s.q)); });
}

TEST_P(Kdl, HasTheSameCoriolisTorques) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.bias(s.q, s.qd), kdl.bias(s.q, s.qd)); });
}

TEST_P(Kdl, PutsTheToolInTheSamePlace) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.pose(s.q), kdl.pose(s.q)); });
}

TEST_P(Kdl, HasTheSameJacobian) {
  in_every_state([&](const RandomState& s) { EXPECT_AGREES(arm.jacobian(s.q), kdl.jacobian(s.q)); });
}

// A frame on a row is the tip of KDL's chain up to that row.
TEST_P(Kdl, PutsFramesInTheSamePlaceWithTheSameJacobian) {
  Robot robot = arm.robot();
  const Pose<double> X =
      screw_x(std::cos(0.7), std::sin(0.7), 0.3) * screw_z(std::cos(2.1), std::sin(2.1), -0.2);
  for (std::size_t k = 0; k < robot.links.size(); ++k)
    robot.frames.push_back({"frame " + std::to_string(k), static_cast<int>(k), X});
  const Arm framed(robot);
  unsigned joints = 0;
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    joints += robot.links[k].joint != JointKind::fixed;
    if (joints == 0) continue;
    Robot part = arm.robot();
    part.links.resize(k + 1);
    part.payload.reset();
    KdlArm kdl_part(part, X);
    const Frame<double> frame = framed.frame("frame " + std::to_string(k));
    in_every_state([&](const RandomState& s) {
      const Eigen::VectorXd q = s.q.head(joints);
      EXPECT_AGREES(framed.pose(s.q, frame), kdl_part.pose(q));
      EXPECT_AGREES(framed.jacobian(s.q, frame).leftCols(joints).eval(), kdl_part.jacobian(q));
      EXPECT_EQ(framed.jacobian(s.q, frame).rightCols(arm.dof() - joints).norm(), 0);
    });
  }
}

TEST_P(Kdl, NeedsTheTorquesOfTheRegressorTimesTheParameters) {
  const std::vector<double> values = inertial_parameters(arm.chain());
  const Eigen::Map<const VectorXd> pi(values.data(), static_cast<Eigen::Index>(values.size()));
  in_every_state([&](const RandomState& s) {
    EXPECT_AGREES(arm.regressor(s.q, s.qd, s.qdd) * pi, kdl.id(s.q, s.qd, s.qdd));
  });
}

TEST_P(Kdl, MovesTheToolAtTheSameVelocity) {
  in_every_state([&](const RandomState& s) {
    const VectorXd ours = arm.frame_velocity(s.q, s.qd), theirs = kdl.jacobian(s.q) * s.qd;
    EXPECT_LE((ours - theirs).norm(), 1e-9 * kdl.jacobian(s.q).norm() * s.qd.norm());
  });
}

// J M⁻¹ Jᵀ from KDL's J and M.
TEST_P(Kdl, HasTheSameMobilityOfTheTool) {
  in_every_state([&](const RandomState& s) {
    const MatrixXd J = kdl.jacobian(s.q), M = kdl.inertia(s.q);
    EXPECT_AGREES(arm.operational_inertia_inverse(s.q), J * M.ldlt().solve(MatrixXd(J.transpose())));
  });
}

TEST_P(Kdl, FindsTheSameArmInTheTableOfTheOtherConvention) {
  const bool standard = arm.robot().convention == Convention::standard;
  Notes notes;
  KdlArm other(to_convention(arm.robot(), standard ? Convention::modified : Convention::standard, notes));
  in_every_state([&](const RandomState& s) {
    EXPECT_AGREES(arm.pose(s.q), other.pose(s.q));
    EXPECT_AGREES(arm.inertia(s.q), other.inertia(s.q));
    EXPECT_AGREES(arm.id(s.q, s.qd, s.qdd), other.id(s.q, s.qd, s.qdd));
  });
}

const auto name_of = [](const auto& param) { return test_name(param.param); };
INSTANTIATE_TEST_SUITE_P(Catalogue, Kdl, testing::ValuesIn(catalogue_stems()), name_of);
INSTANTIATE_TEST_SUITE_P(Random, Kdl, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Altered, Kdl, testing::ValuesIn(altered_arms()), name_of);

}  // namespace
}  // namespace catena::test
