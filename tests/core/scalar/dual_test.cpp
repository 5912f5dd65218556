// SPDX-License-Identifier: Apache-2.0
#include "catena/core/scalar/dual.hpp"

#include <gtest/gtest.h>

#include "catena/core/registry.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using D2 = Dual<2>;
static_assert(Scalar<D2>);

TEST(Dual, DifferentiatesEveryOperation) {
  const double a = 0.7, b = 1.9;
  const D2 x = D2::variable(a, 0), y = D2::variable(b, 1);
  const D2 f = sin(x) * y / x - sqrt(x + y) * cos(y) + (-x);
  const double root = std::sqrt(a + b);
  EXPECT_NEAR(f.value, std::sin(a) * b / a - root * std::cos(b) - a, 1e-15);
  EXPECT_NEAR(f.d[0], b * (std::cos(a) / a - std::sin(a) / (a * a)) - std::cos(b) / (2 * root) - 1, 1e-14);
  EXPECT_NEAR(f.d[1], std::sin(a) / a - std::cos(b) / (2 * root) + root * std::sin(b), 1e-14);
}

TEST(Dual, SignSelectPassesTheDerivativeOfTheChosenBranch) {
  const D2 x = D2::variable(-2, 0), y = D2::variable(3, 1);
  EXPECT_EQ(sign_select(x, -x, D2(0.0), x).d[0], -1);
  EXPECT_EQ(sign_select(y, -y, D2(0.0), y).d[1], 1);
}

// The derivative of every method along (q̇, q̈, ...) against a central difference.
TEST(Dual, DerivativeOfEveryMethodIsItsCentralDifference) {
  using D = Dual<1>;
  for (const char* spec : {"chain:6", "mixed:5:2", "mixed:3:1", "chain:1"}) {
    const Case c(spec);
    const Chain<D> arm = c.arm.cast<D>();
    const auto moved = [&](double h) {
      Case m = c;
      for (std::size_t i = 0; i < m.q.size(); ++i) m.q[i] += h * c.qd[i], m.qd[i] += h * c.qdd[i];
      return m;
    };
    const auto seeded = [](const std::vector<double>& x, const std::vector<double>& rate) {
      std::vector<D> v;
      for (std::size_t i = 0; i < x.size(); ++i) {
        v.emplace_back(x[i]);
        v.back().d[0] = rate[i];
      }
      return v;
    };
    const std::vector<double> none(c.q.size(), 0.0);
    const auto q = seeded(c.q, c.qd), qd = seeded(c.qd, c.qdd), qdd = seeded(c.qdd, none),
               tau = seeded(c.tau, none);
    const Posture<D> x = posture<D>(arm, q);
    const State<D> s{q, qd, qdd, tau, arm.gravity(), Force<D>::zero()};
    const double h = 1e-5;
    const Case ahead = moved(h), behind = moved(-h);
    const auto plain_methods = methods<double>();
    const auto dual_methods = methods<D>();
    ASSERT_EQ(plain_methods.size(), dual_methods.size());
    for (std::size_t k = 0; k < dual_methods.size(); ++k) {
      const Quantity quantity = dual_methods[k].quantity;
      if (quantity == Quantity::friction) continue;                            // jumps at zero velocity
      if (quantity == Quantity::manipulability && c.arm.dof() == 1) continue;  // |v| has a corner at v = 0
      const std::size_t size = size_of(quantity, c.arm.dof());
      std::vector<D> out(size);
      dual_methods[k].run(arm, x, s, out);
      std::vector<double> plus(size), minus(size), exact(size), difference(size);
      for (const auto& [at, result] : {std::pair{&ahead, &plus}, std::pair{&behind, &minus}}) {
        const State<double> sd{at->q, at->qd, at->qdd, at->tau, c.arm.gravity(), Force<double>::zero()};
        plain_methods[k].run(c.arm, at->x(), sd, *result);
      }
      for (std::size_t i = 0; i < size; ++i) {
        exact[i] = out[i].d[0];
        difference[i] = (plus[i] - minus[i]) / (2 * h);
      }
      // h² third derivative + eps/h: 1e-10 each, times what the arm amplifies
      EXPECT_LE(relative_error(quantity, exact, difference), 1e-6)
          << c.label << ": " << info(quantity).name << " by " << dual_methods[k].name;
    }
  }
}

}  // namespace
}  // namespace catena::test
