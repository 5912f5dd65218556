// SPDX-License-Identifier: Apache-2.0
// Code generated for one arm, on packs of states: what a batch calls in place of the algorithms.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "batch/kernel.hpp"
#include "catena/model/chain.hpp"
#include "catena/quantity.hpp"
#include "codegen/library_cache.hpp"

namespace catena::batch {

struct Generated {
  struct Function {
    const void* code = nullptr;  // null if it was not wanted
    std::vector<int> turned;     // the joints whose sines or cosines it takes
  };
  detail::Library library;
  std::array<Function, kCalls> functions;  // by Call

  const Function& operator[](Call call) const { return functions[static_cast<std::size_t>(call)]; }
};

// For packs of so many states. Without a compiler `library.problem` says so and no function is there.
Generated generate(const Chain<double>& arm, const std::vector<Quantity>& wanted, std::size_t width);

}  // namespace catena::batch
