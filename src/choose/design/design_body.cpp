// SPDX-License-Identifier: Apache-2.0
// Tubes, and bodies that grow with their links.
#include "choose/design/design_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catena/core/model/canonical.hpp"
#include "catena/core/model/screws.hpp"

namespace catena::choose {
namespace {

double size(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

bool slides(const RobotLink& link) { return link.joint == JointKind::prismatic; }

double travel(const RobotLink& link) {
  const auto& position = link.limits ? link.limits->position : std::nullopt;
  return position ? (*position)[1] - (*position)[0] : -1;
}

}  // namespace

detail::Body tube(const Vec3<double>& from, const Vec3<double>& to, double density, double radius,
                  double thickness) {
  const Vec3<double> way = to - from;
  const double length = size(way), inner = radius - thickness;
  const double mass = density * std::numbers::pi * (radius - inner) * (radius + inner) * length;
  const double squares = radius * radius + inner * inner;
  const double axial = mass * squares / 2, across = mass * (3 * squares + length * length) / 12;
  detail::Body out;
  out.mass = mass;
  out.com = 0.5 * (from + to);
  out.inertia = Sym3<double>::diagonal(across);
  if (length > 0) {
    const Vec3<double> u = (1 / length) * way;
    const double more = axial - across;
    out.inertia += {more * u.x * u.x, more * u.y * u.y, more * u.z * u.z,
                    more * u.x * u.y, more * u.x * u.z, more * u.y * u.z};
  }
  return out;
}

detail::Body tube(const Vec3<double>& from, const Vec3<double>& to, const Vec3<double>& axis,
                  const BodyLaw& law) {
  const double length = size(to - from);
  if (length >= law.least) return tube(from, to, law.density, law.radius, law.thickness);
  const Vec3<double> u = length > 0 ? (1 / length) * (to - from) : axis;
  const Vec3<double> middle = 0.5 * (from + to), half = (law.least / 2) * u;
  return tube(middle - half, middle + half, law.density, law.radius, law.thickness);
}

std::vector<double> link_lengths(const Robot& robot) {
  const std::size_t n = robot.links.size();
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    // a modified row precedes its link
    const std::size_t row = robot.convention == Convention::standard ? i : i + 1;
    const double way = row < n ? std::hypot(robot.links[row].dh.a, robot.links[row].dh.d) : 0;
    const double stroke = slides(robot.links[i]) ? travel(robot.links[i]) : -1;
    out[i] = stroke >= 0 ? stroke : way;
  }
  return out;
}

void scale_bodies(const Robot& base, const BodyLaw& law, Robot& robot) {
  if (law.law != Law::scaled) return;
  const std::vector<double> before = link_lengths(base), now = link_lengths(robot);
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (!(before[i] > 0) || base.links[i].joint != robot.links[i].joint) continue;
    const double s = now[i] / before[i], heavier = std::pow(s, law.exponent);
    RobotLink& link = robot.links[i];
    link.mass *= heavier;
    link.com = s * link.com;
    const double k = heavier * s * s;
    const Sym3<double>& I = link.inertia;
    link.inertia = {k * I.xx, k * I.yy, k * I.zz, k * I.xy, k * I.xz, k * I.yz};
  }
}

Robot with_tubes(const Robot& robot, const std::vector<BodyLaw>& laws) {
  Notes notes;
  Robot out = to_convention(robot, Convention::standard, notes);
  // The conversion may have turned base and tool into rows, so that rows are matched by counting the moving ones.
  std::vector<const BodyLaw*> moving;
  for (std::size_t i = 0; i < robot.links.size(); ++i)
    if (robot.links[i].joint != JointKind::fixed) moving.push_back(&laws[i]);
  std::size_t joint = 0;
  for (std::size_t i = 0; i < out.links.size(); ++i) {
    RobotLink& link = out.links[i];
    const bool fixed = link.joint == JointKind::fixed;
    const BodyLaw& law = *moving[!fixed ? joint++ : joint == 0 ? 0 : joint - 1];
    const Dh& dh = link.dh;
    // the joint's axis in the frame after it; exact at quarter turns, so that no moment is 1e-17 instead of 0
    const Vec3<double> axis = detail::pose({detail::Axis::x, dh.alpha, 0}).R.row_z();
    Vec3<double> to = Vec3<double>::zero(), from = -dh.d * axis - Vec3<double>{dh.a, 0, 0};
    if (slides(link)) {
      const double stroke = travel(link);
      if (stroke < 0)
        throw Error(ErrorKind::model, fmt::format("link {}", i + 1),
                    "a prismatic joint without limits has no length, so its mass is unknown")
            .need("limits of its position")
            .hint("give the design [limits] prismatic = [0, 0.5], or the robot its limits");
      to = {-dh.a, 0, 0};
      from = to - stroke * axis;
    }
    if (fixed && (joint == 0 || dot(to - from, to - from) == 0))
      continue;  // at rest, or a mere change of frame
    BodyLaw own = law;
    if (fixed) own.least = 0;
    const detail::Body body = tube(from, to, axis, own);
    link.mass = body.mass, link.com = body.com, link.inertia = body.inertia;
  }
  return out;
}

}  // namespace catena::choose
