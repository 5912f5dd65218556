// SPDX-License-Identifier: Apache-2.0
// Broken robot files, each with the full text of its error.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>

#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"

namespace catena {
namespace {

// clang-format off

constexpr std::string_view kSound = R"(catena = 1
name = "arm"
convention = "standard"
angle_unit = "deg"

[[link]]
name = "upper"
joint = "revolute"
dh = { a = 0.5, alpha = 0, d = 0, theta = 90 }
mass = 2
com = [-0.25, 0, 0]
inertia = { about = "com", xx = 0.01, yy = 0.05, zz = 0.05 }
limits = { position = [-90, 90], velocity = 180, effort = 50 }
motor = { inertia = 2e-4, gear = 100, viscous = 1e-3, coulomb = [0.4, -0.4] }

[[link]]
name = "fore"
joint = "prismatic"
dh = { a = 0, alpha = 90, d = 0.1, theta = 0 }
mass = 1
com = [0, 0, 0.1]
inertia = { about = "frame", xx = 0.02, yy = 0.02, zz = 0.01 }

[payload]
mass = 0.5
com = [0, 0, 0.2]
)";

// The sound file with one place of it broken.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kSound);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "the test is broken: the sound file has no " + std::string(from);
  return text.replace(at, from.size(), to);
}

// The sound file with a frame.
std::string framed(const std::string& frame) { return std::string(kSound) + "\n[[frame]]\n" + frame + "\n"; }

struct Broken {
  const char* name;
  std::string file;
  const char* error;
};
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

const Broken kGallery[] = {
    {"EmptyFile", "",
     R"(arm.toml: the file is empty
  given   no text
  need    a robot file: catena = 1, name, convention, angle_unit and one [[link]] per joint)"},
    {"OnlyComments", R"(# nothing yet

)",
     R"(arm.toml: the file is empty
  given   blank lines and comments only
  need    a robot file: catena = 1, name, convention, angle_unit and one [[link]] per joint)"},
    {"NotToml", R"(this is not a robot
)",
     R"(arm.toml:1:6: not valid TOML: parsing key-value pair: expected '=', saw 'i'
  given   this is not a robot)"},
    {"YamlInstead", R"(catena: 1
name: arm
)",
     R"(arm.toml:1:7: not valid TOML: parsing key-value pair: expected '=', saw ':'
  given   catena: 1
  hint    TOML uses key = value)"},
    {"SyntaxErrorInANumber", changed("mass = 2", "mass = 2,5"),
     R"(arm.toml:10:9: not valid TOML: parsing key-value pair: expected a comment or whitespace, saw ','
  given   mass = 2,5
  hint    a number takes a decimal point, not a comma)"},
    {"UnclosedString", changed(R"(name = "upper")", R"(name = "upper)"),
     R"(arm.toml:7:14: not valid TOML: parsing string: unescaped control characters other than TAB (U+0009) are explicitly prohibited
  given   name = "upper
  hint    close the string on the line where it begins)"},
    {"UnclosedArray", changed("com = [-0.25, 0, 0]", "com = [-0.25, 0, 0"),
     R"(arm.toml:12:1: not valid TOML: parsing array: expected comma or closing ']', saw 'i'
  given   inertia = { about = "com", xx = 0.01, yy = 0.05, zz = 0.05 })"},
    {"NumberTooLarge", changed("mass = 2", "mass = 1e999"),
     R"(arm.toml:10:13: not valid TOML: parsing floating-point: '1e999' could not be interpreted as a value
  given   mass = 1e999)"},
    {"DuplicateKey", changed("mass = 2", R"(mass = 2
mass = 3)"),
     R"(arm.toml:11:8: not valid TOML: parsing key-value pair: cannot redefine existing integer 'mass'
  given   mass = 3
  hint    each key may appear only once in a table)"},
    {"DuplicateTable", changed("[payload]", R"([payload]
[payload])"),
     R"(arm.toml:25:1: not valid TOML: parsing table header: cannot redefine existing table 'payload'
  given   [payload]
  hint    each key may appear only once in a table)"},
    {"NestedTooDeeply", changed("com = [-0.25, 0, 0]", "com = [[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]"),
     R"(arm.toml:11:23: nested too deeply
  given   more than 16 levels of brackets
  need    a robot file; its values are nested two or three levels deep)"},
    {"KeyWithTooManyDots", changed("mass = 2", "m.a.s.s.m.a.s.s.m.a.s.s.m.a.s.s.m.a.s.s = 2"),
     R"(arm.toml:10:34: nested too deeply
  given   more than 16 levels of dotted keys
  need    a robot file; its values are nested two or three levels deep)"},
    {"BracketsThatDoNotMatch", changed("com = [-0.25, 0, 0]", "com = [-0.25, 0, 0}"),
     R"(arm.toml:11:19: not valid TOML: '[' closed by '}'
  given   com = [-0.25, 0, 0})"},
    {"DateAndTime", changed("mass = 2", "mass = 1984-04-01 1"),
     R"(arm.toml:10:12: not valid TOML: a robot file cannot contain dates
  given   mass = 1984-04-01 1)"},
    {"Date", changed("mass = 2", "mass = 1984-04-01"),
     R"(arm.toml:10:8: link 1 'upper': 'mass' must be a number
  given   a date or time
  need    a number in kg)"},
    {"TableWithoutAName", changed("[payload]", "[ ]"),
     R"(arm.toml:24:1: not valid TOML: a table without a name
  given   [ ]
  need    [[link]], [[frame]], [[mesh]] or [payload])"},
    {"TypographicQuotes", changed(R"(name = "upper")", "name = “upper”"),
     R"(arm.toml:7:8: not valid TOML: '“' may appear only in a string or a comment
  given   name = “upper”
  hint    use plain quotes)"},
    {"DeletedCharacter", changed("mass = 2", "mass = 2"),
     R"(arm.toml:10:9: not valid TOML: '\x7f' may appear only in a string or a comment
  given   mass = 2\x7f)"},
    {"TypographicMinus", changed("com = [-0.25", "com = [−0.25"),
     R"(arm.toml:11:8: not valid TOML: '−' may appear only in a string or a comment
  given   com = [−0.25, 0, 0]
  hint    use a plain minus sign)"},
    {"AccentInAKey", changed("mass = 2", "mässa = 2"),
     R"(arm.toml:10:2: not valid TOML: 'ä' may appear only in a string or a comment
  given   mässa = 2)"},
    {"AccentInAQuotedKey", changed("mass = 2", R"("mässa" = 2)"),
     R"(arm.toml:10:1: link 1 'upper': unknown key 'mässa'
  need    one of name, joint, joint_name, dh, mass, com, inertia, limits, motor)"},
    {"VersionMissing", changed(R"(catena = 1
)", ""),
     R"(arm.toml:1:1: key 'catena' is missing
  need    catena = 1, the version of the robot file)"},
    {"VersionOfTomorrow", changed("catena = 1", "catena = 2"),
     R"(arm.toml:1:10: this version of the robot file is not supported
  given   2
  need    catena = 1
  hint    a newer version of Catena may read it)"},
    {"VersionIsAString", changed("catena = 1", R"(catena = "1")"),
     R"(arm.toml:1:10: 'catena' must be an integer
  given   the string "1"
  need    catena = 1, the version of the robot file)"},
    {"NameMissing", changed(R"(name = "arm"
)", ""),
     R"(arm.toml:1:1: key 'name' is missing
  need    a string, the robot's name)"},
    {"NameIsANumber", changed(R"(name = "arm")", "name = 560"),
     R"(arm.toml:2:8: 'name' must be a string
  given   560
  need    a string, the robot's name)"},
    {"ConventionMissing", changed(R"(convention = "standard"
)", ""),
     R"(arm.toml:1:1: key 'convention' is missing
  need    "standard" (distal DH) or "modified" (proximal DH, Craig and Khalil))"},
    {"ConventionMisspelt", changed(R"("standard")", R"("standart")"),
     R"(arm.toml:3:14: 'convention' has an unknown value
  given   the string "standart"
  need    "standard" (distal DH) or "modified" (proximal DH, Craig and Khalil)
  hint    did you mean 'standard'?)"},
    {"AngleUnitMissing", changed(R"(angle_unit = "deg"
)", ""),
     R"(arm.toml:1:1: key 'angle_unit' is missing
  need    "deg" or "rad")"},
    {"AngleUnitUnknown", changed(R"("deg")", R"("degrees")"),
     R"(arm.toml:4:14: 'angle_unit' has an unknown value
  given   the string "degrees"
  need    "deg" or "rad"
  hint    did you mean 'deg'?)"},
    {"UnknownKeyAtTheTop", changed("angle_unit", "angel_unit"),
     R"(arm.toml:4:1: unknown key 'angel_unit'
  need    one of catena, name, source, convention, angle_unit, gravity, allow_nonphysical, link, payload, frame, mesh
  hint    did you mean 'angle_unit'?)"},
    {"UnknownKeyLikeNoOther", changed(R"(name = "arm")", R"(name = "arm"
colour = "blue")"),
     R"(arm.toml:3:1: unknown key 'colour'
  need    one of catena, name, source, convention, angle_unit, gravity, allow_nonphysical, link, payload, frame, mesh)"},
    {"GravityIsANumber", changed(R"(name = "arm")", R"(name = "arm"
gravity = -9.81)"),
     R"(arm.toml:3:11: 'gravity' must be an array of 3 numbers
  given   -9.81
  need    [x, y, z] in m/s²)"},
    {"AllowNonphysicalIsAString", changed(R"(name = "arm")", R"(name = "arm"
allow_nonphysical = "yes")"),
     R"(arm.toml:3:21: 'allow_nonphysical' must be true or false
  given   the string "yes"
  need    true or false, without quotes)"},
    {"NoLink", R"(catena = 1
name = "arm"
convention = "standard"
angle_unit = "rad"
)",
     R"(arm.toml:1:1: key 'link' is missing
  need    one [[link]] table per joint, base to tip)"},
    {"LinkWithOneBracket", R"(catena = 1
name = "arm"
convention = "standard"
angle_unit = "rad"

[link]
joint = "revolute"
)",
     R"(arm.toml:6:1: 'link' must be an array of tables
  given   a table
  need    one [[link]] table per joint, base to tip
  hint    write [[link]], with two brackets)"},
    {"LinkIsANumber", R"(catena = 1
name = "arm"
convention = "standard"
angle_unit = "rad"
link = 6
)",
     R"(arm.toml:5:8: 'link' must be an array of tables
  given   6
  need    one [[link]] table per joint, base to tip)"},
    {"OnlyFixedLinks", R"(catena = 1
name = "arm"
convention = "standard"
angle_unit = "rad"

[[link]]
joint = "fixed"
dh = { a = 0, alpha = 0, d = 0, theta = 0 }
)",
     R"(arm.toml:6:1: the robot cannot move
  given   1 fixed link
  need    at least one revolute or prismatic joint)"},
    {"UnknownKeyInALink", changed("mass = 2", "mas = 2"),
     R"(arm.toml:10:1: link 1 'upper': unknown key 'mas'
  need    one of name, joint, joint_name, dh, mass, com, inertia, limits, motor
  hint    did you mean 'mass'?)"},
    {"LinkWithoutAName", changed(R"(name = "upper"
joint = "revolute")", R"(jiont = "revolute")"),
     R"(arm.toml:7:1: link 1: unknown key 'jiont'
  need    one of name, joint, joint_name, dh, mass, com, inertia, limits, motor
  hint    did you mean 'joint'?)"},
    {"JointMissing", changed(R"(joint = "prismatic"
)", ""),
     R"(arm.toml:16:1: link 2 'fore': key 'joint' is missing
  need    "revolute", "prismatic" or "fixed")"},
    {"JointMisspelt", changed(R"("revolute")", R"("Revolut")"),
     R"(arm.toml:8:9: link 1 'upper': 'joint' has an unknown value
  given   the string "Revolut"
  need    "revolute", "prismatic" or "fixed"
  hint    did you mean 'revolute'?)"},
    {"JointIsANumber", changed(R"("revolute")", "1"),
     R"(arm.toml:8:9: link 1 'upper': 'joint' must be a string
  given   1
  need    "revolute", "prismatic" or "fixed")"},
    {"DhMissing", changed(R"(dh = { a = 0.5, alpha = 0, d = 0, theta = 90 }
)", ""),
     R"(arm.toml:6:1: link 1 'upper': key 'dh' is missing
  need    { a = .., alpha = .., d = .., theta = .. }, all four)"},
    {"DhIsAnArray", changed("{ a = 0.5, alpha = 0, d = 0, theta = 90 }", "[0.5, 0, 0, 90]"),
     R"(arm.toml:9:6: link 1 'upper': 'dh' must be a table
  given   [0.5, 0, 0, 90]
  need    { a = .., alpha = .., d = .., theta = .. }, all four)"},
    {"DhWithoutTheta", changed(", theta = 90", ""),
     R"(arm.toml:9:6: link 1 'upper': key 'dh.theta' is missing
  need    a number in angle_unit)"},
    {"DhWithAnUnknownKey", changed("alpha = 0, d", "alhpa = 0, d"),
     R"(arm.toml:9:17: link 1 'upper': unknown key 'dh.alhpa'
  need    one of a, alpha, d, theta
  hint    did you mean 'alpha'?)"},
    {"MassMissing", changed(R"(mass = 2
)", ""),
     R"(arm.toml:6:1: link 1 'upper': key 'mass' is missing
  need    a number in kg)"},
    {"MassIsAString", changed("mass = 2", R"(mass = "2.0")"),
     R"(arm.toml:10:8: link 1 'upper': 'mass' must be a number
  given   the string "2.0"
  need    a number in kg
  hint    remove the quotes)"},
    {"MassWithItsUnit", changed("mass = 2", R"(mass = "2 kg")"),
     R"(arm.toml:10:8: link 1 'upper': 'mass' must be a number
  given   the string "2 kg"
  need    a number in kg)"},
    {"MassTooSmall", changed("mass = 2", "mass = 1e-400"),
     R"(arm.toml:10:8: the number is too small for a double and would be read as 0
  given   mass = 1e-400
  need    0, or 4.94e-324 or more in magnitude)"},
    {"AlphaTooLarge", changed("alpha = 0, d", "alpha = 1e8, d"),
     R"(arm.toml:9:25: link 1 'upper': 'alpha' is too large
  given   1.74533e+06 rad
  need    at most 1e+05 rad in magnitude
  hint    subtract whole turns)"},
    {"MassIsNotANumber", changed("mass = 2", "mass = nan"),
     R"(arm.toml:10:8: link 1 'upper': 'mass' must be finite
  given   nan
  need    a number in kg)"},
    {"MassIsInfinite", changed("mass = 2", "mass = inf"),
     R"(arm.toml:10:8: link 1 'upper': 'mass' must be finite
  given   inf
  need    a number in kg)"},
    {"MassIsNegative", changed("mass = 2", "mass = -2"),
     R"(arm.toml:10:8: link 1 'upper': mass is negative
  given   mass -2 kg
  need    0 or more
  hint    set allow_nonphysical = true at the top of the file to accept it with a note)"},
    {"ComMissing", changed(R"(com = [-0.25, 0, 0]
)", ""),
     R"(arm.toml:6:1: link 1 'upper': key 'com' is missing
  need    [x, y, z] in m, the centre of mass in the link's DH frame)"},
    {"ComTooShort", changed("com = [-0.25, 0, 0]", "com = [-0.25, 0]"),
     R"(arm.toml:11:7: link 1 'upper': 'com' must be an array of 3 numbers
  given   [-0.25, 0]
  need    [x, y, z] in m, the centre of mass in the link's DH frame)"},
    {"ComHoldsAString", changed("com = [-0.25, 0, 0]", R"(com = [-0.25, "0", 0])"),
     R"(arm.toml:11:15: link 1 'upper': value 2 of 'com' must be a number
  given   the string "0"
  need    [x, y, z] in m, the centre of mass in the link's DH frame
  hint    remove the quotes)"},
    {"InertiaMissing", changed(R"(inertia = { about = "com", xx = 0.01, yy = 0.05, zz = 0.05 }
)", ""),
     R"(arm.toml:6:1: link 1 'upper': key 'inertia' is missing
  need    { about = "com", xx = .., yy = .., zz = .. } in kg m²)"},
    {"InertiaWithoutAbout", changed(R"(about = "com", )", ""),
     R"(arm.toml:12:11: link 1 'upper': key 'inertia.about' is missing
  need    "com" (the centre of mass) or "frame" (the origin of the link's DH frame))"},
    {"InertiaAboutNowhere", changed(R"(about = "com")", R"(about = "joint")"),
     R"(arm.toml:12:21: link 1 'upper': 'inertia.about' has an unknown value
  given   the string "joint"
  need    "com" (the centre of mass) or "frame" (the origin of the link's DH frame))"},
    {"InertiaWithoutZz", changed(", zz = 0.05", ""),
     R"(arm.toml:12:11: link 1 'upper': key 'inertia.zz' is missing
  need    a number in kg m²)"},
    {"InertiaWithTheWrongTriangleHalf", changed("zz = 0.05", "zz = 0.05, yx = 0.001"),
     R"(arm.toml:12:61: link 1 'upper': unknown key 'inertia.yx'
  need    one of about, xx, yy, zz, xy, xz, yz
  hint    did you mean 'xy'?)"},
    {"InertiaBreaksTheTriangle", changed("yy = 0.05", "yy = 0.02"),
     R"(arm.toml:12:11: link 1 'upper': inertia is not physically possible
  given   principal moments 0.01, 0.02, 0.05 kg m²
  need    the two smaller moments to sum to at least the largest (0.01 + 0.02 = 0.03 < 0.05)
  hint    set allow_nonphysical = true at the top of the file to accept it with a note)"},
    {"InertiaIsNegative", changed("xx = 0.01, yy", "xx = -0.01, yy"),
     R"(arm.toml:12:11: link 1 'upper': inertia is not physically possible
  given   principal moments -0.01, 0.05, 0.05 kg m²
  need    no negative moment (-0.01 < 0)
  hint    set allow_nonphysical = true at the top of the file to accept it with a note)"},
    {"InertiaIsReallyAboutTheCom", changed("xx = 0.02, yy = 0.02", "xx = 0.008, yy = 0.009"),
     R"(arm.toml:22:11: link 2 'fore': inertia is not physically possible
  given   principal moments -0.002, -0.001, 0.01 kg m²
  need    no negative moment (-0.002 < 0)
  hint    the moments would be possible about the centre of mass; set about = "com" if they are about that point)"},
    {"InertiaOverflows", changed(R"(mass = 1
com = [0, 0, 0.1])", R"(mass = 1e300
com = [0, 0, 1e10])"),
     R"(arm.toml:22:11: link 2 'fore': the inertia cannot be moved to the centre of mass
  given   mass 1e+300 kg at [0, 0, 10000000000] m
  need    moments within the range of a double)"},
    {"LimitsUpsideDown", changed("[-90, 90]", "[90, -90]"),
     R"(arm.toml:13:23: link 1 'upper': the limits in 'limits.position' are reversed
  given   [90, -90]
  need    the lower limit first)"},
    {"LimitsWithAnUnknownKey", changed("effort = 50", "torque = 50"),
     R"(arm.toml:13:50: link 1 'upper': unknown key 'limits.torque'
  need    one of position, velocity, effort)"},
    {"VelocityLimitIsZero", changed("velocity = 180", "velocity = 0"),
     R"(arm.toml:13:45: link 1 'upper': 'limits.velocity' must be positive
  given   0
  need    more than 0)"},
    {"EffortLimitIsNegative", changed("effort = 50", "effort = -50"),
     R"(arm.toml:13:59: link 1 'upper': 'limits.effort' must be positive
  given   -50
  need    more than 0)"},
    {"LimitsOfAFixedJoint", changed(R"(joint = "revolute")", R"(joint = "fixed")"),
     R"(arm.toml:13:10: link 1 'upper': a fixed joint has no 'limits'
  given   joint = "fixed"
  need    a joint that moves
  hint    remove 'limits')"},
    {"GearIsZero", changed("gear = 100", "gear = 0"),
     R"(arm.toml:14:34: link 1 'upper': 'motor.gear' is zero
  given   0
  need    motor turns per joint turn
  hint    gear = 1 means no gear)"},
    {"MotorInertiaIsNegative", changed("inertia = 2e-4", "inertia = -2e-4"),
     R"(arm.toml:14:21: link 1 'upper': 'motor.inertia' is negative
  given   -0.0002
  need    0 or more)"},
    {"ViscousFrictionIsNegative", changed("viscous = 1e-3", "viscous = -1e-3"),
     R"(arm.toml:14:49: link 1 'upper': 'motor.viscous' is negative
  given   -0.001
  need    0 or more)"},
    {"CoulombFrictionIsOneNumber", changed("[0.4, -0.4]", "0.4"),
     R"(arm.toml:14:65: link 1 'upper': 'motor.coulomb' must be an array of 2 numbers
  given   0.4
  need    [plus, minus] in N m, for positive and negative velocity)"},
    {"CoulombFrictionHasTheWrongSigns", changed("[0.4, -0.4]", "[0.4, 0.4]"),
     R"(arm.toml:14:65: link 1 'upper': 'motor.coulomb' has the wrong signs
  given   [0.4, 0.4]
  need    first 0 or more (positive velocity), then 0 or less (negative velocity)
  hint    the same friction both ways is coulomb = [0.4, -0.4])"},
    {"MotorIsANumber", changed("motor = { inertia = 2e-4, gear = 100, viscous = 1e-3, coulomb = [0.4, -0.4] }", "motor = 3"),
     R"(arm.toml:14:9: link 1 'upper': 'motor' must be a table
  given   3
  need    { inertia = .., gear = .., viscous = .., coulomb = [plus, minus] })"},
    {"PayloadWithTwoBrackets", changed(R"([payload]
mass = 0.5
com = [0, 0, 0.2])", R"([[payload]]
mass = 0.5
com = [0, 0, 0.2])"),
     R"(arm.toml:24:1: 'payload' must be a table
  given   an array of 1 value
  need    a table with mass, com and perhaps inertia
  hint    one pair of brackets, not two)"},
    {"FrameWithOneBracket", std::string(kSound) + "[frame]\nname = \"a\"\n",
     R"(arm.toml:27:1: 'frame' must be an array of tables
  given   a table
  need    one [[frame]] table for each named frame
  hint    write [[frame]], with two brackets)"},
    {"FrameWithoutName", framed("link = 1"),
     R"(arm.toml:28:1: frame 1: key 'name' is missing
  need    a string, the name of the frame)"},
    {"FrameWithAnUnknownKey", framed("name = 'eye'\nxyz = [0, 0, 0]"),
     R"(arm.toml:30:1: frame 1 'eye': unknown key 'xyz'
  need    one of name, link, position, rpy, rotation)"},
    {"FrameOnAnUnknownLink", framed("name = 'eye'\nlink = 'uper'"),
     R"(arm.toml:30:8: frame 1 'eye': there is no such link
  given   the string "uper"
  need    the name of a [[link]], its number (the first is 1), or "base" for the base frame
  hint    did you mean 'upper'?)"},
    {"FrameOnALinkBeyondTheLast", framed("name = 'eye'\nlink = 3"),
     R"(arm.toml:30:8: frame 1 'eye': there is no such link
  given   3
  need    a number from 1 to 2, or 0 for the base frame)"},
    {"FrameNamedTwice", framed("name = 'eye'\nlink = 1\n[[frame]]\nname = 'eye'\nlink = 2"),
     R"(arm.toml:32:8: frame 2 'eye': the name of the frame is taken
  given   the string "eye"
  need    one name for each frame)"},
    {"FrameWithAnEmptyName", framed("name = ''\nlink = 1"),
     R"(arm.toml:29:8: frame 1 '': the name is empty
  given   the string ""
  need    the name of the frame)"},
    {"FrameAngleTooLarge", framed("name = 'eye'\nlink = 1\nrpy = [0, 0, 1e9]"),
     R"(arm.toml:31:7: frame 1 'eye': 'rpy' is too large
  given   1.74533e+07 rad
  need    at most 1e+05 rad in magnitude
  hint    subtract whole turns)"},
    {"FrameTurnedTwice", framed("name = 'eye'\nlink = 1\nrpy = [0, 0, 0]\nrotation = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"),
     R"(arm.toml:32:12: frame 1 'eye': 'rpy' and 'rotation' are both given
  given   an array of 3 values
  need    one of them)"},
    {"FrameWithAMirror", framed("name = 'eye'\nlink = 1\nrotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]"),
     R"(arm.toml:31:12: frame 1 'eye': 'rotation' is not a rotation
  given   R with R Rᵀ or its determinant off by 2
  need    an orthonormal, right-handed matrix
  hint    angles are easier to write: rpy = [roll, pitch, yaw])"},
    {"FrameWithTwoRows", framed("name = 'eye'\nlink = 1\nrotation = [[1, 0, 0], [0, 1, 0]]"),
     R"(arm.toml:31:12: frame 1 'eye': 'rotation' must have three rows of three numbers
  given   an array of 2 values
  need    three rows of three numbers: an orthonormal, right-handed matrix)"},
    {"JointNamedTwice", changed("joint = \"prismatic\"", "joint = \"prismatic\"\njoint_name = \"j\"").replace(
                            changed("joint = \"prismatic\"", "joint = \"prismatic\"\njoint_name = \"j\"").find("dh"), 0,
                            "joint_name = \"j\"\n"),
     R"(arm.toml:20:14: link 2 'fore': the name of the joint is taken
  given   the string "j"
  need    one name for each joint
  hint    link 1 has the same 'joint_name')"},
    {"PayloadWithoutCom", changed(R"(
com = [0, 0, 0.2])", ""),
     R"(arm.toml:24:1: payload: key 'com' is missing
  need    [x, y, z] in m, in the last link's DH frame)"},
    {"PayloadWithAnUnknownKey", changed("mass = 0.5", R"(mass = 0.5
colour = 3)"),
     R"(arm.toml:26:1: payload: unknown key 'colour'
  need    one of mass, com, inertia)"},
    {"PayloadInertiaIsANumber", changed("mass = 0.5", R"(mass = 0.5
inertia = 3)"),
     R"(arm.toml:26:11: payload: 'inertia' must be a table
  given   3
  need    { about = "com", xx = .., yy = .., zz = .. } in kg m²)"},
    {"PayloadInertiaIsImpossible", changed("mass = 0.5", R"(mass = 0.5
inertia = { about = "com", xx = 1, yy = 1, zz = 3 })"),
     R"(arm.toml:26:11: payload: inertia is not physically possible
  given   principal moments 1, 1, 3 kg m²
  need    the two smaller moments to sum to at least the largest (1 + 1 = 2 < 3)
  hint    set allow_nonphysical = true at the top of the file to accept it with a note)"},
    {"PayloadMassIsNegative", changed("mass = 0.5", "mass = -0.5"),
     R"(arm.toml:25:8: payload: mass is negative
  given   mass -0.5 kg
  need    0 or more
  hint    set allow_nonphysical = true at the top of the file to accept it with a note)"},
    {"NameWithALineBreakIsShownOnOneLine", changed(R"(name = "upper"
joint = "revolute")", R"(name = "upp\ner"
joint = 1)"),
     R"(arm.toml:8:9: link 1 'upp\x0aer': 'joint' must be a string
  given   1
  need    "revolute", "prismatic" or "fixed")"},
};
// clang-format on

class BrokenRobotFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenRobotFile, IsToldWhatIsWrongWithIt) {
  Notes notes;
  try {
    parse_robot_file(GetParam().file, "arm.toml", notes);
    FAIL() << "was read without an error:\n" << GetParam().file;
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), GetParam().error);
    EXPECT_EQ(error.kind(), ErrorKind::model);
  }
}
INSTANTIATE_TEST_SUITE_P(Gallery, BrokenRobotFile, testing::ValuesIn(kGallery),
                         [](const auto& broken) { return broken.param.name; });

TEST(RobotFileGallery, BeginsFromASoundFile) {
  Notes notes;
  EXPECT_EQ(parse_robot_file(kSound, "arm.toml", notes).dof(), 2);
  EXPECT_TRUE(notes.empty());
}

std::string error_of(const std::string& text) {
  Notes notes;
  try {
    parse_robot_file(text, "arm.toml", notes);
    return "no error";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(RobotFileGallery, ABinaryFileIsNotText) {
  using namespace std::string_literals;
  EXPECT_EQ(error_of("\x7F"
                     "ELF\x02\x01\x01\0\0"s),
            "arm.toml:1:5: not a text file\n"
            "  given   byte 0x02 at offset 4\n"
            "  need    a robot file: TOML, which is UTF-8 text\n"
            "  hint    is this the right file?");
}

TEST(RobotFileGallery, Latin1AndUtf16AreNotUtf8) {
  using namespace std::string_literals;
  EXPECT_EQ(error_of("catena = 1\nname = \"b\xE9\"\n"),
            "arm.toml:2:10: not UTF-8 text\n"
            "  given   byte 0xe9 at offset 20\n"
            "  need    a robot file: TOML, which is UTF-8 text\n"
            "  hint    save the file as UTF-8");
  EXPECT_EQ(error_of("\xFF\xFE"
                     "c\0a\0"s),
            "arm.toml:1:1: not UTF-8 text\n"
            "  given   byte 0xff at offset 0\n"
            "  need    a robot file: TOML, which is UTF-8 text\n"
            "  hint    save the file as UTF-8");
  // Too long, a surrogate, beyond the last character, cut off.
  for (const char* bytes :
       {"\xC0\xAF", "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"})
    EXPECT_NE(error_of(bytes).find("not UTF-8 text"), std::string::npos) << error_of(bytes);
}

TEST(RobotFileGallery, AByteOrderMarkIsNoError) {
  EXPECT_EQ(error_of("\xEF\xBB\xBF" + std::string(kSound)), "no error");
  EXPECT_EQ(error_of("\xEF\xBB\xBF").substr(0, 27), "arm.toml: the file is empty");
}

TEST(RobotFileGallery, WindowsLineEndsAreNoError) {
  std::string text;
  for (char c : kSound) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(error_of(text), "no error");
}

TEST(RobotFileGallery, AMillionLevelsAreRefusedInsteadOfExhaustingTheStack) {
  const std::size_t million = 1000000;
  for (const std::string& text :
       {"x = " + repeated("[", million), "x = " + repeated("{a=", million),
        "[" + repeated("a.", million) + "a]", repeated("a.", million) + "a = 1",
        "x = {" + repeated("'a'.", million) + "a = 1}", "x = \"\"\"\"\"\"\"\"\ny = " + repeated("[", million),
        "x = '''a''' # ''' \ny = " + repeated("[", million)})
    EXPECT_NE(error_of(text).find(": nested too deeply\n"), std::string::npos)
        << error_of(text).substr(0, 300);
}

TEST(RobotFileGallery, DotsAndBracketsInStringsAndCommentsAreNotNesting) {
  const std::string dots = repeated(". [{", 100);
  EXPECT_EQ(error_of("source = \"" + dots + "\"\n# " + dots + "\n" + std::string(kSound)), "no error");
  EXPECT_EQ(error_of("source = '''\n" + dots + "\n\"'''\n" + std::string(kSound)), "no error");
  EXPECT_EQ(error_of("source = \"\"\"\\\"\"\" " + dots + "\"\"\"\n" + std::string(kSound)), "no error");
}

TEST(RobotFileGallery, TenMegabytesOfCommentAreReadAndOfLinksAreTooMany) {
  const std::string comment = repeated("# a line that says nothing, and says it again\n", 230000);
  ASSERT_GT(comment.size(), 10000000u);
  EXPECT_EQ(error_of(comment + std::string(kSound)), "no error");

  const std::string link = "[[link]]\njoint = \"fixed\"\ndh = { a = 0, alpha = 0, d = 0, theta = 0 }\n# " +
                           std::string(900, '.') + "\n";
  const std::string top = "catena = 1\nname = \"long\"\nconvention = \"standard\"\nangle_unit = \"rad\"\n";
  EXPECT_EQ(error_of(top + repeated(link, 10001)),
            "arm.toml:40005:1: too many links\n"
            "  given   10001 links\n"
            "  need    10000 or fewer");
}

TEST(RobotFileGallery, ALongWordIsCutInTheMessage) {
  const std::string word(1000, 'x');
  EXPECT_EQ(error_of(changed("mass = 2", "mass = \"" + word + "\"")),
            "arm.toml:10:8: link 1 'upper': 'mass' must be a number\n"
            "  given   the string \"" +
                word.substr(0, 60) +
                "...\"\n"
                "  need    a number in kg");
}

// --- files that cannot be read
// --------------------------------------------------------------------------------

std::string load_error_of(const std::string& spec) {
  Notes notes;
  try {
    load_robot(spec, notes);
    return "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    return error.what();
  }
}

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("catena_gallery_" + std::to_string(getpid()) + test->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

  std::filesystem::path path_;
};

class UnreadableRobotFile : public Folder {};

TEST_F(UnreadableRobotFile, IsMissingAndItsNeighbourIsSuggested) {
  file("forearm.toml", kSound);
  const std::string wanted = (path_ / "foream.toml").string();
  EXPECT_EQ(load_error_of(wanted), wanted +
                                       ": the file cannot be opened\n"
                                       "  given   No such file or directory\n"
                                       "  hint    did you mean 'forearm.toml'?");
}

TEST_F(UnreadableRobotFile, IsAFolder) {
  EXPECT_EQ(load_error_of(path_.string()), path_.string() +
                                               ": this is a folder\n"
                                               "  need    a robot file, .toml or .urdf");
}

TEST_F(UnreadableRobotFile, LiesBelowAFile) {
  // What a user without rights meets cannot be provoked by chmod when the tests run as root; this can.
  const std::string wanted = file("arm.toml", kSound) + "/arm.toml";
  EXPECT_EQ(load_error_of(wanted), wanted +
                                       ": the file cannot be opened\n"
                                       "  given   Not a directory");
}

TEST_F(UnreadableRobotFile, IsLargerThan64Megabytes) {
  const std::string large = file("large.toml", kSound);
  std::filesystem::resize_file(large, (std::uintmax_t{64} << 20) + 1);
  EXPECT_EQ(load_error_of(large), large +
                                      ": the file is too large\n"
                                      "  given   more than 64 MB\n"
                                      "  need    64 MB or less");
}

}  // namespace
}  // namespace catena
