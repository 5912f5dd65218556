// SPDX-License-Identifier: Apache-2.0
// The arrays of a call: arguments and results of any strides, in double or single precision. Leading axes count states; the
// last ones, which are called the inner axes here, are those of one state.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/quantity.hpp"
#include "raise.hpp"
#include "signature.hpp"

namespace catena::python {

using Lengths = std::vector<Py_ssize_t>;

std::string shape_text(std::span<const Py_ssize_t> dims);  // "(3, 7)"

// An array, seen as states with inner axes; the first inner axis runs fastest in what is gathered or scattered.
struct Strided {
  Ref owner;
  char* data = nullptr;
  bool single = false;                         // float32
  Lengths lead, steps;                         // leading axes: lengths, and strides in bytes
  std::array<Py_ssize_t, 3> size = {1, 1, 1};  // inner axes
  std::array<Py_ssize_t, 3> step = {0, 0, 0};  // in bytes
  std::size_t each = 1;                        // numbers of a state

  // Takes the last `inner` axes of the array as inner ones.
  void set(Ref array, int inner);
  // As if it had these leading axes, by NumPy's rules; they must fit.
  void broadcast(const Lengths& to);
  std::ptrdiff_t offset(std::size_t state) const;
  // Whether the states lie one after the other as the library takes them, so that no copy is needed.
  bool direct() const;
  double* doubles(std::size_t state) const { return reinterpret_cast<double*>(data) + state * each; }
  void gather(std::size_t state, double* to) const;
  void scatter(std::size_t state, const double* from) const;
};

// One argument that holds numbers for each state. Throws Error(usage) if its inner axes have the wrong lengths.
struct StateArgument : Strided {
  Parameter parameter = Parameter::q;
  StateArgument(Parameter p, PyObject* object, const QuantityInfo& quantity, const Arm& arm);
};

// The common leading axes, by NumPy's rules. Throws Error(usage) if there are none.
Lengths common_lead(const std::vector<StateArgument>& arguments, const QuantityInfo& quantity);

// Merges leading axes where all arrays allow it, in most cases into one.
void merge_axes(std::span<Strided* const> arrays);

// Whether two arrays may have memory in common.
bool overlap(const np::Array& a, const np::Array& b);

}  // namespace catena::python
