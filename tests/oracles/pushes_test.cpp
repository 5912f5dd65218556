// SPDX-License-Identifier: Apache-2.0
// Wrenches on links in simulations against MuJoCo, which applies forces and torques in world axes at a point of a body.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catena/sim/simulation.hpp"
#include "oracles/oracle.hpp"
#include "support/mujoco_arm.hpp"

namespace catena::test {
namespace {

struct MujocoPushes : Oracle {
  MujocoArm mujoco{arm.robot()};
};

TEST_P(MujocoPushes, AccelerateTheSame) {
  const std::vector<NamedFrame> frames = arm.frames();
  const auto& links = arm.robot().links;
  const Eigen::Vector3d f(12, -7, 5), m(0.4, 0.9, -1.1), point(0.03, -0.02, 0.05);
  in_every_state([&](const RandomState& s) {
    mujoco.fd(s.q, s.qd, s.tau);  // places the bodies
    Eigen::VectorXd applied = Eigen::VectorXd::Zero(arm.dof());
    sim::Options options;
    options.duration = options.sample = 1e-9;
    for (std::size_t row = 0; row < links.size(); row += 2) {
      const std::string name = links[row].name.empty() ? fmt::format("link{}", row + 1) : links[row].name;
      const Frame<double> at = find_frame(frames, name, arm.name()).frame;
      if (at.link < 0) continue;
      const int body = static_cast<int>(row) + 1;
      using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
      const Eigen::Vector3d p = Eigen::Map<Eigen::Vector3d>(mujoco.data().xpos + 3 * body) +
                                Eigen::Map<Rows>(mujoco.data().xmat + 9 * body) * point;
      mj_applyFT(&mujoco.model(), &mujoco.data(), f.data(), m.data(), p.data(), body, applied.data());
      sim::Push push{at.link, {{m[0], m[1], m[2]}, {f[0], f[1], f[2]}}};
      push.pose = {at.pose.R, at.pose * Vec3<double>{point[0], point[1], point[2]}};
      push.axes = Axes::base_at_frame;
      options.pushes.push_back(push);
    }
    const sim::Run run = sim::simulate(arm, {s.q, s.qd}, options);
    EXPECT_AGREES(run.qdd[0], mujoco.fd(s.q, s.qd, applied));
  });
}

const auto name_of = [](const auto& param) { return test_name(param.param); };
INSTANTIATE_TEST_SUITE_P(Random, MujocoPushes, testing::ValuesIn(random_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Catalogue, MujocoPushes, testing::Values("puma560", "panda", "stanford_002"),
                         name_of);

}  // namespace
}  // namespace catena::test
