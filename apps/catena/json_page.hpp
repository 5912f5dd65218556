// SPDX-License-Identifier: Apache-2.0
// JSON as --json prints it. What is not UTF-8, such as the name of a file, is replaced.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

namespace catena::cli {

inline void write_json(const nlohmann::ordered_json& value, std::ostream& out) {
  out << value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace catena::cli
