// SPDX-License-Identifier: Apache-2.0
// The operation counts that the five papers print, measured again: every number on the measured side comes from
// running the algorithms on counting scalars.
#pragma once

#include <span>
#include <string_view>

#include "catena/reproduce/count_table.hpp"

namespace catena {

std::span<const std::string_view> paper_numbers();  // "000" to "004"

// The counts of one paper. Throws Error(usage) for an unknown number.
PaperCounts paper_counts(std::string_view paper);

PaperCounts paper_000();  // Safeea, Bearee, Neto: Table I
PaperCounts paper_001();  // Kang: steps 1 to 7
PaperCounts paper_002();  // Saha: Table I and the braces of section 3
PaperCounts paper_003();  // Kozłowski: Tables 2 and 3
PaperCounts paper_004();  // Bhangale, Saha, Agrawal: Tables I, II, III, V and equations 14 to 18

}  // namespace catena
