// SPDX-License-Identifier: Apache-2.0
// Robot: the contents of a robot file, in SI units and radians. Plain data; the algorithms run on a `Chain`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "catena/core/math/pose.hpp"

namespace catena {

enum class JointKind { revolute, prismatic, fixed };
enum class Convention { standard, modified };  // distal DH | proximal DH (Craig, Khalil)
enum class AngleUnit { rad, deg };             // of the file; in memory everything is in radians

// Denavit-Hartenberg parameters; the one that moves holds its value at q = 0.
struct Dh {
  double a = 0, alpha = 0, d = 0, theta = 0;
};

struct Limits {
  std::optional<std::array<double, 2>> position;  // [rad] or [m]
  std::optional<double> velocity;                 // [rad/s] or [m/s]
  std::optional<double> effort;                   // [N m] or [N]
};

// On the motor's side of the gear; at the joint these act as gear² inertia, gear² viscous and |gear| coulomb.
struct Motor {
  double inertia = 0;                      // [kg m²]
  double gear = 1;                         // motor turns per joint turn; may be negative
  double viscous = 0;                      // [N m s]
  std::array<double, 2> coulomb = {0, 0};  // [N m] for positive and for negative joint velocity
};

struct RobotLink {
  std::string name;
  JointKind joint = JointKind::revolute;
  Dh dh;
  double mass = 0;
  Vec3<double> com = Vec3<double>::zero();      // centre of mass in the link's DH frame
  Sym3<double> inertia = Sym3<double>::zero();  // about the centre of mass, axes of the DH frame
  std::optional<Limits> limits;
  std::optional<Motor> motor;
  std::string joint_name = {};  // of the joint that moves the link
};

// A named frame: a flange, a camera, or the frame of a URDF link, which need not be the DH frame.
struct RobotFrame {
  std::string name;
  int row = -1;                                  // the element of Robot::links it is fixed to; -1: the base
  Pose<double> pose = Pose<double>::identity();  // in the DH frame of that row, or in the base frame
};

// The shape of a link, for pictures: a file named by a URDF. No dynamics depends on it.
struct RobotMesh {
  std::string uri;                               // as in the URDF: "package://arm/meshes/link1.stl"
  std::string file;                              // where it was found; empty: nowhere
  std::string frame;                             // the name of the frame that it is fixed to
  Pose<double> pose = Pose<double>::identity();  // in that frame
  Vec3<double> scale = {1, 1, 1};                // of the numbers in the file, before the pose
  bool collision = false;                        // from <collision> instead of <visual>
};

struct Payload {
  double mass = 0;
  Vec3<double> com = Vec3<double>::zero();      // in the frame of the last [[link]], which is the tool frame
  Sym3<double> inertia = Sym3<double>::zero();  // about the centre of mass, in the axes of that frame
};

struct Robot {
  std::string name;
  std::string source;
  Convention convention = Convention::standard;
  AngleUnit angle_unit = AngleUnit::rad;
  Vec3<double> gravity = {0, 0, -9.81};  // in the base frame
  bool allow_nonphysical = false;
  std::vector<RobotLink> links;  // base to tip, fixed ones included
  std::optional<Payload> payload;
  std::vector<RobotFrame> frames =
      {};  // names are unique; `named_frames` (named_frame.hpp) adds base, rows and tool

  std::vector<RobotMesh> meshes = {};

  int dof() const {
    int n = 0;
    for (const RobotLink& link : links) n += link.joint != JointKind::fixed;
    return n;
  }
};

}  // namespace catena
