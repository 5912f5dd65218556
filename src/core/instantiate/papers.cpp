// SPDX-License-Identifier: Apache-2.0
// The methods of the papers for double, compiled once.
#include "catena/core/rows/papers.hpp"

namespace catena {

template std::vector<std::span<const Method<double>>> rows::papers_rows<double>();

}  // namespace catena
