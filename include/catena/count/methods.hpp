// SPDX-License-Identifier: Apache-2.0
// The registry on the scalar that counts, compiled once.
#pragma once

#include "catena/core/registry.hpp"
#include "catena/count/counted.hpp"

namespace catena {

extern template std::vector<std::span<const Method<Counted>>> rows::textbook_rows<Counted>();
extern template std::vector<std::span<const Method<Counted>>> rows::papers_rows<Counted>();
extern template std::span<const Method<Counted>> methods<Counted>();

// The methods of quantities that divide by M, for arms with motors (core/rows/motors.hpp).
std::span<const Method<Counted>> counted_motor_methods();

}  // namespace catena
