// SPDX-License-Identifier: Apache-2.0
// The methods on long double, whose 64 bits (on x86) show the rounding errors that double makes.
#pragma once

#include <string_view>
#include <vector>

#include "catena/core/method.hpp"

namespace catena::detail {

// A method in extended precision, for one arm and one thread.
class Extended {
 public:
  // The template of that name; none if there is no such method or long double is double.
  Extended(const Chain<double>& arm, Quantity quantity, std::string_view stem);
  bool exists() const { return method_ != nullptr; }

  // The result at a state of doubles, which are taken as they are.
  const std::vector<long double>& at(const State<double>& state);

 private:
  Chain<long double> arm_;
  Posture<long double> x_;
  const Method<long double>* method_;
  std::vector<long double> out_;
};

}  // namespace catena::detail
