// SPDX-License-Identifier: Apache-2.0
// A robot by stem (`puma560`), by path (`arm.toml`, `arm.urdf`) or generated (`chain:30`).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/io/urdf.hpp"

namespace catena {

Robot load_robot(const std::string& spec, Notes& notes, const UrdfOptions& urdf = {});

// The stems of the catalogue, sorted: what is built in, and what the folders of CATENA_PATH add. Throws Error(io) if such
// a folder cannot be read.
std::vector<std::string> catalogue();

// The file that a stem stands for; nothing if the robot is built in, or if there is none.
std::filesystem::path catalogue_file(const std::string& stem);

}  // namespace catena
