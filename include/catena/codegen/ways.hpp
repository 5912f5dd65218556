// SPDX-License-Identifier: Apache-2.0
// The ways to compute a quantity besides a plain call of `Arm`, and for each of them which code runs. Not every quantity has code of its own
// in every way: then it is computed as by a plain call, or refused, and a reason says why. `catena methods QUANTITY` prints them.
#pragma once

#include <array>
#include <string_view>

#include "catena/core/quantity.hpp"

namespace catena {

enum class Way { compiled, batch, batch_generated, batch_float, tip, motors };
inline constexpr std::array kWays = {Way::compiled,    Way::batch, Way::batch_generated,
                                     Way::batch_float, Way::tip,   Way::motors};

struct WayInfo {
  bool own;               // whether code was made for it
  std::string_view text;  // which, or why not; never empty
};

std::string_view name_of(Way way);
WayInfo way_of(Quantity quantity, Way way);

}  // namespace catena
