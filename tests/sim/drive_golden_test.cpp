// SPDX-License-Identifier: Apache-2.0
// The torques of the papers' trajectories, against those computed from first principles with 50 digits.
#include <gtest/gtest.h>

#include <fstream>

#include "catena/sim/cycloid.hpp"
#include "catena/sim/feed_forward.hpp"
#include "support/json.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

VectorXd vector(const Json& json) {
  const std::vector<double> v = json.numbers();
  return Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

class TorquesOf : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(TorquesOf, AreThoseOfTheGoldenData) {
  const auto& [stem, robot] = GetParam();
  std::ifstream file(std::string(CATENA_TEST_DATA "/golden/") + stem + ".json");
  const Json golden = Json::parse({std::istreambuf_iterator<char>(file), {}});
  const Arm arm = Arm::load(robot);
  const auto path = std::make_shared<sim::Cycloid>(vector(golden["q0"]), vector(golden["qT"]), 10);
  sim::FeedForward drive(arm, path);
  sim::JointMotion motion(arm.dof());
  VectorXd tau(arm.dof());
  const std::vector<double> times = golden["t"].numbers();
  ASSERT_EQ(times.size(), 101u);
  for (std::size_t k = 0; k < times.size(); ++k) {
    drive.torque(times[k], tau, tau, tau);  // where the arm is does not matter
    EXPECT_LT((tau - vector(golden["tau"][k])).cwiseAbs().maxCoeff(), 1e-9) << "t = " << times[k];
    path->at(times[k], motion);
    const Eigen::Vector3d tip = arm.pose(motion.q).topRightCorner<3, 1>();
    EXPECT_LT((tip - vector(golden["tip"][k])).cwiseAbs().maxCoeff(), 1e-9) << "t = " << times[k];
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, TorquesOf,
                         testing::Values(std::pair{"sim_planar3_forced_torques", "planar3"},
                                         std::pair{"sim_stanford_002_forced_torques", "stanford_002"},
                                         std::pair{"sim_puma_002_abs_forced_torques", "puma560_002_abs"},
                                         std::pair{"inv_004_rp", "rp"}, std::pair{"inv_004_pr", "pr"},
                                         std::pair{"fig6_004_rtx", "rtx"},
                                         std::pair{"fig6_004_stanford_r_printed", "stanford_004"},
                                         std::pair{"fig6_004_stanford_r_002", "stanford_004_r002"}),
                         [](const auto& tested) { return std::string(tested.param.first); });

}  // namespace
}  // namespace catena::test
