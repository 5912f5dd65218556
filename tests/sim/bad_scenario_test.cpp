// SPDX-License-Identifier: Apache-2.0
// Scenario files with mistakes: each error message names the place, the value and the rule.
#include <gtest/gtest.h>

#include "catena/sim/scenario.hpp"

namespace catena::test {
namespace {

std::string message(const std::string& text) {
  try {
    sim::prepare(sim::parse_scenario(text, "a.toml"));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

constexpr const char* kHead = "scenario = 1\nrobot = \"planar2\"\n";

struct BadFile {
  const char* name;
  const char* lines;  // after kHead
  const char* message;
};

class BadScenario : public testing::TestWithParam<BadFile> {};

TEST_P(BadScenario, ReportsWhatIsWrongAndWhere) {
  EXPECT_EQ(message(std::string(kHead) + GetParam().lines), GetParam().message);
}

TEST(BadScenarioMethod, NamesTheMethodsThereAre) {
  const std::string text = message(std::string(kHead) + "[integrator]\nmethod = \"udutt\"\n");
  EXPECT_TRUE(text.starts_with("a.toml:4:10: there is no method 'udutt'\n  need    one of ")) << text;
  EXPECT_TRUE(text.ends_with("\n  hint    did you mean 'udut'?")) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Gallery, BadScenario,
    testing::Values(
        BadFile{"unknown_key", "durration = 3\n",
                "a.toml:3:1: unknown key 'durration'\n"
                "  need    one of scenario, name, source, robot, angle_unit, duration, gravity, rotors, tip, "
                "initial, "
                "drive, trajectory, integrator, limits, friction, payload, push, output\n"
                "  hint    did you mean 'duration'?"},
        BadFile{
            "unknown_key_of_a_table", "[drive]\nkind = \"pd\"\nKp = 3\n",
            "a.toml:5:1: unknown key 'drive.Kp'\n"
            "  need    one of kind, tau, file, between, kp, ki, kd, period, phase, delay, hold, lambda, k, "
            "variable, max_torque, max_rate\n"
            "  hint    did you mean 'kp'?"},
        BadFile{"negative_tolerance", "[integrator]\nrtol = -1e-6\n",
                "a.toml:4:8: 'integrator.rtol' is negative\n  given   -1e-06\n  need    a relative tolerance "
                "above 0"},
        BadFile{"zero_duration", "duration = 0\n",
                "a.toml:3:12: 'duration' is zero\n  given   0\n  need    a number of seconds above 0"},
        BadFile{"kind_missing", "[drive]\ntau = [1, 2]\n",
                "a.toml:3:1: key 'drive.kind' is missing\n"
                "  need    \"none\", \"constant\", \"table\", \"feed_forward\", \"pd\", \"pd_gravity\", "
                "\"pid\", \"computed_torque\" or \"quasi_velocity\", for [drive]"},
        BadFile{"kind_misspelt", "[drive]\nkind = \"feedforward\"\n",
                "a.toml:4:8: 'drive.kind' has an unknown value\n  given   the string \"feedforward\"\n"
                "  need    \"none\", \"constant\", \"table\", \"feed_forward\", \"pd\", \"pd_gravity\", "
                "\"pid\", \"computed_torque\" or \"quasi_velocity\"\n  hint    did you mean 'feed_forward'?"},
        BadFile{"gain_missing", "[drive]\nkind = \"pd\"\nkp = 3\n",
                "a.toml:3:1: key 'drive.kd' is missing\n"
                "  need    a number for each joint, or one for all, for a controller"},
        BadFile{"delay_without_period", "[drive]\nkind = \"pid\"\nkp = 1\nki = 1\nkd = 1\ndelay = 1e-3\n",
                "a.toml:8:9: a controller without 'period' does not take 'drive.delay'\n  given   0.001\n  "
                "need    no other key"},
        BadFile{
            "period_of_pd", "[drive]\nkind = \"pd\"\nkp = 1\nkd = 1\nperiod = 1e-3\n",
            "a.toml:7:10: this controller does not take 'drive.period'\n  given   0.001\n  need    kp, kd"},
        BadFile{"period_zero", "[drive]\nkind = \"pid\"\nkp = 1\nki = 1\nkd = 1\nperiod = 0\n",
                "a.toml:8:10: 'drive.period' is zero\n  given   0\n  need    a number of seconds above 0"},
        BadFile{"saturated_free_fall", "[drive]\nkind = \"none\"\nmax_torque = 1\n",
                "a.toml:5:14: 'none' does not take 'drive.max_torque'\n  given   1\n  need    no other key"},
        BadFile{"gain_negative", "[drive]\nkind = \"pd\"\nkp = [3, -1]\nkd = 1\n",
                "a.toml:5:6: 'drive.kp' is negative\n  given   [3, -1]\n"
                "  need    a number for each joint, or one for all"},
        BadFile{"gain_without_use", "[drive]\nkind = \"feed_forward\"\nkp = 3\n",
                "a.toml:5:6: 'feed_forward' does not take 'drive.kp'\n  given   3\n  need    no other key"},
        BadFile{"trajectory_missing", "[drive]\nkind = \"feed_forward\"\n",
                "a.toml:4:8: this drive needs a trajectory to follow\n"
                "  need    a [trajectory] with kind, to and duration, or another kind"},
        BadFile{"wrong_length", "[initial]\nq = [1, 2, 3]\n",
                "a.toml:4:5: 'initial.q' has the wrong length\n  given   3 numbers\n"
                "  need    2, since 'Planar 2R' has 2 joints"},
        BadFile{"not_a_number", "[initial]\nq = [1, \"x\"]\n",
                "a.toml:4:9: value 2 of 'initial.q' must be a number\n  given   the string \"x\"\n"
                "  need    a number for each joint, in the file's angle_unit or m"},
        BadFile{"nan_torque", "[drive]\nkind = \"constant\"\ntau = [1, nan]\n",
                "a.toml:5:11: value 2 of 'drive.tau' must be finite\n  given   nan\n"
                "  need    the torque of each joint, in N m or N"},
        BadFile{
            "integrator_misspelt", "[integrator]\nname = \"dormand_price\"\n",
            "a.toml:4:8: there is no integrator 'dormand_price'\n"
            "  need    one of auto, fehlberg, dormand_prince, verner, adams, bdf, rk4, semi_implicit_euler\n"
            "  hint    did you mean 'dormand_prince'?"},
        BadFile{"times_that_fall",
                "[trajectory]\nkind = \"waypoints\"\ntimes = [0, 2, 1]\npoints = [[0, 0], [1, 1], [0, 0]]\n",
                "a.toml:5:9: the times do not increase\n  given   1 after 2\n  need    increasing "
                "times"},
        BadFile{"waypoint_missing",
                "[trajectory]\nkind = \"waypoints\"\ntimes = [0, 2, 3]\npoints = [[0, 0], [1, 1]]\n",
                "a.toml:5:9: the number of times differs from the number of waypoints\n  given   3 times, 2 "
                "waypoints\n"
                "  need    two waypoints or more, with one time each"},
        BadFile{"short_waypoint",
                "[trajectory]\nkind = \"waypoints\"\ntimes = [0, 2]\npoints = [[0, 0], [1]]\n",
                "a.toml:6:10: waypoint 2 (counted from 1) has the wrong length\n  given   1 number\n"
                "  need    2, since 'Planar 2R' has 2 joints"},
        BadFile{"restitution", "[limits]\nrestitution = 2\n",
                "a.toml:4:15: 'restitution' is too large\n  given   2\n  need    a number from 0 to 1"},
        BadFile{"output_times", "duration = 3\n[output]\ntimes = [0, 5]\n",
                "a.toml:5:9: the output times do not increase within the simulation\n  given   value 2 is 5\n"
                "  need    increasing times from 0 to 3"},
        BadFile{"table_twice", "[[drive]]\nkind = \"none\"\n",
                "a.toml:3:1: 'drive' must be a table\n  given   an array of 1 value\n  need    a table\n"
                "  hint    one pair of brackets, not two"}),
    [](const auto& tested) { return tested.param.name; });

TEST(BadScenarios, ThatAreNoScenarios) {
  EXPECT_EQ(message(""),
            "a.toml: the file is empty\n  given   no text\n"
            "  need    a scenario file: scenario = 1 and robot = \"puma560\" at least");
  EXPECT_EQ(
      message("scenario = 2\n"),
      "a.toml:1:12: this version of the scenario file is not supported\n  given   2\n  need    scenario = 1\n"
      "  hint    a newer version of Catena may read it");
  EXPECT_EQ(message("scenario = 1\n"),
            "a.toml:1:1: key 'robot' is missing\n"
            "  need    a robot: a catalogue name such as \"puma560\", a file, or \"chain:6\", for a "
            "scenario");
  EXPECT_EQ(message("catena = 1\nname = \"x\"\n"),
            "a.toml: this is a robot file, not a scenario\n"
            "  hint    a scenario begins with scenario = 1 and names its robot");
  EXPECT_EQ(message("scenario = 1\nrobot = \"pumma560\"\n").substr(0, 31), "robot 'pumma560': no such robot");
}

TEST(BadScenarios, WithAWaypointBeyondTheLimits) {
  const std::string head =
      "scenario = 1\nrobot = \"panda\"\n[trajectory]\nkind = \"waypoints\"\ntimes = [0, 1]\n"
      "points = [[0, 0, 0, -1, 0, 1, 0], [0, 9, 0, -1, 0, 1, 0]]\n";
  EXPECT_EQ(message(head),
            "a.toml:6:10: waypoint 2 (counted from 1) cannot be reached\n"
            "  given   joint 2 (counted from 1) at 9\n"
            "  need    -1.7628 to 1.7628, the limits of 'Franka Emika Panda'\n"
            "  hint    choose another one, or write at = \"ignore\" in [limits]");
  EXPECT_EQ(message(head + "[limits]\nat = \"ignore\"\n"), "no error");
}

}  // namespace
}  // namespace catena::test
