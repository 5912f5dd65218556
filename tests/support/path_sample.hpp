// SPDX-License-Identifier: Apache-2.0
// A path file for the UR5e: 20 cm along y. Keys that follow belong to the move.
#pragma once

#include <string>

namespace catena::test {

inline const std::string kUr5eLine = R"(path = 1
[start]
q = [0.0, -1.6, 1.8, -1.8, -1.57, 0.0]
[limits]
acceleration = 20
[[move]]
kind = "line"
by = [0, 0.2, 0]
)";

}  // namespace catena::test
