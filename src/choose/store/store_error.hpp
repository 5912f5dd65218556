// SPDX-License-Identifier: Apache-2.0
// Failures of SQLite as errors of a store.
#pragma once

#include <string>

#include "choose/store/sqlite.hpp"

namespace catena::choose::detail {

// `writing`: there may be committed rows, which stay.
Error store_error(const std::string& path, const SqliteFailure& failure, bool writing);

}  // namespace catena::choose::detail
