// SPDX-License-Identifier: Apache-2.0
// Writes robot file version 1: without defaults, and each number in its shortest form that reads back exactly.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "catena/core/text.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/roll_pitch_yaw.hpp"
#include "io/angle.hpp"
#include "io/frame_rows.hpp"
#include "io/robot_file_frame.hpp"
#include "io/same_rotation.hpp"
#include "io/toml_quoted.hpp"

namespace catena {
namespace {

struct NotFinite {
  double value;
};

std::string number(double value) {
  if (!std::isfinite(value)) throw NotFinite{value};
  return value == 0 ? "0" : fmt::format("{}", value);
}

// The shortest number of degrees that reads back as this angle; the nearest if none does.
double degrees(double angle) {
  const double near = angle / io::detail::radians(1);
  for (int digits = 1; digits <= 17; ++digits) {
    const double rounded = std::strtod(fmt::format("{:.{}g}", near, digits).c_str(), nullptr);
    if (io::detail::radians(rounded) == angle) return rounded;
  }
  double below = near, above = near;
  for (int step = 0; step < 4; ++step) {
    below = std::nextafter(below, -std::numeric_limits<double>::infinity());
    above = std::nextafter(above, std::numeric_limits<double>::infinity());
    if (io::detail::radians(below) == angle) return below;
    if (io::detail::radians(above) == angle) return above;
  }
  return near;
}

std::string row(const Vec3<double>& v) {
  return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z));
}
std::string row(const std::array<double, 2>& v) {
  return fmt::format("[{}, {}]", number(v[0]), number(v[1]));
}

// "{ key = value, .. }", built up field by field.
class InlineTable {
 public:
  void add(std::string_view key, const std::string& value) {
    fields_ += fmt::format("{} {} = {}", fields_.empty() ? "" : ",", key, value);
  }
  void add_unless_zero(std::string_view key, double value) {
    if (value != 0) add(key, number(value));
  }
  std::string str() const { return fields_.empty() ? "{}" : "{" + fields_ + " }"; }

 private:
  std::string fields_;
};

bool is_nonzero(const Sym3<double>& I) {
  return I.xx != 0 || I.yy != 0 || I.zz != 0 || I.xy != 0 || I.xz != 0 || I.yz != 0;
}

class Writer {
 public:
  explicit Writer(const Robot& robot) : robot_(robot) {}

  std::string write() {
    try {
      write_top();
      for (const RobotLink& link : robot_.links) {
        object_ = fmt::format("link {}", &link - robot_.links.data() + 1);
        if (!link.name.empty()) object_ += " '" + text::printable(link.name) + "'";
        write(link);
      }
      if (robot_.payload) write(*robot_.payload);
      for (const RobotFrame& frame : robot_.frames) write(frame);
      for (const RobotMesh& mesh : robot_.meshes) write(mesh);
    } catch (const NotFinite& found) {
      throw Error(ErrorKind::model, object_, "a robot file cannot hold this number")
          .given(fmt::format("{}", found.value))
          .need("a finite number");
    }
    return out_;
  }

 private:
  void line(std::string_view key, std::string_view value) { out_ += fmt::format("{} = {}\n", key, value); }

  void write_top() {
    object_ = "gravity";
    line("catena", "1");
    line("name", io::detail::toml_quoted(robot_.name));
    if (!robot_.source.empty()) line("source", io::detail::toml_quoted(robot_.source));
    line("convention", robot_.convention == Convention::standard ? "\"standard\"" : "\"modified\"");
    line("angle_unit", robot_.angle_unit == AngleUnit::deg ? "\"deg\"" : "\"rad\"");
    const Vec3<double> g = robot_.gravity, usual = Robot().gravity;
    if (g.x != usual.x || g.y != usual.y || g.z != usual.z) line("gravity", row(g));
    if (robot_.allow_nonphysical) line("allow_nonphysical", "true");
  }

  void write(const Payload& payload) {
    object_ = "payload";
    out_ += "\n[payload]\n";
    line("mass", number(payload.mass));
    line("com", row(payload.com));
    if (is_nonzero(payload.inertia)) write(payload.inertia);
  }

  // The row by its name, or by its number if the name does not identify it.
  std::string row_of(const RobotFrame& frame) const {
    const auto has = [&](const std::string& name) {
      int count = 0;
      for (const RobotLink& link : robot_.links) count += link.name == name;
      return count;
    };
    if (frame.row < 0) return has("base") == 0 ? "\"base\"" : "0";
    const std::string& name = robot_.links.at(static_cast<std::size_t>(frame.row)).name;
    return name.empty() || has(name) != 1 ? fmt::format("{}", frame.row + 1) : io::detail::toml_quoted(name);
  }

  void write(const RobotFrame& frame) {
    object_ = fmt::format("frame '{}'", text::printable(frame.name));
    out_ += "\n[[frame]]\n";
    line("name", io::detail::toml_quoted(frame.name));
    line("link", row_of(frame));
    write(frame.pose);
  }

  void write(const RobotMesh& mesh) {
    object_ = fmt::format("mesh '{}'", text::printable(mesh.uri));
    out_ += "\n[[mesh]]\n";
    line("file", io::detail::toml_quoted(mesh.uri));
    line("frame", io::detail::toml_quoted(mesh.frame));
    const Vec3<double>& p = mesh.pose.p;
    const bool turned = !io::detail::same_rotation(mesh.pose.R, Mat3<double>::identity());
    if (turned || p.x != 0 || p.y != 0 || p.z != 0) write(mesh.pose);
    if (mesh.scale.x != 1 || mesh.scale.y != 1 || mesh.scale.z != 1) line("scale", row(mesh.scale));
    if (mesh.collision) line("collision", "true");
  }

  void write(const Pose<double>& pose) {
    const Mat3<double>&R = pose.R, one = Mat3<double>::identity();
    line("position", row(pose.p));
    if (io::detail::same_rotation(R, one)) return;
    // The angles if they give exactly this matrix, which has rounding errors of its own; otherwise its rows.
    const Vec3<double> rpy = roll_pitch_yaw(R);
    const Vec3<double> shown = {angle(rpy.x), angle(rpy.y), angle(rpy.z)};
    const bool deg = robot_.angle_unit == AngleUnit::deg;
    const auto back = [&](double x) { return deg ? io::detail::radians(x) : x; };
    if (io::detail::same_rotation(rotation_of({back(shown.x), back(shown.y), back(shown.z)}), R))
      line("rpy", row(shown));
    else
      line("rotation", fmt::format("[{}, {}, {}]", row(Vec3<double>{R.xx, R.xy, R.xz}),
                                   row(Vec3<double>{R.yx, R.yy, R.yz}), row(Vec3<double>{R.zx, R.zy, R.zz})));
  }

  double angle(double value) const { return robot_.angle_unit == AngleUnit::deg ? degrees(value) : value; }

  void write(const RobotLink& link) {
    const bool moving = link.joint != JointKind::fixed;
    out_ += "\n[[link]]\n";
    if (!link.name.empty()) line("name", io::detail::toml_quoted(link.name));
    line("joint", !moving                             ? "\"fixed\""
                  : link.joint == JointKind::revolute ? "\"revolute\""
                                                      : "\"prismatic\"");
    if (!link.joint_name.empty()) line("joint_name", io::detail::toml_quoted(link.joint_name));
    InlineTable dh;
    dh.add("a", number(link.dh.a));
    dh.add("alpha", number(angle(link.dh.alpha)));
    dh.add("d", number(link.dh.d));
    dh.add("theta", number(angle(link.dh.theta)));
    line("dh", dh.str());

    const bool has_com = link.com.x != 0 || link.com.y != 0 || link.com.z != 0;
    if (moving || link.mass != 0) line("mass", number(link.mass));
    if (moving || has_com) line("com", row(link.com));
    if (moving || is_nonzero(link.inertia)) write(link.inertia);
    if (moving && link.limits) write(*link.limits, link.joint);
    if (moving && link.motor) write(*link.motor);
  }

  void write(const Sym3<double>& I) {
    InlineTable inertia;
    inertia.add("about", "\"com\"");
    inertia.add("xx", number(I.xx));
    inertia.add("yy", number(I.yy));
    inertia.add("zz", number(I.zz));
    inertia.add_unless_zero("xy", I.xy);
    inertia.add_unless_zero("xz", I.xz);
    inertia.add_unless_zero("yz", I.yz);
    line("inertia", inertia.str());
  }

  void write(const Limits& limits, JointKind joint) {
    const auto travel = [&](double value) { return joint == JointKind::revolute ? angle(value) : value; };
    InlineTable out;
    if (limits.position)
      out.add("position", row(std::array{travel((*limits.position)[0]), travel((*limits.position)[1])}));
    if (limits.velocity) out.add("velocity", number(travel(*limits.velocity)));
    if (limits.effort) out.add("effort", number(*limits.effort));
    line("limits", out.str());
  }

  void write(const Motor& motor) {
    InlineTable out;
    out.add_unless_zero("inertia", motor.inertia);
    if (motor.gear != 1) out.add("gear", number(motor.gear));
    out.add_unless_zero("viscous", motor.viscous);
    if (motor.coulomb[0] != 0 || motor.coulomb[1] != 0) out.add("coulomb", row(motor.coulomb));
    line("motor", out.str());
  }

  const Robot& robot_;
  std::string object_;  // what is being written, for the error
  std::string out_;
};

}  // namespace

std::string write_robot_file(const Robot& robot) {
  io::detail::require_frame_rows(robot);
  return Writer(robot).write();
}

}  // namespace catena
