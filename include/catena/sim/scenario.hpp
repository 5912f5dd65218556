// SPDX-License-Identifier: Apache-2.0
// Scenario: the contents of a scenario file (docs/simulate.md), and the simulation that it describes.
//
//   catena::sim::Setup setup = catena::sim::prepare(catena::sim::load_scenario("puma_forced"));
//   const catena::sim::Run run = catena::sim::simulate(setup.arm, setup.start, *setup.drive, setup.options);
#pragma once

#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/sim/digital_control.hpp"
#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/sim/spline.hpp"
#include "catena/sim/torque_table.hpp"

namespace catena::sim {

enum class DriveKind {
  none,
  constant,
  table,
  feed_forward,
  pd,
  pd_gravity,
  pid,
  computed_torque,
  quasi_velocity
};
enum class TrajectoryKind { cycloid, quintic, trapezoid, waypoints, sampled, path };

// Lists for the joints have one number for each, or one for all. Angles are in the unit of the scenario.
struct DriveChoice {
  DriveKind kind = DriveKind::none;
  std::vector<double> tau;  // constant
  std::string file;         // table
  TorqueTable::Between between = TorqueTable::Between::linear;
  std::vector<double> kp, kd;                     // pd, pd_gravity, pid, computed_torque
  std::vector<double> ki;                         // pid
  std::optional<DigitalControl::Timing> digital;  // pid: on a computer
  std::vector<double> lambda, k;                  // quasi_velocity
  QuasiVelocityControl::Variable variable = QuasiVelocityControl::Variable::xi;
  std::vector<double> max_torque, max_rate;  // of the motors, for all but none; empty: unlimited
};

struct TrajectoryChoice {
  TrajectoryKind kind = TrajectoryKind::cycloid;
  std::vector<double> from, to;                // cycloid, quintic, trapezoid; no `from`: where the arm starts
  double duration = 0;                         // cycloid, quintic
  std::vector<double> velocity, acceleration;  // trapezoid
  std::vector<double> times;                   // waypoints
  std::vector<std::vector<double>> points;     // waypoints, one list for each time
  Spline::Ends ends = Spline::Ends::rest;      // waypoints
  std::string file;                            // sampled: a table; path: a path file
};

// A wrench on a link during a part of the run.
struct PushChoice {
  std::string frame;              // its name; empty: the tool
  std::array<double, 3> point{};  // of application, in that frame [m]
  std::array<double, 3> force{}, moment{};
  Axes axes = Axes::base_at_frame;  // of force and moment
  double from = 0, until = std::numeric_limits<double>::infinity();
};

struct Scenario {
  std::string name, source;
  std::string robot;                          // as for load_robot
  UrdfOptions urdf;                           // of the robot
  bool degrees = false;                       // angles are in degrees instead of radians
  std::vector<double> q, qd;                  // initial state; empty: the start of the trajectory, or zero
  std::vector<double> q_radians, qd_radians;  // in radians whatever the unit; they replace q and qd
  std::optional<std::array<double, 3>> gravity;
  std::optional<Payload> payload;        // instead of the robot's
  std::optional<Payload> added_payload;  // in addition to that
  DriveChoice drive;
  std::optional<TrajectoryChoice> trajectory;
  std::vector<PushChoice> pushes;
  Options options;
  bool has_duration = false;  // else the trajectory's or the table's, or 10 s
  std::string output;         // the file to write, or nothing
  bool quasi_velocities =
      false;  // in the file and the report: ξ, ν, D and the deviations s of the controller

  // The position of each key in the file, for messages: places["drive.kp"] = "fall.toml:12:1". Files named in the
  // scenario are relative to its folder; built-in scenarios have none.
  std::map<std::string, std::string, std::less<>> places;
  std::filesystem::path folder;

  std::string place(std::string_view key) const;
  bool says(std::string_view key) const { return places.find(key) != places.end(); }
};

// The text of a scenario file; opens no other file. Throws Error(model) that names line and key.
Scenario parse_scenario(std::string_view text, const std::string& where);

// By name ("puma_forced") or by path. Throws Error.
Scenario load_scenario(const std::string& spec);

// Whether it is the name of a scenario, or a scenario file rather than a robot file.
bool names_scenario(const std::string& spec);

// The names of the built-in scenarios and of those in the folders of CATENA_PATH, sorted.
std::vector<std::string> scenarios();

// The arguments of `simulate`.
struct Setup {
  Arm arm;
  JointState start;
  std::shared_ptr<const Trajectory> desired;  // or nothing
  std::shared_ptr<Drive> drive;
  Options options;
  Notes notes;  // of the robot
};

// Loads the robot and the tables, and checks the scenario against them. Throws Error.
Setup prepare(const Scenario& scenario);

}  // namespace catena::sim
