// SPDX-License-Identifier: Apache-2.0
// Table 2 of paper 003, row by row: against the stacked operators and the cheaper recursions, and the cost of each row.
#include "catena/core/algo/quasi_paper.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/spatial_operators.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Numbers = std::vector<double>;

Eigen::MatrixXd dense(const ArticulatedInertia<double>& A) {
  Eigen::MatrixXd out(6, 6);
  for (int j = 0; j < 6; ++j) {
    Motion<double> e = Motion<double>::zero();
    (j < 3 ? (&e.ang.x)[j] : (&e.lin.x)[j - 3]) = 1;
    const Force<double> f = A * e;
    out.col(j) << f.ang.x, f.ang.y, f.ang.z, f.lin.x, f.lin.y, f.lin.z;
  }
  return out;
}
Eigen::MatrixXd dense(const QuasiShift<double>& S) {
  Eigen::MatrixXd out(6, 6);
  out << eigen(S.aa), eigen(S.al), eigen(S.la), eigen(S.ll);
  return out;
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / (b.cwiseAbs().maxCoeff() + 1e-3);
}

TEST(QuasiPaper, HasTheOperatorsOfSection2) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n > 7) continue;
    const Posture<double> x = c.x();
    QuasiPaperWork<double> work(c.arm);
    Numbers rate(c.q.size()), xi(c.q.size());
    QuasiFactors<double> f(n);
    quasi_factors(c.arm, x, f);
    xi_from_qd<double>(c.arm, x, f, c.qd, xi);
    quasi_paper<double>(c.arm, x, false, xi, c.tau, c.arm.gravity(), work, rate);
    const auto o = operators::spatial_operators(c.arm, x);
    const auto r = operators::operator_rates<double>(c.arm, o, c.qd);
    const Eigen::MatrixXd X = eigen(r.Omega_delta) * eigen(o.P);
    for (int i = 0; i < n; ++i) {
      const auto block = [&](const MatX<double>& A, int row, int col) -> Eigen::MatrixXd {
        return eigen(A).block(6 * row, 6 * col, 6, 6);
      };
      const std::string label = c.label + ", link " + std::to_string(i + 1);
      EXPECT_LT(difference(dense(work.P[i]), block(o.P, i, i)), 1e-10) << label;
      EXPECT_LT(difference(dense(work.ld[i]), block(r.lambda, i, i)), 1e-10) << label;
      if (i > 0) {
        EXPECT_LT(difference(dense(work.psi[i]), block(o.E_Psi, i - 1, i)), 1e-10) << label;
      }
      const Eigen::VectorXd V = eigen(r.V).col(0).segment(6 * i, 6);
      const auto spatial = [](const auto& s) {
        return Eigen::VectorXd{{s.ang.x, s.ang.y, s.ang.z, s.lin.x, s.lin.y, s.lin.z}};
      };
      EXPECT_LT(difference(spatial(work.V[i]), V), 1e-10) << label;
      const Eigen::MatrixXd Xi = X.block(6 * i, 6 * i, 6, 6);
      const ChainLink<double>& l = c.arm.link(i);
      EXPECT_LT(difference(spatial(quasi_paper_XV(l, work.Q[i], work.V[i])), Xi * V), 1e-10) << label;
      const Eigen::VectorXd skew = (Xi.transpose() - Xi) * V;
      EXPECT_LT(difference(spatial(quasi_paper_skew(l, work.Q[i], work.V[i])), skew), 1e-10) << label;
    }
  }
}

// Ψ G = 0: a joint passes on nothing along its gain, which is why `cnu` leaves out D (G·a) G.
TEST(QuasiPaper, PassesNothingOfAGainOn) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 7) continue;
    const auto o = operators::spatial_operators(c.arm, c.x());
    const double scale = eigen(o.E_Psi).norm() * eigen(o.G).norm();
    EXPECT_LE((eigen(o.E_Psi) * eigen(o.G)).norm(), 1e-15 * scale) << c.label;
  }
}

TEST(QuasiPaper, GivesTheRatesOfTheQuasiVelocities) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Posture<double> x = c.x();
    QuasiWork<double> quick(n);
    set_quasi<double>(c.arm, x, c.qd, c.arm.gravity(), quick);
    quasi_roots(quick.factors);
    Numbers velocity(c.q.size()), expected(c.q.size()), rate(c.q.size()), C(c.q.size());
    QuasiPaperWork<double> work(c.arm);
    for (const bool normalized : {true, false}) {
      if (normalized) {
        nu_from_qd<double>(c.arm, x, quick.factors, c.qd, velocity);
        nu_rate<double>(c.arm, x, c.tau, Force<double>::zero(), quick, expected);
        cnu<double>(c.arm, x, quick, C);
      } else {
        xi_from_qd<double>(c.arm, x, quick.factors, c.qd, velocity);
        xi_rate<double>(c.arm, x, c.tau, Force<double>::zero(), quick, expected);
        cxi<double>(c.arm, x, quick, C);
      }
      quasi_paper<double>(c.arm, x, normalized, velocity, c.tau, c.arm.gravity(), work, rate);
      const std::string label = c.label + (normalized ? ", nu" : ", xi");
      EXPECT_LT(relative_error(work.qd, c.qd), tolerance(c)) << label;
      EXPECT_LT(relative_error(work.C, C), tolerance(c)) << label;
      EXPECT_LT(relative_error(rate, expected), tolerance(c)) << label;
    }
  }
}

std::array<OpCount, kQuasiRows> rows_of(int n, bool normalized) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  std::vector<Counted> q, v, tau, out;
  for (int i = 0; i < n; ++i) {
    q.push_back(Counted::general(0.3 + 0.1 * i));
    v.push_back(Counted::general(0.7));
    tau.push_back(Counted::general(1.1));
    out.push_back(Counted::general(0));
  }
  const Posture<Counted> x = posture<Counted>(arm, q);
  const Vec3<Counted> g = {Counted::general(0.1), Counted::general(0.2), Counted::general(-9.8)};
  QuasiPaperWork<Counted> work(arm);
  std::array<OpCount, kQuasiRows> sum = {};
  quasi_paper<Counted>(arm, x, normalized, v, tau, g, work, out, [&](QuasiRow row, auto&& run) {
    const CountScope scope;
    run();
    const OpCount k = scope.count();
    OpCount& s = sum[static_cast<std::size_t>(row)];
    s.mul += k.mul, s.add += k.add, s.sqrt += k.sqrt;
  });
  return sum;
}

struct Law {
  QuasiRow row;
  long mul, mul_0, add, add_0;  // mul n + mul_0, add n + add_0
};
constexpr Law kCommon[] = {
    {QuasiRow::P, 88, -100, 109, -124}, {QuasiRow::G, 5, -1, 0, 0},  {QuasiRow::V_plus, 6, -10, 6, -12},
    {QuasiRow::V, 16, -22, 9, -15},     {QuasiRow::z, 6, -6, 6, -6}, {QuasiRow::psi, 40, -42, 19, -21},
    {QuasiRow::b, 59, -33, 40, -29},    {QuasiRow::X, 18, -5, 0, 0}, {QuasiRow::lambda, 104, -126, 138, -162},
};
constexpr Law kNormalized[] = {
    {QuasiRow::theta, 6, -6, 6, -7},     {QuasiRow::force, 1, 0, 1, -1}, {QuasiRow::z_plus, 22, -25, 13, -20},
    {QuasiRow::y, 158, -213, 162, -208}, {QuasiRow::C, 2, 0, 0, 0},      {QuasiRow::rate, 0, 0, 1, 0},
};
constexpr Law kUnnormalized[] = {
    {QuasiRow::theta, 5, -6, 6, -7}, {QuasiRow::force, 0, 0, 1, -1}, {QuasiRow::z_plus, 21, -24, 13, -20},
    {QuasiRow::y, 59, -59, 59, -59}, {QuasiRow::C, 0, 0, 0, 0},      {QuasiRow::rate, 1, 0, 1, 0},
};

TEST(QuasiPaper, CostsRowByRowWhatTable2IsComparedWith) {
  for (const bool normalized : {true, false}) {
    for (const int n : {3, 6, 7, 12}) {
      const auto rows = rows_of(n, normalized);
      OpCount sum;
      std::size_t compared = 0;
      const auto compare = [&](std::span<const Law> laws) {
        for (const Law& law : laws) {
          const OpCount& k = rows[static_cast<std::size_t>(law.row)];
          EXPECT_EQ(k.mul, law.mul * n + law.mul_0) << static_cast<int>(law.row) << " of " << n;
          EXPECT_EQ(k.add, law.add * n + law.add_0) << static_cast<int>(law.row) << " of " << n;
          sum.mul += k.mul, sum.add += k.add, sum.sqrt += k.sqrt;
          ++compared;
        }
      };
      compare(kCommon);
      if (normalized)
        compare(kNormalized);
      else
        compare(kUnnormalized);
      EXPECT_EQ(compared, kQuasiRows);
      EXPECT_EQ(sum.mul, normalized ? 531 * n - 589 : 428 * n - 434);
      EXPECT_EQ(sum.add, normalized ? 510 * n - 605 : 407 * n - 456);
      EXPECT_EQ(sum.sqrt, normalized ? n : 0);
    }
  }
}

}  // namespace
}  // namespace catena::test
