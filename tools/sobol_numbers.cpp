// SPDX-License-Identifier: Apache-2.0
// Writes the table of src/choose/design/sampling_sobol_table.hpp: primitive polynomials over GF(2) and first direction numbers.
//
//   g++ -std=c++20 -O2 -o /tmp/sobol_numbers tools/sobol_numbers.cpp
//   (echo '// SPDX-License-Identifier: Apache-2.0'; /tmp/sobol_numbers) > src/choose/design/sampling_sobol_table.hpp
//
// Any odd m_k < 2^k makes a Sobol sequence; how evenly two coordinates fill their square depends on them. Coordinate by
// coordinate this draws some hundred candidates from a fixed seed and keeps the one whose squares with all earlier
// coordinates are the most even: the least sum of t^3, where t is the quality parameter of the first 2^k points seen as
// a (t, k, 2)-net, k = 1..16. The sum over pairs weighs neighbours no more than others.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

constexpr int kDimensions = 40, kBits = 16, kCandidates = 600;

using Columns = std::vector<std::uint32_t>;  // v_k with kBits digits, the first digit on top

// x^degree + ... + 1 as bits; primitive: x has the order 2^degree - 1.
bool primitive(std::uint32_t polynomial, int degree) {
  const std::uint32_t order = (1u << degree) - 1;
  std::uint32_t x = 1;
  for (std::uint32_t k = 1; k <= order; ++k) {
    x <<= 1;
    if ((x >> degree) & 1u) x ^= polynomial;
    if (x == 1) return k == order;
  }
  return false;
}

Columns columns(std::uint32_t polynomial, int degree, const std::vector<std::uint32_t>& m) {
  Columns v(kBits);
  for (int k = 0; k < kBits; ++k) {
    if (k < degree) {
      v[k] = m[k] << (kBits - 1 - k);
      continue;
    }
    v[k] = v[k - degree] ^ (v[k - degree] >> degree);
    for (int i = 1; i < degree; ++i)
      if ((polynomial >> (degree - i)) & 1u) v[k] ^= v[k - i];
  }
  return v;
}

// Row r of the generator matrix: which digits of the index make digit r of the coordinate.
std::vector<std::uint32_t> rows(const Columns& v) {
  std::vector<std::uint32_t> out(kBits, 0);
  for (int r = 0; r < kBits; ++r)
    for (int k = 0; k < kBits; ++k) out[r] |= ((v[k] >> (kBits - 1 - r)) & 1u) << k;
  return out;
}

bool add(std::vector<std::uint32_t>& basis, std::uint32_t row) {
  for (std::uint32_t b : basis)
    if ((row ^ b) < row) row ^= b;
  if (row == 0) return false;
  basis.push_back(row);
  for (std::size_t i = basis.size() - 1; i > 0 && basis[i] > basis[i - 1]; --i)
    std::swap(basis[i], basis[i - 1]);
  return true;
}

// The least t of the first 2^k points as a (t, k, 2)-net.
int quality(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, int k) {
  const std::uint32_t mask = (1u << k) - 1;
  int most = k;  // all q rows of a with `most` - q rows of b are independent
  for (int q = 0; q <= most; ++q) {
    std::vector<std::uint32_t> basis;
    int size = 0;
    for (; size < q; ++size)
      if (!add(basis, a[size] & mask)) break;
    if (size < q) return k - (q - 1);  // cannot be: one coordinate alone is a permutation
    int more = 0;
    while (q + more < most && add(basis, b[more] & mask)) ++more;
    if (q + more < most) most = q + more;
  }
  return k - most;
}

}  // namespace

int main() {
  std::uint64_t state = 1;
  const auto random = [&] {
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  };
  std::vector<std::vector<std::uint32_t>> done;
  Columns first(kBits);
  for (int k = 0; k < kBits; ++k) first[k] = 1u << (kBits - 1 - k);
  done.push_back(rows(first));

  std::printf(
      "// Written by tools/sobol_numbers.cpp, do not edit.\n#pragma once\n\n#include <array>\n#include "
      "<cstdint>\n\n");
  std::printf("namespace catena::choose::detail {\n\nstruct SobolNumbers {\n");
  std::printf("  int degree;\n  std::uint32_t polynomial;          // bit k: the coefficient of x^k\n");
  std::printf("  std::array<std::uint32_t, 8> m;    // the first `degree` direction numbers\n};\n\n");
  std::printf("// From the second coordinate on.\ninline constexpr SobolNumbers kSobolNumbers[] = {\n");
  for (int degree = 1; static_cast<int>(done.size()) < kDimensions; ++degree)
    for (std::uint32_t p = (1u << degree) | 1u;
         p < (2u << degree) && static_cast<int>(done.size()) < kDimensions; p += 2) {
      if (!primitive(p, degree)) continue;
      std::vector<std::uint32_t> best;
      double least = 1e300;
      for (int c = 0; c < kCandidates; ++c) {
        std::vector<std::uint32_t> m;
        for (int k = 0; k < degree; ++k)
          m.push_back(static_cast<std::uint32_t>(random() & ((1u << k) - 1)) * 2 + 1);
        const std::vector<std::uint32_t> candidate = rows(columns(p, degree, m));
        double cost = 0;
        for (const auto& other : done)
          for (int k = 1; k <= kBits && cost < least; ++k) {
            const double t = quality(other, candidate, k);
            cost += t * t * t;
          }
        if (cost < least) least = cost, best = m;
      }
      done.push_back(rows(columns(p, degree, best)));
      std::printf("    {%d, %u, {", degree, p);
      for (int k = 0; k < 8; ++k) std::printf("%s%u", k ? ", " : "", k < degree ? best[k] : 0u);
      std::printf("}},\n");
      int worst = 0;
      for (std::size_t j = 0; j + 1 < done.size(); ++j)
        for (int k = 1; k <= kBits; ++k) worst = std::max(worst, quality(done[j], done.back(), k));
      std::fprintf(stderr, "dim %zu cost %g worst t %d\n", done.size(), least, worst);
    }
  std::printf("};\n\n}  // namespace catena::choose::detail\n");
}
