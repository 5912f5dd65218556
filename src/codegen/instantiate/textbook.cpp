// SPDX-License-Identifier: Apache-2.0
// The methods of the textbooks for recording expressions, compiled once.
#include "catena/core/rows/textbook.hpp"
#include "catena/codegen/expr.hpp"

namespace catena {

template std::vector<std::span<const Method<Expr>>> rows::textbook_rows<Expr>();

}  // namespace catena
