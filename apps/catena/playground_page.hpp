// SPDX-License-Identifier: Apache-2.0
// The page of the playground, which `make playground` builds, and the robot that it begins with.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace catena::cli {

// What the page begins with.
struct PlaygroundStart {
  std::string robot;  // a robot of the built-in catalogue; or else
  std::string text;   // a robot file or URDF
  std::string where;  // and how messages name it
};

// CATENA_PLAYGROUND if it is set, else beside the program in its build folder, else where it was installed. Throws
// Error(io) if the page was not built.
std::filesystem::path playground_page();

// The page that begins with this robot. Throws Error(io) if `page` is not the page of the playground.
std::string with_start(std::string page, std::string_view path, const PlaygroundStart& start);

}  // namespace catena::cli
