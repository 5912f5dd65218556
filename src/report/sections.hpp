// SPDX-License-Identifier: Apache-2.0
// Sections and sets of a report as JSON, and what they share with its runs.
#pragma once

#include <string>
#include <vector>

#include "catena/report/report.hpp"
#include "catena/system/json.hpp"

namespace catena::report::detail {

[[noreturn]] void refuse(const std::string& where, const std::string& what, const std::string& given,
                         const std::string& need);
void require_size(const std::string& where, const std::vector<double>& values, std::size_t size);

// Values that are not finite become null or NaN: a gap.
Json series(const std::vector<double>& values);

Json set_json(const Set& set, std::size_t index);
Json section_json(const Section& section, const std::vector<Set>& sets);

}  // namespace catena::report::detail
