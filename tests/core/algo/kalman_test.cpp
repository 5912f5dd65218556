// SPDX-License-Identifier: Apache-2.0
// Filtering and smoothing along the arm: against Newton-Euler, articulated bodies and golden data; cost.
#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/aba.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/kalman.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

using Numbers = std::vector<double>;
double allowed(const Case& c) { return c.arm.dof() >= 20 ? 1e-10 : 1e-11; }
const Force<double> kTip = {{0.3, -0.2, 0.5}, {2, -3, 1}};

TEST(Kalman, InverseDynamicsIsThatOfNewtonAndEuler) {
  for (const Case& c : cases()) {
    Numbers tau(c.q.size()), expected(c.q.size());
    KalmanWork<double> work(c.arm.dof());
    RneaWork<double> rnea_work(c.arm.dof());
    kalman_id<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work, tau);
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, rnea_work, expected);
    EXPECT_LE(relative_error(tau, expected), allowed(c)) << c.label;
  }
}

TEST(Kalman, SmoothingUndoesInverseDynamics) {
  for (const Case& c : cases()) {
    Numbers tau(c.q.size()), qdd(c.q.size()), expected(c.q.size());
    KalmanWork<double> work(c.arm.dof());
    AbaWork<double> aba_work(c.arm.dof());
    kalman_fd<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), kTip, work, qdd);
    aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), kTip, aba_work, expected);
    EXPECT_LE(relative_error(qdd, expected), allowed(c)) << c.label;
    kalman_id<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work, tau);
    kalman_fd<double>(c.arm, c.x(), c.qd, tau, c.arm.gravity(), kTip, work, qdd);
    EXPECT_LE(relative_error(qdd, c.qdd), 100 * allowed(c)) << c.label;  // conditioning of M
  }
}

TEST(Kalman, ReproducesTheGoldenData) {
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    for (const GoldenState& state : g.states) {
      const Numbers q = state["q"], qd = state["qd"], qdd = state["qdd"], tau = state["fd_tau"];
      const State<double> s{q, qd, qdd, tau, arm.gravity(), Force<double>::zero()};
      for (const Method<double>& m : rows::kalman_rows<double>()) {
        Numbers y(q.size());
        m.run(arm, posture<double>(arm, q), s, y);
        const char* field = m.quantity == Quantity::id ? "tau" : "fd_qdd";
        EXPECT_LE(relative_error(y, state[field]), g.tolerance()) << field << " of " << g.file;
      }
    }
  }
}

TEST(Kalman, CostsWhatItsHeaderSaysAndLessThanIsPrinted) {
  using C = Counted;
  const auto general = [](const Numbers& v) {
    std::vector<C> out;
    for (double x : v) out.push_back(C::general(x));
    return out;
  };
  for (int n : {2, 3, 6, 7, 12, 13, 30}) {
    const Case c("chain:" + std::to_string(n));
    const Chain<C> arm = counted(c.arm, Constants::general);
    const auto q = general(c.q), qd = general(c.qd), qdd = general(c.qdd), tau = general(c.tau);
    const C g = C::general(-9.81);
    const Posture<C> x = posture<C>(arm, q);
    KalmanWork<C> work(n);
    std::vector<C> out = tau;
    const OpCount id = [&] {
      const CountScope scope;
      kalman_id<C>(arm, x, qd, qdd, {g, g, g}, Force<C>::zero(), work, out);
      return scope.count();
    }();
    const OpCount fd = [&] {
      const CountScope scope;
      kalman_fd<C>(arm, x, qd, tau, {g, g, g}, Force<C>::zero(), work, out);
      return scope.count();
    }();
    EXPECT_EQ(id.mul, 109 * n - 94);
    EXPECT_EQ(id.add, 93 * n - 90);
    EXPECT_EQ(fd.mul, 227 * n - 239);
    EXPECT_EQ(fd.add, 204 * n - 241);
    EXPECT_EQ(id.sqrt + id.trig + fd.sqrt + fd.trig, 0);
    if (n <= 2) continue;  // the paper's counts are for N > 2
    EXPECT_LE(id.mul, 142 * n - 161);
    EXPECT_LE(id.add, 109 * n - 135);
    EXPECT_LE(fd.mul + fd.add, 477 * n - 503);
  }
}

}  // namespace
}  // namespace catena::test
