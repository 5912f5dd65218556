// SPDX-License-Identifier: Apache-2.0
#include "catena/core/robot_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "catena/core/check_robot.hpp"
#include "catena/core/model/chain_link.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/core/model/skeleton.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

using detail::Body;

Sym3<double> symmetric(const Moments& I) { return {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}; }

// Rz(yaw) Ry(pitch) Rx(roll)
Mat3<double> rotation(const Vec3<double>& rpy) {
  const detail::CosSin r = detail::cos_sin(rpy.x), p = detail::cos_sin(rpy.y), y = detail::cos_sin(rpy.z);
  return {y.c * p.c,
          y.c * p.s * r.s - y.s * r.c,
          y.c * p.s * r.c + y.s * r.s,
          y.s * p.c,
          y.s * p.s * r.s + y.c * r.c,
          y.s * p.s * r.c - y.c * r.s,
          -p.s,
          p.c * r.s,
          p.c * r.c};
}

}  // namespace

RobotBuilder::RobotBuilder(std::string name, Convention convention, AngleUnit unit) : placed_(false) {
  robot_.name = std::move(name);
  robot_.convention = convention;
  robot_.angle_unit = unit;
}

RobotBuilder::RobotBuilder(std::string name, AngleUnit unit)
    : RobotBuilder(std::move(name), Convention::modified, unit) {
  placed_ = true;
}

RobotBuilder& RobotBuilder::source(std::string where_the_numbers_come_from) {
  robot_.source = std::move(where_the_numbers_come_from);
  return *this;
}
RobotBuilder& RobotBuilder::gravity(const Vec3<double>& acceleration) {
  robot_.gravity = acceleration;
  return *this;
}
RobotBuilder& RobotBuilder::allow_nonphysical() {
  robot_.allow_nonphysical = true;
  return *this;
}

// --- joints ----------------------------------------------------------------------------------------------

RobotBuilder& RobotBuilder::revolute(const Dh& dh, std::string name) {
  return add(JointKind::revolute, dh, std::move(name));
}
RobotBuilder& RobotBuilder::prismatic(const Dh& dh, std::string name) {
  return add(JointKind::prismatic, dh, std::move(name));
}
RobotBuilder& RobotBuilder::fixed(const Dh& dh, std::string name) {
  return add(JointKind::fixed, dh, std::move(name));
}
RobotBuilder& RobotBuilder::revolute(const JointOrigin& at, std::string name) {
  return add(JointKind::revolute, at, std::move(name));
}
RobotBuilder& RobotBuilder::prismatic(const JointOrigin& at, std::string name) {
  return add(JointKind::prismatic, at, std::move(name));
}
RobotBuilder& RobotBuilder::fixed(const JointOrigin& at, std::string name) {
  return add(JointKind::fixed, at, std::move(name));
}

RobotBuilder& RobotBuilder::add(JointKind joint, const Dh& dh, std::string name) {
  Link& link = links_.emplace_back();
  link.row.name = std::move(name);
  link.row.joint = joint;
  link.row.dh = {dh.a, angle(dh.alpha), dh.d, angle(dh.theta)};
  if (placed_)
    throw Error(ErrorKind::model, where(links_.size() - 1),
                "the robot has joint origins, but this is a DH row")
        .need("DH rows throughout, or joint origins throughout")
        .hint("a RobotBuilder with a Convention takes DH rows, one without takes joint origins");
  return *this;
}

RobotBuilder& RobotBuilder::add(JointKind joint, const JointOrigin& at, std::string name) {
  Link& link = links_.emplace_back();
  link.row.name = std::move(name);
  link.row.joint = joint;
  link.at = {at.xyz, {angle(at.rpy.x), angle(at.rpy.y), angle(at.rpy.z)}, at.axis};
  const std::string here = where(links_.size() - 1);
  if (!placed_)
    throw Error(ErrorKind::model, here, "the robot has DH rows, but this is a joint origin")
        .need("DH rows throughout, or joint origins throughout")
        .hint("a RobotBuilder with a Convention takes DH rows, one without takes joint origins");
  const auto [xyz, rpy, axis] = link.at;
  for (const auto& [key, v] : {std::pair{"xyz", xyz}, {"rpy", rpy}, {"axis", axis}})
    if (!std::isfinite(v.x + v.y + v.z))
      throw Error(ErrorKind::model, here, fmt::format("'{}' is not finite", key))
          .given(fmt::format("[{}, {}, {}]", v.x, v.y, v.z))
          .need("finite numbers");
  for (const double angle : {rpy.x, rpy.y, rpy.z})
    if (const auto broken = broken_by_angle("rpy", angle))
      throw explained(Error(ErrorKind::model, here, broken->problem), *broken);
  const double length = std::hypot(axis.x, axis.y, axis.z);
  if (joint != JointKind::fixed && !(length > 1e-9))
    throw Error(ErrorKind::model, here, "the axis has no direction")
        .given(fmt::format("axis [{}, {}, {}]", axis.x, axis.y, axis.z))
        .need("a vector that is not zero");
  link.at.axis = (1 / length) * axis;
  return *this;
}

// --- the last link ---------------------------------------------------------------------------------------

RobotBuilder& RobotBuilder::mass(double mass) {
  Link& link = last("mass");
  link.row.mass = mass;
  link.has_mass = true;
  return *this;
}
RobotBuilder& RobotBuilder::com(const Vec3<double>& com) {
  Link& link = last("com");
  link.row.com = com;
  link.has_com = true;
  return *this;
}
RobotBuilder& RobotBuilder::inertia_about_com(const Moments& moments) {
  Link& link = last("inertia_about_com");
  link.row.inertia = symmetric(moments);
  link.has_inertia = true;
  link.about_frame = false;
  return *this;
}
RobotBuilder& RobotBuilder::inertia_about_frame(const Moments& moments) {
  inertia_about_com(moments);
  links_.back().about_frame = true;  // moved when mass and centre of mass are known
  return *this;
}
RobotBuilder& RobotBuilder::limits(double lower, double upper) {
  Limits& limits = last_limits("limits");
  limits.position = {travel(lower), travel(upper)};
  return *this;
}
RobotBuilder& RobotBuilder::velocity_limit(double most) {
  Limits& limits = last_limits("velocity_limit");
  limits.velocity = travel(most);
  return *this;
}
RobotBuilder& RobotBuilder::effort_limit(double most) {
  last_limits("effort_limit").effort = most;
  return *this;
}
RobotBuilder& RobotBuilder::motor(const Motor& motor) {
  last("motor").row.motor = motor;
  return *this;
}
RobotBuilder& RobotBuilder::payload(double mass, const Vec3<double>& com, const Moments& about_com) {
  robot_.payload = Payload{mass, com, symmetric(about_com)};
  return *this;
}

RobotBuilder::Link& RobotBuilder::last(const char* call) {
  if (!links_.empty()) return links_.back();
  throw Error(ErrorKind::model, text::printable(robot_.name),
              fmt::format("{}() comes before the first joint", call))
      .need("a joint first: the properties of a link follow its joint");
}

Limits& RobotBuilder::last_limits(const char* call) {
  std::optional<Limits>& limits = last(call).row.limits;
  return limits ? *limits : limits.emplace();
}

double RobotBuilder::angle(double value) const {
  return robot_.angle_unit == AngleUnit::deg ? value * (std::numbers::pi / 180) : value;
}
double RobotBuilder::travel(double value) const {
  return links_.back().row.joint == JointKind::revolute ? angle(value) : value;
}

// --- the robot -------------------------------------------------------------------------------------------

std::string RobotBuilder::where(std::size_t link) const {
  const std::string name = text::printable(links_[link].row.name);
  return fmt::format("{}: link {}{}", text::printable(robot_.name), link + 1,
                     name.empty() ? "" : " '" + name + "'");
}

void RobotBuilder::require_complete(std::size_t link) const {
  const Link& l = links_[link];
  if (l.row.joint == JointKind::fixed) return;  // it may be only a change of frame
  const auto require = [&](bool given, const char* key, const char* need) {
    if (!given) throw Error(ErrorKind::model, where(link), fmt::format("'{}' is missing", key)).need(need);
  };
  require(l.has_mass, "mass", "mass(..), in kg");
  require(l.has_com, "com", "com({x, y, z}) in m, the centre of mass in the frame of the link");
  require(l.has_inertia, "inertia",
          "inertia_about_com({.xx = .., .yy = .., .zz = ..}) in kg m², or inertia_about_frame");
}

Robot RobotBuilder::build() const {
  Notes notes;
  return build(notes);
}

Robot RobotBuilder::build(Notes& notes) const {
  Robot robot = robot_;
  for (std::size_t k = 0; k < links_.size(); ++k) {
    require_complete(k);
    robot.links.push_back(links_[k].row);
    RobotLink& row = robot.links.back();
    if (links_[k].about_frame) row.inertia = row.inertia - parallel_axis(row.mass, row.com);
  }
  Notes impossible;  // once: below, Arm notes them again
  check_robot(robot, impossible);
  if (robot.dof() == 0)
    throw Error(ErrorKind::model, text::printable(robot.name), "the robot cannot move")
        .need("at least one revolute or prismatic joint");
  if (!placed_) return robot;

  // Bodies of links that are fixed to one another are welded; the axes become proximal DH rows.
  detail::Skeleton skeleton;
  std::vector<RobotLink> moving;
  Pose<double> X =
      Pose<double>::identity();  // from the last joint's frame, whose axis is z, to that of the link
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const auto& [xyz, rpy, axis] = links_[k].at;
    const RobotLink& row = robot.links[k];
    if (const double most = std::max({std::abs(rpy.x), std::abs(rpy.y), std::abs(rpy.z)});
        robot.angle_unit == AngleUnit::rad && most > 2 * std::numbers::pi + 0.01)
      notes.push_back({where(k),
                       "rpy is more than a full turn",
                       NoteKind::mistake,
                       fmt::format("{:.6g} rad", most),
                       {},
                       "if it is in degrees, the angle unit must say so"});
    X = X * Pose<double>{rotation(rpy), xyz};
    if (row.joint != JointKind::fixed) {
      const Pose<double> turn = {detail::z_to(axis), Vec3<double>::zero()};
      moving.push_back(row);
      skeleton.joints.push_back(
          {where(k), row.joint, detail::Placement::of(X * turn), {}, static_cast<int>(moving.size()) - 1});
      X = inverse(turn);
    }
    if (!row.name.empty())  // the frame of the link, wherever its DH frame will be
      skeleton.frames.push_back({row.name, static_cast<int>(skeleton.joints.size()) - 1, X});
    if (skeleton.joints.empty()) continue;  // fixed to the base
    Body& body = skeleton.joints.back().body;
    body = detail::welded(body, detail::seen_from(X, {row.mass, row.com, row.inertia}), where(k));
  }
  skeleton.tool = detail::Placement::of(X);
  detail::Table table =
      detail::table(detail::settled(skeleton, notes), skeleton, moving, Convention::modified);
  robot.links = std::move(table.links);
  robot.frames = std::move(table.frames);
  return robot;
}

}  // namespace catena
