// SPDX-License-Identifier: Apache-2.0
// What a diagonal inertia matrix is good for: sections 0 and 1 of paper 004.
#pragma once

#include <vector>

#include "catena/reproduce/statement.hpp"

namespace catena::reproduce::detail {

void add_decoupling_004(std::vector<Statement>& s);

}  // namespace catena::reproduce::detail
