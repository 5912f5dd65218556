// SPDX-License-Identifier: Apache-2.0
// The cost of a method on an all-revolute arm with general constants, sines and cosines and gravity given.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/quantity.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/arms.hpp"

namespace catena {
void PrintTo(const OpCount& c, std::ostream* out);
}  // namespace catena

namespace catena::test {

std::vector<Counted> general(const std::vector<double>& v);

OpCount cost_of(Quantity quantity, std::string_view method, int n, const std::string& kind = "chain");

}  // namespace catena::test
