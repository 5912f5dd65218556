// SPDX-License-Identifier: Apache-2.0
// What the text of each paper claims, sentence by sentence: costs, savings, accuracies, crossovers, insights and
// recommendations, each measured again. Claims about simulations and arms are in figures.hpp, claims about times in
// inertia_race.hpp.
//
// A cost is reproduced if the same count was measured, refuted if the printed one cannot be right or the steps that are
// printed take more; it depends if ours is lower, since it then depends on how the steps are arranged. An identity is reproduced if it holds on
// random arms, revolute and mixed, to rounding. No printed digit depends on rounding, compiler or machine.
#pragma once

#include <string_view>
#include <vector>

#include "catena/reproduce/statement.hpp"

namespace catena {

// The claims of one paper. Throws Error(usage) for an unknown number.
std::vector<Statement> paper_claims(std::string_view paper);

// The forms that are computed in another way than the paper prints them, with the reasons: what, here, why.
NumberTable not_literal(std::string_view paper);

std::vector<Statement> claims_000();
std::vector<Statement> claims_001();
std::vector<Statement> claims_002();
std::vector<Statement> claims_003();
std::vector<Statement> claims_004();

}  // namespace catena
