// SPDX-License-Identifier: Apache-2.0
// What the rivals of the papers' tables must all stand: the same answers as the library's own methods, and no more
// operations than the tables print for them.
#pragma once

#include "support/one_row.hpp"

namespace catena::test {

inline const Force<double> kTip{{0.3, -0.2, 0.5}, {2, -3, 1}};

std::vector<double> forward_by_aba(const Case& c, const Force<double>& tip);

std::vector<double> inertia_by_crba(const Case& c);

// Forward dynamics like articulated bodies, on every arm and with a wrench at the tip.
void expect_forward_dynamics(const Method<double>& m);

// The inertia matrix like composite bodies, also where it is singular: a massless last link.
void expect_inertia(const Method<double>& m);

// A table that prints all operations as one number.
void expect_total_within(const Method<Counted>& m, const Sixths& printed);

// A table that prints multiplications and additions.
void expect_within(const Method<Counted>& m, const Sixths& mul, const Sixths& add);

}  // namespace catena::test
