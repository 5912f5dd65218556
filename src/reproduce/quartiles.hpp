// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catena/reproduce/inertia_race.hpp"

namespace catena::reproduce::detail {

Quartiles quartiles(std::vector<double> each);  // at least one
std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace catena::reproduce::detail
