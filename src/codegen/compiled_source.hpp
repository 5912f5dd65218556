// SPDX-License-Identifier: Apache-2.0
// The C source of the code that Compiled runs.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/quantity.hpp"

namespace catena::codegen::detail {

// The wanted quantities without duplicates and in a fixed order, so that equal requests give equal sources. Throws
// Error(usage) for a quantity that cannot be compiled.
std::vector<Quantity> compilable(const std::vector<Quantity>& wanted);

// Of these, the ones that an arm with its motors has generated code for, to which their terms are added. The others divide by M
// with its rotors.
std::vector<Quantity> with_motor_terms(std::vector<Quantity> list);

// The number of operations up to which generated derivatives are faster than the library's. The time of the library's
// grows by fours of links (by eights with AVX-512) and depends on the instruction set; that of generated ones grows
// with their operations. Measured with gcc 12 on Zen 3, with AVX-512 on a Xeon; less a margin.
long most_operations(int n);

// Up to this many joints the derivatives of fd gain from a generated q̈ even if those of id come from the library
// (measured on a Xeon, all instruction sets).
inline constexpr int kMostMixed = 7;

struct CompiledSource {
  std::string text;
  long too_many = 0;  // operations of derivatives that are left to the library
};

// Two functions for what depends on gravity or a wrench: both built in, both as arguments. The derivatives are one
// function with both built in; those of fd need fd, and those of id unless these are left to the library.
CompiledSource compiled_source(const Chain<double>& arm, const std::vector<Quantity>& wanted);

}  // namespace catena::codegen::detail
