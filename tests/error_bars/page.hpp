// SPDX-License-Identifier: Apache-2.0
// How often the error bars of the trials hold, as a page of the documentation.
#pragma once

#include <string>

#include "error_bars/trials.hpp"

namespace catena::test {

struct Page {
  std::string text;
  std::vector<std::string> broken;  // what was required and does not hold
};
Page page_of(const Plan& plan, const Trials& trials);

}  // namespace catena::test
