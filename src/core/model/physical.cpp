// SPDX-License-Identifier: Apache-2.0
// Principal moments, and the rules they must obey.
#include "catena/core/model/physical.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {
namespace {

constexpr double kTolerance = 1e-9;  // of the largest moment

std::array<double, 3> principal_moments(const Sym3<double>& I) {
  Eigen::Matrix3d full;
  full << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const Eigen::Vector3d found =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(full, Eigen::EigenvaluesOnly).eigenvalues();
  return {found[0], found[1], found[2]};
}

}  // namespace

Physical check_physical(double mass, const Vec3<double>& com, const Sym3<double>& inertia) {
  Physical result;
  result.moments = principal_moments(inertia);
  if (!(mass >= 0)) {
    result.broken = PhysicalRule::negative_mass;
    result.given = fmt::format("mass {} kg", mass);
    result.need = "0 or more";
    return result;
  }

  const auto [small, middle, large] = result.moments;
  const double moved = mass * dot(com, com);
  const double slack = kTolerance * std::max(std::abs(small), std::abs(large)) +
                       16 * std::numeric_limits<double>::epsilon() * moved;

  if (!(small >= -slack)) {
    result.broken = PhysicalRule::negative_moment;
    result.need = fmt::format("no negative moment ({:.6g} < 0)", small);
  } else if (!(small + middle >= large - slack)) {
    result.broken = PhysicalRule::triangle;
    // Enough digits that the two sides differ when printed.
    const int digits = large - small - middle > 1e-4 * large ? 6 : 12;
    result.need = fmt::format(
        "the two smaller moments to sum to at least the largest ({:.{}g} + {:.{}g} = {:.{}g} < {:.{}g})",
        small, digits, middle, digits, small + middle, digits, large, digits);
  } else {
    return result;
  }
  result.given = fmt::format("principal moments {:.6g}, {:.6g}, {:.6g} kg m²", small, middle, large);
  return result;
}

}  // namespace catena
