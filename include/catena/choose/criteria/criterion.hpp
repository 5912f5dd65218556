// SPDX-License-Identifier: Apache-2.0
// What arms are judged by: small named numbers with a unit, a direction and, where they are sampled, an error.
//
//   const std::vector<const choose::Criterion*> wanted = {&choose::criterion("reach"), &choose::criterion("workspace")};
//   const choose::Scores scores = choose::evaluate(arms, wanted, {.samples = 4096});
//   scores.at(arm, 0).value;
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/watch.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::choose {

enum class Better { less, more };

struct Criterion {
  std::string_view stem;  // names it everywhere
  std::string_view unit;  // "" for a bare number
  Better better;
  std::string_view what;  // one line, no full stop
  bool sampled = false;   // has an error: states drawn within the limits of the joints
  bool timed = false;     // measured on this machine: not the same twice
};

// What a criterion says of one arm.
struct Score {
  double value = 0;      // NaN: it cannot be told
  double error = 0;      // half the width of its 95 % interval; 0: exact, or as exact as double
  std::string why = {};  // if it cannot be told: why, and what the robot file lacks
  // If it is not the criterion's: "m^2" of a workspace in a plane. Scores of different units do not compare.
  std::string_view unit = {};
};

// What is asked of all arms alike.
struct Task {
  int samples = 4096;      // states for sampled criteria
  std::uint64_t seed = 1;  // of these states; the same seed gives the same scores
  std::shared_ptr<const sim::Trajectory> trajectory = {};  // none: seed 004's eq 23 for each joint, 10 s
  double payload = 0;                                      // [kg] at the tool, on top of the robot's own
  double length = 0;  // [m] that makes turning and moving comparable in condition numbers; 0: the arm's reach
  int threads = 1;    // 0: as many as the machine has
};

// arms x criteria
class Scores {
 public:
  Scores(int arms, int criteria) : criteria_(criteria), scores_(static_cast<std::size_t>(arms) * criteria) {}

  int arms() const { return criteria_ == 0 ? 0 : static_cast<int>(scores_.size()) / criteria_; }
  int criteria() const { return criteria_; }
  Score& at(int arm, int criterion) { return scores_[static_cast<std::size_t>(arm) * criteria_ + criterion]; }
  const Score& at(int arm, int criterion) const {
    return scores_[static_cast<std::size_t>(arm) * criteria_ + criterion];
  }

 private:
  int criteria_;
  std::vector<Score> scores_;
};

// All that there are, in the order in which they are shown.
std::span<const Criterion> criteria();

// That of the score, or else of the criterion.
inline std::string_view unit_of(const Criterion& criterion, const Score& score) {
  return score.unit.empty() ? criterion.unit : score.unit;
}

// Throws Error(usage) with the nearest stem if there is none of that name.
const Criterion& criterion(std::string_view stem);

// One pass over the states serves all sampled criteria of an arm; timed ones take turns over the arms. What is not timed
// is the same for any number of threads, and for an arm alone or among others. `watch` sees every arm that is done; when it
// ends the evaluation, the scores of the arms that are left say so.
Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task = {},
                const Watch& watch = {});

}  // namespace catena::choose
