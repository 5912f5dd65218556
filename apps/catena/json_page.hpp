// SPDX-License-Identifier: Apache-2.0
// JSON as --json prints it. Bytes that are not UTF-8, such as in file names, are replaced.
#pragma once

#include <iosfwd>

#include "catena/core/error.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {

// {"kind", "where", "what", "given", "need", "hint"} for each; parts that a note does not have are empty.
Json notes_json(const Notes& notes);

void write_json(const Json& value, std::ostream& out);

}  // namespace catena::cli
