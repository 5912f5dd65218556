// SPDX-License-Identifier: Apache-2.0
// The methods of the papers for counting operations, compiled once.
#include "catena/core/rows/papers.hpp"
#include "catena/count/counted.hpp"

namespace catena {

template std::vector<std::span<const Method<Counted>>> rows::papers_rows<Counted>();

}  // namespace catena
