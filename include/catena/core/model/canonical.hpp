// SPDX-License-Identifier: Apache-2.0
// Any robot as one canonical chain of proximal frames: frame i is fixed to link i, its z axis is the axis of
// joint i, and T(i-1 -> i) = Rx(alpha_i) Tx(a_i) Rz(theta_i) Tz(d_i). Fixed joints are merged into
// the links before them.
#pragma once

#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/math/pose.hpp"
#include "catena/core/model/robot.hpp"

namespace catena {

struct CanonicalLink {
  std::string name;
  JointKind joint;  // revolute or prismatic
  Dh dh;            // proximal; the moving one holds its value at q = 0
  double mass;
  Vec3<double> com;      // in frame i
  Sym3<double> inertia;  // about the centre of mass, axes of frame i
  int source;            // index of the moving link in Robot::links
};

struct Canonical {
  Pose<double> base = Pose<double>::identity();  // robot's base frame -> frame 0
  std::vector<CanonicalLink> links;              // one per moving joint
  Pose<double> tool = Pose<double>::identity();  // frame n -> the robot's last frame
};

// DH tables without fixed rows are taken over number by number; fixed rows are merged by common normals.
Canonical canonical(const Robot& robot, Notes& notes);

// The same arm as a table of the given convention; base and tool become fixed rows where necessary.
Robot to_convention(const Robot& robot, Convention convention, Notes& notes);

}  // namespace catena
