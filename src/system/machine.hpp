// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catena::system::detail {

// What identifies this machine as far as code and timings made for it are concerned: system, processor, instructions.
std::string machine_identity();

}  // namespace catena::system::detail
