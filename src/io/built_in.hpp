// SPDX-License-Identifier: Apache-2.0
// The files of robots/, scenarios/ and designs/, compiled into the libraries: no data files are needed at run time.
#pragma once

#include <span>
#include <string_view>

namespace catena::io::detail {

struct BuiltIn {
  std::string_view stem, text;
};

// Sorted by name. CMake generates these functions (cmake/BuiltIn.cmake), each in the layer that reads its texts.
std::span<const BuiltIn> built_in_robots();     // io
std::span<const BuiltIn> built_in_scenarios();  // sim
std::span<const BuiltIn> built_in_designs();    // choose

}  // namespace catena::io::detail
