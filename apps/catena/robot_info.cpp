// SPDX-License-Identifier: Apache-2.0
// The tables of `catena info`.
#include "robot_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/core/text.hpp"
#include "catena/io/roll_pitch_yaw.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

constexpr std::size_t kIndent = 13;  // of the text after a label such as "source"

std::string row(const Vec3<double>& v) {
  return fmt::format("[{}, {}, {}]", shown(v.x), shown(v.y), shown(v.z));
}

std::string item(std::string_view word, const std::string& text) {
  return fmt::format("  {:<11}{}\n", word, wrapped(text, kIndent));
}

std::string label(const std::string& name) { return shortened(name.empty() ? "-" : name, 20); }

class Page {
 public:
  explicit Page(const RobotInfo& about)
      : about_(about),
        robot_(about.robot),
        degrees_(robot_.angle_unit == AngleUnit::deg),
        angle_(degrees_ ? "deg" : "rad") {}

  std::string str() {
    summary();
    file_table();
    canonical_table();
    bodies();
    limits();
    motors();
    frames();
    if (!about_.notes.empty()) text_ += "\nNotes\n";
    for (const Note& note : about_.notes)
      text_ += "  " + wrapped(text::printable(note.line(), text::kWhole), 4) + '\n';
    return text_;
  }

 private:
  std::string angle(double radians) const {
    return shown(degrees_ ? radians * (180 / std::numbers::pi) : radians);
  }
  // A joint position: an angle or a length.
  std::string travel(JointKind kind, double value) const {
    return kind == JointKind::revolute ? fmt::format("{} {}", angle(value), angle_)
                                       : fmt::format("{} m", shown(value));
  }

  void summary() {
    text_ += text::printable(robot_.name.empty() ? "(unnamed)" : robot_.name, 90) + '\n';
    if (!robot_.source.empty()) text_ += item("source", text::printable(robot_.source, 2000));
    text_ += item("joints", fmt::format("{}: {}", robot_.dof(), shortened(about_.kinds(), 60)));
    std::string names;
    for (const RobotLink& link : robot_.links)
      if (link.joint != JointKind::fixed && !link.joint_name.empty())
        names += (names.empty() ? "" : ", ") + shortened(link.joint_name, 40);
    if (!names.empty()) text_ += item("", names);
    names.clear();
    for (const NamedFrame& frame : about_.frames())
      names += (names.empty() ? "" : ", ") + shortened(frame.name, 40);
    text_ += item("frames", names);
    text_ += item("gravity", row(robot_.gravity) + " m/s², in the base frame");
    text_ += item("mass", shown(about_.mass()) + " kg");
    text_ += item("reach", "at most " + shown(about_.reach()) + " m, the sum of all |a| and |d|");
    if (robot_.payload)
      text_ += item("payload", fmt::format("{} kg at {} m in the last link's frame",
                                           shown(robot_.payload->mass), row(robot_.payload->com)));
    if (robot_.allow_nonphysical) text_ += item("inertias", "the file permits physically impossible ones");
  }

  void file_table() {
    const bool standard = robot_.convention == Convention::standard;
    text_ += fmt::format("\nDH table of the file, {}\n",
                         standard ? "standard convention: Rz(theta) Tz(d) Tx(a) Rx(alpha)"
                                  : "modified convention: Rx(alpha) Tx(a) Rz(theta) Tz(d)");
    Table table = dh_table();
    int number = 0;
    for (const RobotLink& link : robot_.links)
      dh_row(table, joint_number(link, number), link.name, link.joint, link.dh);
    text_ += table.str();
  }

  void canonical_table() {
    text_ += "\nCanonical chain, modified convention: Rx(alpha) Tx(a) Rz(theta) Tz(d)\n";
    Table table = dh_table();
    int number = 0;
    for (const CanonicalLink& link : about_.chain.links)
      dh_row(table, std::to_string(++number), link.name, link.joint, link.dh);
    text_ += table.str();
    pose("base", about_.chain.base);
    pose("tool", about_.chain.tool);
  }

  // Rows have the numbers of their joints; fixed rows have none.
  static std::string joint_number(const RobotLink& link, int& last) {
    return link.joint == JointKind::fixed ? "-" : std::to_string(++last);
  }
  bool has_joint_names() const {
    return std::any_of(robot_.links.begin(), robot_.links.end(),
                       [](const RobotLink& link) { return !link.joint_name.empty(); });
  }

  Table dh_table() const {
    return Table(
        {"#", "<link", "<joint", "a [m]", "alpha [" + angle_ + "]", "d [m]", "theta [" + angle_ + "]"});
  }
  void dh_row(Table& table, const std::string& number, const std::string& name, JointKind joint,
              const Dh& dh) const {
    table.add(
        {number, label(name), name_of(joint), shown(dh.a), angle(dh.alpha), shown(dh.d), angle(dh.theta)});
  }

  void pose(const char* name, const Pose<double>& X) {
    const Mat3<double>& R = X.R;
    const bool turned = R.xx != 1 || R.yy != 1 || R.zz != 1;
    if (!turned && X.p.x == 0 && X.p.y == 0 && X.p.z == 0) return;
    text_ += fmt::format("  {} at {} m", name, row(X.p));
    if (turned) text_ += fmt::format(", x axis {}, z axis {}", row(R.col_x()), row(R.col_z()));
    text_ += '\n';
  }

  void bodies() {
    text_ += "\nLinks, in the frames of the file; inertia about the centre of mass [kg m²]\n";
    Table place({"#", "<link", "mass [kg]", "com x [m]", "y", "z"});
    Table inertia({"#", "xx", "yy", "zz", "xy", "xz", "yz"});
    int number = 0;
    for (const RobotLink& l : robot_.links) {
      const std::string n = joint_number(l, number);
      const Sym3<double>& I = l.inertia;
      place.add({n, label(l.name), shown(l.mass), shown(l.com.x), shown(l.com.y), shown(l.com.z)});
      inertia.add({n, shown(I.xx), shown(I.yy), shown(I.zz), shown(I.xy), shown(I.xz), shown(I.yz)});
    }
    text_ += place.str() + inertia.str();
  }

  void limits() {
    Table table = of_joints({"from", "to", "velocity", "effort"});
    bool any = false;
    int number = 0;
    for (const RobotLink& l : robot_.links) {
      const std::string n = joint_number(l, number);
      if (!l.limits) continue;
      any = true;
      const auto [position, velocity, effort] = *l.limits;
      add(table, n, l,
          {position ? travel(l.joint, (*position)[0]) : "-", position ? travel(l.joint, (*position)[1]) : "-",
           velocity ? travel(l.joint, *velocity) + "/s" : "-",
           effort ? shown(*effort) + (l.joint == JointKind::revolute ? " N m" : " N") : "-"});
    }
    if (any) text_ += "\nLimits\n" + table.str();
  }

  void motors() {
    Table table =
        of_joints({"inertia [kg m²]", "gear ratio", "viscous [N m s]", "Coulomb + [N m]", "Coulomb - [N m]"});
    bool any = false;
    int number = 0;
    for (const RobotLink& l : robot_.links) {
      const std::string n = joint_number(l, number);
      if (!l.motor) continue;
      any = true;
      add(table, n, l,
          {shown(l.motor->inertia), shown(l.motor->gear), shown(l.motor->viscous), shown(l.motor->coulomb[0]),
           shown(l.motor->coulomb[1])});
    }
    if (any) text_ += "\nMotors, values on the motor side of the gear\n" + table.str();
  }

  // A table of joints: by their numbers, and by their names if they have any.
  Table of_joints(std::vector<std::string> headings) const {
    if (has_joint_names()) headings.insert(headings.begin(), "<joint");
    headings.insert(headings.begin(), "#");
    return Table(std::move(headings));
  }
  void add(Table& table, const std::string& number, const RobotLink& link,
           std::vector<std::string> row) const {
    if (has_joint_names()) row.insert(row.begin(), label(link.joint_name));
    row.insert(row.begin(), number);
    table.add(std::move(row));
  }

  // Those that the robot gives poses for; the others are the frames of rows.
  void frames() {
    if (robot_.frames.empty()) return;
    Table table({"<frame", "<on", "x [m]", "y", "z", "roll [" + angle_ + "]", "pitch", "yaw"});
    for (const RobotFrame& frame : robot_.frames) {
      const Vec3<double> rpy = roll_pitch_yaw(frame.pose.R);
      const Vec3<double>& p = frame.pose.p;
      const std::string on =
          frame.row < 0 ? "base" : label(robot_.links[static_cast<std::size_t>(frame.row)].name);
      table.add({shortened(frame.name, 28), on, rounded(p.x), rounded(p.y), rounded(p.z), angle(rpy.x),
                 angle(rpy.y), angle(rpy.z)});
    }
    text_ += "\nFrames, in the DH frames of the links that they are fixed to\n" + table.str();
  }
  static std::string rounded(double length) { return shown(std::abs(length) < 1e-15 ? 0 : length); }

  const RobotInfo& about_;
  const Robot& robot_;
  bool degrees_;
  std::string angle_;
  std::string text_;
};

}  // namespace

std::string RobotInfo::kinds() const {
  std::string out;
  for (const CanonicalLink& link : chain.links) out += link.joint == JointKind::revolute ? 'R' : 'P';
  return out;
}

double RobotInfo::mass() const {
  double sum = robot.payload ? robot.payload->mass : 0;
  for (const RobotLink& link : robot.links) sum += link.mass;
  return sum;
}

double RobotInfo::reach() const {
  const Vec3<double>& tool = chain.tool.p;
  double sum = std::hypot(tool.x, tool.y, tool.z);
  for (const CanonicalLink& link : chain.links) {
    double d = std::abs(link.dh.d);
    const auto& limits = robot.links[static_cast<std::size_t>(link.source)].limits;
    if (link.joint == JointKind::prismatic && limits && limits->position)
      d = std::max(std::abs(link.dh.d + (*limits->position)[0]),
                   std::abs(link.dh.d + (*limits->position)[1]));
    sum += std::abs(link.dh.a) + d;
  }
  return sum;
}

std::string to_text(const RobotInfo& about) { return Page(about).str(); }

}  // namespace catena::cli
