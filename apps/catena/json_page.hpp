// SPDX-License-Identifier: Apache-2.0
// JSON as --json prints it. Bytes that are not UTF-8, such as in file names, are replaced.
#pragma once

#include <iosfwd>
#include "catena/system/json.hpp"

namespace catena::cli {

void write_json(const Json& value, std::ostream& out);

}  // namespace catena::cli
