// SPDX-License-Identifier: Apache-2.0
// Reads one [[link]]: joint, DH row, body, limits, motor; and checks that the body is physically possible.
#include "io/robot_file_link.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/check_robot.hpp"
#include "io/angle.hpp"

namespace catena::io::detail {
namespace {

constexpr Field kCom = {"com", "[x, y, z] in m, the centre of mass in the link's DH frame"};
constexpr Field kInertia = {"inertia", "{ about = \"com\", xx = .., yy = .., zz = .. } in kg m²"};

bool finite(const Sym3<double>& I) {
  return std::isfinite(I.xx) && std::isfinite(I.yy) && std::isfinite(I.zz) && std::isfinite(I.xy) &&
         std::isfinite(I.xz) && std::isfinite(I.yz);
}

// Reads one [[link]].
class LinkReader {
 public:
  LinkReader(const TomlTable& table, const Robot& robot, Notes& notes)
      : table_(table), robot_(robot), notes_(notes) {}

  RobotLink read() {
    table_.allow_only({"name", "joint", "joint_name", "dh", "mass", "com", "inertia", "limits", "motor"});
    if (table_.has("name")) link_.name = table_.text({"name", "a string, the link's name"});
    link_.joint = table_.choice<JointKind>({"joint", "\"revolute\", \"prismatic\" or \"fixed\""},
                                           {{"revolute", JointKind::revolute},
                                            {"prismatic", JointKind::prismatic},
                                            {"fixed", JointKind::fixed}});
    if (table_.has("joint_name"))
      link_.joint_name = table_.text({"joint_name", "a string, the name of the joint in front of the link"});
    read_dh();
    read_body();
    if (table_.has("limits")) read_limits();
    if (table_.has("motor")) read_motor();
    return link_;
  }

 private:
  double angle(double value) const { return robot_.angle_unit == AngleUnit::deg ? radians(value) : value; }
  double travel(double value) const { return link_.joint == JointKind::revolute ? angle(value) : value; }

  void read_dh() {
    const TomlTable dh = table_.table({"dh", "{ a = .., alpha = .., d = .., theta = .. }, all four"});
    dh.allow_only({"a", "alpha", "d", "theta"});
    link_.dh.a = dh.number({"a", "a number in m"});
    link_.dh.alpha = angle(dh.number({"alpha", "a number in angle_unit"}));
    link_.dh.d = dh.number({"d", "a number in m"});
    link_.dh.theta = angle(dh.number({"theta", "a number in angle_unit"}));
    if (const auto broken = broken_rule(link_.dh))
      throw explained(dh.wrong(broken->key.substr(broken->key.find('.') + 1), broken->problem), *broken);
  }

  void read_body() {
    // A fixed row may be only a change of frame; a moving link must state its mass.
    const bool moving = link_.joint != JointKind::fixed;
    if (moving || table_.has("mass")) link_.mass = table_.number(kMass);
    if (moving || table_.has("com")) link_.com = vec3(table_.numbers<3>(kCom));
    if (moving || table_.has("inertia")) read_inertia();
    check_body();
  }

  void read_inertia() { link_.inertia = detail::read_inertia(table_, link_.mass, link_.com, about_frame_); }

  void check_body() {
    if (const auto broken = broken_rule(link_.mass, link_.com, link_.inertia))
      reject_body(table_, *broken, hint(*broken), robot_, notes_);
  }

  // A possible inertia about the frame is also possible about the centre of mass, so only one mistake is detectable:
  // moments about the centre of mass declared as about the frame.
  std::string hint(const BrokenRule& broken) const {
    const Sym3<double> as_given = link_.inertia + parallel_axis(link_.mass, link_.com);
    if (broken.key == "inertia" && about_frame_ && !broken_rule(link_.mass, link_.com, as_given))
      return "the moments would be possible about the centre of mass; set about = \"com\" if they are about "
             "that point";
    return kLetItPass;
  }

  void refuse_on_fixed(const std::string& key) const {
    if (link_.joint != JointKind::fixed) return;
    const BrokenRule broken = broken_by_fixed_joint(key);
    throw table_.wrong(key, broken.problem).given(broken.given).need(broken.need).hint(broken.hint);
  }

  // A rule about a value of a table in the link, "limits.velocity": the value is quoted as the file has it.
  static void require(const TomlTable& table, const std::optional<BrokenRule>& broken) {
    if (!broken) return;
    const std::string_view key = std::string_view(broken->key).substr(broken->key.find('.') + 1);
    throw table.wrong(key, broken->problem).need(broken->need).hint(broken->hint);
  }

  void read_limits() {
    refuse_on_fixed("limits");
    const TomlTable limits =
        table_.table({"limits", "{ position = [lower, upper], velocity = .., effort = .. }"});
    limits.allow_only({"position", "velocity", "effort"});
    Limits& out = link_.limits.emplace();
    if (limits.has("position")) {
      const auto range = limits.numbers<2>({"position", "[lower, upper]"});
      out.position = {travel(range[0]), travel(range[1])};
      require(limits, broken_rule(out));
    }
    if (limits.has("velocity")) out.velocity = travel(limits.number({"velocity", "a positive number"}));
    require(limits, broken_rule(out));
    if (limits.has("effort")) out.effort = limits.number({"effort", "a positive number"});
    require(limits, broken_rule(out));
  }

  void read_motor() {
    refuse_on_fixed("motor");
    const TomlTable motor =
        table_.table({"motor", "{ inertia = .., gear = .., viscous = .., coulomb = [plus, minus] }"});
    motor.allow_only({"inertia", "gear", "viscous", "coulomb"});
    Motor& out = link_.motor.emplace();
    if (motor.has("inertia")) out.inertia = motor.number({"inertia", "a number in kg m²"});
    if (motor.has("viscous")) out.viscous = motor.number({"viscous", "a number in N m s"});
    if (motor.has("gear")) out.gear = motor.number({"gear", "a number, motor turns per joint turn"});
    if (motor.has("coulomb"))
      out.coulomb = motor.numbers<2>({"coulomb", "[plus, minus] in N m, for positive and negative velocity"});
    require(motor, broken_rule(out));
  }

  const TomlTable& table_;
  const Robot& robot_;
  Notes& notes_;
  RobotLink link_;
  bool about_frame_ = false;
};

}  // namespace

Sym3<double> read_inertia(const TomlTable& table, double mass, const Vec3<double>& com, bool& about_frame) {
  const TomlTable inertia = table.table(kInertia);
  inertia.allow_only({"about", "xx", "yy", "zz", "xy", "xz", "yz"});
  about_frame = inertia.choice<bool>(
      {"about", "\"com\" (the centre of mass) or \"frame\" (the origin of the link's DH frame)"},
      {{"com", false}, {"frame", true}});
  const auto moment = [&](std::string_view key) { return inertia.number({key, "a number in kg m²"}); };
  const auto product = [&](std::string_view key) { return inertia.has(key) ? moment(key) : 0.0; };
  Sym3<double> given{moment("xx"), moment("yy"), moment("zz"), 0, 0, 0};
  given.xy = product("xy");
  given.xz = product("xz");
  given.yz = product("yz");
  if (about_frame) given = given - parallel_axis(mass, com);
  if (!finite(given)) {
    throw table.wrong("inertia", "the inertia cannot be moved to the centre of mass")
        .given(fmt::format("mass {} kg at [{}, {}, {}] m", mass, com.x, com.y, com.z))
        .need("moments within the range of a double");
  }
  return given;
}

void reject_body(const TomlTable& table, const BrokenRule& broken, const std::string& hint,
                 const Robot& robot, Notes& notes) {
  const Error error =
      table.wrong(broken.key, broken.problem).given(broken.given).need(broken.need).hint(hint);
  if (!robot.allow_nonphysical) throw error;
  notes.push_back(broken.as_note(error.where()));
}

RobotLink read_link(const TomlTable& table, const Robot& robot, Notes& notes) {
  return LinkReader(table, robot, notes).read();
}

}  // namespace catena::io::detail
