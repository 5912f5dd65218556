// SPDX-License-Identifier: Apache-2.0
// The parameters of the method of each quantity, made from its row in the table (core/quantity.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/quantity.hpp"
#include "numpy.hpp"

namespace catena::python {

// In the order in which they are shown; the first ones hold numbers for each state.
enum class Parameter {
  q,
  qd,
  qdd,
  tau,
  v,
  V,
  wrenches,
  tip,
  gravity,
  payload,
  motors,
  frame,
  point,
  axes,
  damping,
  method,
  nan,
  out,
};
inline constexpr std::size_t kParameters = 18;
inline constexpr std::size_t kStateParameters = 8;  // q to tip

std::string_view name_of(Parameter parameter);

class ParameterSet {
 public:
  constexpr bool has(Parameter p) const { return (bits_ >> static_cast<unsigned>(p) & 1u) != 0; }
  constexpr void add(Parameter p) { bits_ |= 1u << static_cast<unsigned>(p); }
  constexpr bool within(ParameterSet other) const { return (bits_ & ~other.bits_) == 0; }
  constexpr ParameterSet without(ParameterSet other) const {
    ParameterSet left;
    left.bits_ = bits_ & ~other.bits_;
    return left;
  }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct Signature {
  const QuantityInfo* quantity;
  std::vector<Parameter> positional;
  ParameterSet required, allowed;
  ParameterSet quick;        // with these alone and one result, a call for one state takes the short way
  std::string text() const;  // "(self, q, qd, *, out=None)"
};

const Signature& signature(std::size_t quantity);  // by its place in the table
bool make_signatures();  // once, before the others; false and an exception if it fails

// The arguments of a call, borrowed; null: not given, or None.
struct Arguments {
  std::array<PyObject*, kParameters> values = {};
  ParameterSet given;
  PyObject* operator[](Parameter p) const { return values[static_cast<std::size_t>(p)]; }
};

// False and a TypeError if they do not fit the signature.
bool parse(const Signature& signature, PyObject* const* positional, Py_ssize_t count, PyObject* keywords,
           Arguments& arguments);

}  // namespace catena::python
