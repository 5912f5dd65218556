// SPDX-License-Identifier: Apache-2.0
// Controllers with state: sampled state changes exactly once a period, continuous state is integrated with the arm;
// saturation and rate limits.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "catena/sim/constant_torque.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/pid_control.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/sim/torque_limit.hpp"
#include "sim/function_drive.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

using Hold = sim::DigitalControl::Hold;
using Timing = sim::DigitalControl::Timing;

// Records its calls, and pushes with 1 N more each time.
struct Counter : sim::DigitalController {
  std::vector<double> times, positions;
  int dof() const override { return 1; }
  void begin() override { times.clear(), positions.clear(); }
  void control(double t, VecIn q, VecIn, VecOut tau) override {
    times.push_back(t);
    positions.push_back(q[0]);
    tau[0] = static_cast<double>(times.size());
  }
};

Robot weightless() {
  Robot robot = one_joint(JointKind::prismatic);  // 2 kg
  robot.gravity = {0, 0, 0};
  return robot;
}

sim::Options for_time(double duration, const std::string& integrator = "auto", double tolerance = 1e-10) {
  sim::Options options;
  options.duration = duration;
  options.integrator = integrator;
  options.rtol = options.atol = tolerance;
  options.step = 1e-3;
  options.sample = 0.05;
  return options;
}

class Controllers : public testing::TestWithParam<std::string> {};

TEST_P(Controllers, CallsADigitalControllerExactlyOnceAPeriod) {
  const Arm arm(weightless());
  const auto counter = std::make_shared<Counter>();
  sim::DigitalControl drive(counter, {.period = 0.1, .phase = 0.03, .delay = 0.25});
  for (int again = 0; again < 2; ++again) {  // a second run begins anew
    const sim::Run run = sim::simulate(arm, start(0), drive, for_time(1, GetParam()));
    ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
    ASSERT_EQ(counter->times.size(), 10u);
    EXPECT_EQ(drive.calls(), 10);
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_NEAR(counter->times[k], 0.03 + 0.1 * static_cast<double>(k), 1e-15);
    // k + 1 N act from 0.28 + 0.1 k on
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      const double n = std::floor((run.time[k] - 0.28) / 0.1 + 1e-9) + 1;
      EXPECT_EQ(run.tau[k][0], std::max(0.0, n)) << run.time[k];
    }
    EXPECT_NEAR(run.qd[20][0], 0.5 * (0.1 * (1 + 2 + 3 + 4 + 5 + 6 + 7) + 0.02 * 8), 1e-9);
  }
}

// What it measures is the state that the arm has reached: q = t³ / 12 for a force of t.
TEST_P(Controllers, GivesADigitalControllerTheStateThatTheArmHasReached) {
  const Arm arm(weightless());
  struct Ramp : Counter {
    void control(double t, VecIn q, VecIn qd, VecOut tau) override {
      Counter::control(t, q, qd, tau);
      tau[0] = t + 0.01;
    }
  };
  const auto ramp = std::make_shared<Ramp>();
  sim::DigitalControl drive(ramp, {.period = 0.01, .hold = Hold::ramp});
  const sim::Run run = sim::simulate(arm, start(0), drive, for_time(1, GetParam()));
  ASSERT_EQ(ramp->times.size(), 100u);
  const bool euler = GetParam() == "semi_implicit_euler";  // of order 1
  for (std::size_t k = 0; k < 100; ++k)
    EXPECT_NEAR(ramp->positions[k], std::pow(ramp->times[k], 3) / 12, euler ? 1e-3 : 1e-7);
}

// The same digital PID, with delay, on the same arm: one run, whatever integrates it.
TEST_P(Controllers, RunsADigitalPidToTheSameMotion) {
  const Arm arm = Arm::load("planar3");
  const auto path =
      std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(3), Eigen::VectorXd::Constant(3, 0.8), 0.8);
  const auto c = [](double v) { return Eigen::VectorXd::Constant(3, v); };
  const auto run_with = [&](const sim::Options& options) {
    sim::DigitalControl drive(
        std::make_shared<sim::DigitalPid>(arm, path, sim::PidGains{c(20), c(10), c(2)}, 0.01),
        {.period = 0.01, .delay = 0.002});
    const sim::Run run = sim::simulate(arm, {c(0), c(0)}, drive, options);
    EXPECT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
    EXPECT_EQ(drive.calls(), 100);
    return run;
  };
  static const sim::Run reference = run_with(for_time(1, "verner", 1e-12));
  sim::Options options = for_time(1, GetParam(), 1e-9);
  options.step = 1e-4;
  options.max_steps = 100'000;
  const sim::Run run = run_with(options);
  const double far = (run.q.matrix() - reference.q.matrix()).cwiseAbs().maxCoeff();
  EXPECT_LT(far, GetParam() == "semi_implicit_euler" ? 1e-3 : 1e-6);
}

// A PID controller holds a slide: the integral is integrated with the arm, against the closed form of its ODE.
TEST_P(Controllers, IntegratesThePidsIntegralWithTheArm) {
  const Arm arm(weightless());
  // 2 q̈ = -kp q - ki z - kd q̇ with ż = q and roots -1, -2, -3 of s³ + 6 s² + 11 s + 6; e = -q
  const auto rest = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1), 1);
  const auto c = [](double v) { return Eigen::VectorXd::Constant(1, v); };
  sim::PidControl drive(arm, rest, {c(22), c(12), c(12)});
  const sim::Run run = sim::simulate(arm, start(1), drive, for_time(2, GetParam()));
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  const bool euler = GetParam() == "semi_implicit_euler";
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    // q(0) = 1, q̇(0) = 0, q̈(0) = -11
    const double t = run.time[k];
    const double want = -2.5 * std::exp(-t) + 8 * std::exp(-2 * t) - 4.5 * std::exp(-3 * t);
    EXPECT_NEAR(run.q[k][0], want, euler ? 5e-3 : 1e-8) << t;
  }
}

std::vector<std::string> all_integrators() { return {sim::integrators().begin(), sim::integrators().end()}; }
INSTANTIATE_TEST_SUITE_P(Sim, Controllers, testing::ValuesIn(all_integrators()),
                         [](const auto& tested) { return tested.param; });

// Two periods by hand: e = 0.5 and 0.3, T = 0.1 s.
TEST(DigitalPid, IsItsFormula) {
  const Arm arm(weightless());
  const auto c = [](double x) { return Eigen::VectorXd::Constant(1, x); };
  const auto path = std::make_shared<sim::Cycloid>(c(1), c(1), 1);
  sim::DigitalPid pid(arm, path, {c(2), c(3), c(4)}, 0.1);
  Eigen::VectorXd tau(1);
  for (int run = 0; run < 2; ++run) {  // begin() forgets the run before
    pid.begin();
    pid.control(0, c(0.5), c(0), tau);
    EXPECT_NEAR(tau[0], 2 * 0.5 + 3 * 0.05, 1e-14);
    pid.control(0.1, c(0.7), c(0), tau);
    EXPECT_NEAR(tau[0], 2 * 0.3 + 3 * 0.08 + 4 * (0.3 - 0.5) / 0.1, 1e-14);
    pid.control(0.2, c(0.7), c(0), tau);
    EXPECT_NEAR(tau[0], 2 * 0.3 + 3 * 0.11, 1e-14);
  }
}

// On a path that moves: the error at the time of the call.
TEST(PidControl, IsItsFormula) {
  const Arm arm(weightless());
  const auto c = [](double x) { return Eigen::VectorXd::Constant(1, x); };
  const auto path = std::make_shared<sim::Cycloid>(c(1), c(3), 2);
  sim::PidControl pid(arm, path, {c(2), c(3), c(4)});
  for (const double t : {0.3, 1.0, 1.7}) {
    sim::JointMotion want(1);
    path->at(t, want);
    Eigen::VectorXd tau(1), rate(1);
    pid.rates(t, c(0.25), c(0), rate);
    EXPECT_DOUBLE_EQ(rate[0], want.q[0] - 0.25);
    pid.set_states(c(0.125));
    pid.torque(t, c(0.25), c(0.5), tau);
    EXPECT_NEAR(tau[0], 2 * (want.q[0] - 0.25) + 3 * 0.125 + 4 * (want.qd[0] - 0.5), 1e-14);
  }
}

TEST(DigitalControl, HasTorquesThatRampIfAsked) {
  const Arm arm(weightless());
  sim::DigitalControl drive(std::make_shared<Counter>(), {.period = 0.2, .hold = Hold::ramp});
  const sim::Run run = sim::simulate(arm, start(0), drive, for_time(1));
  for (std::size_t k = 0; k < run.time.size(); ++k)
    EXPECT_NEAR(run.tau[k][0], run.time[k] / 0.2, 1e-12);  // 0 to 1 in the first period, and so on
}

TEST(DigitalControl, RejectsImpossibleTimes) {
  const auto counter = std::make_shared<Counter>();
  for (const Timing& timing : {Timing{.period = 0}, Timing{.period = NAN}, Timing{.period = 0.1, .phase = -1},
                               Timing{.period = 0.1, .delay = -1}, Timing{.period = 1e-9, .delay = 1},
                               Timing{.period = 1e-17, .phase = 0.5}})
    EXPECT_THROW(sim::DigitalControl(counter, timing), Error);
}

TEST(DigitalControl, EndsTheRunIfItsPeriodIsTooShortToPass) {
  sim::DigitalControl drive(std::make_shared<Counter>(), {.period = 1e-300});
  const sim::Run run = sim::simulate(Arm(weightless()), start(0), drive, for_time(1));
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_EQ(run.failure->problem(), "the updates of the drive are too close together");
}

TEST(DigitalControl, EndsTheRunIfItThrows) {
  struct Failing : Counter {
    void control(double t, VecIn q, VecIn qd, VecOut tau) override {
      Counter::control(t, q, qd, tau);
      if (t > 0.45) throw std::runtime_error("no signal");
    }
  };
  sim::DigitalControl drive(std::make_shared<Failing>(), {.period = 0.1});
  const sim::Run run = sim::simulate(Arm(weightless()), start(0), drive, for_time(1));
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_NEAR(run.end_time, 0.5, 1e-15);
  EXPECT_EQ(run.time.size(), 11u);  // with that at 0.5
  EXPECT_STREQ(run.failure->problem().c_str(), "the drive failed at t = 0.5 s: no signal");
}

TEST(TorqueLimit, HoldsTorquesWithinTheirBounds) {
  const auto push = std::make_shared<FunctionDrive>(
      1, [](double t, VecIn, VecIn, VecOut tau) { tau[0] = 10 * std::sin(t); });
  sim::TorqueLimit drive(push, Eigen::VectorXd::Constant(1, 4.0));
  const sim::Run run = sim::simulate(Arm(weightless()), start(0), drive, for_time(6));
  for (std::size_t k = 0; k < run.time.size(); ++k)
    EXPECT_NEAR(run.tau[k][0], std::clamp(10 * std::sin(run.time[k]), -4.0, 4.0), 1e-12);
  EXPECT_THROW(sim::TorqueLimit(push, Eigen::VectorXd::Zero(1)), Error);
  EXPECT_THROW(sim::TorqueLimit(push, Eigen::VectorXd::Ones(2)), Error);
}

// A demand of 3 N at a rate of 10 N/s: 10 t until the lag takes over at 3 - 10 lag, then 3 - 10 lag e^-(t - t1)/lag.
TEST(RateLimit, LetsTorquesGrowNoFaster) {
  const double lag = 0.02;
  sim::RateLimit drive(std::make_shared<sim::ConstantTorque>(Eigen::VectorXd::Constant(1, 3.0)),
                       Eigen::VectorXd::Constant(1, 10.0), lag);
  for (int again = 0; again < 2; ++again) {
    const sim::Run run = sim::simulate(Arm(weightless()), start(0), drive, for_time(1));
    ASSERT_EQ(run.end, sim::End::complete);
    const double knee = (3 - 10 * lag) / 10;
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      const double t = run.time[k];
      EXPECT_NEAR(run.tau[k][0], t < knee ? 10 * t : 3 - 10 * lag * std::exp(-(t - knee) / lag), 1e-7) << t;
    }
  }
}

// Wrappers pass on the sampled and the continuous state of what they wrap.
TEST(Wrappers, KeepTheStateOfTheDriveInside) {
  const Arm arm(weightless());
  const auto c = [](double v) { return Eigen::VectorXd::Constant(1, v); };
  const auto rest = std::make_shared<sim::Cycloid>(c(0), c(0), 1);
  const auto pid = std::make_shared<sim::PidControl>(arm, rest, sim::PidGains{c(22), c(12), c(12)});
  sim::TorqueLimit wide(std::make_shared<sim::RateLimit>(pid, c(1e9), 1e-6), c(1e9));
  EXPECT_EQ(wide.states(), 2);
  const sim::Run plain = sim::simulate(arm, start(1), *pid, for_time(2)),
                 wrapped = sim::simulate(arm, start(1), wide, for_time(2));
  EXPECT_LT((plain.q.matrix() - wrapped.q.matrix()).cwiseAbs().maxCoeff(),
            1e-4);  // as small as the lag makes it

  const auto counter = std::make_shared<Counter>();
  sim::TorqueLimit limited(std::make_shared<sim::DigitalControl>(counter, Timing{.period = 0.1}), c(3));
  const sim::Run run = sim::simulate(arm, start(0), limited, for_time(1));
  EXPECT_EQ(counter->times.size(), 10u);
  EXPECT_EQ(run.tau[run.time.size() - 1][0], 3);
}

// The integrator must not be led astray by a drive whose updates do not advance.
TEST(Updates, ThatDoNotGoOnAreAnError) {
  struct Stuck : sim::Drive {
    int dof() const override { return 1; }
    void torque(double, VecIn, VecIn, VecOut tau) override { tau.setZero(); }
    double next_update() const override { return 0.5; }
  } drive;
  const sim::Run run = sim::simulate(Arm(weightless()), start(0), drive, for_time(1));
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_EQ(run.failure->problem(), "the drive's next update time does not advance");
}

}  // namespace
}  // namespace catena::test
