// SPDX-License-Identifier: Apache-2.0
// The files of robots/, scenarios/ and designs/ as parts of the libraries: nothing has to be found when a program runs.
#pragma once

#include <span>
#include <string_view>

namespace catena::io::detail {

struct BuiltIn {
  std::string_view stem, text;
};

// Sorted by stem. CMake writes these functions (cmake/BuiltIn.cmake), each into the layer that reads its texts.
std::span<const BuiltIn> built_in_robots();     // io
std::span<const BuiltIn> built_in_scenarios();  // sim
std::span<const BuiltIn> built_in_designs();    // choose

}  // namespace catena::io::detail
