// SPDX-License-Identifier: Apache-2.0
// Composite bodies with the wrenches of all joints at once, and M factorised while it is made, for few joints.
#include "simd/crba_small.hpp"

#include <gtest/gtest.h>

#include "catena/algo/crba_udu.hpp"
#include "catena/simd.hpp"
#include "simd/level.hpp"
#include "support/arms.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

#if CATENA_X86

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

TEST(CrbaSmall, IsCrbaOneByOneAndFillsNothingElse) {
  if (!simd_supported(SimdLevel::avx2)) GTEST_SKIP() << "no AVX2 here";
  for (const Case& c : small_arms()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    MatX<double> expected(n, n);
    detail::crba_one_by_one(c.arm, x, expected.view());
    for (const std::size_t spare : {0, 3}) {
      const std::size_t ld = static_cast<std::size_t>(n) + spare;
      constexpr double kUntouched = 12345;
      std::vector<double> M(ld * static_cast<std::size_t>(n) + 8, kUntouched);
      detail::crba_small_avx2({n, &c.arm.link(0), &x.step(0)}, M.data(), ld);
      std::vector<double> got;
      for (std::size_t k = 0; k < M.size(); ++k) {
        const bool inside = k / ld < static_cast<std::size_t>(n) && k % ld < static_cast<std::size_t>(n);
        if (inside)
          got.push_back(M[k]);
        else
          ASSERT_EQ(M[k], kUntouched) << c.label;
      }
      EXPECT_LE(relative_error(got, expected.values()), 1e-14) << c.label;
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(M[i * ld + j], M[j * ld + i]) << c.label;
    }
  }
}

TEST(CrbaSmall, SolvesAsWithTheWholeMatrix) {
  if (!simd_supported(SimdLevel::avx2)) GTEST_SKIP() << "no AVX2 here";
  for (const Case& c : small_arms()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    CrbaUduWork<double> work(n);
    std::vector<double> expected = c.tau, got = c.tau, delta(static_cast<std::size_t>(n), NAN);
    detail::crba_udu_solve_whole<double>(c.arm, x, work, expected);
    detail::crba_udu_small_avx2({n, &c.arm.link(0), &x.step(0)}, delta.data(), got.data());
    EXPECT_LE(relative_error(got, expected), tolerance_of(c.arm)) << c.label;
    EXPECT_LE(relative_error(delta, work.delta), tolerance_of(c.arm)) << c.label;

    // M x = b, with an M that does not come from composite bodies of this file
    MatX<double> M(n, n);
    detail::crba_one_by_one(c.arm, x, M.view());
    std::vector<double> product(static_cast<std::size_t>(n), 0.0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        product[static_cast<std::size_t>(i)] += M.view()(i, j) * got[static_cast<std::size_t>(j)];
    EXPECT_LE(relative_error(product, c.tau), 1e-9) << c.label;
  }
}

#endif

// Through the calls that everybody uses, at the level in use; the suite also runs with CATENA_SIMD=sse2.
TEST(CrbaSmall, IsTheSameThroughTheGeneralCalls) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatX<double> M(n, n), E(n, n);
    crba<double>(c.arm, c.x(), M.view());
    detail::crba_one_by_one(c.arm, c.x(), E.view());
    EXPECT_LE(relative_error(M.values(), E.values()), 1e-14) << c.label;
    CrbaUduWork<double> work(n), whole(n);
    std::vector<double> got = c.tau, expected = c.tau;
    crba_udu_solve<double>(c.arm, c.x(), work, got);
    detail::crba_udu_solve_whole<double>(c.arm, c.x(), whole, expected);
    EXPECT_LE(relative_error(got, expected), tolerance_of(c.arm)) << c.label;
  }
}

}  // namespace
}  // namespace catena::test
