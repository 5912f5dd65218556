// SPDX-License-Identifier: Apache-2.0
// The methods of the textbooks for double, compiled once.
#include "catena/core/rows/textbook.hpp"

namespace catena {

template std::vector<std::span<const Method<double>>> rows::textbook_rows<double>();

}  // namespace catena
