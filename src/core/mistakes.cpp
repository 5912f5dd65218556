// SPDX-License-Identifier: Apache-2.0
#include "catena/core/mistakes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <set>

#include "catena/core/algo/gravity.hpp"
#include "catena/core/check_robot.hpp"
#include "catena/core/model/named_frame.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

using std::numbers::pi;

constexpr const char* kDegrees = "is it in degrees?";
constexpr double kMostTurns = 2;  // of a revolute joint without limits, before its position is strange

// Mass and reach of an arm, for the size of its gravity torques.
double largest_torque(const Chain<double>& arm) {
  const Vec3<double>& g = arm.gravity();
  double mass = 0, moment = 0, reach = 0;
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.link(i);
    mass += std::abs(l.body.m);
    moment += std::hypot(l.body.h.x, l.body.h.y, l.body.h.z);
    reach += std::abs(l.a) + std::abs(l.d);
  }
  return std::hypot(g.x, g.y, g.z) * (moment + mass * (reach + 1));
}

// "joint 2 'elbow'", or with the name of its link if the joint has none.
std::string joint_label(const Robot& robot, std::size_t row, std::size_t number) {
  const RobotLink& link = robot.links[row];
  if (!link.joint_name.empty()) return fmt::format("joint {} '{}'", number, text::printable(link.joint_name));
  return link.name.empty() ? fmt::format("joint {}", number)
                           : fmt::format("joint {} (link '{}')", number, text::printable(link.name));
}

// Whether the robot's own frame 'tool' is where the tool is if no frame is named.
bool is_at_the_tool(const Robot& robot) {
  const std::vector<NamedFrame> frames = named_frames(robot);
  const Frame<double> given = find_frame(frames, "tool", robot.name).frame, end = tool_frame(robot);
  if (given.link != end.link) return false;
  constexpr double kRounding = 1e-9;
  const Pose<double>&a = given.pose, &b = end.pose;
  const Vec3<double> apart = a.p - b.p;
  return dot(apart, apart) <= kRounding * kRounding * (1 + dot(b.p, b.p)) &&
         dot(a.R.col_x(), b.R.col_x()) >= 1 - kRounding && dot(a.R.col_z(), b.R.col_z()) >= 1 - kRounding;
}

}  // namespace

std::vector<SuspectAngle> suspect_angles(const Robot& robot) {
  std::vector<SuspectAngle> found;
  if (robot.angle_unit != AngleUnit::rad) return found;
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const Dh& dh = robot.links[k].dh;
    const bool alpha = std::abs(dh.alpha) > 2 * pi + 0.01;
    if (alpha || std::abs(dh.theta) > 2 * pi + 0.01)
      found.push_back({static_cast<int>(k), alpha ? "alpha" : "theta", alpha ? dh.alpha : dh.theta});
  }
  return found;
}

std::vector<SuspectLimit> suspect_limits(const Robot& robot) {
  std::vector<SuspectLimit> found;
  if (robot.angle_unit != AngleUnit::rad) return found;
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const RobotLink& link = robot.links[k];
    if (link.joint != JointKind::revolute || !link.limits) continue;
    const auto row = static_cast<int>(k);
    if (const auto& range = link.limits->position) {
      const double most = std::max(std::abs((*range)[0]), std::abs((*range)[1]));
      if (most > 20 && most <= 1000) found.push_back({row, false, most});
    }
    if (const double most = link.limits->velocity.value_or(0); most > 50 && most <= 10000)
      found.push_back({row, true, most});
  }
  return found;
}

bool gravity_is_unfelt(const Chain<double>& arm) {
  const double size = largest_torque(arm);
  if (!(size > 0) || !std::isfinite(size)) return false;
  const auto n = static_cast<std::size_t>(arm.dof());
  std::vector<double> q(n), g(n);
  Posture<double> x(arm);
  GravityWork<double> work(arm.dof());
  for (int sample = 1; sample <= 3; ++sample) {  // at postures without symmetries
    for (std::size_t i = 0; i < n; ++i)
      q[i] = std::fmod(sample * 0.7 + static_cast<double>(i) * 1.3, 2.9) - 1.3;
    x.set(arm, q);
    gravity<double>(arm, x, arm.gravity(), work, g);
    for (const double torque : g)
      if (!(std::abs(torque) <= 1e-12 * size)) return false;
  }
  return true;
}

void note_mistakes(const Robot& robot, Notes& notes) {
  for (const SuspectAngle& angle : suspect_angles(robot))
    notes.push_back({link_label(robot, static_cast<std::size_t>(angle.link)),
                     fmt::format("{} is more than a full turn", angle.key),
                     NoteKind::mistake,
                     fmt::format("{:.6g} rad", angle.value),
                     {},
                     "if it is in degrees, the angle unit must say so"});
  if (const std::vector<SuspectLimit> limits = suspect_limits(robot); !limits.empty())
    notes.push_back(
        {link_label(robot, static_cast<std::size_t>(limits[0].link)),
         limits[0].velocity ? "its velocity limit is very high" : "its position limit is many turns",
         NoteKind::mistake,
         fmt::format("{:.6g} {}", limits[0].value, limits[0].velocity ? "rad/s" : "rad"),
         {},
         "if it is in degrees, the angle unit must say so; 'catena check' lists all of them"});
  std::set<std::string_view> names;
  for (const RobotLink& link : robot.links)
    if (!link.name.empty() && !names.insert(link.name).second)
      notes.push_back(
          {robot.name,
           fmt::format("several links are called '{}': as a frame, the name means the first of them",
                       text::printable(link.name)),
           NoteKind::mistake});
  Notes repeated;
  try {
    for (const RobotFrame& frame : robot.frames)
      if (frame.name == "tool" && !is_at_the_tool(robot))
        notes.push_back(
            {robot.name,
             "the frame 'tool' is not at the end of the arm: its name refers to this frame; where no frame "
             "is named, the end of the arm is meant"});
    if (const Chain<double> chain = make_chain(robot, repeated); gravity_is_unfelt(chain))
      notes.push_back({robot.name,
                       "no joint feels gravity in any posture: g(q) = 0",
                       NoteKind::mistake,
                       fmt::format("[{}, {}, {}] m/s²", robot.gravity.x, robot.gravity.y, robot.gravity.z),
                       {},
                       "an arm that moves in a vertical plane needs gravity in that plane"});
  } catch (const Error&) {
    // whoever makes the chain reports it
  }
}

std::optional<Note> strange_position(const Robot& robot, std::span<const double> q) {
  std::size_t joint = 0;
  for (std::size_t k = 0; k < robot.links.size() && joint < q.size(); ++k) {
    const RobotLink& link = robot.links[k];
    if (link.joint == JointKind::fixed) continue;
    const double position = q[joint++];
    const bool turns = link.joint == JointKind::revolute;
    const bool many = turns && std::abs(position) > 2 * kMostTurns * pi;
    const char* const unit = turns ? "rad" : "m";
    if (link.limits && link.limits->position) {
      const auto [lower, upper] = *link.limits->position;
      const double slack = 1e-9 * (1 + std::abs(lower) + std::abs(upper));
      if (position < lower - slack || position > upper + slack)
        return Note{joint_label(robot, k, joint),
                    "position is outside its limits",
                    many ? NoteKind::mistake : NoteKind::remark,
                    fmt::format("{:.6g} {}", position, unit),
                    fmt::format("{:.6g} to {:.6g} {}", lower, upper, unit),
                    many ? kDegrees : ""};
    } else if (many) {
      return Note{joint_label(robot, k, joint),
                  fmt::format("position is {:.3g} turns", std::abs(position) / (2 * pi)),
                  NoteKind::mistake,
                  fmt::format("{:.6g} rad", position),
                  {},
                  kDegrees};
    }
  }
  return {};
}

}  // namespace catena
