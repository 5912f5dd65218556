// SPDX-License-Identifier: Apache-2.0
#include "reproduce/arms_004.hpp"

#include <utility>

#include "catena/choose/workspace/reachable_volume.hpp"

namespace catena::reproduce::detail {
namespace {

Arm arm_with(const char* stem, std::initializer_list<std::pair<int, double Dh::*>> ones, int slide,
             double stroke, double length = 1) {
  Robot robot = Arm::load(stem).robot();
  for (const auto& [link, parameter] : ones) robot.links[link].dh.*parameter = length;
  robot.links[slide].limits = Limits{};
  robot.links[slide].limits->position = {0.0, stroke};
  return Arm(std::move(robot));
}

}  // namespace

Arm rp_004(double a, double b) { return arm_with("rp", {{1, &Dh::d}}, 1, b, a); }
Arm rp_across_004() { return arm_with("rp", {{0, &Dh::a}}, 1, 1); }
Arm pr_004(double a, double b) { return arm_with("pr", {{1, &Dh::a}}, 0, b, a); }
Arm rtx_004() { return arm_with("rtx", {{1, &Dh::a}, {2, &Dh::a}}, 0, 1); }
Arm stanford_004() { return arm_with("stanford_004", {}, 2, 1); }

double exact_workspace(const Arm& arm) { return choose::reachable_volume_closed_form(arm)->value; }

}  // namespace catena::reproduce::detail
