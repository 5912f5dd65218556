// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace catena::choose::detail {

// The same text, as long as the program runs: a Score only points to its unit. There are few.
std::string_view lasting_unit(const std::string& unit);

}  // namespace catena::choose::detail
