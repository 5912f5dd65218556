// SPDX-License-Identifier: Apache-2.0
// Derivatives by central differences of order eight, an independent source for exact derivatives.
#pragma once

#include <functional>

namespace catena::test {

// The weights are those of Fornberg, "Generation of finite difference formulas on arbitrarily spaced grids" (1988), table 1.
template <class Value>
Value difference(const std::function<Value(double)>& f, double s, double h) {
  const double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  Value sum = weights[0] * (f(s + h) - f(s - h));
  for (int k = 2; k <= 4; ++k) sum += weights[k - 1] * (f(s + k * h) - f(s - k * h));
  return sum / h;
}

}  // namespace catena::test
