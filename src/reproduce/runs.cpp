// SPDX-License-Identifier: Apache-2.0
#include "reproduce/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena::reproduce::detail {
namespace {

std::array<double, 2> extremes(const std::vector<double>& values) {
  double from = INFINITY, to = -INFINITY;
  for (const double v : values)
    if (std::isfinite(v)) from = std::min(from, v), to = std::max(to, v);
  return {from, to};
}

// Five digits; what rounding left of zero is zero.
std::string shown(double x) { return fmt::format("{:.5g}", std::abs(x) < 1e-9 ? 0 : x); }

}  // namespace

sim::Setup Runs::prepare(const std::string& scenario) const {
  sim::Setup setup = sim::prepare(sim::load_scenario(scenario));
  setup.options.method = options_->method;
  return setup;
}

sim::Run Runs::run(const sim::Setup& setup, sim::Drive& drive) const {
  if (!goes_on(*watch_, *parts_)) throw Stopped{};
  sim::Run run = sim::simulate(setup.arm, setup.start, drive, setup.options,
                               [&](const Advance&) { return goes_on(*watch_, *parts_); });
  if (run.end == sim::End::asked) throw Stopped{};
  return run;
}

std::vector<double> row(const sim::Samples& samples, int i) {
  std::vector<double> out(samples.count());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = samples[k][i];
  return out;
}

sim::Samples desired_positions(const sim::Trajectory& desired, const std::vector<double>& time) {
  sim::Samples out(desired.dof());
  sim::JointMotion want(desired.dof());
  for (const double t : time) {
    desired.at(t, want);
    out.push_back(want.q.data());
  }
  return out;
}

sim::Samples desired_torques(const Arm& arm, const sim::Trajectory& desired,
                             const std::vector<double>& time) {
  sim::Samples out(arm.dof());
  sim::JointMotion want(arm.dof());
  for (const double t : time) {
    desired.at(t, want);
    out.push_back(arm.id(want.q, want.qd, want.qdd).eval().data());
  }
  return out;
}

std::vector<FigurePanel> joint_panels(const Arm& arm, const std::string& name,
                                      const std::vector<double>& time, const sim::Samples& samples,
                                      const char* turning, const char* sliding) {
  std::vector<FigurePanel> panels;
  int i = 0;
  for (const RobotLink& link : arm.robot().links) {
    if (link.joint == JointKind::fixed) continue;
    FigurePanel panel{fmt::format("({}) joint {}", static_cast<char>('a' + i), i + 1),
                      link.joint == JointKind::revolute ? turning : sliding,
                      {{name, time, row(samples, i)}},
                      {}};
    show_all(panel);
    panels.push_back(std::move(panel));
    ++i;
  }
  return panels;
}

void show_all(FigurePanel& panel) {
  double from = INFINITY, to = -INFINITY;
  for (const FigureCurve& curve : panel.curves) {
    const auto [least, most] = extremes(curve.y);
    from = std::min(from, least), to = std::max(to, most);
  }
  const double size = std::max(std::abs(from), std::abs(to));
  const double margin = std::max(0.06 * (to - from), size > 0 ? 1e-6 * size : 1);
  panel.y_range = {from - margin, to + margin};
}

void show_desired(FigurePanel& panel) {
  for (const FigureCurve& curve : panel.curves)
    if (curve.desired) {
      const auto [least, most] = extremes(curve.y);
      const double margin = std::max(0.75 * (most - least), 0.1);
      panel.y_range = {least - margin, most + margin};
    }
}

std::string power(double x) {
  const int e = static_cast<int>(std::floor(std::log10(x)));
  return fmt::format("{:.1f}e{}", x * std::pow(10, -e), e);
}

std::string below(double x, double bound) {
  return x < bound ? fmt::format("less than {:g}", bound) : fmt::format("{:.1e}", x);
}

std::string seconds(double t, int decimals) { return fmt::format("{:.{}f} s", t, decimals); }

std::string interval(const std::vector<double>& all) {
  const auto [least, most] = extremes(all);
  return fmt::format("{} to {}", shown(least), shown(most));
}

}  // namespace catena::reproduce::detail
