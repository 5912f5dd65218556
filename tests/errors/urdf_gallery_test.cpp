// SPDX-License-Identifier: Apache-2.0
// Broken URDF files, each with the full text of its error.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "catena/io/urdf.hpp"

namespace catena {
namespace {

// clang-format off

constexpr std::string_view kSound = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base_link"/>
  <link name="upper_arm">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0 0"/>
      <mass value="2.5"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <link name="forearm"/>
  <joint name="shoulder" type="revolute">
    <parent link="base_link"/>
    <child link="upper_arm"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="elbow" type="continuous">
    <origin xyz="0.4 0 0" rpy="0 0 0"/>
    <parent link="upper_arm"/>
    <child link="forearm"/>
    <axis xyz="0 1 0"/>
  </joint>
</robot>
)";

// The sound file with one place of it broken.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kSound);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "the test is broken: the sound file has no " + std::string(from);
  return text.replace(at, from.size(), to);
}

std::string nested(int depth) {
  std::string text = "<robot name='r'>\n";
  for (int k = 0; k < depth; ++k) text += "<a>";
  return text;
}

std::string attributes(int count) {
  std::string text;
  for (int k = 0; k < count; ++k) text += "a" + std::to_string(k) + "='' ";
  return text;
}

struct Broken {
  const char* name;
  std::string file;
  const char* error;
  UrdfOptions options = {};
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

const Broken kGallery[] = {
  {"Empty", " \n",
   "arm.urdf: the file is empty\n"
   "  need    a URDF robot: <robot name=\"...\"> ... </robot>"},
  {"Binary", std::string("<robot\0>", 8),
   "arm.urdf:1: not a text file\n"
   "  given   a zero byte"},
  {"Toml", "catena = 1\n",
   "arm.urdf: not an XML file\n"
   "  need    a URDF robot: <robot name=\"...\"> ... </robot>"},
  {"Html", "<html><body/></html>",
   "arm.urdf: not a URDF file\n"
   "  given   <html> as the outermost element\n"
   "  need    <robot name=\"...\">"},
  {"ElementNotClosed", changed("  </joint>\n  <joint", "  <joint"),
   "arm.urdf:24: </robot> where </joint> is expected\n"
   "  given   <joint> on line 12 is still open"},
  {"ElementClosedTwice", changed("</robot>", "</robot></robot>"),
   "arm.urdf:25: </robot> has no opening tag"},
  {"EndMissing", changed("</robot>\n", ""),
   "arm.urdf:25: the file ends before </robot>\n"
   "  given   <robot> on line 2 is still open"},
  {"TagNotClosed", changed("</robot>", "<robot"),
   "arm.urdf:25: a tag is not closed\n"
   "  need    '>', and every quote closed"},
  {"CommentNotClosed", changed("<axis", "<!-- <axis"),
   "arm.urdf:15: a comment is not closed\n"
   "  need    '-->'"},
  {"QuoteNotClosed", changed("xyz=\"0 0 1\"", "xyz=\"0 0 1"),
   "arm.urdf:15: a tag is not closed\n"
   "  need    '>', and every quote closed"},
  {"DocumentType", changed("<robot", "<!DOCTYPE robot [<!ENTITY a 'b'>]>\n<robot"),
   "arm.urdf:2: document type declarations are not supported\n"
   "  hint    remove the <!DOCTYPE ...> or <!ENTITY ...>"},
  {"TooDeep", nested(300),
   "arm.urdf:2: nested too deeply\n"
   "  need    256 elements inside each other at most"},
  {"TooLongTag", "<robot name='" + std::string(20000, 'x') + "'/>",
   "arm.urdf:1: a tag is too long\n"
   "  need    16384 bytes at most, with every quote closed"},
  {"TooManyAttributes", changed("<axis", "<axis " + attributes(101)),
   "arm.urdf:15: an element has too many attributes\n"
   "  need    100 at most"},
  {"MassTooSmall", changed("\"2.5\"", "\"1e-400\""),
   "arm.urdf:7: link 'upper_arm': value of <mass> is too small for a double and would be read as 0\n"
   "  given   '1e-400'\n"
   "  need    one finite number"},
  {"AngleTooLarge", changed("xyz=\"0.4 0 0\" rpy=\"0 0 0\"", "xyz=\"0.4 0 0\" rpy=\"0 -1e6 0\""),
   "arm.urdf:20: joint 'elbow': 'rpy' is too large\n"
   "  given   1e+06 rad\n"
   "  need    at most 1e+05 rad in magnitude\n"
   "  hint    subtract whole turns"},
  {"NoLinks", "<robot name='r'/>",
   "arm.urdf: the robot has no link"},
  {"LinkWithoutName", changed("<link name=\"forearm\"/>", "<link/>"),
   "arm.urdf:11: a link has no 'name'"},
  {"LinkTwice", changed("<link name=\"forearm\"/>", "<link name=\"base_link\"/>"),
   "arm.urdf:11: link 'base_link': the name is taken\n"
   "  given   the same name on line 3"},
  {"JointTwice", changed("\"elbow\"", "\"shoulder\""),
   "arm.urdf:19: joint 'shoulder': the name is taken\n"
   "  given   the same name on line 12"},
  {"UnknownType", changed("\"revolute\"", "\"revolut\""),
   "arm.urdf:12: joint 'shoulder': unknown type 'revolut'\n"
   "  need    revolute, continuous, prismatic, fixed, floating or planar\n"
   "  hint    did you mean 'revolute'?"},
  {"NoType", changed(" type=\"revolute\"", ""),
   "arm.urdf:12: joint 'shoulder': <joint> has no 'type'"},
  {"NoParent", changed("<parent link=\"upper_arm\"/>", ""),
   "arm.urdf:19: joint 'elbow': has no <parent link=\"...\"/>"},
  {"UnknownChild", changed("<child link=\"forearm\"/>", "<child link=\"fore_arm\"/>"),
   "arm.urdf:22: joint 'elbow': its child link 'fore_arm' is not in the file\n"
   "  hint    did you mean 'forearm'?"},
  {"TwoParents", changed("<child link=\"forearm\"/>", "<child link=\"upper_arm\"/>"),
   "arm.urdf:19: joint 'elbow': link 'upper_arm' is already the child of joint 'shoulder'\n"
   "  need    one parent joint for each link"},
  {"TwoRoots", changed("<link name=\"forearm\"/>", "<link name=\"forearm\"/><link name=\"lamp\"/>"),
   "arm.urdf: 2 roots: the links do not form one tree\n"
   "  given   neither 'base_link' nor 'lamp' is the child of a joint\n"
   "  need    one link that is not the child of a joint\n"
   "  hint    connect 'lamp' to the rest by a joint, or remove it"},
  {"NoRoot", "<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='a'/></joint></robot>",
   "arm.urdf: no root: every link is the child of a joint\n"
   "  need    one link that is not the child of a joint"},
  {"Loop", changed("<parent link=\"base_link\"/>", "<parent link=\"forearm\"/>"),
   "arm.urdf:12: joint 'shoulder': closes a loop at link 'upper_arm'\n"
   "  need    a tree: joints lead away from the root only"},
  {"MassNotANumber", changed("\"2.5\"", "\"2,5\""),
   "arm.urdf:7: link 'upper_arm': value of <mass> is not a number\n"
   "  given   '2,5'\n"
   "  need    one finite number"},
  {"MassIsNan", changed("\"2.5\"", "\"nan\""),
   "arm.urdf:7: link 'upper_arm': value of <mass> is not finite\n"
   "  given   'nan'\n"
   "  need    one finite number"},
  {"MassTooLarge", changed("\"2.5\"", "\"1e999\""),
   "arm.urdf:7: link 'upper_arm': value of <mass> is not finite\n"
   "  given   '1e999'\n"
   "  need    one finite number"},
  {"MassNegative", changed("\"2.5\"", "\"-2.5\""),
   "arm.urdf:4: link 'upper_arm': mass is negative\n"
   "  given   -2.5 kg\n"
   "  need    0 or more"},
  {"MassMissing", changed("<mass value=\"2.5\"/>", ""),
   "arm.urdf:5: link 'upper_arm': <inertial> has no <mass>"},
  {"InertiaIncomplete", changed(" iyy=\"0.02\"", ""),
   "arm.urdf:8: link 'upper_arm': <inertia> has no 'iyy'"},
  {"OriginOfTwoNumbers", changed("0.4 0 0", "0.4 0"),
   "arm.urdf:20: joint 'elbow': xyz of <origin> has 2 numbers\n"
   "  given   '0.4 0'\n"
   "  need    3 finite numbers"},
  {"FormatInAVector", changed("0.4 0 0", "%n%s 0 0"),
   "arm.urdf:20: joint 'elbow': xyz of <origin> is not a number\n"
   "  given   '%n%s 0 0'\n"
   "  need    3 finite numbers"},
  {"AxisIsZero", changed("0 1 0", "0 0 0"),
   "arm.urdf:19: joint 'elbow': the axis has no direction\n"
   "  given   xyz = 0 0 0\n"
   "  need    a vector that is not zero"},
  {"DampingNegative", changed("\"0.1\"", "\"-0.1\""),
   "arm.urdf:12: joint 'shoulder': damping is negative\n"
   "  given   -0.1\n"
   "  need    0 or more"},
  {"FloatingOnTheChain", changed("continuous", "floating"),
   "arm.urdf:19: joint 'elbow': type 'floating' cannot be part of the chain\n"
   "  need    independent revolute, continuous, prismatic or fixed joints from base to tip\n"
   "  hint    for the arm before this joint, use --tip upper_arm", {.base = "", .tip = "forearm"}},
  {"PlanarOnTheChain", changed("continuous", "planar"),
   "arm.urdf:19: joint 'elbow': type 'planar' cannot be part of the chain\n"
   "  need    independent revolute, continuous, prismatic or fixed joints from base to tip\n"
   "  hint    for the arm before this joint, use --tip upper_arm", {.base = "", .tip = "forearm"}},
  {"MimicOnTheChain", changed("<axis xyz=\"0 1 0\"/>", "<mimic joint=\"shoulder\"/>"),
   "arm.urdf:19: joint 'elbow': mimics another joint; it cannot be part of the chain\n"
   "  need    independent revolute, continuous, prismatic or fixed joints from base to tip\n"
   "  hint    for the arm before this joint, use --tip upper_arm", {.base = "", .tip = "forearm"}},
  {"MimicAtTheFirstJoint", changed("<axis xyz=\"0 0 1\"/>", "<mimic joint=\"elbow\"/>"),
   "arm.urdf:12: joint 'shoulder': mimics another joint; it cannot be part of the chain\n"
   "  need    independent revolute, continuous, prismatic or fixed joints from base to tip\n"
   "  hint    for the arm beyond this joint, add --base upper_arm", {.base = "", .tip = "forearm"}},
  {"MimicOfTheOnlyJoint", changed("<axis xyz=\"0 0 1\"/>", "<mimic joint=\"elbow\"/>"),
   "arm.urdf:12: joint 'shoulder': mimics another joint; it cannot be part of the chain\n"
   "  need    independent revolute, continuous, prismatic or fixed joints from base to tip\n"
   "  hint    remove <mimic> from the joint to move it by itself", {.base = "", .tip = "upper_arm"}},
  {"NothingMoves", changed("revolute", "fixed"),
   "arm.urdf: nothing moves between the base 'base_link' and the tip 'upper_arm'\n"
   "  need    a revolute, continuous or prismatic joint", {.base = "", .tip = "upper_arm"}},
  {"ArmBehindAFloatingJoint", changed("revolute", "floating"),
   "arm.urdf: nothing moves between the base 'base_link' and the tip 'base_link'\n"
   "  need    a revolute, continuous or prismatic joint\n"
   "  hint    joint 'shoulder' is floating: for the arm beyond it, add --base upper_arm"},
  {"UnknownTip", std::string(kSound),
   "arm.urdf: there is no link 'forarm' to use as the tip\n"
   "  need    one of 'forearm', 'base_link', 'upper_arm'\n"
   "  hint    did you mean 'forearm'?", {.base = "", .tip = "forarm"}},
  {"UnknownBase", std::string(kSound),
   "arm.urdf: there is no link 'table' to use as the base\n"
   "  need    one of 'base_link', 'upper_arm', 'forearm'\n"
   "  hint    'catena info arm.urdf --tree' shows all links", {.base = "table", .tip = ""}},
  {"TipAboveBase", std::string(kSound),
   "arm.urdf: the tip 'upper_arm' is not connected to the base 'forearm'\n"
   "  need    a base on the way from the tip to the root\n"
   "  hint    the root 'base_link' can be the base for every tip", {.base = "forearm", .tip = "upper_arm"}},
  {"TwoArms", changed("<parent link=\"upper_arm\"/>", "<parent link=\"base_link\"/>"),
   "arm.urdf: the file has 2 arms with equally many joints\n"
   "  given   chains from 'base_link' to 'upper_arm' and 'forearm'\n"
   "  need    the tip of one of them\n"
   "  hint    add --tip upper_arm or --tip forearm"},
  {"XacroMacro", changed("<link name=\"forearm\"/>", "<xacro:link_of name=\"forearm\"/>"),
   "arm.urdf:11: this is a xacro file, not a URDF file\n"
   "  given   <xacro:link_of>\n"
   "  need    a URDF file, in which all macros are expanded\n"
   "  hint    run 'xacro arm.urdf > expanded.urdf' and read expanded.urdf"},
  {"XacroExpression", changed("value=\"2.5\"", "value=\"${mass}\""),
   "arm.urdf:7: this is a xacro file, not a URDF file\n"
   "  given   ${mass}\n"
   "  need    a URDF file, in which all macros are expanded\n"
   "  hint    run 'xacro arm.urdf > expanded.urdf' and read expanded.urdf"},
  {"TipOfAnUnknownLink", changed("</robot>", "<catena tip=\"forarm\"/></robot>"),
   "arm.urdf:25: tip of <catena>: there is no link 'forarm'\n"
   "  hint    did you mean 'forearm'?"},
  {"FrameTooFarAway", changed("<link name=\"forearm\"/>",
                              "<link name=\"forearm\"/><link name=\"eye\"/><joint name=\"far\" type=\"fixed\">"
                              "<origin xyz=\"1e200 0 0\"/><parent link=\"base_link\"/><child link=\"eye\"/></joint>"),
   "arm.urdf: the numbers are too large to compute with\n"
   "  given   the frame of link 'eye'"},
  {"NumbersTooLarge", changed("0.4 0 0", "1e308 1e308 1e308"),
   "arm.urdf: the numbers are too large to compute with\n"
   "  given   link 'upper_arm'"},
};

// clang-format on

class UrdfGallery : public testing::TestWithParam<Broken> {};

TEST_P(UrdfGallery, TellsFilePlaceReasonAndRemedy) {
  Notes notes;
  try {
    parse_urdf(GetParam().file, "arm.urdf", GetParam().options, notes);
    ADD_FAILURE() << "nothing was thrown for\n" << GetParam().file;
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), GetParam().error);
    EXPECT_EQ(error.kind(), ErrorKind::model);
  }
}

INSTANTIATE_TEST_SUITE_P(Urdf, UrdfGallery, testing::ValuesIn(kGallery),
                         [](const auto& broken) { return std::string(broken.param.name); });

TEST(UrdfGallerySound, TheSoundFileIsRead) {
  Notes notes;
  EXPECT_EQ(parse_urdf(kSound, "arm.urdf", {}, notes).dof(), 2);
}

}  // namespace
}  // namespace catena
