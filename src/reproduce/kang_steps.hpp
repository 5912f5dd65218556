// SPDX-License-Identifier: Apache-2.0
// The seven steps of paper 001 as it prints them, counted.
#pragma once

#include <array>

#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

using KangSteps = std::array<OpCount, 8>;  // [0] stays empty: the paper counts from 1

KangSteps kang_steps(const Chain<double>& arm, Constants constants = Constants::general);
Counting kang_step(std::size_t number);
Counting kang_steps_up_to(std::size_t last);
OpCount kang_steps_in_any_axes(const Chain<double>& arm);   // all of them, nothing known of S^1
OpCount elements_in_link_frames(const Chain<double>& arm);  // the same arrays by `augmented_elements`
OpCount kang_link_by_link(const Chain<double>& arm);        // I* and P* as sums over links, with kinematics

struct PrintedStep {
  const char* what;
  P mul, add;
  const char* remark;  // why the counted ones differ
};
const std::array<PrintedStep, 7>& printed_kang_steps();

}  // namespace catena::reproduce::detail
