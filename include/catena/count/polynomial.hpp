// SPDX-License-Identifier: Apache-2.0
// Polynomials in n with rational coefficients: what papers print as the cost of an algorithm, and what a few
// counted runs determine exactly.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace catena {

struct Fraction {
  long num = 0;
  long den = 1;  // > 0, in lowest terms

  bool operator==(const Fraction&) const = default;
};

class Polynomial {
 public:
  Polynomial() = default;
  // Highest power first, as it is written: {3, 88, -3} is 3n^2 + 88n - 3. All coefficients are divided by
  // `den`.
  explicit Polynomial(std::vector<long> highest_first, long den = 1);

  // The polynomial of the lowest degree through values at n = first, first + 1, ...; none if every value is
  // needed to determine it, for then nothing has been confirmed.
  static std::optional<Polynomial> through(int first, std::span<const long> values);

  int degree() const { return static_cast<int>(c_.size()) - 1; }  // -1 for zero
  double operator()(double n) const;
  std::string str() const;  // "5/2 n^2 + 123/2 n - 45"
  Fraction coefficient(int power) const;

  bool operator==(const Polynomial&) const = default;
  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);

 private:
  std::vector<Fraction> c_;  // c_[k] belongs to n^k; the last is not zero
};

}  // namespace catena
