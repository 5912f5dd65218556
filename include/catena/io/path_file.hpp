// SPDX-License-Identifier: Apache-2.0
// Path files (docs/paths.md): lines, arcs and splines of the tool, or joint waypoints, with limits and speeds; and the motion
// along them, the fastest one or one with a velocity profile.
//
//   const auto planned = catena::plan_path(arm, catena::load_path_file("weld.toml"));
//   planned.motion().sample(t, q, qd, qdd);
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/path/follow.hpp"
#include "catena/core/path/time_optimal.hpp"

namespace catena {

enum class MoveKind { line, arc, spline };

// How the motion is timed.
enum class PathLaw {
  optimal,    // the fastest motion (time_optimal.hpp)
  trapezoid,  // a trapezoidal velocity profile (profile.hpp)
  jerk,       // a double-S profile, with limited jerk
};

// A piece of a tool path. Positions are in metres, angles in radians.
struct PathMove {
  MoveKind kind = MoveKind::line;
  std::optional<Eigen::Vector3d> to, by;  // line, arc: the new position, or its distance from the last one
  std::optional<Eigen::Vector3d> rpy;     // roll, pitch, yaw; otherwise the orientation stays
  std::optional<Eigen::Vector3d> via;     // arc through a point
  std::optional<Eigen::Vector3d> centre, axis;  // arc about an axis
  double angle = 0;                             //   by an angle
  std::vector<std::vector<double>> through;     // spline: 3 numbers (position), or 6 (and roll, pitch, yaw)
  double blend = 0;                             // [m] at the corner at its end
  std::optional<double> speed;                  // [m/s] of the tool, at most
};

// Lists for the joints have one number for each, or one for all.
struct PathFile {
  std::string name;
  bool degrees =
      false;  // joint positions, velocities and accelerations of revolute joints, and all angles, in the file
  std::vector<double> start;                     // joint positions at the beginning; may be empty
  std::optional<Eigen::Vector3d> position, rpy;  // the pose at the beginning, if it is not that of `start`
  std::vector<PathMove> moves;                   // of the tool, or of `frame`
  std::string frame;                        // the name of the frame that follows the moves; empty: the tool
  std::vector<std::vector<double>> points;  // or joint waypoints
  bool smooth = false;                      //   joined by a spline instead of lines
  double blend = 0;                         //   [rad, m] at the corners of the lines
  PathLaw law = PathLaw::optimal;
  std::vector<double> velocity, acceleration, torque;  // limits, instead of those of the robot
  std::vector<double> jerk;                            // for PathLaw::jerk
  std::optional<double> speed;                         // [m/s] of the tool, at most
  bool motors = false;                                 // with rotor inertias and friction
  bool position_only = false;                          // the orientation of the tool does not matter
  double tolerance = 1e-3;                             // of the limits (time_optimal.hpp)
  double position_tolerance = 1e-6;                    // [m] of the tool
  double orientation_tolerance = 1e-6;                 // [rad] of the tool

  // The position of each key in the file, for messages: places["move 2.to"] = "weld.toml:12:1".
  std::map<std::string, std::string, std::less<>> places = {};
  std::string place(const std::string& key) const;
  bool by_options =
      false;  // it was made from options of a command, which `places` names: missing limits are Error(usage)
};

// Throws Error(model) that names line and key.
// `law` replaces that of the file; another one than jerk then leaves out the limits of the jerk.
PathFile parse_path_file(std::string_view text, const std::string& where, std::optional<PathLaw> law = {});
PathFile load_path_file(const std::filesystem::path& path, std::optional<PathLaw> law = {});

struct PlannedPath {
  path::TimeOptimal best;                  // with a velocity profile: its motion, without `active` and `grid`
  std::optional<path::PosePath> tool;      // for a tool path
  std::optional<path::Followed> followed;  // the same
  std::optional<Frame<double>> frame;      // that followed it, if it is not the tool

  const path::TimedPath& motion() const { return best.motion; }
};

// Turns a tool path into a joint path, and this into a motion. Throws Error: model if the file does not fit this
// arm, numerical where the arm cannot move along the path.
PlannedPath plan_path(const Arm& arm, const PathFile& file);

// What may be a mistake: positions and angles of many turns, which may be in degrees.
Notes path_notes(const Arm& arm, const PathFile& file);

const char* name(PathLaw law);  // "trapezoid"

}  // namespace catena
