// SPDX-License-Identifier: Apache-2.0
#include "catena/count/polynomial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace catena {
namespace {

Fraction reduced(long num, long den) {
  const long g = std::gcd(num, den);
  return {num / g, den / g};
}

Fraction operator+(const Fraction& a, const Fraction& b) {
  return reduced(a.num * b.den + b.num * a.den, a.den * b.den);
}
Fraction operator*(const Fraction& a, const Fraction& b) { return reduced(a.num * b.num, a.den * b.den); }

void trim(std::vector<Fraction>& c) {
  while (!c.empty() && c.back().num == 0) c.pop_back();
}

// Differences of differences at the first value, up to the last that is not zero.
std::vector<long> differences(std::span<const long> values) {
  std::vector<long> row(values.begin(), values.end()), heads;
  while (!row.empty()) {
    heads.push_back(row.front());
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = row[i + 1] - row[i];
    row.pop_back();
  }
  while (!heads.empty() && heads.back() == 0) heads.pop_back();
  return heads;
}

std::string term(const Fraction& c, std::size_t power) {
  const long num = std::labs(c.num);
  const std::string n = power == 0 ? "" : power == 1 ? "n" : fmt::format("n^{}", power);
  if (c.den != 1) return fmt::format("{}/{}{}{}", num, c.den, n.empty() ? "" : " ", n);
  return num == 1 && power > 0 ? n : fmt::format("{}{}", num, n);
}

}  // namespace

Polynomial::Polynomial(std::vector<long> highest_first, long den) {
  for (auto c = highest_first.rbegin(); c != highest_first.rend(); ++c) c_.push_back(reduced(*c, den));
  trim(c_);
}

std::optional<Polynomial> Polynomial::through(int first, std::span<const long> values) {
  const std::vector<long> heads = differences(values);
  if (heads.size() + 1 > values.size()) return std::nullopt;  // no zero difference: nothing confirmed
  // Newton: sum of heads[k] times binomial(n - first, k)
  Polynomial p;
  p.c_.assign(heads.size(), Fraction{});
  std::vector<Fraction> basis = {{1, 1}};
  for (std::size_t k = 0; k < heads.size(); ++k) {
    for (std::size_t j = 0; j < basis.size(); ++j) p.c_[j] = p.c_[j] + Fraction{heads[k], 1} * basis[j];
    // basis *= (n - first - k) / (k + 1)
    const long at = first + static_cast<long>(k);
    std::vector<Fraction> next(basis.size() + 1);
    for (std::size_t j = 0; j < basis.size(); ++j) {
      next[j + 1] = next[j + 1] + basis[j];
      next[j] = next[j] + Fraction{-at, 1} * basis[j];
    }
    for (Fraction& c : next) c = c * Fraction{1, static_cast<long>(k) + 1};
    basis = std::move(next);
  }
  trim(p.c_);
  return p;
}

double Polynomial::operator()(double n) const {
  long den = 1;
  for (const Fraction& c : c_) den = std::lcm(den, c.den);
  double sum = 0;  // whole numbers for a whole n, so that the value is exact
  for (auto c = c_.rbegin(); c != c_.rend(); ++c) {
    const long scale = den / c->den;
    sum = sum * n + static_cast<double>(c->num * scale);
  }
  return sum / static_cast<double>(den);
}

Fraction Polynomial::coefficient(int power) const {
  return power >= 0 && power <= degree() ? c_[static_cast<std::size_t>(power)] : Fraction{};
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum;
  for (int k = 0; k <= std::max(a.degree(), b.degree()); ++k)
    sum.c_.push_back(a.coefficient(k) + b.coefficient(k));
  trim(sum.c_);
  return sum;
}

std::string Polynomial::str() const {
  std::string out;
  for (std::size_t k = c_.size(); k-- > 0;) {
    if (c_[k].num == 0) continue;
    const bool minus = c_[k].num < 0;
    out += out.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
    out += term(c_[k], k);
  }
  return out.empty() ? "0" : out;
}

}  // namespace catena
