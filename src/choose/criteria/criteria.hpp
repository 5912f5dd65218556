// SPDX-License-Identifier: Apache-2.0
// The criteria, each a function of an arm under a task, and the table that lists them.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "catena/choose/criteria/criterion.hpp"
#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

inline Score unavailable(std::string why) {
  return {std::numeric_limits<double>::quiet_NaN(), 0, std::move(why)};
}

inline Score lacks_limits(std::string why) {
  Score score = unavailable(std::move(why));
  score.lacks_limits = true;
  return score;
}

struct Row {
  Criterion criterion;
  Score (*score)(Subject& subject);  // sampled criteria are evaluated only for arms whose joints have a range
  // For timed criteria, in place of `score`: returns a function that runs once along the path; an empty function, and the
  // reason in `why`, if the arm cannot be timed.
  std::function<void()> (*run)(const Arm& arm, std::shared_ptr<const Path> path, std::string& why) = nullptr;
  bool unloaded = false;  // evaluated without the payload of the task
};
std::span<const Row> rows();

Score gim_general(Subject& subject);
Score gim_customised(Subject& subject);
Score gim_optimised(Subject& subject);
Score mci_general(Subject& subject);
Score mci_customised(Subject& subject);
Score mci_optimised(Subject& subject);
Score workspace(Subject& subject);
Score manipulability_max(Subject& subject);
Score manipulability_mean(Subject& subject);
Score manipulability_min(Subject& subject);
Score gim_zeros(Subject& subject);
Score gim_constants(Subject& subject);
Score gim_diagonality(Subject& subject);
Score gim_condition(Subject& subject);
Score gim_condition_mean(Subject& subject);
Score coriolis_ratio(Subject& subject);
Score reach(Subject& subject);
Score shoulder_reach(Subject& subject);
Score payload(Subject& subject);
Score peak_torque(Subject& subject);
Score rms_torque(Subject& subject);
Score peak_force(Subject& subject);
Score rms_force(Subject& subject);
Score peak_power(Subject& subject);
Score rms_power(Subject& subject);
Score cycle_energy(Subject& subject);
Score effort_margin(Subject& subject);
Score velocity_margin(Subject& subject);
Score reflected_mass(Subject& subject);
Score dynamic_manipulability(Subject& subject);
Score jacobian_conditioning(Subject& subject);

using TimedCall = std::function<void()>;
TimedCall id_time(const Arm& arm, std::shared_ptr<const Path> path, std::string& why);
TimedCall id_time_generated(const Arm& arm, std::shared_ptr<const Path> path, std::string& why);
TimedCall gim_mci_time(const Arm& arm, std::shared_ptr<const Path> path, std::string& why);

}  // namespace catena::choose::detail
