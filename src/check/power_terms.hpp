// SPDX-License-Identifier: Apache-2.0
// The three terms of the inertia power array of 001, from the axes and the bodies alone.
#pragma once

#include <Eigen/Core>
#include <array>

#include "check/specimen.hpp"

namespace catena::check::detail {

using PowerTerms = std::array<Eigen::MatrixXd, 3>;  // P1, P2, P3 (n x n²): column k n + j

// Eq 10 as it is printed, all joints of every link, with no property used.
PowerTerms power_of_links(const Specimen& s);

// Eqs 25 to 27: element (i, j, k) is that of the links beyond the outermost of the three joints, welded together.
PowerTerms power_of_welded_links(const Specimen& s);

}  // namespace catena::check::detail
