// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), to name files by their contents.
#pragma once

#include <string>
#include <string_view>

namespace catena::system::detail {

// 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace catena::system::detail
