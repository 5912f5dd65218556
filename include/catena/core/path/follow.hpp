// SPDX-License-Identifier: Apache-2.0
// From a path of the tool to a path of the joints, by inverse kinematics that cannot jump.
//
//   const auto joints = catena::path::follow(arm, tool_path, {.start = q0}).path;
//
// Method   From sample to sample: a predictor by q' and q'', then Newton steps back to the path. q' and q'' follow from J q' = V
//          and J q'' = V' - J' q', with the derivatives V, V' of the path, not from differences. Between samples the joint path
//          is a polynomial of degree five through q, q' and q'' of both; the pose at inner points of it is compared with the
//          path, and the step is halved where it differs by more than the tolerance.
// Extra    joints, beyond those that the path needs: of all q', the one that is nearest to what the preference asks for.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "catena/core/ik.hpp"
#include "catena/core/path/joint_path.hpp"
#include "catena/core/path/pose_path.hpp"

namespace catena::path {

// What an arm with more joints than the path needs does with the others.
enum class Spare {
  limits,   // away from the position limits
  start,    // back to the posture at the beginning
  slowest,  // the smallest joint velocities
};

struct FollowOptions {
  std::optional<Eigen::VectorXd> start =
      {};                      // (n) the posture at the beginning, or near it; otherwise one that IK finds
  IkGoal goal = IkGoal::pose;  // or position: the rotation of the path is ignored
  double position_tolerance = 1e-6;     // [m]
  double orientation_tolerance = 1e-6;  // [rad]
  Spare spare = Spare::limits;
  bool keep_limits = true;  // otherwise position limits are ignored
  double least_dexterity =
      1e-4;  // of the singular values of J, smallest over largest; less is a singular posture
};

struct Followed {
  JointPath path;                            // with the parameter s of the path of the tool
  double position_error, orientation_error;  // the largest, at places between samples
  int samples;
  double
      dexterity;  // the least on the way, of the singular values of J, smallest over largest (linear rows over a length)
  double least_at;  // its s
};

// Throws Error: usage for options that have no meaning; numerical where the arm cannot follow, with s and with what is in the
// way: a joint at a limit, a singular posture, or a path out of reach.
Followed follow(const Arm& arm, const PosePath& path, const FollowOptions& options = {});

}  // namespace catena::path
