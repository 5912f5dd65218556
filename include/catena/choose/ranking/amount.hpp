// SPDX-License-Identifier: Apache-2.0
// A number with a unit, as people write it: "0.8", "800mm", "3 kg", "1.2 kN m".
#pragma once

#include <string>
#include <string_view>

namespace catena::choose {

// The number in `unit`, which is also meant where the text names none. Throws Error(usage) with `where` if the text is no
// finite number, or its unit measures something else.
double amount(std::string_view text, std::string_view unit, const std::string& where);

}  // namespace catena::choose
