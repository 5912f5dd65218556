// SPDX-License-Identifier: Apache-2.0
// Orders statements for instruction-level parallelism and few live values.
#pragma once

#include <cstddef>
#include <vector>

namespace catena::codegen::detail {

struct Statement {
  std::vector<std::size_t> needs;  // statements that come before it
  int operations;
  int latency;  // cycles from its operands to its value
};

// The statement on the longest remaining path comes first; while many values are live, one that frees registers. The
// processor itself looks a few hundred instructions ahead, so only the large order matters.
std::vector<std::size_t> scheduled(const std::vector<Statement>& statements);

}  // namespace catena::codegen::detail
