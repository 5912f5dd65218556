// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a table of finite numbers or give a catena::Error.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catena/core/error.hpp"
#include "io/csv.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  catena::io::detail::CsvTable table;
  try {
    table = catena::io::detail::parse_csv({reinterpret_cast<const char*>(data), size}, "<fuzz>");
  } catch (const catena::Error&) {
    return 0;
  }
  if (table.rows() == 0 || table.numbers.size() != table.rows() * table.columns()) std::abort();
  for (const double x : table.numbers)
    if (!std::isfinite(x)) std::abort();
  for (const std::string& name : table.names)
    if (!table.column(name)) std::abort();
  return 0;
}
