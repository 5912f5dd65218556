// SPDX-License-Identifier: Apache-2.0
// Only this file instantiates the JSON writer, because it takes a second or more to compile.
#include "json_page.hpp"

#include <ostream>
#include "catena/system/json.hpp"

namespace catena::cli {

void write_json(const Json& value, std::ostream& out) { out << value.text(2) << '\n'; }

}  // namespace catena::cli
