// SPDX-License-Identifier: Apache-2.0
// The registry for recording, compiled once.
#include "catena/codegen/program.hpp"

namespace catena {

template std::span<const Method<Expr>> methods<Expr>();

}  // namespace catena
