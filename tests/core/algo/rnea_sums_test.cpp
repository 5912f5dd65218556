// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by sums along the chain: the template, and the kernels at every level that this machine has.
#include "catena/core/algo/rnea_sums.hpp"
#include "catena/core/algo/rnea.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/arms.hpp"
#include "support/cost.hpp"

namespace catena::test {
namespace {

using Kernel = std::function<void(const detail::RneaSumsJob<double>&)>;

std::vector<std::pair<std::string, Kernel>> kernels() {
  std::vector<std::pair<std::string, Kernel>> all = {{"one link", detail::rnea_sums_run<double, double>}};
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.emplace_back(simd_name(level), found->rnea_sums);
  return all;
}

std::vector<double> link_by_link(const Case& c, const Force<double>& tip) {
  std::vector<double> tau(c.q.size(), NAN);
  RneaWork<double> work(c.arm.dof());
  rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work, tau);
  return tau;
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double each : x) most = std::max(most, std::abs(each));
  return most;
}

TEST(RneaSums, IsRneaInEveryWidth) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), Force<double>{{1, -2, 3}, {-4, 5, 6}}}) {
      const std::vector<double> expected = link_by_link(c, tip);
      const Posture<double> x = c.x();
      const ChainEnds<double> ends(c.arm, c.arm.gravity(), tip);
      for (const auto& [name, kernel] : kernels()) {
        LinkSums<double> work(c.arm);
        constexpr double kUntouched = 12345;
        std::vector<double> tau(c.q.size() + 8, kUntouched);
        for (int again = 0; again < 2; ++again)  // the previous contents of the scratch memory do not matter
          kernel({c.arm.dof(), &x.step(0), c.qd.data(), c.qdd.data(), &ends.lift.x, &ends.held.ang.x,
                  work.rows(), tau.data()});
        for (std::size_t i = 0; i < expected.size(); ++i)
          ASSERT_NEAR(tau[i], expected[i], 1e-13 * largest(expected))
              << name << ' ' << c.label << " joint " << i;
        for (std::size_t i = expected.size(); i < tau.size(); ++i) ASSERT_EQ(tau[i], kUntouched) << name;
      }
    }
}

// No moment is taken about a distant point: the small torques of the last joints of a long arm keep full accuracy.
TEST(RneaSums, KeepsTheDigitsOfSmallTorquesAtTheTip) {
  const Case c("chain:200");
  const std::vector<double> expected = link_by_link(c, Force<double>::zero());
  LinkSums<double> work(c.arm);
  std::vector<double> tau(expected.size(), NAN);
  rnea_sums<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), Force<double>::zero(), work, tau);
  for (std::size_t i = 0; i < tau.size(); ++i) {
    // a joint carries all that lies beyond it
    double scale = 0;
    for (std::size_t k = i; k < tau.size(); ++k) scale = std::max(scale, std::abs(expected[k]));
    EXPECT_NEAR(tau[i], expected[i], 1e-12 * scale) << "joint " << i;
  }
}

TEST(RneaSums, TakesWhatIsStated) {
  for (const int n : {2, 3, 7, 30}) {
    const OpCount cost = cost_of(Quantity::id, "rnea_sums", n);
    EXPECT_EQ(cost.mul, 159 * n - 47) << n;
    EXPECT_EQ(cost.add, 137 * n - 50) << n;
  }
}

}  // namespace
}  // namespace catena::test
