// SPDX-License-Identifier: Apache-2.0
// Planned motions along paths as trajectories of simulations.
#include "catena/sim/path_trajectory.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "catena/core/path/time_optimal.hpp"
#include "catena/sim/computed_torque.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

// Computed torque keeps the arm on the path, with torques that do not exceed the limits that the motion was planned with.
TEST(PathTrajectory, IsFollowedByComputedTorqueWithinTheTorquesItWasPlannedFor) {
  const Arm arm = Arm::load("puma560");
  Eigen::MatrixXd points(6, 3);
  points << 0, 0.6, 0.9, 0.5, 0.2, 0.7, -1, -0.6, -0.2, 0, 0.3, 0.6, 0.4, 0.2, 0, 0, 0.5, 0.2;
  const VectorXd torque = (VectorXd(6) << 97.6, 186.4, 89.4, 24.2, 20.1, 21.3).finished();
  const path::TimeOptimal best = path::time_optimal(arm, path::JointPath::lines(points, 0.2),
                                                    {.velocity = VectorXd::Constant(6, 5), .torque = torque});
  const auto desired = std::make_shared<sim::PathTrajectory>(best.motion);
  EXPECT_EQ(desired->dof(), 6);
  sim::ComputedTorque drive(arm, desired, VectorXd::Constant(6, 400), VectorXd::Constant(6, 40));
  sim::Options options;
  options.duration = desired->duration();
  options.rtol = options.atol = 1e-9;
  const sim::Run run = sim::simulate(arm, {points.col(0), VectorXd::Zero(6)}, drive, options);
  ASSERT_EQ(run.end, sim::End::complete);
  sim::JointMotion want(6);
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    desired->at(run.time[k], want);
    EXPECT_LT((want.q - run.q[k]).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT(run.tau[k].cwiseAbs().cwiseQuotient(torque).maxCoeff(), 1 + 1e-4);
  }
}

TEST(PathTrajectory, IsReadFromAScenarioThatNamesAPathFile) {
  const std::filesystem::path folder = testing::TempDir();
  std::ofstream(folder / "to_and_fro.toml")
      << "path = 1\n[joints]\npoints = [[0, 0], [1, 0.5], [0, 0]]\nblend = 0.1\n"
         "[limits]\nvelocity = 2\nacceleration = 10\n";
  std::ofstream(folder / "follow.toml")
      << "scenario = 1\nrobot = \"planar2\"\n[trajectory]\nkind = \"path\"\nfile = \"to_and_fro.toml\"\n"
         "[drive]\nkind = \"computed_torque\"\nkp = 100\nkd = 20\n";
  sim::Setup setup = sim::prepare(sim::load_scenario((folder / "follow.toml").string()));
  ASSERT_TRUE(setup.desired);
  EXPECT_DOUBLE_EQ(setup.options.duration, setup.desired->duration());
  const sim::Run run = sim::simulate(setup.arm, setup.start, *setup.drive, setup.options);
  EXPECT_EQ(run.end, sim::End::complete);
  EXPECT_LT(run.q[run.time.size() - 1].norm(), 1e-4);
  std::filesystem::remove(folder / "to_and_fro.toml");
  std::filesystem::remove(folder / "follow.toml");
}

}  // namespace
}  // namespace catena::test
