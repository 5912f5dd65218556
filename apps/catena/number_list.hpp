// SPDX-License-Identifier: Apache-2.0
// Numbers on the command line: --q 0,pi/2,30deg.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace catena::cli {

// "-1.5e-3", "pi/2", "-2pi", "30deg" (in radians). Empty if the word is no finite number.
std::optional<double> number(std::string_view word);

// Numbers separated by commas or blanks. Throws Error(usage) that names the option and the word.
std::vector<double> numbers(const std::string& option, const std::string& list);

// The same for a fixed number of them; `need` describes them.
std::vector<double> numbers(const std::string& option, const std::string& list, int count,
                            const std::string& need);

}  // namespace catena::cli
