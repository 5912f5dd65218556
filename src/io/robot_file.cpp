// SPDX-License-Identifier: Apache-2.0
// Reads robot file version 1.
#include "catena/io/robot_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/model/physical.hpp"
#include "io/angle.hpp"
#include "io/toml_check.hpp"
#include "io/toml_fields.hpp"
#include "util/text.hpp"

namespace catena {
namespace {

using detail::Field;
using detail::TomlTable;

constexpr std::size_t kMostLinks = 10000;

constexpr Field kMass = {"mass", "a number in kg"};
constexpr Field kCom = {"com", "[x, y, z] in m, the centre of mass in the link's DH frame"};
constexpr Field kInertia = {"inertia", "{ about = \"com\", xx = .., yy = .., zz = .. } in kg m^2"};

Vec3<double> vec3(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

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
    table_.allow_only({"name", "joint", "dh", "mass", "com", "inertia", "limits", "motor"});
    if (table_.has("name")) link_.name = table_.text({"name", "the link's name"});
    link_.joint = table_.choice<JointKind>({"joint", "\"revolute\", \"prismatic\" or \"fixed\""},
                                           {{"revolute", JointKind::revolute},
                                            {"prismatic", JointKind::prismatic},
                                            {"fixed", JointKind::fixed}});
    read_dh();
    read_body();
    if (table_.has("limits")) read_limits();
    if (table_.has("motor")) read_motor();
    return link_;
  }

 private:
  double angle(double value) const {
    return robot_.angle_unit == AngleUnit::deg ? detail::radians(value) : value;
  }
  double travel(double value) const { return link_.joint == JointKind::revolute ? angle(value) : value; }

  void read_dh() {
    const TomlTable dh = table_.table({"dh", "{ a = .., alpha = .., d = .., theta = .. }, all four"});
    dh.allow_only({"a", "alpha", "d", "theta"});
    link_.dh.a = dh.number({"a", "a number in m"});
    link_.dh.alpha = angle(dh.number({"alpha", "a number in angle_unit"}));
    link_.dh.d = dh.number({"d", "a number in m"});
    link_.dh.theta = angle(dh.number({"theta", "a number in angle_unit"}));
  }

  void read_body() {
    // A fixed row may be a mere change of frame; a moving link must say what it weighs.
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
    const auto moment = [&](std::string_view key) { return inertia.number({key, "a number in kg m^2"}); };
    const auto product = [&](std::string_view key) { return inertia.has(key) ? moment(key) : 0.0; };
    Sym3<double> given{moment("xx"), moment("yy"), moment("zz"), 0, 0, 0};
    given.xy = product("xy");
    given.xz = product("xz");
    given.yz = product("yz");
    link_.inertia = about_frame_ ? given - parallel_axis(link_.mass, link_.com) : given;
    if (!finite(link_.inertia))
      throw table_.wrong("inertia", "'inertia' is too large to be moved to the centre of mass");
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
    notes_.push_back({error.where(), fmt::format("{}: {}; need {}", headline, body.given, body.need)});
  }

  // The likeliest slip is the wrong reference point: see whether the other one would do.
  std::string hint(bool by_mass) const {
    if (!by_mass) {
      const Sym3<double> step = parallel_axis(link_.mass, link_.com);
      const Sym3<double> other = about_frame_ ? link_.inertia + step : link_.inertia - step;
      if (check_physical(link_.mass, link_.com, other).ok()) {
        return fmt::format("these numbers are possible about the {}; set about = \"{}\" if they are",
                           about_frame_ ? "centre of mass" : "origin of the link's frame",
                           about_frame_ ? "com" : "frame");
      }
    }
    return "allow_nonphysical = true at the top of the file lets it pass, with a note";
  }

  void refuse_on_fixed(std::string_view key) const {
    if (link_.joint == JointKind::fixed)
      throw table_.wrong(key, fmt::format("a fixed joint has no '{}'", key))
          .need("a joint that moves")
          .hint("remove it");
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
        throw limits.wrong("position", "'limits.position' is upside down").need("the lower limit first");
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
    if (motor.has("inertia")) out.inertia = not_negative("inertia", "a number in kg m^2");
    if (motor.has("viscous")) out.viscous = not_negative("viscous", "a number in N m s");
    if (motor.has("gear")) {
      out.gear = motor.number({"gear", "a number, motor turns per joint turn"});
      if (out.gear == 0)
        throw motor.wrong("gear", "'motor.gear' is zero")
            .need("motor turns per joint turn")
            .hint("gear = 1 is no gear");
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

void check_version(const TomlTable& file) {
  const Field version = {"catena", "catena = 1, the version of the robot file"};
  if (const std::int64_t found = file.integer(version); found != 1) {
    throw file.wrong("catena", "this version of the robot file is not supported")
        .need("catena = 1")
        .hint(found > 1 ? "a newer Catena may read it" : "");
  }
}

void read_links(const TomlTable& file, const std::string& where, Robot& robot, Notes& notes) {
  const toml::node& found = file.node({"link", "one [[link]] table per joint, base to tip"});
  if (found.is_table()) {
    throw file.wrong(found, "'link' must be an array of tables")
        .need("one [[link]] table per joint, base to tip")
        .hint("write [[link]], with two brackets");
  }
  const toml::array* links = found.as_array();
  if (!links ||
      !std::all_of(links->begin(), links->end(), [](const toml::node& n) { return n.is_table(); })) {
    throw file.wrong(found, "'link' must be an array of tables")
        .need("one [[link]] table per joint, base to tip");
  }
  if (links->size() > kMostLinks) {
    throw file.wrong(*links->get(kMostLinks), "too many links")
        .given(fmt::format("{} links", links->size()))
        .need(fmt::format("{} or fewer", kMostLinks));
  }
  robot.links.reserve(links->size());
  for (const toml::node& link : *links) {
    const toml::table& table = *link.as_table();
    std::string object = fmt::format("link {}", robot.links.size() + 1);
    if (const auto name = table.get_as<std::string>("name"))
      object += " '" + detail::printable(name->get()) + "'";
    robot.links.push_back(LinkReader(TomlTable(table, where, object), robot, notes).read());
  }
  if (robot.dof() == 0) {
    throw file.wrong(found, "the robot cannot move")
        .given(fmt::format("{} fixed link{}", links->size(), links->size() == 1 ? "" : "s"))
        .need("at least one revolute or prismatic joint");
  }
}

void read_payload(const TomlTable& file, const std::string& where, Robot& robot, Notes& notes) {
  file.table({"payload", "a table with mass and com"});
  const TomlTable payload(*file.node({"payload", ""}).as_table(), where, "payload");
  payload.allow_only({"mass", "com"});
  const double mass = payload.number(kMass);
  const Vec3<double> com = vec3(payload.numbers<3>({"com", "[x, y, z] in m, in the last link's DH frame"}));
  robot.payload = Payload{mass, com};
  if (mass >= 0) return;
  const Error error = payload.wrong("mass", "mass is negative")
                          .need("0 or more")
                          .hint("allow_nonphysical = true at the top of the file lets it pass, with a note");
  if (!robot.allow_nonphysical) throw error;
  notes.push_back({error.where(), fmt::format("mass is negative: mass {} kg; need 0 or more", mass)});
}

toml::table parsed(std::string_view text, const std::string& where) {
  detail::check_toml_text(text, where);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& e) {
    std::string_view reason = e.description();
    constexpr std::string_view kPreamble = "Error while ";
    if (reason.starts_with(kPreamble)) reason.remove_prefix(kPreamble.size());
    const auto at = e.source().begin;
    const bool twice = reason.find("cannot redefine") != std::string_view::npos;
    throw Error(ErrorKind::model, fmt::format("{}:{}:{}", where, at.line, at.column),
                "not valid TOML: " + detail::printable(reason, 160))
        .given(detail::line_of(text, at.line))
        .hint(twice ? "each key may stand only once in a table" : "");
  }
}

}  // namespace

Robot parse_robot_file(std::string_view text, const std::string& where, Notes& notes) {
  const toml::table document = parsed(text, where);
  const TomlTable file(document, where);
  check_version(file);
  file.allow_only({"catena", "name", "source", "convention", "angle_unit", "gravity", "allow_nonphysical",
                   "link", "payload"});

  Robot robot;
  robot.name = file.text({"name", "the robot's name"});
  if (file.has("source")) robot.source = file.text({"source", "where the numbers come from"});
  robot.convention = file.choice<Convention>(
      {"convention", "\"standard\" (distal DH) or \"modified\" (proximal DH, Craig and Khalil)"},
      {{"standard", Convention::standard}, {"modified", Convention::modified}});
  robot.angle_unit = file.choice<AngleUnit>({"angle_unit", "\"deg\" or \"rad\""},
                                            {{"deg", AngleUnit::deg}, {"rad", AngleUnit::rad}});
  if (file.has("gravity")) robot.gravity = vec3(file.numbers<3>({"gravity", "[x, y, z] in m/s^2"}));
  if (file.has("allow_nonphysical"))
    robot.allow_nonphysical = file.boolean({"allow_nonphysical", "true or false"});
  read_links(file, where, robot, notes);
  if (file.has("payload")) read_payload(file, where, robot, notes);
  return robot;
}

}  // namespace catena
