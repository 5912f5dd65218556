// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/postures.hpp"

#include <fmt/format.h>

#include "catena/core/error.hpp"

namespace catena::choose::detail {

void draw(const JointBox& box, const Lattice& lattice, Postures& out) {
  const std::size_t n = box.joints.size();
  const std::span<const double> unit = lattice.all();
  out.count = static_cast<std::size_t>(lattice.points());
  out.replicates = lattice.replicates();
  out.q.resize(out.count * n);
  out.tools.clear();  // they are of another arm
  for (std::size_t k = 0; k < out.count; ++k)
    for (std::size_t i = 0; i < n; ++i)
      out.q[k * n + i] = box.joints[i].lower + box.joints[i].span() * unit[k * n + i];
}

void place_tools(ToolPoint& point, std::size_t n, Postures& out) {
  out.tools.resize(out.count, Vec3<double>::zero());
  for (std::size_t k = 0; k < out.count; ++k) {
    point.set(&out.q[k * n]);
    out.tools[k] = point.tool();
  }
}

Postures postures(ToolPoint& point, const JointBox& box, const Lattice& lattice) {
  Postures out;
  draw(box, lattice, out);
  place_tools(point, box.joints.size(), out);
  return out;
}

void require_samples(int samples) {
  if (samples < 2)
    throw Error(ErrorKind::usage, "samples", "too few for an error bar")
        .given(fmt::format("{}", samples))
        .need("2 or more; 256 for a sweep, 4096 for a table");
}

}  // namespace catena::choose::detail
