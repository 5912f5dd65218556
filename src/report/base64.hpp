// SPDX-License-Identifier: Apache-2.0
// Numbers as text, the bytes of doubles, least significant first, in base64 (RFC 4648): half as long as decimals and
// quick to read.
#pragma once

#include <span>
#include <string>

namespace catena::report::detail {

std::string base64(std::span<const double> values);

}  // namespace catena::report::detail
