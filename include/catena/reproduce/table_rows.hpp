// SPDX-License-Identifier: Apache-2.0
// The rows of a paper's table of operations, each counted by itself on an arm.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/scalar/op_count.hpp"
#include "catena/count/polynomial.hpp"

namespace catena {

struct TableRow {
  std::string part;    // of the table: "common", "normalized", "unnormalized"
  std::string what;    // as printed: "P", "lambda-dot"
  OpCount general;     // no constant of the arm is assumed to be 0 or 1
  OpCount customised;  // with its zeros and ones
  Polynomial mul[2],
      add[2];             // printed: for any arm; for axes that are parallel or perpendicular, offset along x
  std::string remark[2];  // why the counts differ, general and customised
};

// Table 2 of paper 003. A part ends with a row of its sum, "subtotal" or "total".
std::vector<TableRow> table_2_of_003(const Chain<double>& arm);

}  // namespace catena
