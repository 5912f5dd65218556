// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/simulation_times.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/arm.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/system/stopwatch.hpp"
#include "reproduce/quartiles.hpp"

namespace catena {
namespace {

constexpr int kEvaluations = 4;  // of a step of rk4

double mean_ratio(const SimulationTimes& t) {
  double sum = 0;
  for (const SimulationTimes::Of& of : t.arms) sum += of.ratio.median;
  return sum / static_cast<double>(t.arms.size());
}

}  // namespace

std::vector<SimulationTimes> simulation_times(const SimulationTimesOptions& options, const Watch& watch) {
  using reproduce::detail::quartiles, reproduce::detail::quotients;
  const std::span<const std::string_view> methods = sim::simulation_methods();
  std::vector<SimulationTimes> out;
  for (const std::string_view method : methods) out.push_back({std::string(method), {}});
  const auto reference =
      static_cast<std::size_t>(std::find(methods.begin(), methods.end(), "aba") - methods.begin());
  for (std::size_t a = 0; a < kSimulatedArms.size(); ++a) {
    const Arm arm = Arm::load(std::string(kSimulatedArms[a]));
    const sim::JointState start = {Eigen::VectorXd::Constant(arm.dof(), 0.3),
                                   Eigen::VectorXd::Zero(arm.dof())};
    std::vector<system::Stopwatch> watches;
    for (const std::string_view method : methods) {
      sim::Options run;
      run.method = method;
      run.integrator = "rk4";
      run.step = options.step;
      run.duration = options.steps * options.step;
      run.sample_times = {0, run.duration};
      watches.emplace_back([arm, start, run] { sim::simulate(arm, start, run); }, options.window);
    }
    system::take_turns(watches, options.samples);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      std::vector<double> each = watches[m].each();
      for (double& seconds : each) seconds /= kEvaluations * options.steps;
      out[m].arms[a] = {quartiles(each), quartiles(quotients(watches[m].each(), watches[reference].each()))};
    }
    const auto done = static_cast<double>(a + 1);
    if (!goes_on(watch, {done, static_cast<double>(kSimulatedArms.size()), done}) &&
        a + 1 < kSimulatedArms.size())
      return {};
  }
  std::stable_sort(out.begin(), out.end(), [](const SimulationTimes& x, const SimulationTimes& y) {
    return mean_ratio(x) < mean_ratio(y);
  });
  return out;
}

std::string simulation_times_csv(const std::vector<SimulationTimes>& times) {
  std::string out = "method";
  for (const std::string_view arm : kSimulatedArms)
    out += fmt::format(",{0}_us,{0}_us_lower,{0}_us_upper,{0}_ratio,{0}_ratio_lower,{0}_ratio_upper", arm);
  out += '\n';
  for (const SimulationTimes& t : times) {
    out += t.method;
    for (const SimulationTimes::Of& of : t.arms)
      out +=
          fmt::format(",{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g}", 1e6 * of.time.median, 1e6 * of.time.lower,
                      1e6 * of.time.upper, of.ratio.median, of.ratio.lower, of.ratio.upper);
    out += '\n';
  }
  return out;
}

}  // namespace catena
