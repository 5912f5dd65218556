// SPDX-License-Identifier: Apache-2.0
// The registry for counting, compiled once.
#include "catena/count/methods.hpp"

namespace catena {

template std::span<const Method<Counted>> methods<Counted>();

}  // namespace catena
