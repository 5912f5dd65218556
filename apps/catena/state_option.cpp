// SPDX-License-Identifier: Apache-2.0
#include "state_option.hpp"

#include "number_list.hpp"

namespace catena::cli {
namespace {

StateLine::Numbers joints(const char* option, const std::optional<std::string>& text,
                          const Degrees& degrees) {
  return text ? StateLine::Numbers{true, numbers(option, *text, degrees)} : StateLine::Numbers{};
}

}  // namespace

bool StateOptions::given() const { return q || qd || qdd || tau || v || gravity || tip_wrench || damping; }

StateLine StateOptions::state(const Robot& robot) const {
  StateLine line;
  line.q = joints("--q", q, joint_degrees(robot, "deg"));
  line.qd = joints("--qd", qd, joint_degrees(robot, "deg/s"));
  line.qdd = joints("--qdd", qdd, joint_degrees(robot, "deg/s2"));
  line.tau = joints("--tau", tau, {});
  line.v = joints("--v", v, {});
  if (gravity) {
    const std::vector<double> g = numbers("--gravity", *gravity, 3, "3 numbers, x,y,z in the base frame");
    line.gravity = Vec3<double>{g[0], g[1], g[2]};
  }
  if (tip_wrench) {
    const std::vector<double> w =
        numbers("--tip-wrench", *tip_wrench, 6, "6 numbers, mx,my,mz,fx,fy,fz in the tool frame");
    line.tip = Force<double>{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
  }
  if (damping) {
    line.damping = numbers("--damping", *damping, 1, "a number")[0];
    if (line.damping < 0)
      throw Error(ErrorKind::usage, "--damping", "it is negative")
          .given(*damping)
          .need("0 or more, in 1/kg and 1/(kg m²)");
  }
  return line;
}

std::vector<std::string> StateOptions::ignored(const Plan& plan) const {
  const std::pair<const char*, std::pair<bool, Input>> options[] = {
      {"--q", {q.has_value(), Input::q}},
      {"--qd", {qd.has_value(), Input::qd}},
      {"--qdd", {qdd.has_value(), Input::qdd}},
      {"--tau", {tau.has_value(), Input::tau}},
      {"--v", {v.has_value(), Input::v}},
      {"--tip-wrench", {tip_wrench.has_value(), Input::tip}},
      {"--gravity", {gravity.has_value(), Input::gravity}},
      {"--damping", {damping.has_value(), Input::damping}}};
  std::vector<std::string> out;
  for (const auto& [name, use] : options)
    if (use.first && plan.needs(use.second).empty()) out.emplace_back(name);
  return out;
}

}  // namespace catena::cli
