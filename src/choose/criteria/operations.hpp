// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/core/model/chain.hpp"
#include "catena/count/counted.hpp"

namespace catena::choose::detail {

enum class Matrix { gim, mci };
enum class Count {
  general,     // link constants are arbitrary numbers
  customised,  // zeros and ones of the arm are exploited
  optimised,   // as generated code
};

bool has_optimised_operations(int dof);  // else it takes too long
OpCount matrix_operations(const Chain<double>& arm, Matrix matrix, Count count);

}  // namespace catena::choose::detail
