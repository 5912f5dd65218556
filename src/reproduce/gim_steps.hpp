// SPDX-License-Identifier: Apache-2.0
// The steps of sections 3.2 and 3.2.1 of paper 004 as it prints them, counted.
#pragma once

#include <span>

#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

struct GimStep {
  const char* name;  // "5(b)"
  const char* what;
  P mul, add;      // printed
  Counting count;  // of the step, complete
  const char* why;
};
const std::vector<GimStep>& gim_steps();         // Table I
const std::vector<GimStep>& planar_gim_steps();  // Table II; counted on planar arms of as many joints

// Operations of the rotation that step 5(b) lacks, and of all steps together with it.
OpCount gim_step_5b_turn(const Chain<double>& arm);
OpCount gim_steps_total(const Chain<double>& arm);
OpCount planar_gim_step_5b_turn(const Chain<double>& arm);
OpCount planar_gim_steps_total(const Chain<double>& arm);

}  // namespace catena::reproduce::detail
