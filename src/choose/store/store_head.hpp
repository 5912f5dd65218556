// SPDX-License-Identifier: Apache-2.0
// The head of a store: application and version, the design, its parameters and criteria.
#pragma once

#include <string>

#include "catena/choose/store/store.hpp"
#include "choose/store/sqlite.hpp"

namespace catena::choose::detail {

// UTC, as SQLite writes times.
std::string now_text();

// Throws Error(io) if the file is of another program or of a newer Catena.
void require_store(const Database& db, const std::string& path);

// `version`: of the Catena that began it. Both throw SqliteFailure, the first also if the tables differ from those that
// Catena creates: the file may come from an untrusted source.
StoreHead read_head(const Database& db, std::string& version);
void write_head(const Database& db, const StoreHead& head);

}  // namespace catena::choose::detail
