// SPDX-License-Identifier: Apache-2.0
// The registry for double, compiled once.
#include "catena/core/registry.hpp"

namespace catena {

template std::span<const Method<double>> methods<double>();

}  // namespace catena
