// SPDX-License-Identifier: Apache-2.0
// Numbers as text: the little-endian bytes of doubles in base64 (RFC 4648), half as long as decimals and fast to read.
#pragma once

#include <span>
#include <string>

namespace catena::report::detail {

std::string base64(std::span<const double> values);
std::string base64(std::span<const float> values);

}  // namespace catena::report::detail
