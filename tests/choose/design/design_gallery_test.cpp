// SPDX-License-Identifier: Apache-2.0
// Broken design files, each with the full text of its error.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "choose/design/design_helpers.hpp"

namespace catena::choose {
namespace {

// clang-format off

const std::string kSound = two_links(R"([sampling]
kind = "sobol"
points = 16
seed = 1

[[parameter]]
name = "upper"
set = "length"
link = 1
low = 0.2
high = 0.6

[[parameter]]
name = "fore"
set = "length"
link = 2
values = [0.3, 0.5]

[[constraint]]
sum = { upper = 1, fore = 1 }
most = 1

[optimise]
criterion = "weight"
method = "cobyla"
evaluations = 100
)");

// The valid file with some changes; a change from nothing appends at the end.
std::string changed(const std::vector<std::pair<std::string_view, std::string_view>>& changes) {
  std::string text(kSound);
  for (const auto& [from, to] : changes) {
    const std::size_t at = from.empty() ? text.size() : text.find(from);
    if (at == std::string::npos) return "the test is broken: the sound file has no " + std::string(from);
    text.replace(at, from.size(), to);
  }
  return text;
}

struct Broken {
  const char* name;
  std::string file;
  const char* error;
};
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

const Broken kGallery[] = {
    {"EmptyFile", "",
     R"(arms.toml: the file is empty
  given   no text
  need    a design file: design = 1, robot or arm, criteria, [sampling] and at least one [[parameter]])"},
    {"NotToml", "arms\n",
     R"(arms.toml:1:5: not valid TOML: parsing key-value pair: expected '=', saw '\n'
  given   arms)"},
    {"ARobotFile", R"(catena = 1
name = "arm"
)",
     R"(arms.toml: this is a robot file, not a design
  hint    a design file begins with design = 1 and lists the parameters to vary)"},
    {"AScenario", R"(scenario = 1
robot = "puma560"
)",
     R"(arms.toml: this is a scenario, not a design
  hint    a design file begins with design = 1 and lists the parameters to vary)"},
    {"NoVersion", R"(name = "arms"
)",
     R"(arms.toml:1:1: key 'design' is missing
  need    design = 1, the version of the design file)"},
    {"NewerVersion", changed({{"design = 1", "design = 2"}}),
     R"(arms.toml:1:10: this version of the design file is not supported
  given   2
  need    design = 1
  hint    a newer version of Catena may read it)"},
    {"UnknownKey", changed({{"lengths = [", "lenghts = ["}}),
     R"(arms.toml:4:1: unknown key 'lenghts'
  need    one of design, name, source, angle_unit, robot, arm, lengths, gravity, limits, body, criteria, task, sampling, parameter, constraint, optimise
  hint    did you mean 'lengths'?)"},
    {"UnknownKeyInATable", changed({{"density = 2700", "densty = 2700"}}),
     R"(arms.toml:9:1: unknown key 'body.densty'
  need    one of law, exponent, density, radius, thickness, least
  hint    did you mean 'density'?)"},
    {"RobotAndArm", changed({{R"(arm = "Rz Rz")", R"(arm = "Rz Rz"
robot = "puma560")"}}),
     R"(arms.toml:3:7: a design has a robot or an arm, not both
  given   'robot' at arms.toml:4:9, 'arm' at arms.toml:3:7
  need    'robot' to vary a robot, 'arm' to build arms from axes and lengths)"},
    {"NeitherRobotNorArm", changed({{R"(arm = "Rz Rz"
)", ""}}),
     R"(arms.toml:1:1: the design defines no arm
  need    robot = "puma560", arm = "Rz Ry Px", or a parameter with set = "arm")"},
    {"ArmThatIsNone", changed({{R"(arm = "Rz Rz")", R"(arm = "Rz Tx")"}}),
     R"(arms.toml:3:7: 'arm': 'Tx' is not a joint
  given   the string "Rz Tx"
  need    a word for each joint: R or P, its axis x, y or z, and where the link goes if not along x, as in "Rz:z Ry Px")"},
    {"LengthsOfTheWrongSize", changed({{"lengths = [0.5, 0.4]", "lengths = [0.5]"}}),
     R"(arms.toml:4:11: 'lengths' has the wrong size
  given   [0.5]
  need    2 numbers, one for each joint)"},
    {"NegativeLength", changed({{"lengths = [0.5, 0.4]", "lengths = [0.5, -0.4]"}}),
     R"(arms.toml:4:11: a length is negative
  given   [0.5, -0.4]
  need    0 or more)"},
    {"LinkWithoutLength", changed({{"lengths = [0.5, 0.4]\n", ""}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "radius"
)"}, {"link = 2\n", "link = 1\n"}}),
     R"(arms.toml:1:1: link 2 has no length
  need    lengths = [..] with a number for each joint, or a parameter with set = "length")"},
    {"NoBody", changed({{R"([body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005
)", ""}}),
     R"(arms.toml:1:1: the masses of the links are not defined
  need    [body] with law = "tube", density, radius and thickness)"},
    {"LawThatIsNone", changed({{R"(law = "tube")", R"(law = "tubes")"}}),
     R"(arms.toml:8:7: 'body.law' has an unknown value
  given   the string "tubes"
  need    "keep", "scaled" or "tube"
  hint    did you mean 'tube'?)"},
    {"NothingToScale", changed({{R"(law = "tube")", R"(law = "scaled")"}}),
     R"(arms.toml:8:7: an arm defined by axes has no bodies to keep or scale
  given   the string "scaled"
  need    law = "tube")"},
    {"ThickWall", changed({{"thickness = 0.005", "thickness = 0.06"}}),
     R"(arms.toml:11:13: the wall is thicker than the radius
  given   thickness 0.06 m, radius 0.05 m
  need    a wall no thicker than the radius; equal to it for a solid rod)"},
    {"NoDensity", changed({{"density = 2700", "density = 0"}}),
     R"(arms.toml:9:11: 'body.density' is too small
  given   0
  need    a number above 0, in kg/m³)"},
    {"UnknownCriterion", changed({{R"(["reach", "weight"])", R"(["reech", "weight"])"}}),
     R"(arms.toml:5:13: no such criterion
  given   the string "reech"
  need    one of reach, weight, simplicity
  hint    did you mean 'reach'?)"},
    {"CriterionTwice", changed({{R"(["reach", "weight"])", R"(["reach", "reach"])"}}),
     R"(arms.toml:5:22: this criterion is listed twice
  given   the string "reach"
  need    each criterion once)"},
    {"NoCriteria", changed({{R"(["reach", "weight"])", "[]"}}),
     R"(arms.toml:5:12: 'criteria' must be an array of criteria
  given   []
  need    an array of criteria, such as ["reach", "workspace"])"},
    {"CriteriaThatAreNumbers", changed({{R"(["reach", "weight"])", "[1, 2]"}}),
     R"(arms.toml:5:13: no such criterion
  given   1
  need    one of reach, weight, simplicity)"},
    {"NoSampling", changed({{R"([sampling]
kind = "sobol"
points = 16
seed = 1
)", ""}}),
     R"(arms.toml:1:1: key 'sampling' is missing
  need    [sampling] with kind, points and seed)"},
    {"SamplingThatIsNone", changed({{R"(kind = "sobol")", R"(kind = "sobel")"}}),
     R"(arms.toml:14:8: 'sampling.kind' has an unknown value
  given   the string "sobel"
  need    "grid", "latin_hypercube" or "sobol"
  hint    did you mean 'sobol'?)"},
    {"NoPoints", changed({{"points = 16\n", ""}}),
     R"(arms.toml:13:1: key 'sampling.points' is missing
  need    how many arms, for 'sobol')"},
    {"TooManyPoints", changed({{"points = 16\n", "points = 2_000_000_000\n"}}),
     R"(arms.toml:15:10: 'sampling.points' is out of range
  given   2000000000
  need    how many arms: 1 to 1000000000)"},
    {"PointsOfAGrid", changed({{R"(kind = "sobol")", R"(kind = "grid")"}}),
     R"(arms.toml:15:10: a grid, whose points are all combinations, does not take 'sampling.points'
  given   16
  hint    remove the key)"},
    {"RangeInAGridWithoutLevels", changed({{R"(kind = "sobol"
points = 16
seed = 1
)", R"(kind = "grid"
)"}}),
     R"(arms.toml:16:1: parameter 'upper': a range needs levels in a grid
  given   low = 0.2, high = 0.6
  need    for example levels = 5: both ends and three values between)"},
    {"TooLargeAGrid", changed({{R"(kind = "sobol"
points = 16
seed = 1
)", R"(kind = "grid"
)"}, {"high = 0.6\n", R"(high = 0.6
levels = 1_000_000
)"}, {"values = [0.3, 0.5]\n", R"(low = 0.3
high = 0.5
levels = 1_000_000
)"}}),
     R"(arms.toml:14:8: the grid has too many points
  given   more than 1000000000 combinations of 2 parameters
  need    fewer levels or values
  hint    kind = "sobol" covers many parameters with any number of points)"},
    {"SeedBelowZero", changed({{"seed = 1\n", "seed = -1\n"}}),
     R"(arms.toml:16:8: 'sampling.seed' is out of range
  given   -1
  need    a whole number: 0 to 4611686018427387904)"},
    {"NothingVaries", std::string(kSound.substr(0, kSound.find("[[parameter]]"))),
     R"(arms.toml:1:1: the design has no parameters
  need    one [[parameter]] table for each quantity that varies)"},
    {"OneBracket", changed({{"[[constraint]]", "[constraint]"}}),
     R"(arms.toml:31:1: 'constraint' must be an array of tables
  given   a table
  need    [[constraint]] with sum, of or criterion
  hint    write [[constraint]] with double brackets)"},
    {"LowAboveHigh", changed({{R"(low = 0.2
high = 0.6)", R"(low = 0.7
high = 0.6)"}}),
     R"(arms.toml:22:7: parameter 'upper': the range is empty
  given   low = 0.7 at arms.toml:22:7, high = 0.6 at arms.toml:23:8
  need    low below high)"},
    {"LowIsHigh", changed({{R"(low = 0.2
high = 0.6)", R"(low = 0.6
high = 0.6)"}}),
     R"(arms.toml:22:7: parameter 'upper': the range is empty
  given   low = 0.6 at arms.toml:22:7, high = 0.6 at arms.toml:23:8
  need    low below high
  hint    one value is values = [0.6])"},
    {"LowWithoutHigh", changed({{"high = 0.6\n", ""}}),
     R"(arms.toml:18:1: parameter 'upper': key 'high' is missing
  need    a number, the upper end of the range)"},
    {"RangeAndList", changed({{"high = 0.6\n", R"(high = 0.6
values = [1]
)"}}),
     R"(arms.toml:18:1: parameter 'upper': a range or a list, not both
  need    low and high, or values = [..], or same_as = "another parameter")"},
    {"NoValues", changed({{"values = [0.3, 0.5]\n", ""}}),
     R"(arms.toml:25:1: parameter 'fore': it has no values
  need    low and high, or values = [..], or same_as = "another parameter")"},
    {"EmptyList", changed({{"values = [0.3, 0.5]\n", "values = []\n"}}),
     R"(arms.toml:29:10: parameter 'fore': 'values' is empty
  given   []
  need    1 to 1000000 numbers)"},
    {"ValueTwice", changed({{"values = [0.3, 0.5]\n", "values = [0.3, 0.3]\n"}}),
     R"(arms.toml:29:10: parameter 'fore': a value is listed twice
  given   [0.3, 0.3]
  need    each value once)"},
    {"NegativeValue", changed({{"values = [0.3, 0.5]\n", "values = [0.3, -0.5]\n"}}),
     R"(arms.toml:29:10: parameter 'fore': a negative "length"
  given   [0.3, -0.5]
  need    0 or more)"},
    {"NegativeLow", changed({{"low = 0.2", "low = -0.2"}}),
     R"(arms.toml:22:7: parameter 'upper': a negative "length"
  given   -0.2
  need    0 or more)"},
    {"LevelsOfAList", changed({{"values = [0.3, 0.5]\n", R"(values = [0.3, 0.5]
levels = 3
)"}}),
     R"(arms.toml:30:10: parameter 'fore': 'levels' goes with 'low' and 'high'
  given   3
  hint    remove the key)"},
    {"OneLevel", changed({{"high = 0.6\n", R"(high = 0.6
levels = 1
)"}}),
     R"(arms.toml:24:10: parameter 'upper': 'levels' is out of range
  given   1
  need    2 to 1000000)"},
    {"NoName", changed({{R"(name = "upper"
)", ""}}),
     R"(arms.toml:18:1: parameter 1: key 'name' is missing
  need    a name of lower-case letters, digits and _)"},
    {"BadName", changed({{R"(name = "upper"
)", R"(name = "Upper arm"
)"}}),
     R"(arms.toml:19:8: parameter 'Upper arm': this name cannot be used as a column name
  given   the string "Upper arm"
  need    lower-case letters, digits and _, starting with a letter, at most 40 characters)"},
    {"SameName", changed({{R"(name = "fore"
)", R"(name = "upper"
)"}}),
     R"(arms.toml:26:8: parameter 'upper': two parameters have this name
  given   'upper' at arms.toml:18:1 and at arms.toml:25:1
  need    a different name for each)"},
    {"NameOfACriterion", changed({{R"(name = "fore"
)", R"(name = "reach"
)"}}),
     R"(arms.toml:26:8: parameter 'reach': a parameter cannot have the name of a criterion
  given   the string "reach"
  need    another name)"},
    {"SetsNothingKnown", changed({{R"(set = "length"
link = 1)", R"(set = "lenght"
link = 1)"}}),
     R"(arms.toml:20:7: parameter 'upper': this quantity cannot be set
  given   the string "lenght"
  need    one of "arm", "length", "radius", "thickness"
  hint    did you mean 'length'?)"},
    {"SetsARowOfAnArm", changed({{R"(set = "length"
link = 1)", R"(set = "alpha"
link = 1)"}}),
     R"(arms.toml:20:7: parameter 'upper': an arm defined by axes has no DH rows
  given   the string "alpha"
  need    one of "arm", "length", "radius", "thickness")"},
    {"NoSuchLink", changed({{"link = 2", "link = 3"}}),
     R"(arms.toml:28:8: parameter 'fore': no such link
  given   3
  need    whole numbers from 1 to 2)"},
    {"HalfALink", changed({{"link = 2", "link = 1.5"}}),
     R"(arms.toml:28:8: parameter 'fore': no such link
  given   1.5
  need    whole numbers from 1 to 2)"},
    {"NoLink", changed({{"link = 2\n", ""}}),
     R"(arms.toml:25:1: parameter 'fore': key 'link' is missing
  need    the number of a link, from 1 at the base, or an array of numbers)"},
    {"LinkTwice", changed({{"link = 2", "link = [2, 2]"}}),
     R"(arms.toml:28:8: parameter 'fore': a link is listed twice
  given   [2, 2]
  need    each link once)"},
    {"SetTwice", changed({{"link = 2", "link = 1"}}),
     R"(arms.toml:27:7: parameter 'fore': "length" of link 1 is set twice
  given   by 'upper' at arms.toml:18:1 and by 'fore' at arms.toml:25:1
  need    one parameter for each)"},
    {"RangeOfArms", changed({{R"(set = "length"
link = 1)", R"(set = "arm")"}}),
     R"(arms.toml:18:1: parameter 'upper': "arm" takes a list, not a range
  need    values = ["Rz Rz", "Rz Px"])"},
    {"ArmSetTwice", changed({{R"(set = "length"
link = 1
low = 0.2
high = 0.6
)", R"(set = "arm"
values = ["Rz Rz", "Rz Px"]
)"}, {"sum = { upper = 1, fore = 1 }\n", "sum = { fore = 1 }\n"}}),
     R"(arms.toml:3:7: the arm is set twice
  given   'arm' at arms.toml:3:7, and by 'upper' at arms.toml:18:1
  need    one of them)"},
    {"ArmsOfDifferentSize", changed({{R"(arm = "Rz Rz"
)", ""}, {R"(set = "length"
link = 1
low = 0.2
high = 0.6
)", R"(set = "arm"
values = ["Rz Rz", "Rz Px Py"]
)"}}),
     R"(arms.toml:20:20: parameter 'upper': an arm of 3 joints among arms of 2
  given   the string "Rz Px Py"
  need    the same number of joints for all)"},
    {"ArmOfATypo", changed({{R"(arm = "Rz Rz"
)", ""}, {R"(set = "length"
link = 1
low = 0.2
high = 0.6
)", R"(set = "arm"
values = ["Rz Rz", "Rz:w Rz"]
)"}}),
     R"(arms.toml:20:20: parameter 'upper': no arm: 'Rz:w' is not a joint
  given   the string "Rz:w Rz"
  need    a word for each joint: R or P, its axis x, y or z, and where the link goes if not along x, as in "Rz:z Ry Px")"},
    {"TieToNothing", changed({{"", R"(
[[parameter]]
set = "radius"
same_as = "uper"
factor = 0.1
)"}}),
     R"(arms.toml:42:11: parameter 3: no such parameter
  given   the string "uper"
  need    one of upper, fore
  hint    did you mean 'upper'?)"},
    {"TieOfDifferentKinds", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "a"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}, {"", R"(
[[parameter]]
set = "alpha"
link = 1
same_as = "upper"
)"}}),
     R"(arms.toml:42:11: parameter 3: these two quantities cannot be tied
  given   "a" of 'upper' and "alpha"
  need    two lengths, two angles, two masses or two joints)"},
    {"TieWithAName", changed({{"", R"(
[[parameter]]
name = "r"
set = "radius"
same_as = "upper"
factor = 0.1
)"}}),
     R"(arms.toml:41:1: parameter 3: unknown key 'name'
  need    one of set, link, same_as, factor)"},
    {"FactorWithoutTie", changed({{"high = 0.6\n", R"(high = 0.6
factor = 2
)"}}),
     R"(arms.toml:24:10: parameter 'upper': 'factor' goes with 'same_as'
  given   2
  hint    remove the key)"},
    {"MassOfATube", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "mass"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}}),
     R"(arms.toml:19:7: parameter 'upper': the mass of a tube follows from its length
  given   the string "mass"
  need    "radius" or "thickness", or [body] with law = "keep" or "scaled")"},
    {"RadiusOfNoTube", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"([body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005
)", ""}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "radius"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}}),
     R"(arms.toml:14:7: parameter 'upper': only tubes have a radius and a wall thickness
  given   the string "radius"
  need    [body] with law = "tube")"},
    {"LengthOfARobot", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}}),
     R"(arms.toml:19:7: parameter 'upper': a robot has DH rows, not axes and lengths
  given   the string "length"
  need    one of "joint", "a", "alpha", "d", "theta", "mass", "lower", "upper", "radius", "thickness")"},
    {"LimitsOfAVaryingJoint", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "upper"
)"}, {R"(set = "length"
link = 2
values = [0.3, 0.5]
)", R"(set = "joint"
link = 1
values = ["R", "P"]
)"}}),
     R"(arms.toml:26:7: parameter 'fore': the joint of link 1 varies, so its limits have no unit
  given   the string "joint"
  need    [limits] with revolute = [lower, upper] and prismatic = [lower, upper])"},
    {"JointThatIsNone", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(robot = "planar2"
)"}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "a"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "joint"
)"}, {"values = [0.3, 0.5]\n", R"(values = ["R", "S"]
)"}}),
     R"(arms.toml:28:16: parameter 'fore': unknown joint type
  given   the string "S"
  need    "R" or "P")"},
    {"InlineRobotWithAnError", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", ""}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "a"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}, {"", R"(
[robot]
catena = 1
name = "x"
convention = "standard"
angle_unit = "deg"
[[robot.link]]
joint = "revolut"
)"}}),
     R"(arms.toml:44:9: link 1: 'joint' has an unknown value
  given   the string "revolut"
  need    "revolute", "prismatic" or "fixed"
  hint    did you mean 'revolute'?)"},
    {"LengthsOfARobot", changed({{R"(arm = "Rz Rz"
lengths = [0.5, 0.4]
)", R"(lengths = [1, 2]
robot = "planar2"
)"}, {R"(name = "upper"
set = "length"
)", R"(name = "upper"
set = "a"
)"}, {R"(name = "fore"
set = "length"
)", R"(name = "fore"
set = "a"
)"}}),
     R"(arms.toml:3:11: a design with a robot does not take 'lengths'
  given   [1, 2]
  hint    remove the key)"},
    {"ConstraintOfNothing", changed({{"sum = { upper = 1, fore = 1 }\n", ""}}),
     R"(arms.toml:31:1: constraint 1: it does not say which quantity it bounds
  need    one of sum = { upper = 1, fore = 1 }, of = "total_length" and criterion = "reach")"},
    {"ConstraintOfTwoThings", changed({{"sum = { upper = 1, fore = 1 }\n", R"(sum = { upper = 1, fore = 1 }
of = "total_mass"
)"}}),
     R"(arms.toml:31:1: constraint 1: it bounds more than one quantity
  need    one of sum = { upper = 1, fore = 1 }, of = "total_length" and criterion = "reach")"},
    {"ConstraintWithoutBound", changed({{"most = 1\n", ""}}),
     R"(arms.toml:31:1: constraint 1: it has no bound
  need    least = .. or most = .., or both)"},
    {"ConstraintUpsideDown", changed({{"most = 1\n", R"(least = 2
most = 1
)"}}),
     R"(arms.toml:33:9: constraint 1: the constraint contradicts itself
  given   least = 2 at arms.toml:33:9, most = 1 at arms.toml:34:8
  need    least no more than most)"},
    {"SumOfUnknown", changed({{"{ upper = 1, fore = 1 }", "{ uper = 1, fore = 1 }"}}),
     R"(arms.toml:32:9: constraint 1: no parameter 'uper'
  need    one of upper, fore
  hint    did you mean 'upper'?)"},
    {"SumWithAZero", changed({{"{ upper = 1, fore = 1 }", "{ upper = 0, fore = 1 }"}}),
     R"(arms.toml:32:17: constraint 1: a weight of zero
  given   0
  hint    leave the parameter out)"},
    {"SumThatCannotBe", changed({{"most = 1\n", "most = 0.4\n"}}),
     R"(arms.toml:31:1: constraint 1: upper + fore <= 0.4 contradicts the ranges: it is at least 0.5 everywhere
  given   'upper' from 0.2 to 0.6 at arms.toml:18:1, 'fore' from 0.3 to 0.5 at arms.toml:25:1
  hint    widen the ranges, or move the bound)"},
    {"SumThatCannotBeReached", changed({{"most = 1\n", "least = 1.2\n"}}),
     R"(arms.toml:31:1: constraint 1: upper + fore >= 1.2 contradicts the ranges: it is at most 1.1 everywhere
  given   'upper' from 0.2 to 0.6 at arms.toml:18:1, 'fore' from 0.3 to 0.5 at arms.toml:25:1
  hint    widen the ranges, or move the bound)"},
    {"ConstraintsThatContradict", changed({{"", R"(
[[constraint]]
sum = { upper = -2, fore = -2 }
most = -2.1
)"}}),
     R"(arms.toml:40:1: constraint 2: two constraints contradict each other
  given   upper + fore <= 1 at arms.toml:31:1, -2 upper - 2 fore <= -2.1 at arms.toml:40:1
  need    bounds that leave a feasible range)"},
    {"CriteriaThatContradict", changed({{"", R"(
[[constraint]]
criterion = "reach"
least = 1
[[constraint]]
criterion = "reach"
most = 0.5
)"}}),
     R"(arms.toml:43:1: constraint 3: two constraints contradict each other
  given   reach >= 1 at arms.toml:40:1, reach <= 0.5 at arms.toml:43:1
  need    bounds that leave a feasible range)"},
    {"ConstraintOnACriterionNotAsked", changed({{"", R"(
[[constraint]]
criterion = "simplicity"
least = 1
)"}}),
     R"(arms.toml:41:13: constraint 2: this criterion is not among those of the design
  given   the string "simplicity"
  need    one of reach, weight
  hint    add it to 'criteria')"},
    {"ConstraintOnUnknown", changed({{"", R"(
[[constraint]]
of = "total_lenght"
least = 1
)"}}),
     R"(arms.toml:41:6: constraint 2: 'of' has an unknown value
  given   the string "total_lenght"
  need    "total_length" or "total_mass"
  hint    did you mean 'total_length'?)"},
    {"OptimiseUnknown", changed({{R"(criterion = "weight")", R"(criterion = "wieght")"}}),
     R"(arms.toml:36:13: no such criterion
  given   the string "wieght"
  need    one of reach, weight
  hint    did you mean 'weight'?)"},
    {"OptimiseByUnknown", changed({{R"("cobyla")", R"("cobila")"}}),
     R"(arms.toml:37:10: 'optimise.method' has an unknown value
  given   the string "cobila"
  need    "cobyla", "bobyqa", "crs2" or "isres"
  hint    did you mean 'cobyla'?)"},
    {"OptimiseWithoutConstraints", changed({{R"("cobyla")", R"("crs2")"}}),
     R"(arms.toml:37:10: this method supports ranges but not constraints
  given   the constraint upper + fore <= 1 at arms.toml:31:1
  need    method = "cobyla" or "isres", or no constraint)"},
    {"OptimiseLists", changed({{R"(low = 0.2
high = 0.6
)", "values = [0.2]\n"}}),
     R"(arms.toml:34:1: there is nothing to optimise
  given   all parameters are lists, which a search keeps fixed
  need    a parameter with low and high)"},
    {"BobyqaOfOneRange", changed({{R"([[constraint]]
sum = { upper = 1, fore = 1 }
most = 1
)", ""}, {R"(method = "cobyla"
)", R"(method = "bobyqa"
)"}}),
     R"(arms.toml:34:10: bobyqa needs at least two ranges
  given   one parameter with low and high
  hint    method = "cobyla" takes one)"},
    {"OptimiseNever", changed({{"evaluations = 100", "evaluations = 0"}}),
     R"(arms.toml:38:15: 'optimise.evaluations' is out of range
  given   0
  need    maximum number of arms to evaluate: 1 to 100000000)"},
    {"LimitsUpsideDown", changed({{"[body]", R"([limits]
revolute = [1, -1]

[body])"}}),
     R"(arms.toml:8:12: 'limits.revolute' is reversed
  given   [1, -1]
  need    the lower limit first)"},
    {"LimitsOfASlide", changed({{"[body]", R"([limits]
prismatic = [0, 1]

[body])"}}),
     R"(arms.toml:8:13: an arm whose slides go from 0 to their length does not take 'limits.prismatic'
  given   [0, 1]
  hint    remove the key)"},
    {"TaskWithATypo", changed({{"[body]", R"([task]
sample = 10

[body])"}}),
     R"(arms.toml:8:1: unknown key 'task.sample'
  need    one of samples, seed, payload, length, motors
  hint    did you mean 'samples'?)"},
    {"TaskOfNoSamples", changed({{"[body]", R"([task]
samples = 0

[body])"}}),
     R"(arms.toml:8:11: 'task.samples' is out of range
  given   0
  need    states for sampled criteria: 1 to 100000000)"},
    {"TaskOfANegativePayload", changed({{"[body]", R"([task]
payload = -1

[body])"}}),
     R"(arms.toml:8:11: 'task.payload' is too small
  given   -1
  need    a number in kg, 0 or more)"},
};

// clang-format on

class DesignGallery : public testing::TestWithParam<Broken> {};

TEST_P(DesignGallery, SaysWhatIsWrong) {
  const Broken& broken = GetParam();
  try {
    design_of(broken.file);
    FAIL() << "the file was accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::model);
    EXPECT_STREQ(e.what(), broken.error);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DesignGallery, testing::ValuesIn(kGallery),
                         [](const testing::TestParamInfo<Broken>& test) {
                           return std::string(test.param.name);
                         });

TEST(DesignFile, TheSoundFileIsSound) { EXPECT_EQ(design_of(kSound).size(), 16); }

TEST(DesignFile, ARobotThatIsNotThere) {
  try {
    design_of("design = 1\nrobot = \"planr2\"\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(e.what()).find("did you mean 'planar2'?"), std::string::npos);
  }
}

TEST(DesignFile, ADesignThatIsNotThere) {
  try {
    load_design("two_lnk");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(e.what()).find("did you mean 'two_link'?"), std::string::npos);
  }
  try {
    load_design("no/such/design.toml");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::io);
  }
}

}  // namespace
}  // namespace catena::choose
