// SPDX-License-Identifier: Apache-2.0
// Code for packs of states that was generated for one arm: a batch runs it in place of its own kernels. The layer codegen
// makes it and registers it here.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "catena/core/batch.hpp"
#include "core/kernels/batch.hpp"

namespace catena::batch::detail {

struct Generated {
  struct Function {
    const void* code = nullptr;          // null if it was not wanted
    std::vector<int> turned;             // the joints whose sines or cosines it takes
    std::vector<unsigned short> places;  // of christoffel: which of its `numbers` results each symbol is
    std::size_t numbers = 0;
  };
  std::array<Function, kCalls> functions;  // by Call
  std::shared_ptr<const void> library;     // keeps the code in memory; null if there is none

  const Function& operator[](Call call) const { return functions[static_cast<std::size_t>(call)]; }
};

std::optional<Call> call_of(Quantity quantity);  // without wrenches; none if there is no kernel
std::size_t pack_width(const Workspace& work);   // states in a pack

// Hands generated code to the workspace of the same arm, with a note for its user if there is anything to report.
void register_generated(Workspace& work, Generated code, std::optional<Note> note);

}  // namespace catena::batch::detail
