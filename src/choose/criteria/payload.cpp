// SPDX-License-Identifier: Apache-2.0
// The largest point mass at the tool that the joints can hold in every posture: g + m J_vᵀ (-a) stays within the effort
// limits, with a the gravitational acceleration. In addition to the load of the robot, and without that of the task.
#include <fmt/format.h>

#include <algorithm>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/extreme.hpp"

namespace catena::choose::detail {

Score payload(Subject& subject) {
  const auto n = static_cast<std::size_t>(subject.dof());
  std::vector<double> limit;
  for (const RobotLink& link : subject.arm().robot().links) {
    if (link.joint == JointKind::fixed) continue;
    if (!link.limits || !link.limits->effort)
      return lacks_limits(fmt::format("joint {} has no effort limit; set limits.effort", limit.size() + 1));
    limit.push_back(*link.limits->effort);
  }
  const Vec3<double>& a = subject.arm().chain().gravity();
  if (dot(a, a) == 0) return unavailable("there is no gravity");

  // the largest mass in one posture, given by the joint that saturates first
  const auto held = [&](const double* g, const double* J) {
    double mass = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
      const double each = -(J[6 * i + 3] * a.x + J[6 * i + 4] * a.y + J[6 * i + 5] * a.z);  // torque of 1 kg
      if (std::abs(g[i]) > limit[i]) return 0.0;
      if (each != 0) mass = std::min(mass, (limit[i] - std::copysign(1.0, each) * g[i]) / std::abs(each));
    }
    return mass;
  };
  const std::span<const double> J = subject.jacobians();
  const Postures& some = subject.postures();
  std::vector<double>&g = subject.scratch().b, &mass = subject.scratch().values;
  g.resize(some.count * n), mass.resize(some.count);
  batch::gravity(subject.arm(), batch::Layout::state_major, some.q, subject.batch(), g);
  for (std::size_t k = 0; k < some.count; ++k) mass[k] = held(&g[k * n], &J[k * 6 * n]);
  if (std::none_of(mass.begin(), mass.end(), [](double m) { return std::isfinite(m); }))
    return unavailable("the weight of the tool loads no joint");

  std::vector<double>&g_there = subject.scratch().c, &J_there = subject.scratch().d;
  const Extreme least =
      climbed(subject, mass, -1, [&](std::span<const double> q, std::span<double> held_there) {
        g_there.resize(held_there.size() * n), J_there.resize(held_there.size() * 6 * n);
        batch::gravity(subject.arm(), batch::Layout::state_major, q, subject.batch(), g_there);
        batch::jacobian(subject.arm(), batch::Layout::state_major, q, subject.batch(), J_there);
        for (std::size_t k = 0; k < held_there.size(); ++k)
          held_there[k] = held(&g_there[k * n], &J_there[k * 6 * n]);
      });
  return {least.value, least.error};
}

}  // namespace catena::choose::detail
