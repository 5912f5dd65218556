// SPDX-License-Identifier: Apache-2.0
// Vectors of Eigen as spans.
#pragma once

#include <Eigen/Core>
#include <span>

namespace catena::sim::detail {

inline std::span<double> span_of(Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<const double> span_of(const Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace catena::sim::detail
