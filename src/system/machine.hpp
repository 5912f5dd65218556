// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catena::system::detail {

// Identifies the machine for compiled code and timings: operating system, processor and instruction sets.
std::string machine_identity();

}  // namespace catena::system::detail
