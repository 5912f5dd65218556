// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace catena::choose::detail {

// A copy of the text that lives as long as the program, since a Score only points to its unit. There are few units.
std::string_view lasting_unit(const std::string& unit);

}  // namespace catena::choose::detail
