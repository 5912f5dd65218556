// SPDX-License-Identifier: Apache-2.0
#include "json_page.hpp"

#include <ostream>

namespace catena::cli {

void write_json(const Json& value, std::ostream& out) { out << value.text(2) << '\n'; }

}  // namespace catena::cli
