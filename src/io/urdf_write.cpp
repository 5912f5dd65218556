// SPDX-License-Identifier: Apache-2.0
// Writes a robot as URDF: one link per row, each in the frame after its joint. What URDF cannot express is written in
// comments.
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <vector>

#include "catena/core/model/body.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/core/text.hpp"
#include "catena/io/urdf.hpp"

namespace catena {
namespace {

using detail::Body;

// Stands for "no end stop" at a prismatic joint, which must have limits; read back as none.
constexpr double kUnlimited = 1e9;

// XML cannot hold control characters: they become blanks.
std::string escaped(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (const std::size_t control = text::control_length(text, k); control > 0) {
      out += ' ';
      k += control - 1;
      continue;
    }
    switch (text[k]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += text[k];
    }
  }
  return out;
}

// Two dashes would end a comment.
std::string comment(std::string text) {
  for (std::size_t k = 0; (k = text.find("--", k)) != std::string::npos;) text[k + 1] = ' ';
  return fmt::format("  <!-- {} -->\n", escaped(text));
}

// R = Rz(yaw) Ry(pitch) Rx(roll); roll is taken from what yaw leaves, so that the product holds at pitch
// ±pi/2 too.
Vec3<double> roll_pitch_yaw(const Mat3<double>& R) {
  const double yaw = detail::snapped(std::atan2(R.yx, R.xx));
  const double pitch = detail::snapped(std::atan2(-R.zx, std::hypot(R.xx, R.yx)));
  const double c = std::cos(yaw), s = std::sin(yaw);
  const double roll = detail::snapped(std::atan2(s * R.xz - c * R.yz, c * R.yy - s * R.xy));
  return {roll, pitch, yaw};
}

std::string origin(const Pose<double>& X) {
  const Vec3<double> rpy = roll_pitch_yaw(X.R);
  return fmt::format("<origin xyz=\"{:.17g} {:.17g} {:.17g}\" rpy=\"{:.17g} {:.17g} {:.17g}\"/>", X.p.x,
                     X.p.y, X.p.z, rpy.x, rpy.y, rpy.z);
}

class Writer {
 public:
  explicit Writer(const Robot& robot) {
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text_ += fmt::format("<robot name=\"{}\">\n", escaped(robot.name.empty() ? "robot" : robot.name));
    if (!robot.source.empty()) text_ += comment("source: " + robot.source);
    const Vec3<double>& g = robot.gravity;
    if (g.x != 0 || g.y != 0 || g.z != -9.81)
      text_ += comment(fmt::format(
          "gravity in base_link, which URDF cannot express: {:.17g} {:.17g} {:.17g} m/s2", g.x, g.y, g.z));
    last_ = unique("base_link");
    text_ += fmt::format("  <link name=\"{}\"/>\n", last_);
  }

  // A link and the joint that carries it; `row` is null for a bare frame.
  void add(const std::string& name, const Pose<double>& X, const Body& body, JointKind kind,
           const RobotLink* row) {
    const std::string child = unique(name);
    text_ += fmt::format("  <link name=\"{}\"", child);
    if (body.empty() && kind == JointKind::fixed) {
      text_ += "/>\n";
    } else {
      const Sym3<double>& I = body.inertia;
      text_ += fmt::format(
          ">\n    <inertial>\n      {}\n      <mass value=\"{:.17g}\"/>\n"
          "      <inertia ixx=\"{:.17g}\" ixy=\"{:.17g}\" ixz=\"{:.17g}\" iyy=\"{:.17g}\" iyz=\"{:.17g}\" "
          "izz=\"{:.17g}\"/>\n"
          "    </inertial>\n  </link>\n",
          origin({Mat3<double>::identity(), body.com}), body.mass, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz);
    }
    const bool moves = kind != JointKind::fixed;
    text_ += fmt::format(
        "  <joint name=\"{}{}\" type=\"{}\">\n    {}\n    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n",
        moves ? "joint" : "fixed", moves ? ++moving_ : ++fixed_, type(kind, row), origin(X), last_, child);
    if (moves) text_ += "    <axis xyz=\"0 0 1\"/>\n" + limits(kind, *row) + dynamics(*row);
    text_ += "  </joint>\n";
    last_ = child;
  }

  std::string end() const { return text_ + "</robot>\n"; }

 private:
  static const char* type(JointKind kind, const RobotLink* row) {
    if (kind == JointKind::fixed) return "fixed";
    if (kind == JointKind::prismatic) return "prismatic";
    return row->limits && row->limits->position ? "revolute" : "continuous";
  }

  // 0 stands for an unknown effort or velocity.
  static std::string limits(JointKind kind, const RobotLink& row) {
    const Limits limits = row.limits.value_or(Limits{});
    if (kind == JointKind::revolute && !limits.position && !limits.effort && !limits.velocity) return "";
    std::string range;
    if (kind == JointKind::prismatic || limits.position) {
      const auto position = limits.position.value_or(std::array<double, 2>{-kUnlimited, kUnlimited});
      range = fmt::format("lower=\"{:.17g}\" upper=\"{:.17g}\" ", position[0], position[1]);
    }
    return fmt::format("    <limit {}effort=\"{:.17g}\" velocity=\"{:.17g}\"/>\n", range,
                       limits.effort.value_or(0), limits.velocity.value_or(0));
  }

  // On the joint's side of the gear.
  static std::string dynamics(const RobotLink& row) {
    if (!row.motor) return "";
    const Motor& m = *row.motor;
    std::string out;
    if (m.viscous != 0 || m.coulomb[0] != 0 || m.coulomb[1] != 0)
      out += fmt::format("    <dynamics damping=\"{:.17g}\" friction=\"{:.17g}\"/>\n",
                         m.gear * m.gear * m.viscous, std::abs(m.gear) * (m.coulomb[0] - m.coulomb[1]) / 2);
    if (m.coulomb[0] != -m.coulomb[1])
      out += "  " + comment(fmt::format("friction is the mean of {:.17g} and {:.17g} at the motor",
                                        m.coulomb[0], m.coulomb[1]));
    if (m.inertia != 0)
      out +=
          "  " + comment(fmt::format("motor inertia, which URDF cannot express: {:.17g} kg m2, gear {:.17g}",
                                     m.inertia, m.gear));
    return out;
  }

  std::string unique(const std::string& wanted) {
    std::string name = escaped(wanted);
    for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{}_{}", escaped(wanted), k);
    return name;
  }

  std::string text_, last_;
  std::set<std::string> names_;
  int moving_ = 0, fixed_ = 0;
};

}  // namespace

std::string write_urdf(const Robot& robot) {
  Writer out(robot);
  detail::Word since;  // from the last link's frame
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const RobotLink& row = robot.links[k];
    const detail::Screw x = {detail::Axis::x, row.dh.alpha, row.dh.a},
                        z = {detail::Axis::z, row.dh.theta, row.dh.d};
    const std::string name = row.name.empty() ? fmt::format("link{}", k + 1) : row.name;
    const bool standard = robot.convention == Convention::standard, moves = row.joint != JointKind::fixed;
    Body body = {row.mass, row.com, row.inertia};

    // In the standard convention a row's x screw comes after its joint: the link's frame is before it, the next joint
    // after it.
    if (!standard) append(since, x);
    append(since, z);
    if (standard && !moves) append(since, x);
    if (standard && moves) body = detail::seen_from(detail::pose(x), body);
    out.add(name, detail::pose(since), body, row.joint, &row);
    since.clear();
    if (standard && moves) append(since, x);
  }
  if (!since.empty()) out.add("tool", detail::pose(since), {}, JointKind::fixed, nullptr);
  if (robot.payload) {
    const Body payload = {robot.payload->mass, robot.payload->com, robot.payload->inertia};
    out.add("payload", Pose<double>::identity(), payload, JointKind::fixed, nullptr);
  }
  return out.end();
}

}  // namespace catena
