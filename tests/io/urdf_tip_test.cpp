// SPDX-License-Identifier: Apache-2.0
// Where the arm ends when no tip is requested: trees of the structure that well-known arms have.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "catena/io/urdf.hpp"

namespace catena {
namespace {

// One joint a line: "PARENT CHILD TYPE JOINT", then "mimic OTHER" if it follows one.
std::string urdf(const std::string& lines) {
  std::string text = "<robot name='r'>";
  std::vector<std::string> links;
  const auto add = [&](const std::string& name) {
    if (std::find(links.begin(), links.end(), name) != links.end()) return;
    links.push_back(name);
    text += fmt::format(
        "<link name='{}'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
        "izz='1'/></inertial></link>",
        name);
  };
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string parent, child, type, joint, mimic, other;
    if (!(words >> parent >> child >> type >> joint)) continue;
    add(parent), add(child);
    text += fmt::format(
        "<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/><origin xyz='0 0.1 0.2'/>"
        "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/>",
        joint, type, parent, child);
    if (words >> mimic >> other) text += fmt::format("<mimic joint='{}'/>", other);
    text += "</joint>";
  }
  return text + "</robot>";
}

// A chain of n revolute joints on `from`, with links PREFIX1 to PREFIXn.
std::string chain(const std::string& from, const std::string& prefix, int n) {
  std::string lines, parent = from;
  for (int k = 1; k <= n; ++k) {
    lines += fmt::format("{0} {1}{2} revolute {1}joint{2}\n", parent, prefix, k);
    parent = fmt::format("{}{}", prefix, k);
  }
  return lines;
}

struct Taken {
  int joints;
  std::string tip, others;
};

// The tip and the other frames as the note tells them, or the error.
Taken taken(const std::string& lines, const UrdfOptions& options = {}) {
  Notes notes;
  try {
    const Robot robot = parse_urdf(urdf(lines), "r.urdf", options, notes);
    const Note& note = notes.at(0);
    const std::size_t to = note.what.find(" to '") + 5, others = note.hint.find("for --tip: ");
    return {robot.dof(), note.what.substr(to, note.what.find('\'', to) - to),
            others == std::string::npos ? "" : note.hint.substr(others + 11)};
  } catch (const Error& e) {
    return {0, e.what(), ""};
  }
}

void expect(const Taken& found, int joints, const std::string& tip, const std::string& others = "") {
  EXPECT_EQ(found.joints, joints);
  EXPECT_EQ(found.tip, tip);
  EXPECT_EQ(found.others, others);
}

const std::string kPanda =
    chain("panda_link0", "panda_link", 7) +
    "panda_link7 panda_link8 fixed panda_joint8\n"
    "panda_link8 panda_hand fixed panda_hand_joint\n"
    "panda_hand panda_hand_tcp fixed panda_hand_tcp_joint\n"
    "panda_hand panda_leftfinger prismatic panda_finger_joint1\n"
    "panda_hand panda_rightfinger prismatic panda_finger_joint2 mimic panda_finger_joint1\n";

}  // namespace

TEST(UrdfTip, OfAnArmWithAHandIsItsFlange) {
  expect(taken(kPanda), 7, "panda_link8", "'panda_hand', 'panda_hand_tcp', 'panda_link7'");
}

TEST(UrdfTip, IsTheToolFrameBesideOthers) {
  const std::string arm = "world base_link fixed w\n" + chain("base_link", "wrist_", 6) +
                          "wrist_6 ee_link fixed e\nwrist_6 tool0 fixed t\nbase_link base fixed b\n";
  expect(taken(arm), 6, "tool0", "'ee_link', 'wrist_6'");
  expect(taken(arm + "tool0 flange fixed f\ntool0 tcp fixed g\n"), 6, "tool0",
         "'flange', 'ee_link', 'tcp', 'wrist_6'");
}

TEST(UrdfTip, FollowsTheWrittenOrder) {
  // Each has everything behind it in the list as well.
  const char* const order[] = {"left_tool0", "arm/flange",     "my_ee_link",   "left_tcp",     "left_tool",
                               "left_link4", "left_hand_link", "gripper_base", "gripperStator"};
  for (std::size_t first = 0; first < std::size(order); ++first) {
    std::string lines = chain("base", "a", 3);
    for (std::size_t k = std::size(order); k-- > first;)
      lines += fmt::format("a3 {} fixed f{}\n", order[k], k);
    EXPECT_EQ(taken(lines).tip, order[first]);
  }
}

TEST(UrdfTip, IsNeitherBehindAGripperJointNorACamera) {
  const std::string arm = chain("world", "link0", 6);
  expect(taken(arm + "link06 gripperStator fixed s\ngripperStator gripperMover revolute jointGripper\n"), 6,
         "gripperStator", "'link06'");
  expect(taken(arm + "link06 mount fixed m\nmount camera_link fixed c\nmount eye revolute camera_tilt\n"), 6,
         "mount", "'link06'");
  // A wrist that is named after the gripper turns the arm, and so does one that turns a jaw.
  expect(taken(arm + "link06 gripper_link revolute gripper_roll_joint\n"), 7, "gripper_link");
  expect(taken(arm + "link06 Fixed_Jaw revolute Wrist_Roll\nFixed_Jaw Moving_Jaw revolute Jaw\n"), 7,
         "Fixed_Jaw");
}

TEST(UrdfTip, IsInFrontOfTheJointThatOthersFollow) {
  const std::string arm = chain("base", "a", 6);
  expect(taken(arm + "a6 left prismatic open\na6 right prismatic close mimic open\n"), 6, "a6");
  // Not so for a linkage in the middle of the arm.
  expect(taken(arm + "a1 bar revolute follows mimic a_joint2\n"), 6, "a6");
  // A levelled palletizer: the joint that is followed is one of the arm, because another one is behind the linkage.
  expect(
      taken(chain("base", "a", 3) + "a3 level revolute level mimic a_joint3\nlevel turned revolute turn\n"),
      3, "a3");
}

TEST(UrdfTip, IsInFrontOfFingersWithoutNames) {
  const std::string arm = chain("base", "a", 6) + "a6 palm fixed p\n";
  expect(taken(arm + "palm u revolute u\npalm v revolute v\npalm w revolute w\n"), 6, "palm", "'a6'");
  expect(taken(arm + chain("palm", "u", 3) + chain("palm", "v", 4) + chain("palm", "w", 4)), 6, "palm",
         "'a6'");
  // A side branch that is much shorter is no second finger.
  expect(taken(chain("base", "a", 6) + "a3 side revolute balance\n"), 6, "a6");
}

// The notes beside the one that states the chain.
std::string more_notes(const std::string& lines) {
  Notes notes;
  parse_urdf(urdf(lines), "r.urdf", {}, notes);
  std::string out;
  for (std::size_t k = 1; k < notes.size(); ++k) out += notes[k].line() + '\n';
  return out;
}

TEST(UrdfTip, IsAtTheNameOfAToolInFrontOfTheFewJointsOfOne) {
  const std::string arm = chain("base", "a", 6);
  const std::string pincer = arm + "a6 tool0 fixed t\ntool0 pincer revolute grip\n";
  expect(taken(pincer), 6, "tool0", "'a6'");
  EXPECT_EQ(
      more_notes(pincer),
      "r.urdf: what moves beyond 'tool0' is taken to be a tool, not a part of the arm; for a chain that "
      "includes it, add --tip pincer\n"
      "r.urdf: links off the chain are attached rigidly, with their joints at zero: 'pincer', 1 kg in "
      "total\n");
  Notes notes;
  EXPECT_EQ(parse_urdf(urdf(pincer), "r.urdf", {.base = "", .tip = "pincer"}, notes).dof(), 7);
  for (const char* const name : {"flange", "left_tcp", "ee_link", "arm/tool", "hand", "gripper_base"})
    expect(taken(arm + fmt::format("a6 {0} fixed t\n{0} plate fixed p\nplate x revolute x\nx y revolute y\n"
                                   "x z revolute z\n",
                                   name)),
           6, name, "'a6', 'plate'");
  expect(taken(arm + "a6 ee_link revolute last\nee_link pincer revolute grip\n"), 7, "ee_link");
  // An arm goes on behind the flange of a rail, of a positioner and of a heavier machine, and a wrist may be called hand.
  expect(taken("rail flange prismatic slide\n" + chain("flange", "a", 6)), 7, "a6");
  expect(taken(chain("rail", "p", 3) + "p3 tool0 fixed t\n" + chain("tool0", "a", 3)), 6, "a3");
  expect(taken(arm + "a6 tool0 fixed t\ntool0 b fixed b\nb c fixed c\nc d fixed d\nd e fixed e\ne f fixed f\n"
                     "f g fixed g\ng i fixed i\ni h revolute h\n"),
         7, "h");
  expect(taken(arm + "a6 hand revolute yaw\nhand a8 revolute roll\n"), 8, "a8");
}

TEST(UrdfTip, IsToldWithThatOfShorterArms) {
  const std::string two = chain("torso", "right_", 7) + "right_7 right_tool0 fixed rt\n" +
                          chain("torso", "left_", 6) + "left_6 left_tool0 fixed lt\nleft_6 eye fixed le\n" +
                          "torso head1 revolute pan\nhead1 head2 revolute tilt\ntorso wheel continuous w\n";
  expect(taken(two), 7, "right_tool0",
         "'right_7'; other arms, for --tip: 'left_tool0' (6 joints), 'head2' (2 joints)");
  EXPECT_EQ(more_notes(two),
            "r.urdf: links that joints off the chain move on the base are left out: 'left_1', 'left_2', "
            "'left_3', 'left_4', 'left_5', 'left_6', 'left_tool0', 'eye', 'head1', 'head2', 'wheel'\n");
}

TEST(UrdfTip, IsToldWithTheJointThatKeepsTheArmFromGoingOn) {
  const auto why = [](const std::string& kind) {
    return more_notes("base a1 revolute first\na1 a2 " + kind + "\n" + chain("a2", "b", 4));
  };
  EXPECT_THAT(
      why("revolute second mimic first"),
      testing::StartsWith(
          "r.urdf:1: joint 'second' follows joint 'first' (<mimic>), so it cannot be part of the chain, "
          "and the 4 joints beyond it are locked at zero; remove <mimic> from it, or add --base a2 for "
          "the arm beyond it\n"));
  EXPECT_THAT(
      why("planar second"),
      testing::StartsWith(
          "r.urdf:1: joint 'second' is planar, with more than one degree of freedom, so it cannot be part "
          "of the chain, and the 4 joints beyond it are locked at zero; replace it by single joints, or "
          "add --base a2 for the arm beyond it\n"));
  EXPECT_THAT(why("floating second"), testing::HasSubstr("joint 'second' is floating, with"));
  // The joint of a finger that follows another one is none of the arm.
  EXPECT_THAT(more_notes(kPanda), testing::Not(testing::HasSubstr("cannot be part")));
}

TEST(UrdfTip, OfTwoEqualArmsMustBeRequested) {
  const std::string two = chain("torso", "right_", 7) + "right_7 right_hand_link fixed rh\n" +
                          "right_hand_link right_hand_camera fixed rc\n"
                          "right_hand_link right_gripper fixed rg\n"
                          "right_gripper r_finger prismatic r_finger_joint\n" +
                          chain("torso", "left_", 7) + "left_7 left_hand_link fixed lh\n" +
                          "torso head revolute head_pan\n";
  EXPECT_EQ(taken(two).tip,
            "r.urdf: the file has 2 arms with equally many joints\n"
            "  given   chains from 'torso' to 'right_hand_link' and 'left_hand_link'\n"
            "  need    the tip of one of them\n"
            "  hint    add --tip right_hand_link or --tip left_hand_link");
  Notes notes;
  EXPECT_EQ(parse_urdf(urdf(two), "r.urdf", {.base = "", .tip = "left_hand_link"}, notes).dof(), 7);
  expect(taken(two, {.base = "right_1", .tip = ""}), 6, "right_hand_link", "'right_gripper', 'right_7'");
  // Shared joints of a torso do not make the arms fingers.
  EXPECT_NE(taken(chain("base", "torso", 3) + chain("torso3", "l", 7) + chain("torso3", "r", 7))
                .tip.find("has 2 arms"),
            std::string::npos);
  EXPECT_NE(taken(chain("b", "x", 2) + chain("b", "y", 2) + chain("b", "z", 2))
                .tip.find("chains from 'b' to 'x2', 'y2' and 'z2'"),
            std::string::npos);
}

TEST(UrdfTip, OfTheArmOnAMobileBaseIgnoresTheWheels) {
  expect(taken("base wheel_1 continuous w1\nbase wheel_2 continuous w2\n" + chain("base", "a", 5)), 5, "a5");
}

TEST(UrdfTip, OfAGripperAloneIsThatOfItsLongestFinger) {
  expect(taken(chain("palm", "finger_", 2)), 2, "finger_2");
}

TEST(UrdfTip, CanBeAnyFrame) {
  Notes notes;
  for (const auto& [tip, joints] :
       {std::pair{"panda_hand_tcp", 7}, {"panda_leftfinger", 8}, {"panda_link3", 3}, {"panda_link8", 7}})
    EXPECT_EQ(parse_urdf(urdf(kPanda), "r.urdf", {.base = "", .tip = tip}, notes).dof(), joints) << tip;
}

TEST(UrdfTip, OfAWrittenFileIsTheRobotsLastFrame) {
  Notes notes;
  Robot robot = parse_urdf(urdf(kPanda), "r.urdf", {.base = "", .tip = "panda_hand_tcp"}, notes);
  EXPECT_NE(write_urdf(robot).find("<catena tip=\"panda_hand_tcp\"/>"), std::string::npos);
  notes.clear();
  const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
  for (const Note& note : notes) EXPECT_EQ(note.what.find("took the chain"), std::string::npos);
  EXPECT_EQ(back.dof(), 7);
  EXPECT_EQ(back.frames.size(), robot.frames.size());
}

}  // namespace catena
