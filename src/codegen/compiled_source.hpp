// SPDX-License-Identifier: Apache-2.0
// The source of the code that Compiled runs.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/quantity.hpp"

namespace catena::codegen::detail {

// What is wanted, each once, so that the same wishes give the same source. Throws Error(usage) for what cannot be compiled.
std::vector<Quantity> compilable(const std::vector<Quantity>& wanted);

// Plain derivatives take their time by fours of links (with AVX-512 eights) and by the vector instructions there are,
// generated ones by operations: where both are equal (gcc 12; Zen 3, with AVX-512 a Xeon), less a margin.
long most_operations(int n);

// Up to here derivatives of fd gain from a generated q̈ even where those of id are plain (Xeon, all levels).
inline constexpr int kMostMixed = 7;

struct CompiledSource {
  std::string text;
  long too_many = 0;  // operations of derivatives that are left to plain calls
};

// Two functions for what depends on gravity or a wrench: both built in, both as arguments. The derivatives are one
// function with both built in; those of fd need fd, and those of id unless these are left to plain calls.
CompiledSource compiled_source(const Chain<double>& arm, const std::vector<Quantity>& wanted);

}  // namespace catena::codegen::detail
