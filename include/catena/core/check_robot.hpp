// SPDX-License-Identifier: Apache-2.0
// The rules that every robot must obey, in one place. The readers of robot files apply them to what they read; Arm applies
// them to every robot, so that a robot made by a program is checked as a file is, with the same messages.
#pragma once

#include <optional>
#include <string>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

// A rule that a value of a robot breaks.
struct BrokenRule {
  std::string key;  // of the value, as in a robot file: "mass", "motor.gear"
  std::string problem, given, need;
  std::string hint = {};  // may be empty
  NoteKind kind =
      NoteKind::remark;  // otherwise a physically impossible body, which `allow_nonphysical` permits

  Note as_note(const std::string& where) const { return {where, problem, kind, given, need, hint}; }
};

// The first rule that is broken. `inertia` is about the centre of mass.
std::optional<BrokenRule> broken_rule(double mass, const Vec3<double>& com, const Sym3<double>& inertia);
std::optional<BrokenRule> broken_rule(const Dh& dh);
std::optional<BrokenRule> broken_rule(const Limits& limits);
std::optional<BrokenRule> broken_rule(const Motor& motor);
// An angle so large that its digits do not suffice to compute with it; `key` is its place, the last word of it its name.
std::optional<BrokenRule> broken_by_angle(const std::string& key, double radians);
// An error at a place of the reader's own, with what was found, the rule and what to do.
Error explained(Error error, const BrokenRule& broken);
// A fixed joint has neither limits nor a motor; `key` is one of them.
BrokenRule broken_by_fixed_joint(const std::string& key);

// Throws Error(model), which names the link and the value, for the first rule that is broken. A physically impossible
// body is noted instead if the robot allows it.
void check_robot(const Robot& robot, Notes& notes);

// "link 2 'elbow'", counted from 1.
std::string link_label(const Robot& robot, std::size_t link);

}  // namespace catena
