// SPDX-License-Identifier: Apache-2.0
// A design that is swept in a moment: two links, of which the first has lengths from 0.2 to 0.8 m.
#pragma once

#include <string>

namespace catena::test {

inline std::string small_design(const std::string& criteria, int points) {
  return R"(design = 1
name = "two links"
arm = "Rz Rz"
lengths = [0.5, 0.5]
criteria = [)" +
         criteria + R"(]
[body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005
[sampling]
kind = "sobol"
points = )" +
         std::to_string(points) + R"(
seed = 1
[[parameter]]
name = "upper"
set = "length"
link = 1
low = 0.2
high = 0.8
)";
}

}  // namespace catena::test
