// SPDX-License-Identifier: Apache-2.0
// Half-spaces that hold the whole workspace: places beyond one of them need not be tried.
//
// Each bound comes from a search for the farthest tool position along a direction (climbs.hpp); what the search may have
// missed is added to it. A half-space that is too large costs time, one that is too small would cut off part of the
// workspace.
#pragma once

#include <cstdint>
#include <vector>

#include "choose/workspace/chart.hpp"
#include "choose/workspace/postures.hpp"

namespace catena::choose::detail {

// The search for the bounds, with the memory that it needs.
class Supports {
 public:
  Supports(ToolPoint& point, const JointBox& box, const Postures& some, std::uint64_t seed)
      : point_(point), box_(box), some_(some), seed_(seed) {}

  // A bound of u·p for all positions p of the tool.
  double operator()(const Vec3<double>& u);

 private:
  ToolPoint& point_;
  const JointBox& box_;
  const Postures& some_;
  std::uint64_t seed_;
  std::vector<double> along_, q_;
};

class Outside {
 public:
  // `directions`: how many, evenly spread.
  Outside(const Chart& chart, Supports& supports, int directions);

  bool operator()(const Chart::Place& at) const {
    for (const HalfSpace& h : halves_)
      if (h.u[0] * at[0] + h.u[1] * at[1] + h.u[2] * at[2] > h.most) return true;
    return false;
  }

 private:
  struct HalfSpace {
    Chart::Place u;
    double most;
  };
  std::vector<HalfSpace> halves_;
};

}  // namespace catena::choose::detail
