// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a URDF arm, which has a canonical chain and survives being written and read again, or
// give a catena::Error.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/core/model/canonical.hpp"
#include "catena/core/model/named_frame.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte chooses what becomes of branches, the rest is the file.
  catena::UrdfOptions options;
  if (data[0] % 2 == 1) options.branches = catena::UrdfOptions::Branches::drop;
  catena::Notes notes;
  catena::Robot robot;
  try {
    robot = catena::parse_urdf({reinterpret_cast<const char*>(data) + 1, size - 1}, "<fuzz>", options, notes);
  } catch (const catena::Error&) {
    return 0;
  }
  // An error from here on is a failure: nothing catches it.
  const catena::Canonical chain = catena::canonical(robot, notes);
  if (static_cast<int>(chain.links.size()) != robot.dof() || robot.dof() == 0) std::abort();
  for (const catena::CanonicalLink& link : chain.links)
    if (!std::isfinite(link.dh.a + link.dh.alpha + link.dh.d + link.dh.theta + link.mass)) std::abort();
  for (const catena::NamedFrame& named : catena::named_frames(robot)) {
    const catena::Vec3<double>& p = named.frame.pose.p;
    if (named.frame.link >= robot.dof() || !std::isfinite(p.x + p.y + p.z)) std::abort();
  }
  const catena::Robot again = catena::parse_urdf(catena::write_urdf(robot), "<again>", {}, notes);
  if (again.dof() != robot.dof() || again.frames.size() < robot.frames.size()) std::abort();
  catena::parse_robot_file(catena::write_robot_file(robot), "<toml>", notes);
  return 0;
}
