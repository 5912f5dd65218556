// SPDX-License-Identifier: Apache-2.0
// The spatial operators of Kozłowski's paper: rates against dual numbers in time, factors against the inertia matrix.
#include "catena/core/algo/spatial_operators.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/spatial_dynamics.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using namespace operators;
using operators::operator*, operators::operator+, operators::operator-;  // of MatX
using test::operator*, test::operator+, test::operator-;                 // of Eigen
using D = Dual<1>;
constexpr double kTolerance = 1e-11;

MatrixXd rate(const MatX<D>& A) {
  MatrixXd out(A.rows(), A.cols());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) out(i, j) = A(i, j).d[0];
  return out;
}
double gap(const MatrixXd& x, const MatrixXd& y) { return relative_difference(x, y); }
std::vector<D> along(const std::vector<double>& v, const std::vector<double>& by) {
  std::vector<D> out;
  for (std::size_t i = 0; i < v.size(); ++i) {
    out.emplace_back(v[i]);
    out.back().d[0] = by[i];
  }
  return out;
}

// An arm in motion: the operators, their rates, and the same with q moving along q̇, q̇ along q̈.
struct Moving {
  explicit Moving(const Case& c_)
      : c(c_),
        o(spatial_operators(c.arm, c.x())),
        r(operator_rates<double>(c.arm, o, c.qd)),
        arm(c.arm.cast<D>()),
        qt(along(c.q, c.qd)),
        qdt(along(c.qd, c.qdd)),
        ot(spatial_operators(arm, posture<D>(arm, qt))) {}
  const Case& c;
  Operators<double> o;
  OperatorRates<double> r;
  Chain<D> arm;
  std::vector<D> qt, qdt;
  Operators<D> ot;

  MatrixXd vector(const std::vector<double>& v) const { return eigen(column_of<double>(v)); }
};

std::vector<Case> small() {
  std::vector<Case> all;
  for (const char* spec :
       {"chain:1", "mixed:1:2", "chain:2", "mixed:3:1", "chain:4", "mixed:5:2", "mixed:6:1", "chain:6"})
    all.emplace_back(spec);
  return all;
}

class EveryOperator : public testing::TestWithParam<Case> {};

TEST_P(EveryOperator, HasTheLocalRateOfTableOne) {
  const Moving m(GetParam());
  EXPECT_LE(gap(eigen(m.r.E_Phi), rate(m.ot.E_Phi)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.Phi), rate(m.ot.Phi)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.H), rate(m.ot.H)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.M), rate(m.ot.M)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.P), rate(m.ot.P)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.D), rate(m.ot.D)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.G), rate(m.ot.G)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.taubar), rate(m.ot.taubar)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.E_Psi), rate(m.ot.E_Psi)), kTolerance);
}

// Components in the base's axes, differentiated there, and turned back.
TEST_P(EveryOperator, HasTheInertialRateOfTableOne) {
  const Moving m(GetParam());
  const MatrixXd R = eigen(m.o.R);
  const auto seen = [&](const MatX<D>& X) {
    return MatrixXd(R.transpose() * rate(in_base_axes(m.ot, X)) * R);
  };
  const auto rule = [&](const MatX<double>& X, const MatX<double>& local) {
    return eigen(rate_of_matrices(m.r.Omega, X, local));
  };
  EXPECT_LE(gap(rule(m.o.E_Phi, m.r.E_Phi), seen(m.ot.E_Phi)), kTolerance);
  EXPECT_LE(gap(rule(m.o.M, m.r.M), seen(m.ot.M)), kTolerance);
  EXPECT_LE(gap(eigen(commutator(m.r.Omega, m.o.M)), seen(m.ot.M)), kTolerance);
  EXPECT_LE(gap(rule(m.o.P, m.r.P), seen(m.ot.P)), kTolerance);
  EXPECT_LE(gap(rule(m.o.taubar, m.r.taubar), seen(m.ot.taubar)), kTolerance);
  EXPECT_LE(gap(rule(m.o.E_Psi, m.r.E_Psi), seen(m.ot.E_Psi)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.Phi + m.o.Phi * commutator(m.r.Omega, m.o.E_Phi) * m.o.Phi), seen(m.ot.Phi)),
            kTolerance);
  EXPECT_LE(gap(-eigen(m.o.H * m.r.Omega), rate(m.ot.H * star(m.ot.R)) * R), kTolerance);
  EXPECT_LE(gap(eigen(rate_of_vectors(m.r.Omega, m.o.G, m.r.G)), R.transpose() * rate(m.ot.R * m.ot.G)),
            kTolerance);
}

// The same rule between a frame and the previous one: the rate due to the joint alone.
TEST_P(EveryOperator, SeenFromTheFrameBeforeTurnsOrSlidesWithTheJoint) {
  const Moving m(GetParam());
  const MatrixXd E = eigen(m.o.E_Phi);
  const MatrixXd G = eigen(rate_of_vectors(m.r.Omega_delta, m.o.G, m.r.G));
  EXPECT_LE(gap(E * G, rate(m.ot.E_Phi * m.ot.G)), kTolerance);
  const MatrixXd P = eigen(rate_of_matrices(m.r.Omega_delta, m.o.P, m.r.P));
  EXPECT_LE(gap(E * P * E.transpose(), rate(m.ot.E_Phi * m.ot.P * star(m.ot.E_Phi))), kTolerance);
  EXPECT_LE(gap(E * eigen(m.r.Omega_delta), rate(m.ot.E_Phi)), kTolerance);
  EXPECT_LE(gap(P, eigen(m.r.lambda)), kTolerance);
}

TEST_P(EveryOperator, TurnsBlockByBlockAsATensor) {
  const Moving m(GetParam());
  const MatX<double> turned = in_base_axes(m.o, m.o.M);
  const MatX<double>& R = m.o.R;
  for (int b = 0; b < 6 * m.c.arm.dof(); b += 3)
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        double sum = 0;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) sum += R(b + k, b + i) * R(b + l, b + j) * m.o.M(b + i, b + j);
        EXPECT_NEAR(turned(b + k, b + l), sum, 1e-12);
      }
}

// R of frame i is that of the frame before times the turn of its joint, which also stands in E_Φ; twice for each link.
TEST_P(EveryOperator, HasTheRotationsOfTheFrames) {
  const Moving m(GetParam());
  const MatrixXd R = eigen(m.o.R), E = eigen(m.o.E_Phi);
  EXPECT_LE(gap(R * R.transpose(), MatrixXd::Identity(R.rows(), R.cols())), kTolerance);
  for (int b = 0; b < R.rows(); b += 6) {
    EXPECT_GT(R(b, b) * (R(b + 1, b + 1) * R(b + 2, b + 2) - R(b + 1, b + 2) * R(b + 2, b + 1)) -
                  R(b, b + 1) * (R(b + 1, b) * R(b + 2, b + 2) - R(b + 1, b + 2) * R(b + 2, b)) +
                  R(b, b + 2) * (R(b + 1, b) * R(b + 2, b + 1) - R(b + 1, b + 1) * R(b + 2, b)),
              0);  // no mirror
    EXPECT_EQ(gap(R.block(b, b, 3, 3), R.block(b + 3, b + 3, 3, 3)), 0);
    if (b == 0) continue;
    EXPECT_LE(gap(R.block(b, b, 3, 3), R.block(b - 6, b - 6, 3, 3) * E.block(b - 6, b, 3, 3)), kTolerance);
  }
}

TEST_P(EveryOperator, SumsTheRatesOfArticulatedInertiasInClosedForm) {
  const Moving m(GetParam());
  const MatX<double> X = m.r.Omega_delta * m.o.P, driving = X + star(X);
  EXPECT_LE(gap(eigen(articulated_rate_closed(m.o, driving)), rate(m.ot.P)), kTolerance);
  EXPECT_LE(gap(eigen(lambda_closed(m.o, driving)), rate(m.ot.P) + eigen(driving)), kTolerance);
  EXPECT_LE(gap(eigen(m.r.lambda), eigen(m.o.E_Psi * m.r.lambda * star(m.o.E_Psi) + driving)), kTolerance);
  EXPECT_LE(gap(eigen(m.o.E_Psi * (m.r.P + driving) * star(m.o.E_Psi)), rate(m.ot.P)), kTolerance);
}

TEST_P(EveryOperator, FactorsTheInertiaMatrix) {
  const Moving m(GetParam());
  const int n = m.c.arm.dof();
  MatX<double> M(n, n);
  crba(m.c.arm, m.c.x(), M.view());
  const MatrixXd U = eigen(unit_factor(m.o)), one = MatrixXd::Identity(n, n);
  EXPECT_LE(gap(eigen(mass_matrix(m.o)), eigen(M)), kTolerance);
  EXPECT_LE(gap(U * eigen(m.o.D) * U.transpose(), eigen(M)), kTolerance);
  EXPECT_LE(gap(U, eigen(m.o.H * m.o.Phi * m.o.G)), kTolerance);
  EXPECT_LE(gap(eigen(unit_factor_inverse(m.o)) * U, one), kTolerance);
  EXPECT_LE(gap(eigen(mass_matrix_inverse(m.o)) * eigen(M), one), 1e-9);  // conditioning of M
  const MatrixXd f = eigen(mass_factor(m.o));
  EXPECT_LE(gap(f * f.transpose(), eigen(M)), kTolerance);
  const MatrixXd nu = eigen(nu_by_operators<double>(m.o, m.c.qd)), qd = m.vector(m.c.qd);
  EXPECT_NEAR(nu.squaredNorm(), (qd.transpose() * eigen(M) * qd)(0), 1e-11 * nu.squaredNorm());
  EXPECT_LE(gap(eigen(m.o.E_Phi * m.o.Phi), eigen(m.o.Phi - identity<double>(6 * n))), kTolerance);
}

TEST_P(EveryOperator, HasAMassFactorWhoseLocalAndInertialRatesAgree) {
  const Moving m(GetParam());
  const MatrixXd by_dual = rate(mass_factor(m.ot));
  EXPECT_LE(gap(eigen(mass_factor_rate(m.o, m.r)), by_dual), kTolerance);
  EXPECT_LE(gap(eigen(mass_factor_rate_by_lambda(m.o, m.r)), by_dual), kTolerance);
  // m = H Φ G D^½ by the product rule, with the local column of Table 1 and with the inertial one
  const MatX<double> half = scaled(0.5, m.r.D) * root(m.o.D_inv), W = m.r.Omega;
  const auto product = [&](const MatX<double>& H, const MatX<double>& Phi, const MatX<double>& G) {
    return eigen((H * m.o.Phi * m.o.G + m.o.H * Phi * m.o.G + m.o.H * m.o.Phi * G) * root(m.o.D) +
                 m.o.H * m.o.Phi * m.o.G * half);
  };
  EXPECT_LE(gap(product(m.r.H, m.r.Phi, m.r.G), by_dual), kTolerance);
  EXPECT_LE(gap(product(scaled(-1.0, m.o.H * W), m.r.Phi + m.o.Phi * commutator(W, m.o.E_Phi) * m.o.Phi,
                        rate_of_vectors(W, m.o.G, m.r.G)),
                by_dual),
            kTolerance);
  const MatX<double> nu = nu_by_operators<double>(m.o, m.c.qd);
  EXPECT_LE(gap(eigen(mass_factor_rate_times_nu(m.o, m.r)), by_dual * eigen(nu)), kTolerance);
}

TEST_P(EveryOperator, HasTheGradientOfTheKineticEnergy) {
  const Moving m(GetParam());
  const int n = m.c.arm.dof();
  MatrixXd by_dual(n, 1);
  for (int k = 0; k < n; ++k) {
    std::vector<double> unit(m.c.q.size(), 0.0);
    unit[static_cast<std::size_t>(k)] = 1;
    MatX<D> M(n, n);
    crba(m.arm, posture<D>(m.arm, along(m.c.q, unit)), M.view());
    by_dual(k) = (m.vector(m.c.qd).transpose() * rate(M) * m.vector(m.c.qd))(0);
  }
  EXPECT_LE(gap(eigen(quadratic_gradient(m.o, m.r)), by_dual), kTolerance);
}

// The product rule, with the rate of the factor by dual numbers.
MatrixXd xi_rate_by_product_rule(const Moving& m) {
  return rate(star(unit_factor(m.ot))) * m.vector(m.c.qd) +
         eigen(star(unit_factor(m.o))) * m.vector(m.c.qdd);  // 003 (35)
}

TEST_P(EveryOperator, GivesTheRateOfXi) {
  const Moving m(GetParam());
  const MatrixXd by_dual = rate(star(unit_factor(m.ot)) * column_of<D>(m.qdt));
  EXPECT_LE(gap(xi_rate_by_product_rule(m), by_dual), kTolerance);
  EXPECT_LE(gap(eigen(xi_rate_by_operators<double>(m.o, m.r, m.c.qdd)), by_dual), kTolerance);
  EXPECT_LE(gap(eigen(xi_rate_by_lambda<double>(m.o, m.r, m.c.qdd)), by_dual), kTolerance);
}

TEST_P(EveryOperator, GivesTheStandardEquationsOfMotion) {
  const Moving m(GetParam());
  const std::vector<double> none(m.c.q.size(), 0.0);
  std::vector<double> c(none), tau(none);
  RneaWork<double> work(m.c.arm.dof());
  rnea<double>(m.c.arm, m.c.x(), m.c.qd, none, Vec3<double>::zero(), work, c);
  rnea<double>(m.c.arm, m.c.x(), m.c.qd, m.c.qdd, Vec3<double>::zero(), work, tau);
  EXPECT_LE(gap(eigen(standard_bias(m.o, m.r)), m.vector(c)), kTolerance);
  MatrixXd by_components = m.vector(none);
  for (int i = 0; i < m.c.arm.dof(); ++i)
    by_components(i) = torque_by_components<double>(m.o, m.r, m.c.qdd, i);
  EXPECT_LE(gap(by_components, m.vector(tau)), kTolerance);
}

// C(θ,ν) and C(θ,ξ) as operators, from the definition, and by the recursions.
TEST_P(EveryOperator, GivesTheDiagonalisedEquationsOfMotion) {
  const Moving m(GetParam());
  const int n = m.c.arm.dof();
  QuasiWork<double> work(n);
  set_quasi<double>(m.c.arm, m.c.x(), m.c.qd, Vec3<double>::zero(), work);
  quasi_roots(work.factors);
  std::vector<double> nu_part(m.c.q.size()), xi_part(m.c.q.size());
  cnu<double>(m.c.arm, m.c.x(), work, nu_part);
  cxi<double>(m.c.arm, m.c.x(), work, xi_part);
  EXPECT_LE(gap(m.vector(nu_part), eigen(cnu_by_definition(m.o, m.r))), kTolerance);
  EXPECT_LE(gap(m.vector(nu_part), eigen(cnu_by_operators(m.o, m.r))), kTolerance);
  const MatX<double> xi = star(unit_factor(m.o)) * column_of<double>(m.c.qd);
  EXPECT_LE(gap(m.vector(xi_part), eigen(cxi_by_operators(m.o, m.r, xi))), kTolerance);
  EXPECT_LE(gap(eigen(velocity_from_xi(m.o, xi)), eigen(m.r.V)), kTolerance);

  const MatrixXd middle = eigen(skew_middle(m.o, m.r)), nu = eigen(nu_by_operators<double>(m.o, m.c.qd));
  EXPECT_LE((middle + middle.transpose()).norm(), kTolerance * std::max(1.0, middle.norm()));
  const MatrixXd C = eigen(cnu_by_operators(m.o, m.r));
  EXPECT_LE(std::abs((nu.transpose() * C)(0)), kTolerance * nu.norm() * std::max(1.0, C.norm()));
}

INSTANTIATE_TEST_SUITE_P(Arms, EveryOperator, testing::ValuesIn(small()), [](const auto& param) {
  std::string name = param.param.label;
  for (char& ch : name)
    if (ch == ':') ch = '_';
  return name;
});

TEST(SpatialOperators, AddUpTheJointAxesToTheAngularVelocity) {
  for (const char* spec : {"chain:5", "mixed:6:1"}) {
    const Case c(spec);
    const Moving m(c);
    const MatX<double> V = m.o.R * m.r.V;
    double w[3] = {0, 0, 0};
    for (int i = 0; i < c.arm.dof(); ++i) {
      for (int k = 0; k < 3; ++k) {
        if (c.arm.link(i).revolute()) w[k] += m.o.R(6 * i + k, 6 * i + 2) * c.qd[static_cast<std::size_t>(i)];
        EXPECT_NEAR(V(6 * i + k, 0), w[k], 1e-13) << spec;
      }
    }
  }
}

// With the printed Ω_δ = diag(h~, h~) q̇ for a slide, the rate of P is wrong: the correction is needed.
TEST(SpatialOperators, NeedTheCorrectedOmegaOfSlides) {
  const Case c("mixed:5:2");
  const Moving m(c);
  MatX<double> printed = m.r.Omega_delta;
  for (int i = 0; i < c.arm.dof(); ++i)
    for (int h : {6 * i, 6 * i + 3}) {
      const double qd = c.qd[static_cast<std::size_t>(i)];
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) printed(6 * i + j, 6 * i + 3 + k) = 0;
      printed(h, h + 1) = -qd, printed(h + 1, h) = qd;
    }
  const MatX<double> driving = commutator(printed, m.o.P);
  EXPECT_GT(gap(eigen(articulated_rate_closed(m.o, driving)), rate(m.ot.P)), 0.1);
}

}  // namespace
}  // namespace catena::test
