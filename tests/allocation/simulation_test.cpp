// SPDX-License-Identifier: Apache-2.0
// Right-hand sides allocate nothing: a run of ten times the steps makes as many allocations as a short one.
#include <gtest/gtest.h>

#include "allocation/allocation_guard.hpp"
#include "catena/core/stepper.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

class Holding : public sim::Drive {
 public:
  int dof() const override { return 6; }
  void torque(double, VecIn, VecIn qd, VecOut tau) override { tau = -0.1 * qd; }
};

long allocations(const Arm& arm, sim::Options options, double duration, long& evaluations) {
  options.duration = duration;
  options.sample_times = {0, duration};
  const sim::JointState start = {Eigen::VectorXd::Constant(6, 0.1), Eigen::VectorXd::Zero(6)};
  Holding drive;
  const AllocationGuard guard;
  const sim::Run run = sim::simulate(arm, start, drive, options);
  const long count = guard.count();
  EXPECT_EQ(run.end, sim::End::complete);
  evaluations = run.statistics.evaluations;
  return count;
}

TEST(Simulation, DoesNotAllocateInItsSteps) {
  const Arm arm = Arm::load("puma560");
  sim::Options options;
  options.friction = true;
  options.smoothing = 20;  // not stiff: that would be told in a note, once
  options.step = 1e-5;
  options.tip = {{0.1, 0, 0}, {1, 0, 0}};
  options.at_limit = sim::AtLimit::spring;
  for (const std::string_view integrator : sim::integrators())
    for (const char* method :
         {"aba", "udut", "crba", "crba_udu", "kalman", "normalized", "unnormalized", "quasi_velocity_nu",
          "quasi_velocity_xi", "walker_orin_4", "brandl_johanni_otter"}) {
      options.integrator = integrator;
      options.method = method;
      long few = 0, many = 0;
      allocations(arm, options, 1e-3, few);  // what is made once for all runs
      const long briefly = allocations(arm, options, 1e-3, few);
      EXPECT_EQ(allocations(arm, options, 1e-2, many), briefly) << integrator << " " << method;
      EXPECT_GT(many, few);
    }
}

TEST(Stepper, AllocatesOnlyInItsConstructor) {
  const Arm arm = Arm::load("puma560");
  const double q[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, zero[6] = {};
  Stepper stepper(arm.chain(), {.rotors = true, .friction = true, .smoothing = 0.2});
  const AllocationGuard guard;
  stepper.set(0, q, zero);
  bool good = true;
  for (int k = 0; k < 10; ++k) {
    good = good && stepper.step(1e-4, std::span<const double>(zero));
    good = good && stepper.step(1e-4, std::span<const double>(zero), Stepper::Method::semi_implicit_euler);
    good = good && stepper.advance(stepper.time() + 1e-3, std::span<const double>(zero));
  }
  EXPECT_EQ(guard.count(), 0);
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace catena::test
