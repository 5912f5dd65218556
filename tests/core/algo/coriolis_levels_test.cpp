// SPDX-License-Identifier: Apache-2.0
// The Coriolis matrix as half of ∂τ/∂q̇, and Ṁ = C + Cᵀ: the template, and the kernels at every level that this machine has.
#include <gtest/gtest.h>

#include <functional>

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/math/add_transpose.hpp"
#include "catena/core/rows/rnea_derivatives.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/derivatives.hpp"
#include "support/framed.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using Job = detail::RneaDerivativesJob<double>;
using Kernel = std::function<void(const Job&)>;

struct Level {
  std::string name;
  Kernel coriolis, inertia_rate;
};

std::vector<Level> levels() {
  std::vector<Level> all = {{"template", detail::coriolis_run<double, double>, [](const Job& job) {
                               detail::coriolis_run<double, double>(job);
                               detail::add_transpose<double, double>(job.by_qd);
                             }}};
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.push_back({std::string(simd_name(level)), found->coriolis, found->inertia_rate});
  return all;
}

TEST(CoriolisLevels, AgreeWithTheRecursionInLinkFramesAndFillNothingElse) {
  for (const char* kind : {"chain", "mixed"})
    for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 30, 33, 64, 100}) {
      const Case c(std::string(kind) + ":" + std::to_string(n));
      const Posture<double> x = c.x();
      MatX<double> expected(n, n);
      CoriolisWork<double> link_frames(n);
      coriolis<double>(c.arm, x, c.qd, link_frames, expected.view());
      RneaDerivativesWork<double> work(c.arm);
      for (const Level& level : levels())
        for (const std::size_t spare : {0, 3}) {
          Framed C(n, spare);
          const MatView<double> view{C.data(), n, n, static_cast<int>(C.ld())};
          for (int again = 0; again < 2; ++again)
            level.coriolis(detail::coriolis_job<double>(c.arm, x, c.qd, work, view));
          EXPECT_LE(relative_error(C.values(), expected.values()), tolerance_of(c.arm))
              << level.name << ' ' << c.label;
        }
    }
}

// Ṁ by dual numbers, which know nothing of C.
TEST(CoriolisLevels, GiveTheRateOfTheInertiaMatrixAndItIsSymmetric) {
  for (const char* spec : {"chain:1", "mixed:2", "chain:7", "mixed:8", "mixed:13", "chain:30"}) {
    const Case c(spec);
    const int n = c.arm.dof();
    const MatrixXd expected =
        inertia_rate(c, [](const auto& arm, const auto& x, auto M) { crba(arm, x, M); });
    const std::vector<double> numbers(expected.data(), expected.data() + expected.size());
    RneaDerivativesWork<double> work(c.arm);
    const Posture<double> x = c.x();
    for (const Level& level : levels()) {
      Framed rate(n, 1);
      level.inertia_rate(detail::coriolis_job<double>(c.arm, x, c.qd, work, {rate.data(), n, n, n + 1}));
      EXPECT_LE(relative_error(rate.values(), numbers), tolerance_of(c.arm)) << level.name << ' ' << spec;
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
        for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(rate(i, j), rate(j, i)) << level.name << ' ' << spec;
    }
  }
}

TEST(CoriolisLevels, CostWhatTheHeaderSays) {
  expect_cost(row_of(rows::rnea_derivatives_rows<Counted>(), Quantity::coriolis), {0, 45, 1281, -1710},
              {0, 39, 1113, -1530});
}

TEST(CoriolisLevels, HoldForAllPrismaticAndMasslessArms) {
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5)}) {
    const int n = c.arm.dof();
    MatX<double> expected(n, n), C(n, n);
    CoriolisWork<double> link_frames(n);
    RneaDerivativesWork<double> work(c.arm);
    const Posture<double> x = c.x();
    coriolis<double>(c.arm, x, c.qd, link_frames, expected.view());
    for (const Level& level : levels()) {
      level.coriolis(detail::coriolis_job<double>(c.arm, x, c.qd, work, C.view()));
      EXPECT_LE(relative_error(C.values(), expected.values()), 1e-12) << level.name << ' ' << c.label;
    }
  }
}

}  // namespace
}  // namespace catena::test
