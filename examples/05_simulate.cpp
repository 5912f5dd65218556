// SPDX-License-Identifier: Apache-2.0
// Follows one path three times: in open loop, with computed torque, and with a controller for each quasi-velocity.
#include <catena/sim/computed_torque.hpp>
#include <catena/sim/cycloid.hpp>
#include <catena/sim/feed_forward.hpp>
#include <catena/sim/quasi_velocity_control.hpp>
#include <catena/sim/simulation.hpp>
#include <cstdio>
#include <numbers>

namespace sim = catena::sim;
using Eigen::VectorXd;

// The largest deviation from the path.
static double deviation(const sim::Run& run, const sim::Trajectory& path) {
  sim::JointMotion want(path.dof());
  double far = 0;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    path.at(run.time[k], want);
    far = std::max(far, (want.q - run.q[k]).cwiseAbs().maxCoeff());
  }
  return far;
}

int main() {
  const catena::Arm arm = catena::Arm::load("stanford_002");
  VectorXd from = VectorXd::Zero(6), to = VectorXd::Constant(6, std::numbers::pi / 3);
  from[1] = std::numbers::pi / 2;
  to[2] = 0.1;  // the prismatic joint [m]
  const auto path = std::make_shared<sim::Cycloid>(from, to, 10.0);
  const VectorXd ten = VectorXd::Constant(6, 10.0);

  sim::FeedForward open(arm, path);
  sim::ComputedTorque computed(arm, path, 10 * ten, 2 * ten);
  sim::QuasiVelocityControl decoupled(arm, path, ten, ten, sim::QuasiVelocityControl::Variable::nu);

  sim::Options options;
  options.method = "udut";
  options.rtol = options.atol = 1e-9;
  const std::pair<const char*, sim::Drive*> drives[] = {
      {"open loop", &open}, {"computed torque", &computed}, {"quasi-velocities", &decoupled}};
  for (const auto& [name, drive] : drives) {
    const sim::Run run = sim::simulate(arm, {from, VectorXd::Zero(6)}, *drive, options);
    const double far = deviation(run, *path);
    std::printf("%-16s %s after %g s\n", name, far < 1e-6 ? "on the path (< 1e-6)" : "lost", run.end_time);
  }
}
