// SPDX-License-Identifier: Apache-2.0
// An order of statements that suits a processor.
#pragma once

#include <cstddef>
#include <vector>

namespace catena::codegen::detail {

struct Statement {
  std::vector<std::size_t> needs;  // statements that come before it
  int operations;
  int latency;  // cycles from its operands to its value
};

// What others wait for longest comes first; while many values are alive, what frees registers. The processor itself
// looks a few hundred instructions ahead, so only the large order matters.
std::vector<std::size_t> scheduled(const std::vector<Statement>& statements);

}  // namespace catena::codegen::detail
