// SPDX-License-Identifier: Apache-2.0
// Criteria for choosing arms: named numbers with a unit, a direction and, where sampled, an error.
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
  std::string_view stem;  // its short name, used everywhere: "reach"
  std::string_view unit;  // "" for a bare number
  Better better;
  std::string_view what;  // one line, no full stop
  bool sampled = false;   // has an error: states are drawn within the joint limits
  bool timed = false;     // measured on this machine: not the same twice
  bool on_path = false;   // depends on the motion of the task
  bool motors = false;    // includes the motors of the robot file
};

// The value of a criterion for one arm.
struct Score {
  double value = 0;  // NaN: unavailable
  double error = 0;  // half-width of its 95 % interval, one-sided for extremes (docs/criteria.md); 0: exact
  std::string why = {};  // if it is unavailable: why, and what the robot file lacks
  // If it is not the criterion's: "m^2" of a workspace in a plane. Scores of different units do not compare.
  std::string_view unit = {};
  bool lacks_limits = false;  // it is unavailable because the robot file lacks limits
};

// The conditions of the evaluation, the same for all arms.
struct Task {
  int samples = 4096;      // states for sampled criteria
  std::uint64_t seed = 1;  // random seed of these states; the same seed reproduces the scores
  std::shared_ptr<const sim::Trajectory> trajectory = {};  // none: default_motion of each arm
  double payload = 0;                                      // [kg] at the tool, on top of the robot's own
  Vec3<double> payload_com = {0, 0, 0};                    // [m] its centre of mass in the tool frame
  double length =
      0;  // [m] characteristic length that weighs rotation against translation in condition numbers; 0: the reach
  int threads = 1;     // 0: all (thread_count)
  bool motors = true;  // include rotor inertia and friction of the robot files; false: links alone
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

// All criteria, in the order in which they are shown.
std::span<const Criterion> criteria();

// The unit of the score, or else of the criterion.
inline std::string_view unit_of(const Criterion& criterion, const Score& score) {
  return score.unit.empty() ? criterion.unit : score.unit;
}

// Throws Error(usage) with the nearest name if there is no such criterion.
const Criterion& criterion(std::string_view stem);

// One pass over the states serves all sampled criteria of an arm; timed ones are interleaved over the arms. Scores that
// are not timed do not depend on the number of threads or on the other arms. `watch` is called after every arm; when it ends
// the evaluation, the scores of the remaining arms say so.
Scores evaluate(std::span<const Arm> arms, std::span<const Criterion* const> wanted, const Task& task = {},
                const Watch& watch = {});

}  // namespace catena::choose
