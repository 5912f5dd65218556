// SPDX-License-Identifier: Apache-2.0
// Checks of the second derivatives of inverse dynamics.
#pragma once

#include <span>

#include "check/identities.hpp"

namespace catena::check::detail {

// Array k of the result, summed over its last index with the specimen's direction of q: the change along this direction of the
// derivative of id with respect to q (k = 0), q̇ (1) or q̈ (3), by dual numbers and other algorithms.
Gap second_along(const Specimen& s, std::span<const double> out, std::size_t k);
template <std::size_t k>
Gap second_along(const Specimen& s, const Method<double>&, std::span<const double> out) {
  return second_along(s, out, k);
}
// The same for the derivative with respect to q̇ twice (array 2), with q̇: 2 C.
Gap second_by_qd(const Specimen& s, const Method<double>&, std::span<const double> out);

}  // namespace catena::check::detail
