// SPDX-License-Identifier: Apache-2.0
// Arms whose joints reach their limits, with bytes as the choices: every run ends, within its steps, with finite samples
// in order of time, and no joint is beyond a hard stop.
#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "catena/core/error.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/simulation.hpp"

namespace {

namespace sim = catena::sim;

void require(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "what line %d requires does not hold\n", line);
  std::abort();
}

// Round numbers, tiny and huge ones, zero, and anything in between.
double number(FuzzedDataProvider& bytes) {
  static constexpr double kMarked[] = {0,    -0.0, 1e-12, -1e-9, 2e-9, 1e-6, 1e-3, 0.1, -0.5,  1,
                                       -1.0, 2,    3,     -3.0,  10,   100,  1e4,  1e9, 1e150, 1e-300};
  if (bytes.ConsumeBool()) return bytes.PickValueInArray(kMarked);
  return 1e-3 * bytes.ConsumeIntegral<std::int16_t>();
}

catena::Robot arm_with_limits(FuzzedDataProvider& bytes) {
  static constexpr const char* kArms[] = {"planar:1", "planar:2",  "chain:3",
                                          "mixed:3",  "mixed:4:2", "snake:3"};
  catena::Robot robot = catena::generate_robot(bytes.PickValueInArray(kArms));
  for (catena::RobotLink& link : robot.links) {
    link.limits.reset();
    if (!bytes.ConsumeBool()) continue;
    const double least = number(bytes), width = bytes.ConsumeBool() ? std::abs(number(bytes)) : 0;
    link.limits.emplace().position = {{least, least + width}};
  }
  return robot;
}

sim::Options options_of(FuzzedDataProvider& bytes) {
  sim::Options o;
  static constexpr sim::AtLimit kAtLimit[] = {sim::AtLimit::bounce, sim::AtLimit::stop, sim::AtLimit::spring,
                                              sim::AtLimit::ignore};
  static constexpr const char* kMethods[] = {"aba", "crba", "normalized", "unnormalized"};
  o.at_limit = bytes.PickValueInArray(kAtLimit);
  o.integrator =
      sim::integrators()[bytes.ConsumeIntegralInRange<std::size_t>(0, sim::integrators().size() - 1)];
  o.method = bytes.PickValueInArray(kMethods);
  o.restitution = bytes.ConsumeBool() ? 0.5 : number(bytes);
  o.stiffness = bytes.ConsumeBool() ? 1e4 : number(bytes);
  o.damping = bytes.ConsumeBool() ? 1 : number(bytes);
  o.rtol = bytes.ConsumeBool() ? 1e-6 : number(bytes);
  o.atol = bytes.ConsumeBool() ? 1e-6 : number(bytes);
  o.step = bytes.ConsumeBool() ? 1e-2 : number(bytes);
  o.duration = bytes.ConsumeBool() ? 0.5 : number(bytes);
  o.sample = o.duration / 20;
  o.max_steps = 200;
  o.friction = bytes.ConsumeBool();
  o.rotors = bytes.ConsumeBool();
  return o;
}

Eigen::VectorXd joints(FuzzedDataProvider& bytes, int n) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  if (bytes.ConsumeBool())
    for (double& value : x) value = number(bytes);
  return x;
}

// Hard stops hold to the accuracy of the samples between steps, which tolerances of 1e-6 leave far below this.
constexpr double kBeyond = 1e-3;

void judge(const catena::Arm& arm, const sim::JointState& start, const sim::Options& o, const sim::Run& run) {
  require(run.statistics.steps <= o.max_steps + 1);
  require(run.end_time >= 0 && run.end_time <= o.duration * (1 + 1e-9));
  require(run.failure.has_value() == (run.end == sim::End::failed || run.end == sim::End::unbalanced));
  if (run.failure) require(run.failure->kind() != catena::ErrorKind::bug && !run.failure->problem().empty());
  require(run.q.count() == run.time.size() && run.by_limits.size() == run.time.size());
  for (std::size_t k = 1; k < run.time.size(); ++k) require(run.time[k] > run.time[k - 1]);
  for (const sim::Event& event : run.events) {
    require(event.joint >= 0 && event.joint < arm.dof());
    require(event.time >= 0 && event.time <= run.end_time * (1 + 1e-9) && event.speed >= 0);
  }
  if (run.failure) return;
  const bool hard = o.at_limit == sim::AtLimit::stop || o.at_limit == sim::AtLimit::bounce;
  const bool tight =
      o.rtol <= 1e-6 && o.atol <= 1e-6 && o.integrator != "rk4" && o.integrator != "semi_implicit_euler";
  for (std::size_t k = 0; k < run.q.count(); ++k) {
    require(run.q[k].allFinite() && run.qd[k].allFinite() && std::isfinite(run.kinetic[k]));
    for (int i = 0; hard && tight && i < arm.dof(); ++i) {
      const auto& limits = arm.robot().links[static_cast<std::size_t>(i)].limits;
      if (!limits || !limits->position) continue;
      const auto [least, most] = *limits->position;
      const double reach = kBeyond * (1 + std::max(std::abs(least), std::abs(most)) + std::abs(start.qd[i]));
      require(run.q[k][i] >= least - reach && run.q[k][i] <= most + reach);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  const sim::Options options = options_of(bytes);
  try {
    const catena::Arm arm(arm_with_limits(bytes));
    const sim::JointState start = {joints(bytes, arm.dof()), joints(bytes, arm.dof())};
    const Eigen::VectorXd torque = joints(bytes, arm.dof());
    sim::ConstantTorque drive{torque};
    judge(arm, start, options, sim::simulate(arm, start, drive, options));
  } catch (const catena::Error& e) {
    if (e.kind() != catena::ErrorKind::bug) return 0;
    std::fprintf(stderr, "%s\n", e.what());
    std::abort();
  }
  return 0;
}
