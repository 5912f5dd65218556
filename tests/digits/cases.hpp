// SPDX-License-Identifier: Apache-2.0
// Random hard arms, and how many digits of their results are correct: results of `Arm` against 60-digit arithmetic.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/quantity.hpp"

namespace catena::test {

// What is computed by one call of `Arm`: which of the results of core/hard/problem.hpp, in its order.
struct Call {
  Quantity quantity;
  std::size_t first, count;
};
inline constexpr std::array kCalls = {Call{Quantity::fd, 0, 1}, Call{Quantity::nu, 1, 1},
                                      Call{Quantity::xi, 2, 1}, Call{Quantity::inertia_inverse, 5, 1},
                                      Call{Quantity::fd_derivatives, 3, 3}};

// The results that are judged: an array of a call.
struct Judged {
  std::size_t call, array;
  std::string_view symbol;
};
inline constexpr std::array kJudged = {Judged{0, 0, "q̈"},    Judged{3, 0, "M⁻¹"},   Judged{1, 0, "ν"},
                                       Judged{2, 0, "ξ"},    Judged{4, 0, "∂q̈/∂q"}, Judged{4, 1, "∂q̈/∂q̇"},
                                       Judged{4, 2, "∂q̈/∂τ"}};

// Decimal digits of the worst row of a matrix, relative to the largest number in the row, or of the worst element of a vector.
struct Digits {
  double correct = 0;  // 0 to kMostDigits
  double allowed = 0;  // that rounding the data alone leaves
  double lost = 0;     // beyond that, in the worst row
};

// The estimate of the digits of all arrays of a call, and how many they have if they are counted as the estimate does.
struct Estimate {
  double told = 0, correct = 0;
  std::string_view method;
  bool stable = false;  // whether it is the method for an ill-conditioned M
  double excess() const { return told - correct; }
};

struct Case {
  std::uint64_t seed;   // of the arm
  std::uint64_t state;  // seed of the state
  int joints;
  double condition;  // number of M
  std::array<Digits, kJudged.size()> digits;
  std::array<Estimate, kCalls.size()> estimates;
};

inline constexpr std::size_t kDecades = 14;  // of the condition number
std::size_t decade_of(double condition);

// `arms` for each power of ten, with at most a third of them of the same number of joints, and `states` of each at which the condition
// number lies in this power of ten.
std::vector<Case> cases(int arms, int states);

}  // namespace catena::test
