// SPDX-License-Identifier: Apache-2.0
// Quasi-velocities and the diagonalised equations of motion: identities of the paper, golden data, dual numbers, cost.
#include "catena/core/algo/quasi_velocity.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/rows/aba.hpp"
#include "catena/core/rows/energy.hpp"
#include "catena/core/rows/quasi_dense.hpp"
#include "catena/core/rows/quasi_velocity.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Numbers = std::vector<double>;

// All that the paper computes for one state.
struct Quasi {
  explicit Quasi(const Case& c, const Vec3<double>& gravity) : x(c.x()), work(c.arm.dof()) {
    set_quasi<double>(c.arm, x, c.qd, gravity, work);
    quasi_roots(work.factors);
    nu = xi = cn = cx = Numbers(c.q.size());
    nu_from_qd<double>(c.arm, x, work.factors, c.qd, nu);
    xi_from_qd<double>(c.arm, x, work.factors, c.qd, xi);
    cnu<double>(c.arm, x, work, cn);
    cxi<double>(c.arm, x, work, cx);
  }
  Posture<double> x;
  QuasiWork<double> work;
  Numbers nu, xi, cn, cx;

  double Dd(const Case& c, int i) const {
    return joint_component(c.arm.link(i), work.w[static_cast<std::size_t>(i)]);
  }
};

class QuasiVelocity : public testing::TestWithParam<Case> {};

TEST_P(QuasiVelocity, GivesBackWhatItWasMadeOf) {
  const Case& c = GetParam();
  const Quasi k(c, c.arm.gravity());
  const QuasiFactors<double>& f = k.work.factors;
  Numbers there(c.q.size()), back(c.q.size());
  qd_from_xi<double>(c.arm, k.x, f, k.xi, back);
  EXPECT_LE(relative_error(back, c.qd), tolerance(c));
  qd_from_nu<double>(c.arm, k.x, f, k.nu, back);
  EXPECT_LE(relative_error(back, c.qd), tolerance(c));
  kappa_from_tau<double>(c.arm, k.x, f, c.tau, there);
  tau_from_kappa<double>(c.arm, k.x, f, there, back);
  EXPECT_LE(relative_error(back, c.tau), tolerance(c));
  eps_from_tau<double>(c.arm, k.x, f, c.tau, there);
  tau_from_eps<double>(c.arm, k.x, f, there, back);
  EXPECT_LE(relative_error(back, c.tau), tolerance(c));
  // power is the same in both: τ·q̇ = ε·ν
  EXPECT_NEAR(eigen(there).dot(eigen(k.nu)), eigen(c.tau).dot(eigen(c.qd)),
              tolerance(c) * eigen(c.tau).norm() * eigen(c.qd).norm());
}

TEST_P(QuasiVelocity, MakesTheKineticEnergyASumOfSquares) {
  const Case& c = GetParam();
  const Quasi k(c, c.arm.gravity());
  const double energy = kinetic_energy<double>(c.arm, k.x, c.qd);
  double by_xi = 0;
  for (std::size_t i = 0; i < k.xi.size(); ++i) by_xi += k.work.factors.D[i] * k.xi[i] * k.xi[i] / 2;
  EXPECT_NEAR(eigen(k.nu).squaredNorm() / 2, energy, tolerance(c) * energy);
  EXPECT_NEAR(by_xi, energy, tolerance(c) * energy);
}

TEST_P(QuasiVelocity, IsOrthogonalToItsBiasWithoutGravity) {
  const Case& c = GetParam();
  const Quasi k(c, Vec3<double>::zero());
  EXPECT_LE(std::abs(eigen(k.nu).dot(eigen(k.cn))),
            tolerance(c) * eigen(k.nu).norm() * eigen(k.cn).norm() + 1e-12);
}

TEST_P(QuasiVelocity, HasBiasesThatDifferByTheRateOfD) {
  const Case& c = GetParam();
  const Quasi k(c, c.arm.gravity());
  Numbers expected = k.cx, cheap = k.cx;
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = std::sqrt(k.work.factors.D[i]) * k.cn[i] + k.Dd(c, static_cast<int>(i)) * k.xi[i] / 2;
  EXPECT_LE(relative_error(k.cx, expected), tolerance(c));
  cnu_from_cxi<double>(c.arm, k.work, cheap);
  EXPECT_LE(relative_error(cheap, k.cn), tolerance(c));
}

// D and ν, ξ along the true motion, by dual numbers: ν̇ + C(θ,ν) = ε and D ξ̇ + C(θ,ξ) = κ.
TEST_P(QuasiVelocity, ObeysTheDiagonalisedEquationsOfMotion) {
  const Case& c = GetParam();
  using D = Dual<1>;
  Numbers qdd(c.q.size()), kappa(c.q.size()), eps(c.q.size());
  AbaWork<double> aba_work(c.arm.dof());
  aba<double>(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), aba_work, qdd);
  const auto along = [](const Numbers& v, const Numbers& rate) {
    std::vector<D> out;
    for (std::size_t i = 0; i < v.size(); ++i) {
      out.emplace_back(v[i]);
      out.back().d[0] = rate[i];
    }
    return out;
  };
  const Chain<D> arm = c.arm.cast<D>();
  const std::vector<D> q = along(c.q, c.qd), qd = along(c.qd, qdd);
  const Posture<D> x = posture<D>(arm, q);
  QuasiFactors<D> f(arm.dof());
  quasi_factors(arm, x, f);
  quasi_roots(f);
  std::vector<D> nu(q.size()), xi(q.size());
  nu_from_qd<D>(arm, x, f, qd, nu);
  xi_from_qd<D>(arm, x, f, qd, xi);

  const Quasi k(c, c.arm.gravity());
  kappa_from_tau<double>(c.arm, k.x, k.work.factors, c.tau, kappa);
  eps_from_tau<double>(c.arm, k.x, k.work.factors, c.tau, eps);
  Numbers nud(q.size()), xid(q.size()), D_rate(q.size()), w(q.size()), left_nu(q.size()), left_xi(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    nud[i] = nu[i].d[0], xid[i] = xi[i].d[0], D_rate[i] = f.D[i].d[0], w[i] = k.Dd(c, static_cast<int>(i));
    left_nu[i] = nud[i] + k.cn[i];
    left_xi[i] = k.work.factors.D[i] * xid[i] + k.cx[i];
  }
  const double slack = 100 * tolerance(c);  // q̈ comes through M⁻¹
  EXPECT_LE(relative_error(w, D_rate), tolerance(c));
  EXPECT_LE(relative_error(left_nu, eps), slack);
  EXPECT_LE(relative_error(left_xi, kappa), slack);

  // the same rates from the state in ξ and in ν, without q̇
  QuasiWork<double> work(c.arm.dof());
  quasi_factors(c.arm, k.x, work.factors);
  quasi_roots(work.factors);
  Numbers rate(q.size()), back(q.size());
  quasi_velocities_from_xi<double>(c.arm, k.x, k.xi, work);
  EXPECT_LE(relative_error(work.qd, c.qd), tolerance(c));
  quasi_bias_forces(c.arm, k.x, c.arm.gravity(), work);
  quasi_rates(c.arm, k.x, work);
  xi_rate<double>(c.arm, k.x, c.tau, Force<double>::zero(), work, rate);
  EXPECT_LE(relative_error(rate, xid), slack);
  quasi_velocities_from_nu<double>(c.arm, k.x, k.nu, work);
  EXPECT_LE(relative_error(work.qd, c.qd), tolerance(c));
  nu_rate<double>(c.arm, k.x, c.tau, Force<double>::zero(), work, rate);
  EXPECT_LE(relative_error(rate, nud), slack);
  qdd_from_xi_rate<double>(c.arm, k.x, k.work, xid, back);
  EXPECT_LE(relative_error(back, qdd), slack);
}

TEST_P(QuasiVelocity, HasASkewMatrixButForTheBiasForces) {
  const Case& c = GetParam();
  const int n = c.arm.dof();
  const Quasi k(c, Vec3<double>::zero());
  MatX<double> skew(n, n), plain(n, n);
  cnu_components(c.arm, k.x, k.work, skew.view());
  cxi_components(c.arm, k.x, k.work, plain.view());
  const MatrixXd S = eigen(skew), P = eigen(plain);
  EXPECT_EQ((S + S.transpose()).norm(), 0);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(P(i, i), k.Dd(c, i) / 2, tolerance(c) * std::max(1.0, P.norm()));
  const VectorXd root = eigen(k.work.factors.root);
  const MatrixXd scaled = root.cwiseInverse().asDiagonal() * P * root.cwiseInverse().asDiagonal();
  EXPECT_LE((scaled - S - MatrixXd(scaled.diagonal().asDiagonal())).norm(),
            tolerance(c) * std::max(1.0, S.norm()));
}

// Eq 48 written out, with dense Ψ(k,m): Σ over the links m beyond i.
TEST_P(QuasiVelocity, HasTheElementsOfEq48) {
  const Case& c = GetParam();
  const int n = c.arm.dof();
  if (n > 12) return;  // O(n⁴)
  const Quasi k(c, Vec3<double>::zero());
  MatX<double> fast(n, n);
  cnu_components(c.arm, k.x, k.work, fast.view());
  const auto axis = [&](int i) { return c.arm.link(i).revolute() ? 2 : 5; };
  const auto column = [](const Force<double>& F) {
    return Eigen::Matrix<double, 6, 1>(F.ang.x, F.ang.y, F.ang.z, F.lin.x, F.lin.y, F.lin.z);
  };
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  const auto unit = [](int j) { return Mat6::Identity().col(j).eval(); };
  const auto psi = [&](int i) {  // frame i -> i-1
    Mat6 Phi, tau = Mat6::Identity();
    for (int j = 0; j < 6; ++j) {
      const auto e = unit(j);
      Phi.col(j) = column(to_parent(k.x.step(i), Force<double>{{e[0], e[1], e[2]}, {e[3], e[4], e[5]}}));
    }
    tau.col(axis(i)) -= column(k.work.factors.G[static_cast<std::size_t>(i)]);
    return Mat6(Phi * tau);
  };
  const auto between = [&](int a, int b) {  // Ψ from frame b to frame a <= b
    Mat6 W = Mat6::Identity();
    for (int i = a + 1; i <= b; ++i) W = W * psi(i);
    return W;
  };
  const double size = std::max(1.0, eigen(fast).cwiseAbs().maxCoeff());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double sum = 0;
      for (int m = i + 1; m < n; ++m) {
        Mat6 P, Om = Mat6::Zero();
        for (int t = 0; t < 6; ++t) {
          const auto e = unit(t);
          P.col(t) =
              column(articulated(k.work.factors, m) * Motion<double>{{e[0], e[1], e[2]}, {e[3], e[4], e[5]}});
        }
        const double qd = c.qd[static_cast<std::size_t>(m)];
        if (c.arm.link(m).revolute())
          Om(0, 1) = Om(3, 4) = -qd, Om(1, 0) = Om(4, 3) = qd;
        else
          Om(0, 4) = -qd, Om(1, 3) = qd;
        sum += (between(j, m) * P * Om.transpose() * between(i, m).transpose())(axis(j), axis(i));
      }
      const Numbers& root = k.work.factors.root;
      EXPECT_NEAR(fast(j, i), sum / (root[static_cast<std::size_t>(i)] * root[static_cast<std::size_t>(j)]),
                  1e-11 * size);
    }
}

TEST_P(QuasiVelocity, GetsTheSameFromEveryRow) {
  const Case& c = GetParam();
  const State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), {{0.3, -0.2, 0.5}, {2, -3, 1}}};
  std::map<Quantity, Numbers> reference;
  for (const auto rows :
       {rows::aba_rows<double>(), rows::quasi_dense_rows<double>(), rows::quasi_velocity_rows<double>()})
    for (const Method<double>& m : rows) {
      Numbers y(size_of(m.quantity, c.arm.dof()), NAN);
      m.run(c.arm, c.x(), s, y);
      const auto [known, first] = reference.try_emplace(m.quantity, y);
      EXPECT_LE(relative_error(y, known->second), first ? 0 : tolerance(c))
          << info(m.quantity).name << " by " << m.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Arms, QuasiVelocity, testing::ValuesIn(cases()), [](const auto& param) {
  std::string name = param.param.label;
  for (char& ch : name)
    if (ch == ':') ch = '_';
  return name;
});

// --- golden data, and where D is not positive -------------------------------------------------------------

TEST(QuasiVelocityGolden, IsReproducedWithAndWithoutGravity) {
  int compared = 0, without_roots = 0;
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    for (const GoldenState& state : g.states) {
      const Numbers q = state["q"], qd = state["qd"], tau = state["tau"];
      const Posture<double> x = posture<double>(arm, q);
      const auto check = [&](const Numbers& y, const char* field) {
        if (!state.has(field)) {
          EXPECT_TRUE(std::any_of(y.begin(), y.end(), [](double v) { return std::isnan(v); })) << g.file;
          ++without_roots;
          return;
        }
        EXPECT_LE(relative_error(y, state[field]), g.tolerance()) << field << " of " << g.file;
        ++compared;
      };
      QuasiWork<double> work(arm.dof());
      Numbers y(q.size());
      set_quasi<double>(arm, x, qd, arm.gravity(), work);
      quasi_roots(work.factors);
      check(work.factors.D, "D");
      check(work.xi, "xi");
      nu_from_qd<double>(arm, x, work.factors, qd, y), check(y, "nu");
      cxi<double>(arm, x, work, y), check(y, "C_xi_with_gravity");
      cnu<double>(arm, x, work, y), check(y, "C_nu_with_gravity");
      kappa_from_tau<double>(arm, x, work.factors, tau, y), check(y, "kappa");
      eps_from_tau<double>(arm, x, work.factors, tau, y), check(y, "eps");
      Numbers Dd(q.size());
      for (int i = 0; i < arm.dof(); ++i)
        Dd[static_cast<std::size_t>(i)] = joint_component(arm.link(i), work.w[static_cast<std::size_t>(i)]);
      check(Dd, "Ddot");
      set_quasi<double>(arm, x, qd, Vec3<double>::zero(), work);
      cxi<double>(arm, x, work, y), check(y, "C_xi");
      cnu<double>(arm, x, work, y), check(y, "C_nu");
    }
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(without_roots, 0);
}

TEST(QuasiVelocityDegenerate, KeepsXiWhereDIsNegativeAndHasNoNu) {
  const Golden g = load_golden("seed_puma_002_printed");
  const Chain<double> arm = chain_of(g.robot);
  const auto& state = g.states[0];
  const Numbers q = state["q"], qd(q.size(), 1.0);
  const State<double> s{q, qd, qd, qd, arm.gravity(), Force<double>::zero()};
  for (const Method<double>& m : rows::quasi_velocity_rows<double>()) {
    Numbers y(q.size(), 0.0);
    m.run(arm, posture<double>(arm, q), s, y);
    const bool finite = std::all_of(y.begin(), y.end(), [](double v) { return std::isfinite(v); });
    EXPECT_EQ(finite, !m.roots) << info(m.quantity).name << " by " << m.name;
  }
}

TEST(QuasiVelocityDegenerate, TakesSlidesOnlyAndASingleJoint) {
  for (const char* spec : {"chain:4", "chain:1"}) {
    Case c(spec);
    for (RobotLink& link : c.robot.links) link.joint = JointKind::prismatic;
    c.arm = chain_of(c.robot);
    const Quasi k(c, c.arm.gravity());
    const double energy = kinetic_energy<double>(c.arm, k.x, c.qd);
    EXPECT_NEAR(eigen(k.nu).squaredNorm() / 2, energy, 1e-12 * energy);
    const Quasi still(c, Vec3<double>::zero());
    for (double v : still.cn) EXPECT_NEAR(v, 0, 1e-12);  // slides alone have a constant M
  }
}

// --- cost ---------------------------------------------------------------------------------------------------

struct Polynomial {
  long n, one;
  long operator()(long k) const { return n * k + one; }
};

class QuasiVelocityCost : public testing::Test {
 protected:
  using C = Counted;
  static std::vector<C> general(const Numbers& v) {
    std::vector<C> out;
    for (double x : v) out.push_back(C::general(x));
    return out;
  }
  struct Arm {
    explicit Arm(int n)
        : c("chain:" + std::to_string(n)),
          arm(counted(c.arm, Constants::general)),
          q(general(c.q)),
          qd(general(c.qd)),
          tau(general(c.tau)),
          out(general(c.tau)),
          x(posture<C>(arm, q)),
          work(n) {}
    Case c;
    Chain<C> arm;
    std::vector<C> q, qd, tau, out;
    Posture<C> x;
    QuasiWork<C> work;
    Vec3<C> gravity = {C::general(-9.81), C::general(-9.81), C::general(-9.81)};
    Force<C> tip = Force<C>::zero();
  };
  // `before` is not counted.
  static void expect(const char* what, Polynomial mul, Polynomial add, int sqrt, const auto& before,
                     const auto& counted_run) {
    for (int n : {2, 3, 6, 7, 13, 30}) {
      Arm a(n);
      before(a);
      const CountScope scope;
      counted_run(a);
      const OpCount count = scope.count();
      EXPECT_EQ(count.mul, mul(n)) << what << " n = " << n;
      EXPECT_EQ(count.add, add(n)) << what << " n = " << n;
      EXPECT_EQ(count.sqrt, sqrt * n) << what << " n = " << n;
      EXPECT_EQ(count.trig, 0);
    }
  }
  static void nothing(Arm&) {}
  static void factors(Arm& a) { quasi_factors(a.arm, a.x, a.work.factors), quasi_roots(a.work.factors); }
  static void all(Arm& a) { set_quasi<C>(a.arm, a.x, a.qd, a.gravity, a.work), quasi_roots(a.work.factors); }
};

TEST_F(QuasiVelocityCost, OfEachStepIsWhatTheHeadersSay) {
  expect("factors", {82, -91}, {93, -110}, 0, nothing,
         [](Arm& a) { quasi_factors(a.arm, a.x, a.work.factors); });
  expect("xi", {25, -34}, {18, -29}, 0, factors,
         [](Arm& a) { xi_from_qd<C>(a.arm, a.x, a.work.factors, a.qd, a.out); });
  expect("nu", {26, -34}, {18, -29}, 0, factors,
         [](Arm& a) { nu_from_qd<C>(a.arm, a.x, a.work.factors, a.qd, a.out); });
  expect("qd of xi", {25, -34}, {19, -30}, 0, factors,
         [](Arm& a) { qd_from_xi<C>(a.arm, a.x, a.work.factors, a.qd, a.out); });
  expect("qd of nu", {26, -34}, {19, -30}, 0, factors,
         [](Arm& a) { qd_from_nu<C>(a.arm, a.x, a.work.factors, a.qd, a.out); });
  expect("kappa", {25, -28}, {18, -25}, 0, factors,
         [](Arm& a) { kappa_from_tau<C>(a.arm, a.x, a.work.factors, a.tau, a.out); });
  expect("tau of kappa", {25, -28}, {18, -25}, 0, factors,
         [](Arm& a) { tau_from_kappa<C>(a.arm, a.x, a.work.factors, a.tau, a.out); });
  expect("eps", {26, -28}, {18, -25}, 0, factors,
         [](Arm& a) { eps_from_tau<C>(a.arm, a.x, a.work.factors, a.tau, a.out); });
  expect("b", {50, -24}, {34, -23}, 0, all, [](Arm& a) { quasi_bias_forces(a.arm, a.x, a.gravity, a.work); });
  expect("rates", {102, -144}, {118, -178}, 0, all, [](Arm& a) { quasi_rates(a.arm, a.x, a.work); });
  expect("cxi", {53, -56}, {47, -50}, 0, all, [](Arm& a) { cxi<C>(a.arm, a.x, a.work, a.out); });
  expect("cnu", {85, -93}, {79, -83}, 0, all, [](Arm& a) { cnu<C>(a.arm, a.x, a.work, a.out); });
  expect("xi rate", {56, -58}, {50, -52}, 0, all,
         [](Arm& a) { xi_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out); });
  expect("nu rate", {58, -60}, {51, -53}, 0, all,
         [](Arm& a) { nu_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out); });
  expect("qdd of xi rate", {36, -50}, {30, -45}, 0, all,
         [](Arm& a) { qdd_from_xi_rate<C>(a.arm, a.x, a.work, a.tau, a.out); });
}

TEST_F(QuasiVelocityCost, OfTheEquationsOfMotionIsBelowTableTwo) {
  const auto unnormalized = [](Arm& a) {
    quasi_factors(a.arm, a.x, a.work.factors);
    quasi_velocities_from_xi<C>(a.arm, a.x, a.qd, a.work);
    quasi_bias_forces(a.arm, a.x, a.gravity, a.work);
    quasi_rates(a.arm, a.x, a.work);
    xi_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out);
  };
  const auto normalized = [](Arm& a) {
    factors(a);
    quasi_velocities_from_nu<C>(a.arm, a.x, a.qd, a.work);
    quasi_bias_forces(a.arm, a.x, a.gravity, a.work);
    quasi_rates(a.arm, a.x, a.work);
    nu_rate<C>(a.arm, a.x, a.tau, a.tip, a.work, a.out);
  };
  const Polynomial xi_mul{315, -351}, xi_add{314, -393}, nu_mul{318, -353}, nu_add{315, -394};
  expect("xi rate from xi", xi_mul, xi_add, 0, nothing, unnormalized);
  expect("nu rate from nu", nu_mul, nu_add, 1, nothing, normalized);
  for (long n : {3, 6, 7, 12, 13, 30}) {
    EXPECT_LE(xi_mul(n), 500 * n - 319);
    EXPECT_LE(xi_add(n), 426 * n - 286);
    EXPECT_LE(nu_mul(n), 605 * n - 462);
    EXPECT_LE(nu_add(n), 530 * n - 448);
  }
}

TEST_F(QuasiVelocityCost, OfEveryRowIsWhatTheHeadersSay) {
  const auto row = [](Quantity quantity, std::string_view method) {
    return [=](Arm& a) {
      for (const Method<C>& m : rows::quasi_velocity_rows<C>())
        if (m.quantity == quantity && m.name == method)
          return m.run(a.arm, a.x, State<C>{a.q, a.qd, a.qd, a.tau, a.gravity, a.tip}, a.out);
      FAIL() << method;
    };
  };
  expect("nu", {108, -125}, {111, -139}, 1, nothing, row(Quantity::nu, "quasi_velocity"));
  expect("xi", {107, -125}, {111, -139}, 0, nothing, row(Quantity::xi, "quasi_velocity"));
  expect("cnu", {344, -386}, {342, -423}, 1, nothing, row(Quantity::cnu, "quasi_velocity"));
  expect("cxi", {312, -349}, {310, -390}, 0, nothing, row(Quantity::cxi, "quasi_velocity"));
  const Polynomial nu_mul{357, -406}, nu_add{345, -439}, xi_mul{351, -401}, xi_add{343, -437};
  expect("fd by nu", nu_mul, nu_add, 1, nothing, row(Quantity::fd, "quasi_velocity_nu"));
  expect("fd by xi", xi_mul, xi_add, 0, nothing, row(Quantity::fd, "quasi_velocity_xi"));
  for (long n : {3, 6, 7, 12, 13, 30}) {  // Table 2 stops at ν̇ and ξ̇: ours goes on to q̈ and still costs less
    EXPECT_LE(nu_mul(n), 605 * n - 462);
    EXPECT_LE(nu_add(n), 530 * n - 448);
    EXPECT_LE(xi_mul(n), 500 * n - 319);
    EXPECT_LE(xi_add(n), 426 * n - 286);
  }
}

}  // namespace
}  // namespace catena::test
