// SPDX-License-Identifier: Apache-2.0
// Meshes of links, from the bytes of their files.
#include "catena/report/mesh.hpp"

#include "call.hpp"
#include "catena/core/text.hpp"

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(mesh, [](int, const Arguments& arguments, Results& out) {
  const std::string name(arguments.text("name"));
  const auto scale = arguments.has("scale") ? arguments.numbers("scale", 3) : std::span<const double>();
  const std::string_view bytes = arguments.text("bytes");
  arguments.require_all_read();
  if (!report::is_mesh_format(name))
    throw Error(ErrorKind::usage, text::printable(name), "not a mesh of a known format")
        .need(".stl, .obj or .dae");
  report::TriangleMesh mesh = report::parse_mesh(bytes, name);
  if (!scale.empty()) mesh = report::scaled(std::move(mesh), {scale[0], scale[1], scale[2]});
  out.numbers.reserve(3 * (mesh.vertices.size() + mesh.triangles.size()) + mesh.colours.size());
  for (const auto& v : mesh.vertices)
    for (const float x : v) out.numbers.push_back(x);
  for (const auto& t : mesh.triangles)
    for (const unsigned k : t) out.numbers.push_back(k);
  for (const report::Colour c : mesh.colours) out.numbers.push_back(c == report::kNoColour ? -1.0 : c);
  out.text = std::to_string(mesh.triangles.size());
  return static_cast<int>(mesh.vertices.size());
})
