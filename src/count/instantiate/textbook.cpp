// SPDX-License-Identifier: Apache-2.0
// The methods of the textbooks for counting operations, compiled once.
#include "catena/core/rows/textbook.hpp"
#include "catena/count/counted.hpp"

namespace catena {

template std::vector<std::span<const Method<Counted>>> rows::textbook_rows<Counted>();

}  // namespace catena
