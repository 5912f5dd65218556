// SPDX-License-Identifier: Apache-2.0
// Asking a trajectory or a drive allocates nothing.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "allocation/allocation_guard.hpp"
#include "catena/sim/computed_torque.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/feed_forward.hpp"
#include "catena/sim/pd_control.hpp"
#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/quintic.hpp"
#include "catena/sim/sampled.hpp"
#include "catena/sim/spline.hpp"
#include "catena/sim/torque_table.hpp"
#include "catena/sim/trapezoid.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(TrajectoriesAndDrives, DoNotAllocate) {
  const Arm arm = Arm::load("mixed:7:1");
  const int n = arm.dof();
  const VectorXd zero = VectorXd::Zero(n), one = VectorXd::Ones(n);
  const std::vector<double> times = {0, 0.5, 1};
  const MatrixXd points = MatrixXd::Random(n, 3);
  const std::vector<std::shared_ptr<sim::Trajectory>> paths = {
      std::make_shared<sim::Cycloid>(zero, one, 1),
      std::make_shared<sim::Quintic>(zero, one, 1),
      std::make_shared<sim::Trapezoid>(zero, one, one, 5 * one),
      std::make_shared<sim::Spline>(times, points),
      std::make_shared<sim::Sampled>(times, points, points),
      std::make_shared<sim::Sampled>(times, points, points, points)};
  using Quasi = sim::QuasiVelocityControl;
  const auto& path = paths.front();
  const std::vector<std::shared_ptr<sim::Drive>> drives = {
      std::make_shared<sim::FreeFall>(n),
      std::make_shared<sim::ConstantTorque>(one),
      std::make_shared<sim::TorqueTable>(times, points),
      std::make_shared<sim::TorqueTable>(times, points, sim::TorqueTable::Between::hold),
      std::make_shared<sim::FeedForward>(arm, path),
      std::make_shared<sim::PdControl>(arm, path, one, one),
      std::make_shared<sim::PdControl>(arm, path, one, one, sim::PdControl::Gravity::compensated),
      std::make_shared<sim::ComputedTorque>(arm, path, one, one),
      std::make_shared<Quasi>(arm, path, one, one, Quasi::Variable::xi),
      std::make_shared<Quasi>(arm, path, one, one, Quasi::Variable::nu)};
  sim::JointMotion motion(n);
  VectorXd tau(n);
  const AllocationGuard guard;
  for (const double t : {0.0, 0.3, 0.5, 1.0}) {
    for (const auto& each : paths) each->at(t, motion);
    for (const auto& each : drives) each->torque(t, zero, one, tau);
  }
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace catena::test
