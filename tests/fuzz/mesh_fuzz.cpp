// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a mesh, with finite vertices that its triangles name, or give a catena::Error. The first letter chooses the
// format: s for STL, o for OBJ, d for COLLADA.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "catena/core/error.hpp"
#include "catena/report/mesh.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string name = data[0] == 'd' ? "fuzz.dae" : data[0] == 'o' ? "fuzz.obj" : "fuzz.stl";
  catena::report::TriangleMesh mesh;
  try {
    mesh = catena::report::parse_mesh(bytes, name);
  } catch (const catena::Error&) {
    return 0;
  }
  if (mesh.triangles.empty()) std::abort();
  const auto check_colours = [](const catena::report::TriangleMesh& m) {
    if (!m.colours.empty() && m.colours.size() != m.triangles.size()) std::abort();
    for (const catena::report::Colour colour : m.colours)
      if (colour > 0xFFFFFF && colour != catena::report::kNoColour) std::abort();
  };
  check_colours(mesh);
  for (const std::size_t most : {std::size_t{2}, mesh.triangles.size()}) {
    const catena::report::TriangleMesh few = catena::report::simplified(mesh, most);
    if (few.triangles.size() > most) std::abort();
    check_colours(few);
    for (const auto& vertex : few.vertices)
      for (const float x : vertex)
        if (!std::isfinite(x)) std::abort();
    for (const auto& triangle : few.triangles)
      for (const unsigned k : triangle)
        if (k >= few.vertices.size()) std::abort();
  }
  return 0;
}
