// SPDX-License-Identifier: Apache-2.0
// Kinematic influence coefficients against derivatives of the poses, and the model that they make, against eqs 9 and 10
// summed as they stand, Christoffel symbols from derivatives of M, golden data and the cost printed.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/coriolis.hpp"
#include "catena/core/rows/kic.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using D = Dual<1>;
using Eigen::Matrix3d;
using Eigen::Vector3d;

const Vec3<double> kPoint = {0.31, -0.17, 0.23};  // some point of a link

// Poses with their derivatives for joint j.
struct Moving {
  Chain<D> arm;
  Kinematics<D> k;
  Moving(const Case& c, int j) : arm(c.arm.cast<D>()), k(c.arm.dof()) {
    std::vector<D> q;
    for (double v : c.q) q.emplace_back(v);
    q[static_cast<std::size_t>(j)].d[0] = 1;
    set_poses(arm, posture<D>(arm, q), k);
  }
};

struct Coefficients {
  MatX<double> G;
  std::vector<double> H;
  CubeView<double> cube() { return {H.data(), 6, G.cols()}; }
};
Coefficients coefficients(const Chain<double>& arm, const Kinematics<double>& k, int link,
                          const Vec3<double>& r) {
  const int n = arm.dof();
  Coefficients out{MatX<double>(6, n), std::vector<double>(static_cast<std::size_t>(6 * n * n), NAN)};
  first_order_kic(arm, k, link, r, out.G.view());
  second_order_kic(arm, k, link, r, out.cube());
  return out;
}
Kinematics<double> poses(const Case& c) {
  Kinematics<double> k(c.arm.dof());
  set_poses(c.arm, c.x(), k);
  return k;
}

KicModel<double> model_of(const Chain<double>& arm, const Posture<double>& x) {
  KicModelWork<double> work(arm.dof());
  KicModel<double> m(arm.dof());
  for (std::vector<double>* array : {&m.P1, &m.P2, &m.P3, &m.P}) std::fill(array->begin(), array->end(), NAN);
  for (int i = 0; i < m.dof; ++i)
    for (int j = 0; j < m.dof; ++j) m.I(i, j) = NAN;
  kic_model(arm, x, work, m);
  return m;
}

std::vector<double> christoffel_by_coriolis(const Case& c) {
  for (const Method<double>& m : rows::coriolis_rows<double>())
    if (m.quantity == Quantity::christoffel) {
      std::vector<double> out(size_of(m.quantity, c.arm.dof()), NAN);
      m.run(c.arm, c.x(), State<double>{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()},
            out);
      return out;
    }
  return {};
}

std::vector<Case> small_cases() {
  std::vector<Case> all;
  for (const Case& c : cases())
    if (c.arm.dof() <= 7) all.push_back(c);
  return all;
}

TEST(Kic, FirstOrderIsTheDerivativeOfThePoses) {
  for (const Case& c : small_cases()) {
    const Kinematics<double> k = poses(c);
    for (int j = 0; j < c.arm.dof(); ++j) {
      const Moving moving(c, j);
      for (int l = 0; l < c.arm.dof(); ++l) {
        Coefficients kic = coefficients(c.arm, k, l, kPoint);
        const Pose<D>& X = moving.k.frame[l];
        const Vec3<D> P = X * Vec3<D>{D(kPoint.x), D(kPoint.y), D(kPoint.z)};
        const Vector3d dP(P.x.d[0], P.y.d[0], P.z.d[0]);
        Matrix3d dR;
        dR << X.R.xx.d[0], X.R.xy.d[0], X.R.xz.d[0], X.R.yx.d[0], X.R.yy.d[0], X.R.yz.d[0], X.R.zx.d[0],
            X.R.zy.d[0], X.R.zz.d[0];
        const Matrix3d W = dR * eigen(k.frame[l].R).transpose();  // [ω]× of a unit rate
        const Eigen::Map<const Eigen::Matrix<double, 6, 1>> g(&kic.G(0, j));
        EXPECT_LE((g.tail<3>() - dP).norm(), 1e-11 * std::max(1.0, dP.norm())) << c.label << l << j;
        EXPECT_LE((g.head<3>() - Vector3d(W(2, 1), W(0, 2), W(1, 0))).norm(), 1e-12) << c.label << l << j;
        if (j > l) {
          EXPECT_EQ(g.norm(), 0) << "joint " << j << " does not move link " << l;
        }
      }
    }
  }
}

TEST(Kic, SecondOrderIsTheDerivativeOfTheFirst) {
  for (const Case& c : small_cases()) {
    const Kinematics<double> k = poses(c);
    const int n = c.arm.dof();
    for (int j = 0; j < n; ++j) {
      const Moving moving(c, j);
      for (int l = 0; l < n; ++l) {
        Coefficients kic = coefficients(c.arm, k, l, kPoint);
        MatX<D> G(6, n);
        first_order_kic(moving.arm, moving.k, l, {D(kPoint.x), D(kPoint.y), D(kPoint.z)}, G.view());
        for (int col = 0; col < n; ++col)
          for (int row = 0; row < 6; ++row)
            ASSERT_NEAR(kic.cube()(row, j, col), G(row, col).d[0], 1e-11) << c.label << " link " << l;
      }
    }
  }
}

// Appendix 1, joint kind by joint kind, in numbers that can be checked by eye.
TEST(Kic, SecondOrderOfASlideDependsOnTheTurnsBeforeIt) {
  for (const Case& c : small_cases()) {
    const Kinematics<double> k = poses(c);
    const int n = c.arm.dof();
    Coefficients kic = coefficients(c.arm, k, n - 1, kPoint);
    for (int j = 0; j < n; ++j)
      for (int m = j; m < n; ++m)
        for (int row = 0; row < 3; ++row) {
          const auto& lin = kic.cube();
          EXPECT_EQ(lin(3 + row, j, m), lin(3 + row, m, j));
          EXPECT_EQ(lin(row, m, j), 0);  // zero for j >= k
          if (!c.arm.link(j).revolute()) {
            EXPECT_EQ(lin(3 + row, j, m), 0) << "a joint that slides turns nothing";
          } else if (!c.arm.link(m).revolute()) {
            const Vector3d SS = eigen(k.frame[j].R.col_z()).cross(eigen(k.frame[m].R.col_z()));
            EXPECT_NEAR(lin(3 + row, j, m), SS(row), 1e-14);
            EXPECT_EQ(lin(row, j, m), 0);
          }
        }
  }
}

TEST(Kic, GiveTheVelocityAndTheAccelerationOfTheTool) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    Kinematics<double> k = poses(c);
    set_velocities<double>(c.arm, c.qd, k);
    MatX<double> J(6, n), Jd(6, n);
    jacobian(c.arm, k, J.view());
    jacobian_rate(c.arm, k, Jd.view());
    Coefficients kic = coefficients(c.arm, k, n - 1, c.arm.tool().p);
    const Motion<double> v = kic_velocity<double>(kic.G.view(), c.qd);
    const Motion<double> a = kic_acceleration<double>(kic.G.view(), kic.cube(), c.qd, c.qdd);
    std::vector<double> expected(6, 0.0);
    for (int row = 0; row < 6; ++row)
      for (int j = 0; j < n; ++j)
        expected[static_cast<std::size_t>(row)] +=
            J(row, j) * c.qdd[static_cast<std::size_t>(j)] + Jd(row, j) * c.qd[static_cast<std::size_t>(j)];
    const Motion<double>& u = k.tool_velocity;
    EXPECT_LE(error_of(std::vector{v.ang.x, v.ang.y, v.ang.z, v.lin.x, v.lin.y, v.lin.z},
                       std::vector{u.ang.x, u.ang.y, u.ang.z, u.lin.x, u.lin.y, u.lin.z}),
              tolerance(n));
    EXPECT_LE(error_of(std::vector{a.ang.x, a.ang.y, a.ang.z, a.lin.x, a.lin.y, a.lin.z}, expected),
              tolerance(n))
        << c.label;
  }
}

TEST(Kic, LoadsAreTheInverseDynamics) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    std::vector<double> tau(c.q.size(), NAN), expected(c.q.size(), NAN);
    KicWork<double> work(n);
    kic_loads<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), work, tau);
    RneaWork<double> rnea_work(n);
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), rnea_work, expected);
    EXPECT_LE(error_of(tau, expected), tolerance(n)) << c.label;
  }
}

// The derivative of Σ m c along q̇.
TEST(Kic, MomentumIsTheRateOfTheFirstMoment) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    std::vector<D> q;
    for (std::size_t i = 0; i < c.q.size(); ++i) {
      q.emplace_back(c.q[i]);
      q.back().d[0] = c.qd[i];
    }
    const Chain<D> arm = c.arm.cast<D>();
    Kinematics<D> k(n);
    set_poses(arm, posture<D>(arm, q), k);
    Vec3<D> sum = Vec3<D>::zero();
    for (int l = 0; l < n; ++l) sum += k.frame[l].R * arm.link(l).body.h + arm.link(l).body.m * k.frame[l].p;
    KicWork<double> work(n);
    const Vec3<double> P = kic_momentum<double>(c.arm, c.x(), c.qd, work);
    EXPECT_LE(error_of(std::vector{P.x, P.y, P.z}, std::vector{sum.x.d[0], sum.y.d[0], sum.z.d[0]}),
              tolerance(n))
        << c.label;
  }
}

// Eqs 9 and 10 summed as they stand, from G and H at the centres of mass: uses no property. Or the arrays of a model.
struct Direct {
  int n;
  Eigen::MatrixXd I;
  std::vector<double> p1, p2, p3;
  explicit Direct(const KicModel<double>& m) : n(m.dof), I(eigen(m.I)), p1(m.P1), p2(m.P2), p3(m.P3) {}
  explicit Direct(const Case& c) : n(c.arm.dof()), I(Eigen::MatrixXd::Zero(n, n)) {
    p1 = p2 = p3 = std::vector<double>(static_cast<std::size_t>(n * n * n), 0.0);
    const Kinematics<double> k = poses(c);
    for (int l = 0; l < n; ++l) {
      const RigidInertia<double>& b = c.arm.link(l).body;
      const Vector3d at = eigen(b.h) / b.m;
      const Matrix3d R = eigen(k.frame[l].R);
      const Matrix3d II =
          R * (eigen(b.I) - b.m * (at.squaredNorm() * Matrix3d::Identity() - at * at.transpose())) *
          R.transpose();
      Coefficients kic = coefficients(c.arm, k, l, {at.x(), at.y(), at.z()});
      const Eigen::Map<const Eigen::Matrix<double, 6, Eigen::Dynamic>> G(kic.G.values().data(), 6, n);
      const MatrixXd Gv = G.bottomRows<3>(), Gw = G.topRows<3>();
      I += b.m * (Gv.transpose() * Gv) + Gw.transpose() * (MatrixXd(II) * Gw);
      for (int j = 0; j < n; ++j)
        for (int m = 0; m < n; ++m) {
          const Eigen::Map<const Eigen::Matrix<double, 6, 1>> H(&kic.cube()(0, j, m));
          for (int i = 0; i < n; ++i) {
            P1(i, j, m) += b.m * G.col(i).tail<3>().dot(H.tail<3>());
            P2(i, j, m) += (II * G.col(i).head<3>()).dot(H.head<3>());
            const Vector3d gi = G.col(i).head<3>(), gj = G.col(j).head<3>();
            P3(i, j, m) += gi.cross(gj).dot(II * G.col(m).head<3>());
          }
        }
    }
  }
  static double& at(std::vector<double>& p, int n, int i, int j, int k) {
    return p[static_cast<std::size_t>((k * n + j) * n + i)];
  }
  double& P1(int i, int j, int k) { return at(p1, n, i, j, k); }
  double& P2(int i, int j, int k) { return at(p2, n, i, j, k); }
  double& P3(int i, int j, int k) { return at(p3, n, i, j, k); }
};

TEST(KicModel, IsTheSumOverLinksTermByTerm) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;
    const Direct direct(c);
    const KicModel<double> m = model_of(c.arm, c.x());
    const std::vector<double> I(direct.I.data(), direct.I.data() + direct.I.size());
    EXPECT_LE(error_of(m.I.values(), I), 1e-11) << c.label;
    EXPECT_LE(error_of(m.P1, direct.p1), 1e-11) << c.label;
    EXPECT_LE(error_of(m.P2, direct.p2), 1e-11) << c.label;
    EXPECT_LE(error_of(m.P3, direct.p3), 1e-11) << c.label;
    for (std::size_t e = 0; e < m.P.size(); ++e)
      EXPECT_NEAR(m.P[e], m.P1[e] + m.P2[e] + m.P3[e], 1e-12 * (1 + std::abs(m.P[e])));
  }
}

TEST(KicModel, HasTheInertiaMatrixAlone) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    KicModelWork<double> work(n);
    MatX<double> I(n, n), crba_I(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) I(i, j) = NAN;
    kic_inertia(c.arm, c.x(), work, I.view());
    const KicModel<double> m = model_of(c.arm, c.x());
    EXPECT_LE(error_of(I.values(), m.I.values()), 1e-14) << c.label;
    crba(c.arm, c.x(), crba_I.view());
    EXPECT_LE(error_of(I.values(), crba_I.values()), tolerance(n)) << c.label;
  }
}

// P1 to P10, corrected.
void expect_properties(Direct d) {
  const int n = d.n;
  double size = 1;
  for (double v : d.p1) size = std::max(size, std::abs(v));
  for (double v : d.p3) size = std::max(size, std::abs(v));
  const double eps = 1e-12 * size;
  EXPECT_GT(eigenvalues(d.I)[0], 0);                              // P1
  EXPECT_LE((d.I - d.I.transpose()).norm(), 1e-12 * d.I.norm());  // P2
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        EXPECT_NEAR(d.P1(i, j, k), d.P1(i, k, j), eps);  // P3
        if (j <= std::min(i, k)) {
          EXPECT_NEAR(d.P1(i, j, k), -d.P1(k, j, i), eps);  // P4
        }
        if ((i == k && j <= i) || (i == j && k <= i)) {
          EXPECT_NEAR(d.P1(i, j, k), 0, eps);  // P5
        }
        if (j >= k) {
          EXPECT_EQ(d.P2(i, j, k), 0);  // P6
        }
        EXPECT_NEAR(d.P3(i, j, k), -d.P3(j, i, k), eps);  // P7
        if (i == j) {
          EXPECT_NEAR(d.P3(i, j, k), 0, eps);  // P8
        }
        if (i < j) {
          EXPECT_NEAR(d.P3(i, j, k), d.P2(k, i, j), eps);  // P9, P10
        }
      }
}

// The arrays of the model, rebuilt by the properties, and the same summed without them.
TEST(KicModel, HasThePropertiesOfThePaper) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 9) continue;
    SCOPED_TRACE(c.label);
    expect_properties(Direct(c));
    expect_properties(Direct(model_of(c.arm, c.x())));
  }
}

// The properties do not hold as printed: the corrections are necessary.
void expect_printed_properties_fail(Direct d) {
  double p4 = 0, p6 = 0, p9 = 0, p10 = 0;
  for (int i = 0; i < d.n; ++i)
    for (int j = 0; j < d.n; ++j)
      for (int k = 0; k < d.n; ++k) {
        if (j <= k && k < i) p4 = std::max(p4, std::abs(d.P1(i, j, k) + d.P1(j, k, i)));
        if (j <= k) p6 = std::max(p6, std::abs(d.P2(i, j, k)));
        if (k < j && i < j) p9 = std::max(p9, std::abs(d.P3(i, j, k) + d.P2(k, i, j)));
        if (j < k && k < i) p10 = std::max(p10, std::abs(d.P3(j, i, k) + d.P2(k, i, j)));
      }
  EXPECT_GT(std::min({p4, p6, p9, p10}), 1e-3);
}

TEST(KicModel, DoesNotHaveThePropertiesAsPrinted) {
  const Case c("chain:5");
  expect_printed_properties_fail(Direct(c));
  expect_printed_properties_fail(Direct(model_of(c.arm, c.x())));
}

TEST(KicModel, HasTheChristoffelSymbolsAsSymmetricPart) {
  for (const Case& c : cases()) {
    KicModel<double> m = model_of(c.arm, c.x());
    std::vector<double> gamma(m.P.size(), NAN);
    symmetrise_power(m.dof, m.view(m.P), CubeView<double>{gamma.data(), m.dof, m.dof});
    EXPECT_LE(error_of(gamma, christoffel_by_coriolis(c)), tolerance(m.dof)) << c.label;
    // (∂_k M_ij + ∂_j M_ik - ∂_i M_jk) / 2 by dual numbers
    if (m.dof > 7) continue;
    const int n = m.dof;
    std::vector<double> dM(gamma.size(), NAN), expected(gamma.size(), NAN);
    for (int k = 0; k < n; ++k) {
      const Moving moving(c, k);
      KicModelWork<D> work(n);
      KicModel<D> md(n);
      work.kinematics = moving.k;
      kic_model_from_poses(moving.arm, work, md);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) Direct::at(dM, n, i, j, k) = md.I(i, j).d[0];
    }
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          Direct::at(expected, n, i, j, k) =
              0.5 * (Direct::at(dM, n, i, j, k) + Direct::at(dM, n, i, k, j) - Direct::at(dM, n, j, k, i));
    EXPECT_LE(error_of(gamma, expected), tolerance(n)) << c.label;
  }
}

TEST(KicModel, ReproducesTheGoldenData) {
  for (const Golden& g : all_golden()) {
    Notes notes;
    const Chain<double> arm = make_chain(g.robot, notes);
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"], qdd = state["qdd"];
      const Posture<double> x = posture<double>(arm, q);
      KicModelWork<double> work(arm.dof());
      KicModel<double> m(arm.dof());
      kic_model(arm, x, work, m);
      std::vector<double> bias(q.size(), 0.0), gravity(q.size(), NAN);
      add_inertia_power<double>(m.P, qd, bias);
      kic_gravity<double>(arm, work.kinematics, arm.gravity(), gravity);
      EXPECT_LE(error_of(m.I.values(), state["M"]), g.tolerance()) << g.file;
      EXPECT_LE(error_of(bias, state["coriolis"]), g.tolerance()) << g.file;
      EXPECT_LE(error_of(gravity, state["gravity_vec"]), g.tolerance()) << g.file;
      std::vector<double> tau(q.size(), NAN);
      const State<double> s{q, qd, qdd, {}, arm.gravity(), Force<double>::zero()};
      for (const Method<double>& row : rows::kic_rows<double>())
        if (row.quantity == Quantity::id) row.run(arm, x, s, tau);
      EXPECT_LE(error_of(tau, state["tau"]), g.tolerance()) << g.file;
    }
  }
}

// Edge cases: a massless link adds nothing to the sums; a single joint; an arm of prismatic joints only.
TEST(KicModel, IsDefinedForLinksWithoutMass) {
  for (const char* spec : {"chain:1", "chain:4", "mixed:5:1"}) {
    Robot robot = generate_robot(spec);
    for (RobotLink& link : robot.links)
      link.mass = 0, link.com = {0, 0, 0}, link.inertia = {0, 0, 0, 0, 0, 0};
    const Case c(spec);
    const Chain<double> arm = chain_of(robot);
    const KicModel<double> m = model_of(arm, c.x());
    for (double v : m.I.values()) EXPECT_EQ(v, 0);
    for (double v : m.P) EXPECT_EQ(v, 0);
  }
}

TEST(KicModel, OfAnArmThatOnlySlidesHasNoPower) {
  Robot robot = generate_robot("chain:4");
  for (RobotLink& link : robot.links) link.joint = JointKind::prismatic;
  const Chain<double> arm = chain_of(robot);
  const KicModel<double> m = model_of(arm, posture<double>(arm, Case("chain:4").q));
  for (double v : m.P) EXPECT_EQ(v, 0);
  EXPECT_GT(m.I(0, 0), 0);
}

OpCount cost(int n, auto&& run) {
  const Case c("chain:" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  std::vector<Counted> q;
  for (double v : c.q) q.push_back(Counted::general(v));
  return run(arm, posture<Counted>(arm, q));
}

TEST(KicModel, CostsWhatItsHeaderSaysAndLessThanItsPredecessor) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const OpCount count = cost(int(n), [](const Chain<Counted>& arm, const Posture<Counted>& x) {
      KicModelWork<Counted> work(arm.dof());
      KicModel<Counted> m(arm.dof());
      const CountScope scope;
      kic_model(arm, x, work, m);
      return scope.count();
    });
    EXPECT_EQ(8 * count.mul, 5 * n * n * n * n + 22 * n * n * n + 131 * n * n + 754 * n - 232) << n;
    EXPECT_EQ(24 * count.add, 15 * n * n * n * n + 70 * n * n * n + 201 * n * n + 1538 * n - 552) << n;
    if (n == 6) {
      EXPECT_LE(count.mul + count.add, 5995);  // the optimized link-wise method, cited in the paper
    }
  }
}

TEST(KicModel, InertiaAloneCostsWhatItsHeaderSays) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const OpCount count = cost(int(n), [](const Chain<Counted>& arm, const Posture<Counted>& x) {
      KicModelWork<Counted> work(arm.dof());
      MatX<Counted> I(arm.dof(), arm.dof());
      const CountScope scope;
      kic_inertia(arm, x, work, I.view());
      return scope.count();
    });
    EXPECT_EQ(count.mul, n * n * n + 12 * n * n + 99 * n - 31) << n;
    EXPECT_EQ(2 * count.add, 2 * n * n * n + 17 * n * n + 135 * n - 50) << n;
  }
}

TEST(Kic, CostWhatTheirHeaderSays) {
  for (long l : {2, 6, 7, 13, 30}) {
    long mul = 0, add = 0;
    const OpCount both = cost(int(l), [&](const Chain<Counted>& arm, const Posture<Counted>& x) {
      const int n = arm.dof();
      Kinematics<Counted> k(n);
      set_poses(arm, x, k);
      MatX<Counted> G(6, n);
      std::vector<Counted> H(static_cast<std::size_t>(6 * n * n), Counted(0.0));
      const Counted r = Counted::general(0.3);
      const CountScope scope;
      first_order_kic(arm, k, n - 1, {r, r, r}, G.view());
      mul = scope.count().mul, add = scope.count().add;
      second_order_kic(arm, k, n - 1, {r, r, r}, CubeView<Counted>{H.data(), 6, n});
      return scope.count();
    });
    EXPECT_EQ(mul, 6 * l + 7);
    EXPECT_EQ(add, 6 * l + 7);
    EXPECT_EQ(both.mul - mul, 6 * l * l + 2 * l + 9);
    EXPECT_EQ(both.add - add, 3 * l * l + 2 * l + 9);
  }
}

}  // namespace
}  // namespace catena::test
