// SPDX-License-Identifier: Apache-2.0
// The mesh files that a URDF names, for pictures of the robot: which ones, and where they are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"
#include "io/urdf_xml.hpp"

class TiXmlElement;

namespace catena::io::detail {

// The meshes of <visual> and <collision> of a <link>. Those with invalid numbers are left out, with a note.
std::vector<RobotMesh> urdf_meshes(const TiXmlElement& link, const std::string& name,
                                   const std::string& where, Notes& notes);

// The file that a URDF in `folder` means, or an empty path if it is not there. `package://NAME/PATH` is looked up in a
// folder NAME above or beside the URDF, and any other name beside the URDF. A file outside of the package, or of the folder
// above that of the URDF, does not count: a URDF may come from an untrusted source.
std::filesystem::path found_mesh(const std::string& uri, const std::filesystem::path& folder);

inline constexpr std::size_t kMostMeshes = 1000;  // of a robot

// Sets `file` of a mesh that the file `where` names. Text in memory, "<...>", has no folder, and no files beside it.
void find_mesh(const std::string& where, RobotMesh& mesh);

}  // namespace catena::io::detail
