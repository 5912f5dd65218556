// SPDX-License-Identifier: Apache-2.0
// Robots in code: the same as robot files and URDF joints, and checked by the same rules.
#include "catena/core/robot_builder.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <functional>
#include <numbers>

#include "catena/core/arm.hpp"
#include "catena/core/check_robot.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/model/generate.hpp"
#include "support/direct_arm.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;

RobotBuilder two_links() {
  RobotBuilder builder("two links", Convention::standard, AngleUnit::deg);
  builder.gravity({0, -9.81, 0})
      .revolute({.a = 0.5, .alpha = 90}, "upper arm")
      .mass(2)
      .com({-0.25, 0, 0})
      .inertia_about_com({.yy = 0.04, .zz = 0.04})
      .limits(-170, 170)
      .velocity_limit(120)
      .effort_limit(80)
      .motor({.inertia = 2e-5, .gear = 100, .viscous = 1e-4, .coulomb = {0.1, -0.1}})
      .prismatic({.alpha = -90, .d = 0.1}, "slide")
      .mass(1)
      .com({0, 0, -0.2})
      .inertia_about_frame({.xx = 0.06, .yy = 0.06, .zz = 0.01})
      .limits(0, 0.3)
      .payload(0.5, {0, 0, 0.05}, {.xx = 1e-3, .yy = 1e-3, .zz = 1e-3});
  return builder;
}

TEST(RobotBuilder, FillsInARobot) {
  const Robot robot = two_links().build();
  EXPECT_EQ(robot.name, "two links");
  ASSERT_EQ(robot.links.size(), 2u);
  const RobotLink &one = robot.links[0], &two = robot.links[1];
  EXPECT_EQ(one.joint, JointKind::revolute);
  EXPECT_EQ(one.dh.a, 0.5);
  EXPECT_NEAR(one.dh.alpha, pi / 2, 1e-15);
  EXPECT_NEAR((*one.limits->position)[1], 170 * pi / 180, 1e-15);
  EXPECT_NEAR(*one.limits->velocity, 120 * pi / 180, 1e-15);
  EXPECT_EQ(*one.limits->effort, 80);
  EXPECT_EQ(one.motor->gear, 100);
  EXPECT_EQ(two.joint, JointKind::prismatic);
  EXPECT_EQ((*two.limits->position)[1], 0.3);           // metres
  EXPECT_NEAR(two.inertia.xx, 0.06 - 1 * 0.04, 1e-15);  // moved to the centre of mass
  EXPECT_EQ(two.inertia.zz, 0.01);
  EXPECT_EQ(robot.payload->inertia.yy, 1e-3);
}

// Joints placed by origins, against poses multiplied one by one.
TEST(RobotBuilder, PlacesJointsAsAUrdfFileDoes) {
  Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const int n = 1 + trial % 6;
    RobotBuilder builder("placed", AngleUnit::rad);
    const auto some = [&](double size) {
      return Vec3<double>{random(-size, size), random(-size, size), random(-size, size)};
    };
    const Vec3<double> gravity = some(9);
    builder.gravity(gravity);
    DirectArm direct(n, gravity);
    const std::vector<double> q = random.vector(n, -1, 1);
    const auto place = [&](const Vec3<double>& xyz, const Vec3<double>& rpy) {
      direct.slide(eigen(xyz));
      direct.turn(Eigen::Vector3d::UnitZ(), rpy.z);
      direct.turn(Eigen::Vector3d::UnitY(), rpy.y);
      direct.turn(Eigen::Vector3d::UnitX(), rpy.x);
    };
    for (int i = 0; i < n; ++i) {
      const JointOrigin at{some(0.5), some(3), some(1)};
      const bool turns = random(0, 1) < 0.7;
      const double m = random(0.5, 3);
      const Vec3<double> com = some(0.2);
      const Moments I{0.04 * m, 0.05 * m, 0.03 * m, 0.002 * m, 0.001 * m, -0.003 * m};
      (turns ? builder.revolute(at) : builder.prismatic(at)).mass(m).com(com).inertia_about_com(I);
      place(at.xyz, at.rpy);
      direct.joint(turns ? JointKind::revolute : JointKind::prismatic, eigen(at.axis).normalized(),
                   q[static_cast<std::size_t>(i)]);
      direct.body(m, eigen(com), eigen(Sym3<double>{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}));
    }
    const JointOrigin tool{some(0.3), some(3)};
    builder.fixed(tool, "tool").mass(0.3).com(some(0)).inertia_about_com({0.01, 0.01, 0.01});
    place(tool.xyz, tool.rpy);
    direct.body(0.3, Eigen::Vector3d::Zero(), 0.01 * Eigen::Matrix3d::Identity());
    const Arm arm(builder.build());
    const Eigen::Map<const Eigen::VectorXd> position(q.data(), n);
    EXPECT_LE((arm.inertia(position) - direct.M).norm(), 1e-12 * (1 + direct.M.norm())) << trial;
    EXPECT_LE((arm.gravity(position) - direct.g).norm(), 1e-12 * (1 + direct.g.norm())) << trial;
    EXPECT_LE((arm.pose(position) - direct.X.matrix()).norm(), 1e-12) << trial;
  }
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::model);
    return e.what();
  }
  return "no error";
}

RobotBuilder one_link() {
  RobotBuilder builder("arm", Convention::modified, AngleUnit::rad);
  builder.gravity({0, -9.81, 0});
  builder.revolute({.a = 1}, "upper")
      .mass(1)
      .com({0.5, 0, 0})
      .inertia_about_com({.xx = 0.01, .yy = 0.1, .zz = 0.1});
  return builder;
}

struct Wrong {
  const char* name;
  std::function<void(RobotBuilder&)> change;
  const char* message;
};

const Wrong kWrong[] = {
    {"MissingMass", [](RobotBuilder& b) { b.revolute({.a = 1}); },
     "arm: link 2: 'mass' is missing\n  need    mass(..), in kg"},
    {"MissingCom", [](RobotBuilder& b) { b.revolute({.a = 1}, "fore").mass(1); },
     "arm: link 2 'fore': 'com' is missing\n"
     "  need    com({x, y, z}) in m, the centre of mass in the frame of the link"},
    {"MissingInertia",
     [](RobotBuilder& b) {
       b.revolute({.a = 1}).mass(1).com({0, 0, 0});
     },
     "arm: link 2: 'inertia' is missing\n"
     "  need    inertia_about_com({.xx = .., .yy = .., .zz = ..}) in kg m², or inertia_about_frame"},
    {"NegativeMass", [](RobotBuilder& b) { b.mass(-1); },
     "arm: link 1 'upper': mass is negative\n  given   mass -1 kg\n  need    0 or more\n"
     "  hint    set allow_nonphysical = true to accept it with a note"},
    {"ImpossibleInertia",
     [](RobotBuilder& b) {
       b.inertia_about_com({1, 1, 3});
     },
     "arm: link 1 'upper': inertia is not physically possible\n  given   principal moments 1, 1, 3 kg m²\n"
     "  need    the two smaller moments to sum to at least the largest (1 + 1 = 2 < 3)\n"
     "  hint    set allow_nonphysical = true to accept it with a note"},
    {"NotFinite", [](RobotBuilder& b) { b.inertia_about_com({.xx = NAN}); },
     "arm: link 1 'upper': 'inertia.xx' is not finite\n  given   nan\n  need    a finite number"},
    {"HugeTheta",
     [](RobotBuilder& b) {
       b.revolute({.theta = 1e6}).mass(0).com({0, 0, 0}).inertia_about_com({});
     },
     "arm: link 2: 'theta' is too large\n  given   1e+06 rad\n  need    at most 1e+05 rad in magnitude\n"
     "  hint    subtract whole turns"},
    {"ReversedLimits", [](RobotBuilder& b) { b.limits(1, -1); },
     "arm: link 1 'upper': the limits in 'limits.position' are reversed\n  given   [1, -1]\n"
     "  need    the lower limit first"},
    {"NoVelocity", [](RobotBuilder& b) { b.velocity_limit(0); },
     "arm: link 1 'upper': 'limits.velocity' must be positive\n  given   0\n  need    more than 0"},
    {"NegativeEffort", [](RobotBuilder& b) { b.effort_limit(-3); },
     "arm: link 1 'upper': 'limits.effort' must be positive\n  given   -3\n  need    more than 0"},
    {"NoGear", [](RobotBuilder& b) { b.motor({.gear = 0}); },
     "arm: link 1 'upper': 'motor.gear' is zero\n  given   0\n  need    motor turns per joint turn\n"
     "  hint    gear = 1 means no gear"},
    {"NegativeRotor", [](RobotBuilder& b) { b.motor({.inertia = -1}); },
     "arm: link 1 'upper': 'motor.inertia' is negative\n  given   -1\n  need    0 or more"},
    {"FrictionThatDrives",
     [](RobotBuilder& b) {
       b.motor({.coulomb = {0.1, 0.1}});
     },
     "arm: link 1 'upper': 'motor.coulomb' has the wrong signs\n  given   [0.1, 0.1]\n"
     "  need    first 0 or more (positive velocity), then 0 or less (negative velocity)\n"
     "  hint    the same friction both ways is coulomb = [0.4, -0.4]"},
    {"MotorOfAFixedLink", [](RobotBuilder& b) { b.fixed(Dh{}, "flange").motor({}); },
     "arm: link 2 'flange': a fixed joint has no 'motor'\n  given   joint = \"fixed\"\n"
     "  need    a joint that moves\n  hint    remove 'motor'"},
    {"LimitsOfAFixedLink", [](RobotBuilder& b) { b.fixed(Dh{}).limits(0, 1); },
     "arm: link 2: a fixed joint has no 'limits'\n  given   joint = \"fixed\"\n"
     "  need    a joint that moves\n  hint    remove 'limits'"},
    {"PayloadWithNegativeMass",
     [](RobotBuilder& b) {
       b.payload(-2, {0, 0, 0});
     },
     "arm: payload: mass is negative\n  given   mass -2 kg\n  need    0 or more\n"
     "  hint    set allow_nonphysical = true to accept it with a note"},
    {"GravityNotFinite",
     [](RobotBuilder& b) {
       b.gravity({0, INFINITY, 0});
     },
     "arm: robot: 'gravity' is not finite\n  given   inf\n  need    a finite number"},
    {"OriginInATable",
     [](RobotBuilder& b) {
       b.revolute({.xyz = {1, 0, 0}}, "fore");
     },
     "arm: link 2 'fore': the robot has DH rows, but this is a joint origin\n"
     "  need    DH rows throughout, or joint origins throughout\n"
     "  hint    a RobotBuilder with a Convention takes DH rows, one without takes joint origins"},
};

TEST(RobotBuilder, TellsEveryMistake) {
  for (const Wrong& wrong : kWrong)
    EXPECT_EQ(error_of([&] {
                RobotBuilder builder = one_link();
                wrong.change(builder);
                (void)builder.build();
              }),
              wrong.message)
        << wrong.name;
  EXPECT_EQ(error_of([] { RobotBuilder("arm", AngleUnit::rad).mass(1); }),
            "arm: mass() comes before the first joint\n"
            "  need    a joint first: the properties of a link follow its joint");
  EXPECT_EQ(error_of([] { (void)RobotBuilder("arm", AngleUnit::rad).build(); }),
            "arm: the robot cannot move\n  need    at least one revolute or prismatic joint");
  EXPECT_EQ(error_of([] { RobotBuilder("arm", AngleUnit::rad).revolute(Dh{}); }),
            "arm: link 1: the robot has joint origins, but this is a DH row\n"
            "  need    DH rows throughout, or joint origins throughout\n"
            "  hint    a RobotBuilder with a Convention takes DH rows, one without takes joint origins");
  EXPECT_EQ(error_of([] {
              RobotBuilder("arm", AngleUnit::rad).revolute({.axis = {0, 0, 0}});
            }),
            "arm: link 1: the axis has no direction\n  given   axis [0, 0, 0]\n  need    a vector that is "
            "not zero");
  EXPECT_EQ(error_of([] {
              RobotBuilder("arm", AngleUnit::rad).revolute({.xyz = {NAN, 0, 0}});
            }),
            "arm: link 1: 'xyz' is not finite\n  given   [nan, 0, 0]\n  need    finite numbers");
}

TEST(Arm, ChecksARobotMadeByAProgram) {
  for (const Wrong& wrong : {kWrong[3], kWrong[4]}) {
    Robot robot = one_link().build();
    if (std::string_view(wrong.name) == "NegativeMass")
      robot.links[0].mass = -1;
    else
      robot.links[0].inertia = {1, 1, 3, 0, 0, 0};
    EXPECT_EQ(error_of([&] { Arm arm(robot); }), wrong.message);
    robot.allow_nonphysical = true;
    const Arm arm(robot);
    ASSERT_EQ(arm.notes().size(), 1u);
    EXPECT_EQ(arm.notes()[0].where, "arm: link 1 'upper'");
    EXPECT_NE(arm.notes()[0].kind, NoteKind::remark);
  }
}

TEST(Arm, NotesWhatMayBeAMistake) {
  EXPECT_TRUE(Arm(one_link().build()).notes().empty());
  Robot robot = one_link().build();
  robot.gravity = {0, 0, -9.81};
  ASSERT_EQ(Arm(robot).notes().size(), 1u);
  EXPECT_EQ(Arm(robot).notes()[0].line(),
            "arm: no joint feels gravity in any posture: g(q) = 0; given [0, 0, -9.81] m/s²; an arm that "
            "moves in a vertical plane needs gravity in that plane");
  robot = one_link().build();
  robot.links[0].mass = 1e200;                 // whose square is infinite
  for (const Note& note : Arm(robot).notes())  // a copy: the arm ends before the loop
    EXPECT_EQ(note.what.find("no joint feels"), std::string::npos);
  robot = one_link().build();
  robot.links[0].dh.alpha = 90;
  ASSERT_FALSE(Arm(robot).notes().empty());
  EXPECT_EQ(Arm(robot).notes()[0].line(),
            "link 1 'upper': alpha is more than a full turn; given 90 rad; if it is in degrees, the angle "
            "unit must "
            "say so");
  for (const char* spec : {"chain:1", "chain:7", "mixed:6:2", "planar:3"})
    EXPECT_TRUE(Arm(generate_robot(spec)).notes().empty()) << spec;
}

TEST(Arm, NotesLimitsInDegreesAndNamesThatAreTaken) {
  Robot robot = generate_robot("chain:3");
  robot.angle_unit = AngleUnit::rad;
  const auto mistakes = [&robot] {
    Notes notes;
    note_mistakes(robot, notes);
    std::string all;
    for (const Note& note : notes) all += note.line() + '\n';
    return all;
  };
  const std::string before = mistakes();
  robot.links[1].limits = Limits{{{-170, 170}}, {}, {}};
  EXPECT_NE(
      mistakes().find("its position limit is many turns; given 170 rad; if it is in degrees, the angle unit"),
      std::string::npos);
  robot.links[1].limits = Limits{{}, 120, {}};
  EXPECT_NE(mistakes().find("its velocity limit is very high; given 120 rad/s"), std::string::npos);
  robot.links[1].limits = Limits{{{-1e4, 1e4}}, {}, {}};
  EXPECT_EQ(mistakes(), before) << "an endless joint";
  robot.links[2].name = robot.links[0].name = "upper";
  EXPECT_NE(mistakes().find("several links are called 'upper'"), std::string::npos);
}

TEST(RobotBuilder, RefusesAnOriginWhoseAnglesHaveLostTheirDigits) {
  try {
    RobotBuilder("r", AngleUnit::rad).revolute(JointOrigin{.xyz = {0, 0, 0.1}, .rpy = {0, -1e15, 0}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "'rpy' is too large");
    EXPECT_EQ(error.given(), "-1e+15 rad");
  }
}

TEST(RobotBuilder, NotesAnOriginInDegrees) {
  Notes notes;
  RobotBuilder("r", AngleUnit::rad)
      .revolute(JointOrigin{.xyz = {0, 0, 0.1}, .rpy = {0, 90, 0}})
      .mass(1)
      .com({0, 0, 0.1})
      .inertia_about_com({.xx = 0.01, .yy = 0.01, .zz = 0.01})
      .build(notes);
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0].what, "rpy is more than a full turn");
  EXPECT_EQ(notes[0].given, "90 rad");
  EXPECT_EQ(notes[0].hint, "if it is in degrees, the angle unit must say so");
  EXPECT_EQ(notes[0].kind, NoteKind::mistake);
}

TEST(StrangePosition, IsOneOutsideTheLimitsOrManyTurnsAway) {
  const Robot robot = two_links().build();
  const auto noted = [&](double one, double two) { return strange_position(robot, std::vector{one, two}); };
  const auto said = [&](double one, double two) { return noted(one, two).value().line(); };
  EXPECT_FALSE(noted(1, 0.1));
  EXPECT_EQ(
      said(3, 0.1),
      "joint 1 (link 'upper arm'): position is outside its limits; given 3 rad; need -2.96706 to 2.96706 "
      "rad");
  EXPECT_EQ(noted(3, 0.1)->kind, NoteKind::remark);
  EXPECT_EQ(said(90, 0.1),
            "joint 1 (link 'upper arm'): position is outside its limits; given 90 rad; need -2.96706 to "
            "2.96706 rad; is it in degrees?");
  EXPECT_EQ(noted(90, 0.1)->kind, NoteKind::mistake);
  EXPECT_EQ(said(0, 0.4),
            "joint 2 (link 'slide'): position is outside its limits; given 0.4 m; need 0 to 0.3 m");
  EXPECT_EQ(strange_position(one_link().build(), std::vector{45.0}).value().line(),
            "joint 1 (link 'upper'): position is 7.16 turns; given 45 rad; is it in degrees?");
}

}  // namespace
}  // namespace catena::test
