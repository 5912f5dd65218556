// SPDX-License-Identifier: Apache-2.0
// How much of a box around the workspace the tool reaches: two random places in each cell of a grid, tried by inverse
// kinematics until more attempts find no more of them.
//
// Rounds   in each round every place that was not reached yet is tried from one more start: in turn from the nearest posture not
//          yet tried for it, sampled or found for another place, and from a random posture. From round 3 on only places
//          with a reached place in their cell or a neighbouring cell are tried: what can be reached beyond these would be a
//          region of its own, none of whose places was reached by two starts each.
// Misses   some reachable places are missed in each round. The number of rounds is doubled until a doubling finds less than
//          kTolerated of the statistical error; as many as the last doubling found are assumed to be missed, and are added
//          to the error.
#pragma once

#include <cstdint>

#include "choose/workspace/chart.hpp"
#include "choose/workspace/outside.hpp"
#include "choose/workspace/postures.hpp"
#include "choose/workspace/reachable.hpp"

namespace catena::choose::detail {

inline constexpr double kTolerated = 0.1;
inline constexpr int kLeastRounds = 4, kMostRounds = 256;

// With symmetry the first coordinate of the box is the square of the radius, so that equal cells have equal volume.
struct SurveyBox {
  double lower[3] = {}, upper[3] = {};
};

struct Effort {
  int rounds = kLeastRounds;  // at least
  bool everywhere = false;    // all places in all rounds
};

struct Survey {
  long cells = 0;    // two places each
  long reached = 0;  // places
  long split = 0;    // cells with one reached place of two
  long gained = 0;   // reached places that the last doubling of the rounds has added
  int rounds = 0;
};

Survey survey(Reachable& reachable, const Outside& outside, const Chart& chart, const SurveyBox& box,
              const Postures& some, std::size_t joints, int samples, std::uint64_t seed,
              const Effort& effort = {});

}  // namespace catena::choose::detail
