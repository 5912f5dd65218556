// SPDX-License-Identifier: Apache-2.0
// The tables of a store, as docs/sweep.md describes them.
#pragma once

#include <string>

#include "catena/choose/store/store.hpp"

namespace catena::choose::detail {

inline constexpr int kStoreApplication = 0x43415453;  // "CATS"
inline constexpr int kStoreVersion = 1;
inline constexpr int kMostColumns = 400;  // parameters and criteria; SQLite has room for 2000 columns

// All CREATE statements.
std::string store_schema(const StoreHead& head);

// "point,search,why,p1,..,c1,e1,u1,w1,..": the columns of `point`, in the order in which rows are written and read.
std::string point_columns(const StoreHead& head);
int point_column_count(const StoreHead& head);

}  // namespace catena::choose::detail
