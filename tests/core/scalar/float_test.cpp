// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "catena/core/registry.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

TEST(Float, EveryMethodAgreesWithDoubleToSinglePrecision) {
  for (const char* spec : {"chain:2", "chain:6", "mixed:5:2"}) {
    const Case c(spec);
    const Chain<float> arm = c.arm.cast<float>([](double x) { return static_cast<float>(x); });
    const auto lower = [](const std::vector<double>& v) { return std::vector<float>(v.begin(), v.end()); };
    const auto q = lower(c.q), qd = lower(c.qd), qdd = lower(c.qdd), tau = lower(c.tau);
    const State<float> s{q, qd, qdd, tau, arm.gravity(), Force<float>::zero()};
    const State<double> sd{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
    const auto single = methods<float>();
    const auto plain = methods<double>();
    for (std::size_t k = 0; k < plain.size(); ++k) {
      const std::size_t size = size_of(plain[k].quantity, c.arm.dof());
      std::vector<float> out(size, NAN);
      std::vector<double> expected(size, NAN);
      single[k].run(arm, posture<float>(arm, q), s, out);
      plain[k].run(c.arm, c.x(), sd, expected);
      // 6e-8 rounding of the inputs, times the condition of these arms' inertia matrices (below 1e3)
      EXPECT_LE(relative_error(plain[k].quantity, std::vector<double>(out.begin(), out.end()), expected),
                2e-4)
          << spec << ": " << info(plain[k].quantity).name << " by " << plain[k].name;
    }
  }
}

}  // namespace
}  // namespace catena::test
