// SPDX-License-Identifier: Apache-2.0
// The operation counts that the papers print, for comparison with the measured ones.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "catena/core/quantity.hpp"
#include "catena/count/polynomial.hpp"

namespace catena {

// For n revolute joints. Where the printed total is not the sum of its printed parts, the sum.
struct PrintedLaw {
  Quantity quantity;
  std::string_view method;
  std::optional<Polynomial> mul, add, total;  // some tables print only the sum of both
  std::string_view where;                     // "000 Table I"
  std::string_view note;                      // what it omits or includes compared with the measured count
};

// For one arm, its zeros and ones used.
struct PrintedCount {
  std::string_view robot;  // name in the catalogue
  Quantity quantity;
  std::string_view method;
  long mul, add;
  std::string_view where;
};

std::span<const PrintedLaw> printed_laws();
std::span<const PrintedCount> printed_counts();

const PrintedLaw* printed_law(Quantity quantity, std::string_view method);
const PrintedCount* printed_count(std::string_view robot, Quantity quantity, std::string_view method);

}  // namespace catena
