// SPDX-License-Identifier: Apache-2.0
#include "result_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "table.hpp"

namespace catena::cli {
namespace {

// What is smaller than the largest number by more than all digits of a double is rounding error of a zero.
std::string cell(double value, double largest) {
  return std::abs(value) < 1e-16 * largest ? "0" : shown(value);
}

// Rows of numbers in right-aligned columns; `values` column by column.
void append_matrix(std::string& out, std::size_t rows, std::size_t cols, std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  std::vector<std::string> cells;
  std::vector<std::size_t> width(cols, 0);
  for (std::size_t k = 0; k < rows * cols; ++k) {
    cells.push_back(cell(values[k], largest));
    width[k / rows] = std::max(width[k / rows], cells.back().size());
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) out += fmt::format("  {:>{}}", cells[j * rows + i], width[j]);
    out += '\n';
  }
}

// "inertia M [kg m² (revolute), kg (prismatic)]: inertia matrix M(q)"
std::string heading(const QuantityInfo& quantity) {
  std::string text(quantity.name);
  if (!quantity.symbol.empty()) text += fmt::format(" {}", quantity.symbol);
  if (!quantity.unit.empty()) text += fmt::format(" [{}]", quantity.unit);
  return fmt::format("{}: {}\n", text, quantity.what);
}

}  // namespace

void append_text(std::string& out, Quantity quantity, int dof, std::span<const double> values, int columns) {
  const QuantityInfo& about = info(quantity);
  out += heading(about);
  for (const ArrayInfo& array : about.results()) {
    if (about.several()) out += fmt::format("{}\n", array.name);
    const Extents extents = extents_of(array.shape, dof, columns);
    const std::span<const double> own = values.first(extents.count());
    if (extents.indices == 1) {
      append_matrix(out, 1, extents[0], own);
    } else {
      for (std::size_t k = 0; k < extents[2]; ++k) {
        if (extents.indices == 3) out += fmt::format("k = {}\n", k + 1);
        append_matrix(out, extents[0], extents[1],
                      own.subspan(k * extents[0] * extents[1], extents[0] * extents[1]));
      }
    }
    values = values.subspan(extents.count());
  }
}

}  // namespace catena::cli
