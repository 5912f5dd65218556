// SPDX-License-Identifier: Apache-2.0
// GDAHJ by sums along the chain: the template, and the kernels at every level that this machine has.
#include "catena/core/algo/gdahj_sums.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/gdahj_sums.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/cost.hpp"
#include "support/framed.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using Kernel = std::function<void(const detail::GdahjSumsJob<double>&)>;

std::vector<std::pair<std::string, Kernel>> kernels() {
  std::vector<std::pair<std::string, Kernel>> all = {{"one link", detail::gdahj_sums_run<double, double>}};
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.emplace_back(simd_name(level), found->gdahj_sums);
  return all;
}

TEST(GdahjSums, GivesTheGoldenInertiaMatrices) { expect_golden(rows::gdahj_sums_rows<double>()); }

TEST(GdahjSums, IsCrbaInEveryWidthAndFillsNothingElse) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatX<double> expected(n, n);
    const Posture<double> x = c.x();
    crba(c.arm, x, expected.view());
    for (const auto& [name, kernel] : kernels())
      for (const std::size_t spare : {0, 3}) {
        SCOPED_TRACE(name + " " + c.label);
        LinkSums<double> work(c.arm);
        Framed M(n, spare);
        for (int again = 0; again < 2; ++again)  // the previous contents of the scratch memory do not matter
          kernel({n, &x.step(0), work.rows(), work.axes(), work.wrenches(), work.stride(), M.data(), M.ld()});
        EXPECT_LE(relative_error(M.values(), expected.values()), tolerance_of(c.arm));
      }
  }
}

// The poses in the axes of frame -1, which are those of the base unless the arm is mounted elsewhere.
TEST(GdahjSums, IsCrbaFromKnownPosesInEveryWidth) {
  using FromPoses = std::function<void(const detail::GdahjSumsJob<double>&, const double*)>;
  std::vector<std::pair<std::string, FromPoses>> all = {
      {"one link", detail::gdahj_sums_from_poses_run<double, double>}};
  for (const SimdLevel level : {SimdLevel::sse2, SimdLevel::avx2, SimdLevel::avx512})
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.emplace_back(simd_name(level), found->gdahj_sums_from_poses);
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatX<double> expected(n, n), M(n, n);
    const Posture<double> x = c.x();
    crba(c.arm, x, expected.view());
    LinkSums<double> work(c.arm);
    Kinematics<double> k(n);
    set_poses(c.arm, x, k);
    std::vector<double> poses(12 * work.stride());
    for (int i = 0; i < n; ++i) {
      const Pose<double>& X = k.frame[i];
      const double numbers[] = {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz,
                                X.R.zx, X.R.zy, X.R.zz, X.p.x,  X.p.y,  X.p.z};
      for (std::size_t row = 0; row < 12; ++row)
        poses[row * work.stride() + static_cast<std::size_t>(i)] = numbers[row];
    }
    for (const auto& [name, kernel] : all) {
      kernel({n, nullptr, work.rows(), work.axes(), work.wrenches(), work.stride(), M.view().data,
              static_cast<std::size_t>(n)},
             poses.data());
      EXPECT_LE(relative_error(M.values(), expected.values()), tolerance_of(c.arm)) << name << ' ' << c.label;
    }
  }
}

TEST(GdahjSums, HoldsForAllPrismaticAndMasslessArms) {
  for (const Case& c :
       {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5), Case("chain:1")}) {
    const int n = c.arm.dof();
    MatX<double> M(n, n), E(n, n);
    LinkSums<double> work(c.arm);
    const Posture<double> x = c.x();
    crba(c.arm, x, E.view());
    for (const auto& [name, kernel] : kernels()) {
      kernel({n, &x.step(0), work.rows(), work.axes(), work.wrenches(), work.stride(), M.view().data,
              static_cast<std::size_t>(n)});
      EXPECT_LE(relative_error(M.values(), E.values()), 1e-12) << name << ' ' << c.label;
    }
  }
}

TEST(GdahjSums, TakesWhatIsStated) {
  for (const int n : {2, 3, 7, 30}) {
    const OpCount cost = cost_of(Quantity::inertia, "gdahj_sums", n);
    EXPECT_EQ(cost.mul, 3 * n * n + 128 * n - 38) << n;
    EXPECT_EQ(cost.add, (5 * n * n + 209 * n - 84) / 2) << n;
  }
}

}  // namespace
}  // namespace catena::test
