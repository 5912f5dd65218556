// SPDX-License-Identifier: Apache-2.0
#include "catena/io/json_write.hpp"

#include <charconv>

#include "catena/system/json.hpp"

namespace catena {
namespace {

// `size` numbers of `values`, `stride` apart.
void append_strided(std::string& out, const double* values, std::size_t size, std::size_t stride) {
  out += '[';
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) out += ", ";
    append_json(out, values[i * stride]);
  }
  out += ']';
}

void append_key(std::string& out, std::string_view key) {
  out += '"';
  out += key;
  out += "\": ";
}

}  // namespace

void append_json(std::string& out, double value) {
  char buffer[32];  // "-2.2250738585072014e-308" is the longest
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 17);
  out.append(buffer, end);
}

void append_json(std::string& out, std::string_view text) { append_json_string(out, text); }

void append_json(std::string& out, std::span<const double> row) {
  append_strided(out, row.data(), row.size(), 1);
}

void append_json_matrix(std::string& out, std::span<const double> columns, std::size_t rows) {
  const std::size_t cols = columns.size() / rows;
  out += '[';
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0) out += ", ";
    append_strided(out, columns.data() + i, cols, rows);
  }
  out += ']';
}

namespace {

// Nested lists, one for each index; `values` as they are stored, with the first index running fastest.
void append_array(std::string& out, const Extents& extents, std::span<const double> values) {
  if (extents.indices == 0) return append_json(out, values[0]);
  if (extents.indices == 1) return append_json(out, values);
  if (extents.indices == 2) return append_json_matrix(out, values, extents[0]);
  out += '[';
  for (std::size_t i = 0; i < extents[0]; ++i) {
    out += i > 0 ? ", [" : "[";
    for (std::size_t j = 0; j < extents[1]; ++j) {
      if (j > 0) out += ", ";
      append_strided(out, values.data() + extents.place(i, j, 0), extents[2], extents[0] * extents[1]);
    }
    out += ']';
  }
  out += ']';
}

}  // namespace

void append_json(std::string& out, Quantity quantity, int dof, std::span<const double> values, int columns) {
  const QuantityInfo& about = info(quantity);
  for (const ArrayInfo& array : about.results()) {
    if (&array != &about.arrays[0]) out += ", ";
    append_key(out, about.several() ? array.name : about.name);
    const Extents extents = extents_of(array.shape, dof, columns);
    append_array(out, extents, values.first(extents.count()));
    values = values.subspan(extents.count());
  }
}

}  // namespace catena
