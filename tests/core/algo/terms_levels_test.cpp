// SPDX-License-Identifier: Apache-2.0
// M, C and g in one sweep in one frame: the template, and the kernels at every level that this machine has.
#include <gtest/gtest.h>

#include <functional>

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/rows/rnea_derivatives.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/framed.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using Job = detail::RneaDerivativesJob<double>;

struct Level {
  std::string name;
  std::function<void(const Job&, double*)> terms;
};

std::vector<Level> levels() {
  std::vector<Level> all = {{"template", detail::terms_run<double, double>}};
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.push_back({std::string(simd_name(level)), found->terms});
  return all;
}

// The three calls, by recursions in link frames.
struct ThreeCalls {
  explicit ThreeCalls(const Case& c) : M(c.arm.dof(), c.arm.dof()), C(M), g(c.q.size()) {
    const Posture<double> x = c.x();
    CoriolisWork<double> coriolis_work(c.arm.dof());
    GravityWork<double> gravity_work(c.arm.dof());
    crba(c.arm, x, M.view());
    coriolis<double>(c.arm, x, c.qd, coriolis_work, C.view());
    gravity<double>(c.arm, x, c.arm.gravity(), gravity_work, g);
  }
  MatX<double> M, C;
  std::vector<double> g;
};

void expect_three_calls(const Case& c, const Level& level, std::size_t spare, double tolerance) {
  const int n = c.arm.dof();
  const ThreeCalls expected(c);
  const Posture<double> x = c.x();
  const ChainEnds<double> ends(c.arm, c.arm.gravity());
  RneaDerivativesWork<double> work(c.arm);
  Framed M(n, spare), C(n, spare + 1);
  std::vector<double> g(c.q.size() + 8, 12345);
  for (int again = 0; again < 2; ++again)  // what the scratch memory holds does not matter
    level.terms(
        detail::terms_job<double>(c.arm, x, c.qd, ends, work, {M.data(), n, n, static_cast<int>(M.ld())},
                                  {C.data(), n, n, static_cast<int>(C.ld())}),
        g.data());
  EXPECT_LE(relative_error(M.values(), expected.M.values()), tolerance) << level.name << ' ' << c.label;
  EXPECT_LE(relative_error(C.values(), expected.C.values()), tolerance) << level.name << ' ' << c.label;
  for (std::size_t i = c.q.size(); i < g.size(); ++i)
    EXPECT_EQ(g[i], 12345) << level.name << ' ' << c.label << " writes beyond the torques";
  g.resize(c.q.size());
  EXPECT_LE(relative_error(g, expected.g), tolerance) << level.name << ' ' << c.label;
  for (std::size_t i = 0; i < c.q.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(M(i, j), M(j, i)) << level.name << ' ' << c.label;
}

TEST(TermsLevels, AreThoseOfTheThreeCallsAndFillNothingElse) {
  for (const char* kind : {"chain", "mixed"})
    for (int n = 1; n <= 40; ++n) {
      const Case c(std::string(kind) + ":" + std::to_string(n));
      for (const Level& level : levels())
        for (const std::size_t spare : {0, 3}) expect_three_calls(c, level, spare, tolerance_of(c.arm));
    }
}

TEST(TermsLevels, HoldForAllPrismaticAndMasslessArms) {
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5)})
    for (const Level& level : levels()) expect_three_calls(c, level, 0, 1e-12);
}

TEST(TermsLevels, CostWhatTheHeaderSays) {
  expect_cost(row_of(rows::rnea_derivatives_rows<Counted>(), Quantity::terms), {0, 63, 1275, -1662},
              {0, 54, 1104, -1506});
}

}  // namespace
}  // namespace catena::test
