// SPDX-License-Identifier: Apache-2.0
// The writer of JSON is compiled here alone: it would cost every command a second or more.
#include "json_page.hpp"

#include <ostream>

namespace catena::cli {

void write_json(const nlohmann::ordered_json& value, std::ostream& out) {
  out << value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace catena::cli
