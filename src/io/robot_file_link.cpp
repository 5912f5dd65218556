// SPDX-License-Identifier: Apache-2.0
// Reads one [[link]]: joint, DH row, body, limits, motor; and checks that the body is physically possible.
#include "io/robot_file_link.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/model/physical.hpp"
#include "io/angle.hpp"

namespace catena::io::detail {
namespace {

constexpr Field kCom = {"com", "[x, y, z] in m, the centre of mass in the link's DH frame"};
constexpr Field kInertia = {"inertia", "{ about = \"com\", xx = .., yy = .., zz = .. } in kg m²"};

// The sum of theta and the joint position must not lose digits: at this size its spacing is 1.5e-11 rad.
constexpr double kLargestTheta = 1e5;

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
    if (link_.joint == JointKind::revolute && std::abs(link_.dh.theta) > kLargestTheta)
      throw dh.wrong("theta", "'theta' is too large")
          .given(fmt::format("{:.6g} rad", link_.dh.theta))
          .need(fmt::format("at most {:.0e} rad in magnitude", kLargestTheta))
          .hint("subtract whole turns");
  }

  void read_body() {
    // A fixed row may be only a change of frame; a moving link must state its mass.
    const bool moving = link_.joint != JointKind::fixed;
    if (moving || table_.has("mass")) link_.mass = table_.number(kMass);
    if (moving || table_.has("com")) link_.com = vec3(table_.numbers<3>(kCom));
    if (moving || table_.has("inertia")) read_inertia();
    check_body();
  }

  void read_inertia() {
    const TomlTable inertia = table_.table(kInertia);
    inertia.allow_only({"about", "xx", "yy", "zz", "xy", "xz", "yz"});
    about_frame_ = inertia.choice<bool>(
        {"about", "\"com\" (the centre of mass) or \"frame\" (the origin of the link's DH frame)"},
        {{"com", false}, {"frame", true}});
    const auto moment = [&](std::string_view key) { return inertia.number({key, "a number in kg m²"}); };
    const auto product = [&](std::string_view key) { return inertia.has(key) ? moment(key) : 0.0; };
    Sym3<double> given{moment("xx"), moment("yy"), moment("zz"), 0, 0, 0};
    given.xy = product("xy");
    given.xz = product("xz");
    given.yz = product("yz");
    link_.inertia = about_frame_ ? given - parallel_axis(link_.mass, link_.com) : given;
    if (!finite(link_.inertia)) {
      throw table_.wrong("inertia", "the inertia cannot be moved to the centre of mass")
          .given(
              fmt::format("mass {} kg at [{}, {}, {}] m", link_.mass, link_.com.x, link_.com.y, link_.com.z))
          .need("moments within the range of a double");
    }
  }

  void check_body() {
    const Physical body = check_physical(link_.mass, link_.com, link_.inertia);
    if (body.ok()) return;
    const bool by_mass = body.broken == PhysicalRule::negative_mass;
    const std::string headline = by_mass ? "mass is negative" : "inertia is not physically possible";
    const Error error = table_.wrong(by_mass ? "mass" : "inertia", headline)
                            .given(body.given)
                            .need(body.need)
                            .hint(hint(by_mass));
    if (!robot_.allow_nonphysical) throw error;
    notes_.push_back({error.where(), fmt::format("{}: {}; need {}", headline, body.given, body.need),
                      by_mass ? NoteKind::negative_mass : NoteKind::impossible_inertia});
  }

  // A possible inertia about the frame is also possible about the centre of mass, so only one mistake is detectable:
  // moments about the centre of mass declared as about the frame.
  std::string hint(bool by_mass) const {
    const Sym3<double> as_given = link_.inertia + parallel_axis(link_.mass, link_.com);
    if (!by_mass && about_frame_ && check_physical(link_.mass, link_.com, as_given).ok())
      return "the moments would be possible about the centre of mass; set about = \"com\" if they are about "
             "that point";
    return kLetItPass;
  }

  void refuse_on_fixed(std::string_view key) const {
    if (link_.joint != JointKind::fixed) return;
    throw table_.wrong(key, fmt::format("a fixed joint has no '{}'", key))
        .given("joint = \"fixed\"")
        .need("a joint that moves")
        .hint(fmt::format("remove '{}'", key));
  }

  void read_limits() {
    refuse_on_fixed("limits");
    const TomlTable limits =
        table_.table({"limits", "{ position = [lower, upper], velocity = .., effort = .. }"});
    limits.allow_only({"position", "velocity", "effort"});
    Limits& out = link_.limits.emplace();
    if (limits.has("position")) {
      const auto range = limits.numbers<2>({"position", "[lower, upper]"});
      if (range[0] > range[1])
        throw limits.wrong("position", "the limits in 'limits.position' are reversed")
            .need("the lower limit first");
      out.position = {travel(range[0]), travel(range[1])};
    }
    const auto positive = [&](std::string_view key, bool turns) {
      const double value = limits.number({key, "a positive number"});
      const double si = turns ? travel(value) : value;
      if (!(si > 0)) throw limits.wrong(key, limits.quoted(key) + " must be positive").need("more than 0");
      return si;
    };
    if (limits.has("velocity")) out.velocity = positive("velocity", true);
    if (limits.has("effort")) out.effort = positive("effort", false);
  }

  void read_motor() {
    refuse_on_fixed("motor");
    const TomlTable motor =
        table_.table({"motor", "{ inertia = .., gear = .., viscous = .., coulomb = [plus, minus] }"});
    motor.allow_only({"inertia", "gear", "viscous", "coulomb"});
    Motor& out = link_.motor.emplace();
    const auto not_negative = [&](std::string_view key, std::string_view need) {
      const double value = motor.number({key, need});
      if (value < 0) throw motor.wrong(key, motor.quoted(key) + " is negative").need("0 or more");
      return value;
    };
    if (motor.has("inertia")) out.inertia = not_negative("inertia", "a number in kg m²");
    if (motor.has("viscous")) out.viscous = not_negative("viscous", "a number in N m s");
    if (motor.has("gear")) {
      out.gear = motor.number({"gear", "a number, motor turns per joint turn"});
      if (out.gear == 0)
        throw motor.wrong("gear", "'motor.gear' is zero")
            .need("motor turns per joint turn")
            .hint("gear = 1 means no gear");
    }
    if (motor.has("coulomb")) {
      out.coulomb = motor.numbers<2>({"coulomb", "[plus, minus] in N m, for positive and negative velocity"});
      if (out.coulomb[0] < 0 || out.coulomb[1] > 0) {
        throw motor.wrong("coulomb", "'motor.coulomb' has the wrong signs")
            .need("first 0 or more (positive velocity), then 0 or less (negative velocity)")
            .hint("the same friction both ways is coulomb = [0.4, -0.4]");
      }
    }
  }

  const TomlTable& table_;
  const Robot& robot_;
  Notes& notes_;
  RobotLink link_;
  bool about_frame_ = false;
};

}  // namespace

RobotLink read_link(const TomlTable& table, const Robot& robot, Notes& notes) {
  return LinkReader(table, robot, notes).read();
}

}  // namespace catena::io::detail
