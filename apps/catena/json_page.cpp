// SPDX-License-Identifier: Apache-2.0
// Only this file instantiates the JSON writer, because it takes a second or more to compile.
#include "json_page.hpp"

#include <ostream>

namespace catena::cli {

void write_json(const nlohmann::ordered_json& value, std::ostream& out) {
  out << value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace catena::cli
