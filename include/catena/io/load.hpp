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

// The stems of the catalogue, sorted; and where it was found.
std::vector<std::string> catalogue();
std::filesystem::path catalogue_folder();

}  // namespace catena
