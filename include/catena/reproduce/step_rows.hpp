// SPDX-License-Identifier: Apache-2.0
// The steps of an algorithm as a paper prints them, each counted by itself on an arm beside its printed count.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/scalar/op_count.hpp"
#include "catena/count/polynomial.hpp"

namespace catena {

struct StepRow {
  std::string what;                    // "step 1: frames, origins, centres of mass", "A3"
  OpCount general;                     // no constant of the arm is assumed to be 0 or 1
  OpCount customised;                  // with its zeros and ones
  std::optional<Polynomial> mul, add;  // printed, for n revolute joints; none where the paper has no count
  std::string remark;                  // why the counts differ
};

struct StepTable {
  std::string title;          // "the steps of section 4.2 of paper 001"
  std::vector<StepRow> rows;  // the last one is the sum
};

bool has_steps(std::string_view paper);  // 001 and 002
// The steps of "001" by `augmented_paper`, or of "002" by `udut_paper` with phi given. Throws Error(usage) for another paper.
StepTable paper_steps(std::string_view paper, const Chain<double>& arm);

}  // namespace catena
