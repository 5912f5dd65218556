// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics of the tool position within the joint limits, from one start.
//
// Method   damped Gauss-Newton steps (Levenberg, Marquardt) in the coordinates of the chart, clipped to the limits; a
//          joint at a limit that is pushed beyond it is held fixed. From a start far away, each joint in turn is first
//          set to its best angle for the target, over its whole range (cyclic coordinate descent).
//
// The iteration may fail from one start although the target can be reached, so a failure from one start proves nothing.
#pragma once

#include <span>
#include <vector>

#include "choose/workspace/chart.hpp"

namespace catena::choose::detail {

class Reachable {
 public:
  // `size`: of the workspace; the tolerance for arriving at the target is relative to it.
  Reachable(ToolPoint& point, const JointBox& box, const Chart& chart, double size);

  // Whether the tool arrives at the target; `far_away`: from a start that is not near the target.
  bool arrives(const Chart::Place& target, std::span<const double> start, bool far_away);

  // Where the last call ended.
  std::span<const double> posture() const { return now_; }

 private:
  void turn_towards(const Chart::Place& target);

  ToolPoint& point_;
  const JointBox& box_;
  const Chart& chart_;
  std::size_t m_;                      // joints that move the tool
  double arrived_;                     // squared
  std::vector<double> now_, next_;     // (n)
  std::vector<Chart::Place> columns_;  // (m)
  std::vector<double> weight_;         // (m) of a step: a slide's stroke, a radian
};

// Whether the tool can move in all dimensions of the chart at one of the postures (count x n).
bool full_rank(ToolPoint& point, const JointBox& box, const Chart& chart, std::span<const double> postures);

}  // namespace catena::choose::detail
