// SPDX-License-Identifier: Apache-2.0
// The closed-form UDUᵀ against the dense elimination, the golden data and the printed counts.
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/crba.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "catena/core/algo/denoc.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/rows/udut.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

std::vector<double> std_vector(const VectorXd& v) { return {v.data(), v.data() + v.size()}; }

MatrixXd inertia_by_crba(const Case& c) {
  MatX<double> M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), M.view());
  return eigen(M);
}

// An arm, its inertia matrix by composite bodies, and its factors in closed form.
struct Factored {
  explicit Factored(const Case& c_)
      : c(c_), n(c.arm.dof()), x(c.x()), M(inertia_by_crba(c)), work(n), Ux(n, n), U(n, n), d(n) {
    udut_factor(c.arm, x, work);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) Ux(i, j) = NAN;  // every element is written
    udut_factors(c.arm, x, work, Ux.view());
    U = eigen(Ux);
    d = eigen(work.m_hat);
  }
  Case c;
  int n;
  Posture<double> x;
  MatrixXd M;
  UdutWork<double> work;
  MatX<double> Ux;
  MatrixXd U;
  VectorXd d;
};

void for_every_arm(auto&& check) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    Factored f(c);
    check(f);
  }
}

const Method<double>& row(Quantity quantity) {
  for (const Method<double>& m : rows::udut_rows<double>())
    if (m.quantity == quantity) return m;
  throw std::logic_error("no such row");
}

// --- the factors ---------------------------------------------------------------------------------------------

TEST(Udut, ReproducesTheInertiaMatrix) {
  for_every_arm([](Factored& f) {
    EXPECT_LE((MatrixXd(f.U * f.d.asDiagonal()) * f.U.transpose() - f.M).norm(), tolerance(f.c) * f.M.norm());
    EXPECT_EQ((f.U.diagonal() - VectorXd::Ones(f.n)).norm(), 0);
    EXPECT_EQ(f.U.triangularView<Eigen::StrictlyLower>().toDenseMatrix().norm(), 0);
    EXPECT_EQ(first_nonpositive_pivot(f.work.m_hat), -1);
  });
}

TEST(Udut, AgreesWithTheDenseElimination) {
  for_every_arm([](Factored& f) {
    MatX<double> F(f.n, f.n);
    crba(f.c.arm, f.x, F.view());
    udu_factor(F.view());
    MatrixXd U = eigen(F).triangularView<Eigen::StrictlyUpper>();
    U += MatrixXd::Identity(f.n, f.n);
    EXPECT_LE((f.U - U).norm(), tolerance(f.c) * U.norm());
    EXPECT_LE(relative_error(f.work.m_hat, std_vector(eigen(F).diagonal())), tolerance(f.c));
  });
}

TEST(Udut, ReproducesTheGoldenFactorsAndAccelerations) {
  int compared = 0;
  for (const Golden& g : all_golden()) {
    SCOPED_TRACE(g.file);
    const Chain<double> arm = chain_of(g.robot);
    const int n = g.dof();
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"], tau = state["fd_tau"];
      const State<double> s{q, qd, {}, tau, arm.gravity(), Force<double>::zero()};
      const Posture<double> x = posture<double>(arm, q);
      std::vector<double> qdd(q.size()), factors(size_of(Quantity::udut, n)), U, u = state["U"];
      row(Quantity::fd).run(arm, x, s, qdd);
      row(Quantity::udut).run(arm, x, s, factors);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) U.push_back(factors[static_cast<std::size_t>(j * n + i)]);
      EXPECT_LE(relative_error(qdd, state["fd_qdd"]), g.tolerance());
      EXPECT_LE(relative_error(U, u), g.tolerance());
      EXPECT_LE(relative_error(std::span(factors).subspan(u.size()), state["D"]), g.tolerance());
      ++compared;
    }
  }
  EXPECT_GE(compared, 60);
}

// Eqs 26 to 28 as 6 x 6 matrices at the centres of mass, in base axes: the paper's own form.
TEST(Udut, HasThePsiAndArticulatedMassesOfThePaper) {
  for_every_arm([](Factored& f) {
    Kinematics<double> k(f.n);
    set_poses(f.c.arm, f.x, k);
    Denoc<double> m(f.n);
    denoc_mass_centres(f.c.arm, k, m);
    set_denoc(f.c.arm, k, m);
    const MatrixXd Nl = eigen(m.Nl), Nd = eigen(m.Nd), M = eigen(m.M);
    MatrixXd M_hat = MatrixXd::Zero(6, 6);
    for (int i = f.n - 1; i >= 0; --i) {
      M_hat += M.block(6 * i, 6 * i, 6, 6);
      const VectorXd p = Nd.block(6 * i, i, 6, 1), psi_hat = M_hat * p;
      const double m_hat = p.dot(psi_hat);
      EXPECT_NEAR(f.work.m_hat[i], m_hat, tolerance(f.c) * psi_hat.norm());
      if (i == 0) break;
      // ψ, a wrench, from the centre of mass to the frame's origin and into its axes
      const VectorXd psi = psi_hat / m_hat;
      const Mat3<double>& R = k.frame[i].R;
      const Vec3<double> n{psi[0], psi[1], psi[2]}, w{psi[3], psi[4], psi[5]};
      const Vec3<double> ang = transpose_times(R, n + cross(m.c[i] - k.frame[i].p, w)),
                         lin = transpose_times(R, w);
      const Force<double>& ours = f.work.psi[i];
      const std::vector<double> expected{ang.x, ang.y, ang.z, lin.x, lin.y, lin.z};
      const std::vector<double> got{ours.ang.x, ours.ang.y, ours.ang.z, ours.lin.x, ours.lin.y, ours.lin.z};
      EXPECT_LE(relative_error(got, expected), tolerance(f.c)) << i;
      for (int j = 0; j < i; ++j) {  // α_ji = p_j·B_ijᵀ ψ_i
        const VectorXd pj = Nd.block(6 * j, j, 6, 1);
        const double alpha = pj.dot(MatrixXd(Nl.block(6 * i, 6 * j, 6, 6)).transpose() * psi);
        EXPECT_NEAR(f.U(j, i), alpha, tolerance(f.c) * (1 + f.U.cwiseAbs().maxCoeff()));
      }
      const MatrixXd B = Nl.block(6 * i, 6 * i - 6, 6, 6);
      M_hat = B.transpose() * MatrixXd(M_hat - psi_hat * psi.transpose()) * B;
    }
  });
}

// --- appendix B ------------------------------------------------------------------------------------------------

TEST(Udut, EliminatesToALowerTriangularMatrix) {
  for_every_arm([](Factored& f) {
    MatX<double> L(f.n, f.n), E(f.n, f.n);
    crba(f.c.arm, f.x, L.view());
    MatrixXd product = f.M, inverses = MatrixXd::Identity(f.n, f.n);
    const MatrixXd one = MatrixXd::Identity(f.n, f.n);
    for (int k = f.n - 1; k >= 1; --k) {
      udut_elementary(f.Ux.view(), k, E.view());
      udut_eliminate(f.Ux.view(), k, L.view());
      product = eigen(E) * product;
      EXPECT_LE((eigen(L) - product).norm(), tolerance(f.c) * f.M.norm());
      EXPECT_LE(eigen(L).col(k).head(k).norm(), tolerance(f.c) * f.M.norm()) << "column " << k;
      EXPECT_EQ((eigen(E) * (one + (one - eigen(E))) - one).norm(), 0);  // E⁻¹ = 1 + α λᵀ
      inverses = inverses * (one + (one - eigen(E)));
    }
    const MatrixXd L2 = f.d.asDiagonal() * f.U.transpose();
    EXPECT_LE((eigen(L) - L2).norm(), tolerance(f.c) * f.M.norm());
    EXPECT_LE((inverses - f.U).norm(), tolerance(f.c) * f.U.norm());  // E_n⁻¹ .. E_2⁻¹ = U
  });
}

TEST(Udut, HasTheRemainingElementsInClosedForm) {
  for_every_arm([](Factored& f) {
    MatX<double> L(f.n, f.n);
    crba(f.c.arm, f.x, L.view());
    for (int k = f.n - 1; k >= 1; --k) {
      udut_eliminate(f.Ux.view(), k, L.view());
      MatX<double> rest(f.n, f.n);
      udut_remainder(f.c.arm, f.x, k, rest.view());
      const MatrixXd got = eigen(rest).topLeftCorner(k, k), expected = eigen(L).topLeftCorner(k, k);
      EXPECT_LE((got - expected).norm(), tolerance(f.c) * f.M.norm()) << "before " << k;
      EXPECT_EQ((got - got.transpose()).norm(), 0);
    }
  });
}

// --- steps A, B, C ---------------------------------------------------------------------------------------------

TEST(Udut, SolvesTheThreeStepsOneByOne) {
  for_every_arm([](Factored& f) {
    std::vector<double> v = f.c.tau;
    const VectorXd phi = eigen(v);
    udut_solve_a<double>(f.c.arm, f.x, f.work, v);
    const VectorXd tau_hat = eigen(v);
    EXPECT_LE((f.U * tau_hat - phi).norm(), tolerance(f.c) * f.U.norm() * tau_hat.norm());
    udut_solve_b<double>(f.work, v);
    const VectorXd tau_til = eigen(v);
    EXPECT_LE((f.d.asDiagonal() * tau_til - tau_hat).norm(), tolerance(f.c) * tau_hat.norm());
    udut_solve_c<double>(f.c.arm, f.x, f.work, v);
    EXPECT_LE((f.U.transpose() * eigen(v) - tau_til).norm(), tolerance(f.c) * f.U.norm() * eigen(v).norm());
  });
}

// Eq 12 has tau where step A10 has phi = tau - C qd: with it the accelerations are wrong as soon as the arm moves.
TEST(Udut, DoesNotSolveAsEquation12IsPrinted) {
  for_every_arm([](Factored& f) {
    std::vector<double> bias(f.c.q.size());
    RneaWork<double> work(f.n);
    const std::vector<double> none(f.c.q.size(), 0.0);
    rnea<double>(f.c.arm, f.x, f.c.qd, none, Vec3<double>::zero(), Force<double>::zero(), work, bias);
    const VectorXd phi = eigen(f.c.tau) - eigen(bias);
    if (eigen(bias).norm() < 0.01 * phi.norm()) return;  // a single joint has no C qd
    const auto residual = [&](std::vector<double> v) {
      udut_forward<double>(f.c.arm, f.x, f.work, v);
      return (f.M * eigen(v) - phi).norm() / phi.norm();
    };
    EXPECT_LT(residual(std_vector(phi)), 1e-6);
    EXPECT_GT(residual(f.c.tau), 1e-3) << "as printed";
  });
}

TEST(Udut, SolvesForwardDynamics) {
  for_every_arm([](Factored& f) {
    // φ of the true acceleration gives it back
    std::vector<double> v = std_vector(f.M * eigen(f.c.qdd));
    udut_forward<double>(f.c.arm, f.x, f.work, v);
    EXPECT_LE(relative_error(v, f.c.qdd), 100 * tolerance(f.c));  // conditioning of M
  });
}

TEST(Udut, UndoesInverseDynamicsWithGravityAndATipWrench) {
  const Force<double> tip{{0.3, -0.2, 0.5}, {2, -3, 1}};
  for_every_arm([&](Factored& f) {
    std::vector<double> tau(f.c.q.size()), qdd(f.c.q.size());
    RneaWork<double> work(f.n);
    rnea<double>(f.c.arm, f.x, f.c.qd, f.c.qdd, f.c.arm.gravity(), tip, work, tau);
    const State<double> s{f.c.q, f.c.qd, {}, tau, f.c.arm.gravity(), tip};
    row(Quantity::fd).run(f.c.arm, f.x, s, qdd);
    EXPECT_LE(relative_error(qdd, f.c.qdd), 100 * tolerance(f.c));
  });
}

TEST(Udut, SolvesManyRightHandSides) {
  for_every_arm([](Factored& f) {
    Random random(3);
    MatX<double> V(f.n, 5), W(f.n, 5);
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < f.n; ++i) V(i, j) = W(i, j) = random(-1, 1);
    udut_solve(f.c.arm, f.x, f.work, V.view());
    const MatrixXd residual = f.M * eigen(V) - eigen(W);
    EXPECT_LE(residual.norm(), tolerance(f.c) * (f.M.norm() * eigen(V).norm() + eigen(W).norm()));
  });
}

TEST(Udut, InvertsTheInertiaMatrix) {
  for_every_arm([](Factored& f) {
    std::vector<double> out(size_of(Quantity::inertia_inverse, f.n));
    row(Quantity::inertia_inverse).run(f.c.arm, f.x, {}, out);
    const MatrixXd inverse = Eigen::Map<const MatrixXd>(out.data(), f.n, f.n);
    MatX<double> columns(f.n, f.n);
    for (int i = 0; i < f.n; ++i) columns(i, i) = 1;
    udut_solve(f.c.arm, f.x, f.work, columns.view());
    EXPECT_LE((inverse * f.M - MatrixXd::Identity(f.n, f.n)).norm(),
              tolerance(f.c) * inverse.norm() * f.M.norm());
    EXPECT_LE((inverse - eigen(columns)).norm(), tolerance(f.c) * inverse.norm());
    EXPECT_EQ((inverse - inverse.transpose()).norm(), 0);
  });
}

// --- the edge ----------------------------------------------------------------------------------------------------

TEST(Udut, ServesArmsOfPrismaticJointsOnly) {
  for (int n : {1, 2, 3}) {
    Case c("chain:" + std::to_string(n));
    for (RobotLink& l : c.robot.links) l.joint = JointKind::prismatic;
    c.arm = chain_of(c.robot);
    Factored f(c);
    EXPECT_LE((MatrixXd(f.U * f.d.asDiagonal()) * f.U.transpose() - f.M).norm(), 1e-12 * f.M.norm()) << n;
    std::vector<double> v = std_vector(f.M * eigen(c.qdd));
    udut_solve<double>(c.arm, f.x, f.work, v);
    EXPECT_LE(relative_error(v, c.qdd), 1e-10) << n;
  }
}

TEST(Udut, ServesAnArmOfOneJoint) {
  Factored f(Case("chain:1"));
  EXPECT_EQ(f.d[0], f.M(0, 0));
  std::vector<double> v{f.M(0, 0) * 3};
  udut_solve<double>(f.c.arm, f.x, f.work, v);
  EXPECT_NEAR(v[0], 3, 1e-14);
}

// The inertias that the paper prints for its PUMA: M is not positive definite, yet has factors.
TEST(Udut, FactorsAnIndefiniteMatrixAndNamesTheJoint) {
  const Golden g = load_golden("seed_puma_002_printed");
  const Chain<double> arm = chain_of(g.robot);
  for (const GoldenState& state : g.states) {
    const auto q = state["q"];
    UdutWork<double> work(g.dof());
    udut_factor(arm, posture<double>(arm, q), work);
    EXPECT_LE(relative_error(work.m_hat, state["D"]), 1e-12);
    EXPECT_EQ(first_nonpositive_pivot(work.m_hat), 3);
    EXPECT_EQ(first_bad_pivot(work.m_hat, pivot_scale(arm)), -1);
  }
}

TEST(Udut, NamesTheJointThatHasNothingToAccelerate) {
  for (int massless : {5, 4}) {  // the last link, or the last two: elimination meets the last joint first
    Case c("chain:6");
    for (int i = massless; i < 6; ++i) {
      c.robot.links[i].mass = 0;
      c.robot.links[i].com = {0, 0, 0};
      c.robot.links[i].inertia = Sym3<double>::zero();
    }
    c.robot.allow_nonphysical = true;
    const Chain<double> arm = chain_of(c.robot);
    UdutWork<double> work(6);
    std::vector<double> v = c.tau;
    udut_forward<double>(arm, posture<double>(arm, c.q), work, v);
    EXPECT_EQ(first_bad_pivot(work.m_hat, pivot_scale(arm)), 5);
    EXPECT_FALSE(std::isfinite(v[5]));
  }
}

// A prismatic joint transmits no inertia along itself: each of several parallel slides needs a mass of its own, no more.
TEST(Udut, NeedsAMassForEachOfParallelSlides) {
  Robot robot;
  robot.name = "slides";
  robot.convention = Convention::modified;
  robot.allow_nonphysical = true;
  for (int i = 0; i < 4; ++i) {
    RobotLink l;
    l.joint = JointKind::prismatic;
    l.mass = 1;
    robot.links.push_back(l);
  }
  const std::vector<double> q = {0.1, 0.2, 0.3, 0.4};
  Chain<double> arm = chain_of(robot);
  UdutWork<double> work(4);
  udut_factor(arm, posture<double>(arm, q), work);
  EXPECT_EQ(work.m_hat, (std::vector<double>{1, 1, 1, 1}));

  robot.links[1].mass = 0;
  arm = chain_of(robot);
  std::vector<double> v = {1, 2, 3, 4};
  udut_forward<double>(arm, posture<double>(arm, q), work, v);
  EXPECT_EQ(first_bad_pivot(work.m_hat, pivot_scale(arm)), 1);
  EXPECT_FALSE(std::isfinite(v[1]));
}

TEST(Udut, TakesAMasslessLinkInsideTheArm) {
  Case c("mixed:5:2");
  c.robot.links[2].mass = 0;
  c.robot.links[2].inertia = Sym3<double>::zero();
  c.arm = chain_of(c.robot);
  const Factored f(c);
  EXPECT_LE((MatrixXd(f.U * f.d.asDiagonal()) * f.U.transpose() - f.M).norm(), 1e-12 * f.M.norm());
}

// --- cost --------------------------------------------------------------------------------------------------------

struct Cost {
  OpCount factor, solve, U;
};
Cost cost_of_udut(int n) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const auto q = general(c.q);
  auto v = general(c.tau);
  const Posture<Counted> x = posture<Counted>(arm, q);
  UdutWork<Counted> work(n);
  MatX<Counted> U(n, n);
  Cost cost;
  const auto measure = [](auto&& call) {
    const CountScope scope;
    call();
    return scope.count();
  };
  cost.factor = measure([&] { udut_factor(arm, x, work); });
  cost.solve = measure([&] { udut_solve<Counted>(arm, x, work, v); });
  cost.U = measure([&] { udut_factors(arm, x, work, U.view()); });
  return cost;
}

TEST(Udut, CostsWhatItsHeaderSays) {
  for (long n : {3, 6, 7, 13, 30}) {
    const Cost cost = cost_of_udut(static_cast<int>(n));
    EXPECT_EQ(cost.factor, (OpCount{.mul = 82 * n - 124, .add = 93 * n - 165})) << n;
    EXPECT_EQ(cost.solve, (OpCount{.mul = 51 * n - 82, .add = 36 * n - 63})) << n;
    EXPECT_EQ(cost.U, (OpCount{.mul = 10 * n * n - 26 * n + 15, .add = 6 * n * n - 13 * n + 5})) << n;
    const OpCount all =
        cost_of(Quantity::fd, "udut", static_cast<int>(n));  // with φ by rnea: docs/papers/udut.md
    EXPECT_EQ(all, (OpCount{.mul = 224 * n - 310, .add = 208 * n - 327})) << n;
  }
}

// The braces of section 3, {mul of n, constant, add of n, constant}; their sum is 192n - 284, Table I has 191n - 284.
TEST(Udut, CostsLessThanThePaperPrints) {
  const long printed[][4] = {
      {4, 0, 2, 0},           // A1
      {0, 0, 3, -3},          // A2
      {0, 16, 0, 17},         // A3a
      {86, -179, 101, -215},  // A3b
      {0, 2, 0, 0},           // A4a
      {12, -36, 12, -36},     // A4b
      {2, 0, 2, 0},           // A5
      {6, -7, 0, 0},          // A6
      {0, 15, 0, 8},          // A7a
      {21, -42, 21, -42},     // A7b
      {0, 5, 0, 0},           // A8a
      {6, -12, 6, -12},       // A8b
      {22, -26, 14, -18},     // A9
      {2, -2, 3, -3},         // A10
      {1, 0, 0, 0},           // B
      {6, -6, 6, -6},         // C1
      {0, 12, 0, 2},          // C2a
      {18, -18, 11, -11},     // C2b
      {6, -6, 6, -6},         // C3
  };
  long sum[4] = {};
  for (const auto& brace : printed)
    for (int i = 0; i < 4; ++i) sum[i] += brace[i];
  EXPECT_EQ(sum[0], 192);
  EXPECT_EQ(sum[1], -284);
  EXPECT_EQ(sum[2], 187);
  EXPECT_EQ(sum[3], -325);
  for (long n : {6, 7, 13, 30}) {
    const Cost cost = cost_of_udut(static_cast<int>(n));
    EXPECT_LE(cost.factor.mul + cost.solve.mul, 191 * n - 284) << n;  // even the misprinted total
    EXPECT_LE(cost.factor.add + cost.solve.add, 187 * n - 325)
        << n;  // even without the 6A per link that it omits
  }
}

}  // namespace
}  // namespace catena::test
