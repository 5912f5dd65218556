// SPDX-License-Identifier: Apache-2.0
// The kernels for few joints: composite bodies with the wrenches of all joints at once, M factorised row by row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/arms.hpp"
#include "support/framed.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

// Two to eight joints of both kinds, and links without mass before the last.
std::vector<Case> small_arms() {
  std::vector<Case> all;
  for (int n = detail::kSmallLeast; n <= detail::kSmallMost; ++n) {
    all.emplace_back("chain:" + std::to_string(n));
    for (const int seed : {1, 2, 3, 4})
      all.emplace_back("mixed:" + std::to_string(n) + ":" + std::to_string(seed));
    all.push_back(all_prismatic("chain:" + std::to_string(n)));
    all.push_back(massless("mixed:" + std::to_string(n) + ":5", 0));
  }
  return all;
}

struct Way {
  std::string name;
  std::function<void(const Case&, const Posture<double>&, double* M, std::size_t ld)> inertia;
  std::function<void(const Case&, const Posture<double>&, double* delta, std::vector<double>& b)> solve;
};

// The kernels that this machine has.
std::vector<Way> ways() {
  std::vector<Way> all;
  for (const SimdLevel level : kSimdLevels) {
    const detail::Kernels* const kernels = detail::kernels_at(level);
    if (!kernels || !kernels->crba_small) continue;
    all.push_back({std::string(simd_name(level)),
                   [=](const Case& c, const Posture<double>& x, double* M, std::size_t ld) {
                     kernels->crba_small({c.arm.dof(), &c.arm.link(0), &x.step(0)}, M, ld);
                   },
                   [=](const Case& c, const Posture<double>& x, double* delta, std::vector<double>& b) {
                     kernels->crba_small_solve({c.arm.dof(), &c.arm.link(0), &x.step(0)}, delta, b.data());
                   }});
  }
  return all;
}

TEST(CrbaSmall, IsCrbaAndFillsNothingElse) {
  for (const Way& way : ways())
    for (const Case& c : small_arms())
      for (const std::size_t spare : {0, 3}) {
        SCOPED_TRACE(way.name + " " + c.label);
        const int n = c.arm.dof();
        const Posture<double> x = c.x();
        MatX<double> expected(n, n);
        crba(c.arm, x, expected.view());
        Framed M(n, spare);
        way.inertia(c, x, M.data(), M.ld());
        EXPECT_LE(relative_error(M.values(), expected.values()), 1e-14);
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
          for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(M(i, j), M(j, i));
      }
}

TEST(CrbaSmall, SolvesAsWithTheWholeMatrix) {
  for (const Way& way : ways())
    for (const Case& c : small_arms()) {
      SCOPED_TRACE(way.name + " " + c.label);
      const int n = c.arm.dof();
      const Posture<double> x = c.x();
      CrbaUduWork<double> work(n);
      std::vector<double> expected = c.tau, got = c.tau, delta(static_cast<std::size_t>(n), NAN);
      crba_udu_solve<double>(c.arm, x, work, expected);
      way.solve(c, x, delta.data(), got);
      EXPECT_LE(relative_error(got, expected), tolerance_of(c.arm));
      EXPECT_LE(relative_error(delta, work.delta), tolerance_of(c.arm));

      // M x = b
      MatX<double> M(n, n);
      crba(c.arm, x, M.view());
      std::vector<double> product(static_cast<std::size_t>(n), 0.0);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          product[static_cast<std::size_t>(i)] += M.view()(i, j) * got[static_cast<std::size_t>(j)];
      EXPECT_LE(relative_error(product, c.tau), 1e-9);
    }
}

}  // namespace
}  // namespace catena::test
