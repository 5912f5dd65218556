// SPDX-License-Identifier: Apache-2.0
// What paper 001 claims of momenta and their rates.
#pragma once

#include <vector>

#include "reproduce/claim.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {

Statement angular_momentum(const std::vector<Specimen>& arms);  // eq 17
Statement momentum_rate(const std::vector<Specimen>& arms);     // eq 20

}  // namespace catena::reproduce::detail
