// SPDX-License-Identifier: Apache-2.0
// A number with a unit, as people write it: "0.8", "800mm", "3 kg", "1.2 kN m".
#pragma once

#include <string>
#include <string_view>

namespace catena::choose {

// The number converted to `unit`, which is also the unit of a bare number. Throws Error(usage) with `where` if the text is
// not a finite number or its unit measures another quantity.
double amount(std::string_view text, std::string_view unit, const std::string& where);

// The unit as people write it: "m³" for "m^3".
std::string unit_text(std::string_view unit);

}  // namespace catena::choose
