// SPDX-License-Identifier: Apache-2.0
// From a tool path to a joint path, by inverse kinematics that cannot jump between solutions.
//
//   const auto joints = catena::path::follow(arm, tool_path, {.start = q0}).path;
//
// Method   From sample to sample: a predictor by q' and q'', then Newton steps back to the path. q' and q'' follow from J q' = V
//          and J q'' = V' - J' q', with the derivatives V, V' of the path, not from differences. Between samples the joint path
//          is a polynomial of degree five through q, q' and q'' of both; the pose at inner points of it is compared with the
//          path, and the step is halved where it differs by more than the tolerance.
// Redundancy  of all q' that follow the path, the one nearest to the motion that `FollowOptions::redundancy` asks for.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "catena/core/ik.hpp"
#include "catena/core/path/joint_path.hpp"
#include "catena/core/path/pose_path.hpp"

namespace catena::path {

// What an arm that is redundant for the path does in the null space of J.
enum class Redundancy {
  limits,   // away from the position limits
  start,    // back to the posture at the beginning
  slowest,  // the smallest joint velocities
};

struct FollowOptions {
  std::optional<Eigen::VectorXd> start =
      {};  // (n) the posture at the beginning, or near it; default: one found by inverse kinematics
  std::optional<Frame<double>> frame =
      {};                      // the frame that follows the path; default: the tool. Its `axes` do not matter
  IkGoal goal = IkGoal::pose;  // or position: the orientation of the path is ignored
  double position_tolerance = 1e-6;     // [m]
  double orientation_tolerance = 1e-6;  // [rad]
  Redundancy redundancy = Redundancy::limits;
  bool keep_limits = true;  // otherwise position limits are ignored
  // A posture at which the inverse condition number of J is less is regarded as singular.
  double least_inverse_condition = 1e-4;
};

struct Followed {
  JointPath path;                            // with the parameter s of the tool path
  double position_error, orientation_error;  // the largest found between samples
  int samples;
  // The smallest over the largest singular value of J, with its linear rows divided by a length: its minimum along the path.
  double inverse_condition;
  double least_at;  // the s of this minimum
};

// Throws Error: usage for invalid options; numerical where the arm cannot follow, with s and the reason: a joint limit, a
// singular posture, or a path out of reach.
Followed follow(const Arm& arm, const PosePath& path, const FollowOptions& options = {});

}  // namespace catena::path
