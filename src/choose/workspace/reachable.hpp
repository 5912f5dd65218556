// SPDX-License-Identifier: Apache-2.0
// Whether the tool can reach a place: inverse kinematics within the joint limits, from known postures nearby.
//
// Method   damped Gauss-Newton steps (Levenberg, Marquardt) in the coordinates of the chart, clipped to the limits; a
//          joint at a limit that is pushed beyond it is held fixed. Starts from the postures whose tools are nearest,
//          until one arrives. Where one stops short, the tool has a farthest place in the direction of the target:
//          everything beyond is out of reach and need not be tried. A place also counts as out of reach when no start
//          arrives, which is wrong only if every start is trapped by a limit.
#pragma once

#include <span>
#include <vector>

#include "choose/workspace/chart.hpp"

namespace catena::choose::detail {

class Reachable {
 public:
  // `postures`: (count x n) starts; `size`: of the workspace, the scale of what counts as arrived; `thorough`: with more
  // starts, for error bars below a percent.
  Reachable(ToolPoint& point, const JointBox& box, const Chart& chart, std::span<const double> postures,
            std::size_t count, double size, bool thorough);

  bool operator()(const Chart::Place& target);

  // Whether the tool can move in all dimensions of the chart at some start.
  bool full_rank();

 private:
  bool arrives(const Chart::Place& target, const double* start);
  bool beyond(const Chart::Place& target) const;
  void learn(const Chart::Place& target);

  ToolPoint& point_;
  const JointBox& box_;
  const Chart& chart_;
  std::size_t n_, m_, count_;
  struct Wall {
    Chart::Place u;  // all places have u·place <= most
    double most;
  };
  std::vector<Wall> walls_;
  int starts_;                         // tried for a place
  std::size_t climbs_;                 // tried for a wall, besides where a start stopped
  double size_, arrived_;              // squared
  std::vector<double> q_;              // starts
  std::vector<double> at_[3];          // their places, a dimension after the other
  std::vector<double> weight_;         // (m) of a step: a slide's stroke, a radian
  std::vector<double> now_, next_;     // (n)
  std::vector<Chart::Place> columns_;  // (m)
  std::vector<double> distance_;       // (count)
};

}  // namespace catena::choose::detail
