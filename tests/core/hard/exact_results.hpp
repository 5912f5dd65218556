// SPDX-License-Identifier: Apache-2.0
// The results of problem.hpp in 60 digits, and their condition: how much they change, to first order, if the numbers of the arm
// and of the state have small relative errors.
#pragma once

#include <vector>

#include "core/hard/long_scalar.hpp"
#include "core/hard/problem.hpp"
#include "support/hard_arm.hpp"

namespace catena {
class Arm;
}

namespace catena::test {

using Problem = ProblemOn<Long>;
using Values = std::vector<Digits60>;

// The robot is in the modified convention and has no fixed joints. Angles that are multiples of a right angle to the last place are
// taken as such.
Problem problem_of(const Robot& robot, const JointState& state);

Values solved(const Problem& problem);

// Σ |∂f/∂p| |p| over all numbers p of the problem, for each result f.
std::vector<double> conditions(const Problem& problem, const Values& f);

// Of M, in the Frobenius norm; infinite if M is singular.
double condition_number(const Arm& arm, const JointState& state);

}  // namespace catena::test
