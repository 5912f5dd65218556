// SPDX-License-Identifier: Apache-2.0
// Triangle meshes of links for pictures, read from STL (binary or text), OBJ and COLLADA files, and simplified so that
// reports stay small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/math/vec3.hpp"

namespace catena::report {

using Colour = std::uint32_t;  // 0xRRGGBB, as a screen shows it (sRGB)
inline constexpr Colour kNoColour = 0xFFFFFFFF;

struct TriangleMesh {
  std::vector<std::array<float, 3>> vertices;
  std::vector<std::array<unsigned, 3>> triangles;  // indices of vertices
  // Of each triangle, kNoColour where the file gives none; empty if it gives none at all. Equal colours stand together.
  std::vector<Colour> colours;
};

inline constexpr std::size_t kLargestMeshFile = 50'000'000;  // bytes
inline constexpr std::size_t kMostTriangles = 4'000;         // of a mesh in a report

// Whether the name has the ending of a format that is read: .stl, .obj or .dae.
bool is_mesh_format(const std::string& file);

// The format is that of the ending. Equal vertices are merged. Throws Error: io if the file cannot be read, model if it is
// broken or too large.
TriangleMesh read_mesh(const std::string& file);
TriangleMesh parse_mesh(std::string_view bytes, const std::string& name);  // what the file `name` contains
TriangleMesh parse_stl(std::string_view bytes, const std::string& where);
TriangleMesh parse_obj(std::string_view text, const std::string& where);
// COLLADA 1.4 and 1.5: the geometry of the scene, with the transforms of its nodes, in metres, and the diffuse colours of its
// materials, without textures and transparency. <up_axis> is ignored, as by
// RViz, MoveIt and Gazebo: robots are described so that they look right there.
TriangleMesh parse_dae(std::string_view text, const std::string& where);

// At most `most` triangles: vertices in the same cell of a grid become one, in their mean, and triangles that collapse or
// coincide are dropped. The grid is as fine as the number of triangles permits. Triangles keep their colours.
TriangleMesh simplified(TriangleMesh mesh, std::size_t most);

TriangleMesh scaled(TriangleMesh mesh, const Vec3<double>& by);

}  // namespace catena::report
