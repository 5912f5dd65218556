// SPDX-License-Identifier: Apache-2.0
// Design files in tests: with their own criteria, so that no test depends on the criteria of the library.
#pragma once

#include <string>
#include <string_view>

#include "catena/choose/design/design.hpp"
#include "catena/io/load.hpp"

namespace catena::choose {

inline constexpr Criterion kTestCriteria[] = {
    {"reach", "m", Better::more, "how far"},
    {"weight", "kg", Better::less, "how heavy"},
    {"simplicity", "", Better::more, "how simple"},
};

inline Design design_of(std::string_view text) {
  return parse_design(text, "arms.toml", kTestCriteria, [](const std::string& spec) {
    Notes notes;
    return load_robot(spec, notes);
  });
}

// Two links of axes, with a place for more.
inline std::string two_links(const std::string& more) {
  return R"(design = 1
name = "two"
arm = "Rz Rz"
lengths = [0.5, 0.4]
criteria = ["reach", "weight"]

[body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005

)" + more;
}

inline constexpr const char* kTwoLengths = R"([[parameter]]
name = "upper"
set = "length"
link = 1
low = 0.2
high = 0.6
levels = 3

[[parameter]]
name = "fore"
set = "length"
link = 2
values = [0.3, 0.1]
)";

// Three lengths of the first link times two of the second.
inline std::string grid() { return two_links(std::string("[sampling]\nkind = \"grid\"\n\n") + kTwoLengths); }

// A robot, with a place for more.
inline constexpr const char* kPlanar = R"(design = 1
robot = "planar2"
angle_unit = "deg"
criteria = ["reach"]
sampling = { kind = "grid" }
)";

}  // namespace catena::choose
