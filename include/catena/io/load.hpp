// SPDX-License-Identifier: Apache-2.0
// A robot by its name in the catalogue (`puma560`), by path (`arm.toml`, `arm.urdf`) or generated (`chain:30`).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/io/urdf.hpp"

namespace catena {

Robot load_robot(const std::string& spec, Notes& notes, const UrdfOptions& urdf = {});

// The names of the catalogue, sorted: the built-in robots, and those in the folders of CATENA_PATH. Throws Error(io) if
// such a folder cannot be read.
std::vector<std::string> catalogue();

// The file of a robot of the catalogue; empty if it is built in, or if there is no such robot.
std::filesystem::path catalogue_file(const std::string& stem);

}  // namespace catena
