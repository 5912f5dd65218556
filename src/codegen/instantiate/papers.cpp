// SPDX-License-Identifier: Apache-2.0
// The methods of the papers for recording expressions, compiled once.
#include "catena/core/rows/papers.hpp"
#include "catena/codegen/expr.hpp"

namespace catena {

template std::vector<std::span<const Method<Expr>>> rows::papers_rows<Expr>();

}  // namespace catena
