// SPDX-License-Identifier: Apache-2.0
// docs/digits.md
#pragma once

#include <string>
#include <vector>

#include "digits/cases.hpp"

namespace catena::test {

std::string page_of(const std::vector<Case>& cases, int states);

}  // namespace catena::test
