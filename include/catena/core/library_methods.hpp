// SPDX-License-Identifier: Apache-2.0
// The methods that the library runs on double: all of the registry (registry.hpp). Some of them, such as `aba` and `crba`,
// run kernels for the vector instructions of the machine (simd.hpp) instead of the templates in algo/; the results
// differ by rounding.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "catena/core/method.hpp"
#include "catena/core/model/pivot.hpp"

namespace catena {

// By quantity, in the order of `Quantity`; the default of each comes first.
std::span<const Method<double>> library_methods();

// The method of that name, or null; without a name the default.
const Method<double>* library_method(Quantity quantity, std::string_view name = {});

// The method that computes a quantity by articulated bodies, without M, for postures where M is ill-conditioned
// (model/pivot.hpp); null for quantities that do not divide by M.
const Method<double>* stable_method(Quantity quantity);

// The smallest pivots (n) for which `method` is used; below them, the stable method of its quantity is used instead. For
// the stable method itself, and where there is none, the smallest pivots of a regular M.
std::vector<double> least_pivots(const Chain<double>& arm, const Method<double>& method);
LeastPivot least_pivot(const Method<double>& method);  // which they are

// The posture that they run at: Posture::set with all sines at once.
void set_posture(const Chain<double>& arm, std::span<const double> q, Posture<double>& x);

}  // namespace catena
