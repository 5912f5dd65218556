// SPDX-License-Identifier: Apache-2.0
// Generalized augmented bodies: against sums over the links in base axes, derivatives of M, the link-wise model, golden
// data, and the costs that the paper prints.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/augmented_body.hpp"
#include "catena/core/rows/coriolis.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/count/counted_chain.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d point_mass(double m, const Vector3d& r) {
  return m * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
}
std::size_t at(int n, int i, int j, int k) { return static_cast<std::size_t>((k * n + j) * n + i); }

// Sums over links in base axes, as eqs 15 and 18 have them; knows nothing of augmented_body.hpp.
struct Base {
  int n;
  Kinematics<double> k;
  std::vector<bool> turns;
  std::vector<Vector3d> z, o, c;  // axes, origins, centres of mass of links
  std::vector<double> m;          // masses of links
  std::vector<Matrix3d> I;        // inertias of links about their centres of mass
  std::vector<double> M;          // of augmented bodies
  std::vector<Vector3d> C;
  std::vector<Matrix3d> III;

  explicit Base(const Case& arm) : n(arm.arm.dof()), k(n) {
    set_poses(arm.arm, arm.x(), k);
    for (int i = 0; i < n; ++i) {
      const RigidInertia<double>& b = arm.arm.link(i).body;
      const Matrix3d R = eigen(k.frame[i].R);
      turns.push_back(arm.arm.link(i).revolute());
      z.push_back(R.col(2));
      o.push_back(eigen(k.frame[i].p));
      m.push_back(b.m);
      c.push_back(o.back() + R * eigen(b.h) / b.m);
      I.push_back(R * (eigen(b.I) - point_mass(b.m, eigen(b.h) / b.m)) * R.transpose());
    }
    for (int i = 0; i < n; ++i) {
      double mass = 0;
      Vector3d centre = Vector3d::Zero();
      Matrix3d inertia = Matrix3d::Zero();
      for (int l = i; l < n; ++l) mass += m[l], centre += m[l] * c[l];
      centre /= mass;
      for (int l = i; l < n; ++l) inertia += I[l] + point_mass(m[l], centre - c[l]);
      M.push_back(mass), C.push_back(centre), III.push_back(inertia);
    }
  }
  // velocity of C*_k, and angular velocity, for a unit rate of joint i <= k
  Vector3d g(int i, int body) const { return turns[i] ? z[i].cross(C[body] - o[i]) : z[i]; }
  Vector3d w(int i) const { return turns[i] ? z[i] : Vector3d::Zero(); }
};

// Axes and origin of the frame that body k is given in.
Pose<double> frame_of_body(const Case& c, const Kinematics<double>& k, int body) {
  if (body == 0) return k.frame[0];
  const Step<double> s = c.x().step(body);
  return k.frame[body - 1] * screw_x(s.ca, s.sa, s.a);
}

struct Arrays {
  MatX<double> M;
  std::vector<double> gamma;
};
Arrays arrays(const Chain<double>& arm, const Posture<double>& x) {
  const int n = arm.dof();
  AugmentedWork<double> work(n);
  Arrays a{MatX<double>(n, n), std::vector<double>(static_cast<std::size_t>(n * n * n), NAN)};
  augmented_body(arm, x, work, a.M.view(), CubeView<double>{a.gamma.data(), n, n});
  return a;
}
KicModel<double> elements(const Chain<double>& arm, const Posture<double>& x) {
  AugmentedElementsWork<double> work(arm.dof());
  KicModel<double> m(arm.dof());
  for (std::vector<double>* p : {&m.P1, &m.P2, &m.P3, &m.P}) std::fill(p->begin(), p->end(), NAN);
  augmented_elements(arm, x, work, m);
  return m;
}
std::vector<double> symmetric_part(KicModel<double>& m) {
  std::vector<double> out(m.P.size(), NAN);
  symmetrise_power(m.dof, m.view(m.P), CubeView<double>{out.data(), m.dof, m.dof});
  return out;
}

TEST(AugmentedBody, IsTheSumOfItsLinks) {
  for (const Case& c : cases()) {
    const Base base(c);
    AugmentedElementsWork<double> work(base.n);
    elements_bodies(c.arm, c.x(), work);
    for (int k = 0; k < base.n; ++k) {
      const Pose<double> X = frame_of_body(c, base.k, k);
      const CentralBody<double>& B = work.body[k];
      const Matrix3d R = eigen(X.R);
      EXPECT_NEAR(B.M, base.M[k], 1e-12 * base.M[k]);
      EXPECT_LE((eigen(X * B.r) - base.C[k]).norm(), 1e-11 * base.n) << c.label << " body " << k;
      EXPECT_LE((R * eigen(B.III) * R.transpose() - base.III[k]).norm(),
                tolerance(base.n) * base.III[k].norm())
          << c.label << " body " << k;
    }
  }
}

// Eqs 28 (with the masses that are missing in print) and 29: link k and body k + 1 as one body, in base axes.
TEST(AugmentedBody, FollowsTheRecursionAboutMassCentres) {
  for (const Case& c : cases()) {
    const Base base(c);
    AugmentedElementsWork<double> work(base.n);
    elements_bodies(c.arm, c.x(), work);
    std::vector<Vector3d> C;
    std::vector<Matrix3d> III;
    for (int k = 0; k < base.n; ++k) {
      const Pose<double> X = frame_of_body(c, base.k, k);
      const Matrix3d R = eigen(X.R);
      C.push_back(eigen(X * work.body[k].r));
      III.push_back(R * eigen(work.body[k].III) * R.transpose());
    }
    for (int k = 0; k + 1 < base.n; ++k) {
      const double m = base.m[k], M = work.body[k].M, next = work.body[k + 1].M;
      const Vector3d &o = base.o[k], &own = base.c[k];
      EXPECT_NEAR(M, m + next, 1e-13 * M);
      const Vector3d r = (m * (own - o) + next * (C[k + 1] - o)) / M;
      EXPECT_LE((C[k] - o - r).norm(), 1e-11 * base.n) << c.label << " body " << k;
      const Matrix3d inertia =
          base.I[k] + point_mass(m, C[k] - own) + III[k + 1] + point_mass(next, C[k] - C[k + 1]);
      EXPECT_LE((III[k] - inertia).norm(), tolerance(base.n) * inertia.norm()) << c.label << " body " << k;
      if (c.label == "chain:6") {
        const Vector3d printed = ((own - o) + (C[k + 1] - o)) / M;
        EXPECT_GT((C[k] - o - printed).norm(), 1e-3) << "as printed";
      }
    }
  }
}

// The momenta of the augmented bodies, each due to its own joint, add up to those of all links due to all joints.
TEST(AugmentedBody, MomentaAddUpToTheMomentumOfTheArm) {
  std::vector<Case> all = cases();
  all.push_back(mounted("chain:6", 3));
  all.push_back(mounted("mixed:5:3", 3));
  for (const Case& c : all) {
    Base base(c);
    set_velocities<double>(c.arm, c.qd, base.k);
    Vector3d P = Vector3d::Zero(), L = Vector3d::Zero();
    for (int l = 0; l < base.n; ++l) {
      const Vector3d w = eigen(base.k.velocity[l].ang);
      const Vector3d v = eigen(base.k.velocity[l].lin) + w.cross(base.c[l] - base.o[l]);
      P += base.m[l] * v;
      L += base.c[l].cross(base.m[l] * v) + base.I[l] * w;
    }
    AugmentedWork<double> work(base.n);
    augmented_bodies(c.arm, c.x(), work);
    const Force<double> F = augmented_momentum<double>(c.arm, c.x(), c.qd, work);
    EXPECT_LE((eigen(F.lin) - P).norm(), tolerance(base.n) * std::max(1.0, P.norm())) << c.label;
    EXPECT_LE((eigen(F.ang) - L).norm(), tolerance(base.n) * std::max(1.0, L.norm())) << c.label;
    // (17) as printed, each moment about its own centre of mass, is not the angular momentum
    Vector3d central = Vector3d::Zero();
    for (int k = 0; k < base.n; ++k) central += base.III[k] * base.w(k) * c.qd[static_cast<std::size_t>(k)];
    EXPECT_GT((central - L).norm(), 1e-6) << c.label;
  }
}

// Eqs 23 to 27 in base axes.
TEST(AugmentedElements, AreTheIndependentElementsOfThePaper) {
  for (const Case& c : cases()) {
    const Base b(c);
    const KicModel<double> m = elements(c.arm, c.x());
    double size = 1;
    for (double v : m.P) size = std::max(size, std::abs(v));
    const double eps = tolerance(b.n) * size;
    for (int k = 0; k < b.n; ++k)
      for (int i = 0; i <= k; ++i) {
        const double I = b.M[k] * b.g(i, k).dot(b.g(k, k)) + b.w(i).dot(b.III[k] * b.w(k));
        EXPECT_NEAR(m.I(i, k), I, tolerance(b.n) * std::max(1.0, std::abs(I)));
        EXPECT_EQ(m.I(i, k), m.I(k, i));
        for (int j = 0; j <= k; ++j) {
          const Vector3d Hrot = j < k ? Vector3d(b.w(j).cross(b.w(k))) : Vector3d::Zero();
          EXPECT_NEAR(m.P1[at(b.n, i, j, k)], b.M[k] * b.g(i, k).dot(b.w(j).cross(b.g(k, k))), eps)
              << c.label;
          EXPECT_NEAR(m.P2[at(b.n, i, j, k)], b.w(i).dot(b.III[k] * Hrot), eps) << c.label;
          EXPECT_NEAR(m.P3[at(b.n, i, j, k)], b.w(i).cross(b.w(j)).dot(b.III[k] * b.w(k)), eps) << c.label;
        }
      }
  }
}

// P^k and L^k as (14) and (17) define them, summed over the links in base axes, with the joints beyond k locked, as functions
// of time: q and qd on dual numbers. Only the poses are those of the library.
struct Momenta {
  Vector3d P, L;    // of body k due to joint k, about its centre of mass
  Vector3d Pd, Ld;  // their rates
};
Momenta momenta_in_time(const Case& c, int k) {
  using D = Dual<1>;
  const int n = c.arm.dof();
  const Chain<D> arm = c.arm.cast<D>();
  std::vector<D> q;
  for (int i = 0; i < n; ++i) {
    q.emplace_back(c.q[static_cast<std::size_t>(i)]);
    if (i <= k) q.back().d[0] = c.qd[static_cast<std::size_t>(i)];
  }
  Kinematics<D> poses(n);
  set_poses(arm, posture<D>(arm, q), poses);
  D rate(c.qd[static_cast<std::size_t>(k)]);
  rate.d[0] = c.qdd[static_cast<std::size_t>(k)];
  const auto vec = [](const Vec3<D>& v) { return std::array<D, 3>{v.x, v.y, v.z}; };
  const auto times = [](const std::array<D, 3>& a, const std::array<D, 3>& b) {  // a × b
    return std::array<D, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const auto minus = [](const std::array<D, 3>& a, const std::array<D, 3>& b) {
    return std::array<D, 3>{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  };
  const bool turns = c.arm.link(k).revolute();
  const std::array<D, 3> z = vec(poses.frame[k].R.col_z()), o = vec(poses.frame[k].p);
  std::vector<std::array<D, 3>> centre;
  std::array<D, 3> whole = {D(0), D(0), D(0)};
  double mass = 0;
  for (int l = 0; l < n; ++l) {
    const RigidInertia<double>& b = c.arm.link(l).body;
    const Vec3<D> in_link = {D(b.h.x / b.m), D(b.h.y / b.m), D(b.h.z / b.m)};
    centre.push_back(vec(poses.frame[l].p + poses.frame[l].R * in_link));
    if (l < k) continue;
    mass += b.m;
    for (std::size_t i = 0; i < 3; ++i) whole[i] = whole[i] + D(b.m) * centre.back()[i];
  }
  for (D& x : whole) x = x / D(mass);
  std::array<D, 3> P = {D(0), D(0), D(0)}, L = P;
  for (int l = k; l < n; ++l) {
    const RigidInertia<double>& b = c.arm.link(l).body;
    const std::array<D, 3> v = turns ? times(z, minus(centre[l], o)) : z;  // for a unit rate
    const std::array<D, 3> spin =
        turns ? times(minus(centre[l], whole), v) : std::array<D, 3>{D(0), D(0), D(0)};
    // the inertia of the link about its centre of mass, turned into base axes
    const Matrix3d own = eigen(b.I) - point_mass(b.m, eigen(b.h) / b.m);
    const Mat3<D>& R = poses.frame[l].R;
    const std::array<std::array<D, 3>, 3> rows = {vec(R.row_x()), vec(R.row_y()), vec(R.row_z())};
    std::array<D, 3> in_link = {D(0), D(0), D(0)}, turned = in_link;
    for (std::size_t i = 0; turns && i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) in_link[i] = in_link[i] + rows[j][i] * z[j];
    std::array<D, 3> along = {D(0), D(0), D(0)};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        along[i] = along[i] + D(own(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) * in_link[j];
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) turned[i] = turned[i] + rows[i][j] * along[j];
    for (std::size_t i = 0; i < 3; ++i) {
      P[i] = P[i] + D(b.m) * v[i] * rate;
      L[i] = L[i] + (D(b.m) * spin[i] + turned[i]) * rate;
    }
  }
  const auto value = [](const std::array<D, 3>& a) { return Vector3d(a[0].value, a[1].value, a[2].value); };
  const auto slope = [](const std::array<D, 3>& a) { return Vector3d(a[0].d[0], a[1].d[0], a[2].d[0]); };
  return {value(P), value(L), slope(P), slope(L)};
}

// (19), and (20) without its term III (w × g_k), which is not in the rate of L.
TEST(AugmentedElements, HaveTheRatesOfTheMomentaOfTheirBody) {
  int printed_fails = 0;
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n > 12) continue;
    const Base base(c);
    AugmentedElementsWork<double> work(n);
    elements_bodies(c.arm, c.x(), work);
    for (int k = 0; k < n; ++k) {
      elements_axes(c.arm, c.x(), k, work);
      elements_first_order(k, work);
      const Momenta want = momenta_in_time(c, k);
      const Matrix3d R = eigen(frame_of_body(c, base.k, k).R);
      const MomentumRates<double> rate = augmented_rates<double>(c.arm, k, c.qd, c.qdd, work);
      const double scale = want.P.norm() + want.L.norm() + want.Pd.norm() + want.Ld.norm();
      EXPECT_LE((R * eigen(rate.P) - want.Pd).norm(), tolerance(n) * scale) << c.label << " body " << k;
      EXPECT_LE((R * eigen(rate.L) - want.Ld).norm(), tolerance(n) * scale) << c.label << " body " << k;
      const Vec3<double> term = printed_rate_term<double>(c.arm, k, c.qd, work);
      // the term as (20) prints it, in base axes
      Vector3d w = Vector3d::Zero();
      for (int j = 0; j <= k; ++j) w += c.qd[static_cast<std::size_t>(j)] * base.w(j);
      const Vector3d printed = base.III[k] * w.cross(base.w(k)) * c.qd[static_cast<std::size_t>(k)];
      EXPECT_LE((R * eigen(term) - printed).norm(), tolerance(n) * (scale + printed.norm())) << c.label;
      if (k > 0 && base.turns[k] && printed.norm() > 1e-3) {  // of the first body it vanishes
        EXPECT_GT((R * eigen(rate.L + term) - want.Ld).norm(), 1e-4) << "as printed";
        ++printed_fails;
      }
    }
  }
  EXPECT_GT(printed_fails, 20);
}

// The term of (20) gives the elements of P2, (26), and by the properties a part of P3. It is not in the rate while the joints
// inside body k are locked, but the torques need it: it stands for what these joints change in III^k.
TEST(AugmentedElements, NeedTheTermOfEquation20ForTheTorques) {
  int needed = 0;
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    if (n > 12) continue;
    const KicModel<double> m = elements(c.arm, c.x());
    const auto qd = [&](int i) { return c.qd[static_cast<std::size_t>(i)]; };
    std::vector<double> torque(static_cast<std::size_t>(n), 0.0), of_term = torque, bias = torque;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) torque[i] += m.P[at(n, i, j, k)] * qd(j) * qd(k);
    // P2(i,j,k) itself, P3(i,k,j) = P2(j,i,k) and P3(k,i,j) = -P2(j,i,k), for i, j < k
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < k; ++j)
        for (int i = 0; i < k; ++i) {
          of_term[i] += (m.P2[at(n, i, j, k)] + m.P2[at(n, j, i, k)]) * qd(j) * qd(k);
          of_term[k] -= m.P2[at(n, j, i, k)] * qd(i) * qd(j);
        }
    RneaWork<double> work(n);
    const std::vector<double> none(static_cast<std::size_t>(n), 0.0);
    rnea<double>(c.arm, c.x(), c.qd, none, Vec3<double>::zero(), Force<double>::zero(), work, bias);
    EXPECT_LE(error_of(torque, bias), tolerance(n)) << c.label;
    for (int i = 0; i < n; ++i) torque[i] -= of_term[i];
    needed += error_of(torque, bias) > 1e-3;
  }
  EXPECT_GE(needed, 5);
}

// (21) and (22): the load of body k is the sum of its elements.
TEST(AugmentedElements, AddUpToTheLoadOfTheirBody) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const KicModel<double> m = elements(c.arm, c.x());
    AugmentedElementsWork<double> work(n);
    elements_bodies(c.arm, c.x(), work);
    for (int k = 0; k < n; ++k) {
      elements_axes(c.arm, c.x(), k, work);
      elements_first_order(k, work);
      std::vector<double> load(static_cast<std::size_t>(n), 0.0), expected(static_cast<std::size_t>(n), 0.0);
      augmented_load<double>(c.arm, k, c.qd, c.qdd, work, load);
      for (int i = 0; i <= k; ++i) {
        expected[i] = m.I(i, k) * c.qdd[k];
        for (int j = 0; j <= k; ++j) expected[i] += m.P[at(n, i, j, k)] * c.qd[j] * c.qd[k];
      }
      EXPECT_LE(error_of(load, expected), tolerance(n)) << c.label << " body " << k;
    }
  }
}

TEST(AugmentedElements, RebuildArraysThatHaveThePropertiesOfThePaper) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;
    const KicModel<double> m = elements(c.arm, c.x());
    const int n = m.dof;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const auto is = [&](const std::vector<double>& p, double value) {
            EXPECT_EQ(p[at(n, i, j, k)], value);
          };
          is(m.P1, m.P1[at(n, i, k, j)]);                                      // P3
          if (j <= std::min(i, k) && i != k) is(m.P1, -m.P1[at(n, k, j, i)]);  // P4
          if ((i == k && j <= i) || (i == j && k <= i)) is(m.P1, 0);           // P5
          if (j >= k) is(m.P2, 0);                                             // P6
          is(m.P3, i == j ? 0 : -m.P3[at(n, j, i, k)]);                        // P7, P8
          if (i < j) is(m.P3, m.P2[at(n, k, i, j)]);                           // P9, P10
        }
  }
}

TEST(AugmentedElements, HaveTheSymmetricPartOfTheLinkWiseModelAndNotItsElements) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    KicModelWork<double> work(n);
    KicModel<double> links(n), bodies = elements(c.arm, c.x());
    kic_model(c.arm, c.x(), work, links);
    EXPECT_LE(error_of(bodies.I.values(), links.I.values()), tolerance(n)) << c.label;
    EXPECT_LE(error_of(symmetric_part(bodies), symmetric_part(links)), tolerance(n)) << c.label;
    if (c.label == "chain:6") {  // the paper says that P* is identical
      EXPECT_GT(error_of(bodies.P, links.P), 1e-3);
    }
  }
}

TEST(AugmentedBody, GivesTheInertiaMatrixAndItsChristoffelSymbols) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Arrays a = arrays(c.arm, c.x());
    MatX<double> M(n, n), alone(n, n);
    crba(c.arm, c.x(), M.view());
    EXPECT_LE(error_of(a.M.values(), M.values()), tolerance(n)) << c.label;
    AugmentedWork<double> work(n);
    Kinematics<double> k(n);
    set_poses(c.arm, c.x(), k);
    augmented_inertia(c.arm, c.x(), k, work, alone.view());
    EXPECT_LE(error_of(alone.values(), M.values()), tolerance(n)) << c.label;

    // (∂_k M_ij + ∂_j M_ik - ∂_i M_jk) / 2, with M of crba on dual numbers
    using D = Dual<1>;
    const Chain<D> arm = c.arm.cast<D>();
    std::vector<double> dM(a.gamma.size()), expected(a.gamma.size());
    for (int l = 0; l < n; ++l) {
      std::vector<D> q;
      for (double v : c.q) q.emplace_back(v);
      q[static_cast<std::size_t>(l)].d[0] = 1;
      MatX<D> Md(n, n);
      crba(arm, posture<D>(arm, q), Md.view());
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) dM[at(n, i, j, l)] = Md(i, j).d[0];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int l = 0; l < n; ++l)
          expected[at(n, i, j, l)] = 0.5 * (dM[at(n, i, j, l)] + dM[at(n, i, l, j)] - dM[at(n, j, l, i)]);
    EXPECT_LE(error_of(a.gamma, expected), tolerance(n)) << c.label;
    KicModel<double> m = elements(c.arm, c.x());
    EXPECT_LE(error_of(symmetric_part(m), expected), tolerance(n)) << c.label;

    for (const Method<double>& row : rows::coriolis_rows<double>())
      if (row.quantity == Quantity::christoffel) {
        row.run(c.arm, c.x(), State<double>{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()},
                expected);
        EXPECT_LE(error_of(a.gamma, expected), tolerance(n)) << c.label;
      }
  }
}

TEST(AugmentedBody, HoldsTheWeightOfTheArm) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Base b(c);
    AugmentedWork<double> work(n);
    augmented_bodies(c.arm, c.x(), work);
    std::vector<double> torque(c.q.size(), NAN), expected;
    const Vec3<double> gravity = {1.2, -3.4, -9.1};
    augmented_gravity(c.arm, c.x(), gravity, work, std::span<double>(torque));
    for (int i = 0; i < n; ++i) expected.push_back(-b.M[i] * eigen(gravity).dot(b.g(i, i)));
    EXPECT_LE(error_of(torque, expected), tolerance(n)) << c.label;
  }
}

TEST(AugmentedBody, ReproducesTheGoldenData) {
  for (const Golden& g : all_golden()) {
    Notes notes;
    const Chain<double> arm = make_chain(g.robot, notes);
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"], qdd = state["qdd"];
      const State<double> s{q, qd, qdd, {}, arm.gravity(), Force<double>::zero()};
      for (const Method<double>& row : rows::augmented_body_rows<double>()) {
        const char* field = row.quantity == Quantity::inertia   ? "M"  // symmetric, so rows or columns
                            : row.quantity == Quantity::bias    ? "coriolis"
                            : row.quantity == Quantity::gravity ? "gravity_vec"
                            : row.quantity == Quantity::id      ? "tau"
                                                                : nullptr;
        if (field == nullptr) continue;
        std::vector<double> out(size_of(row.quantity, arm.dof()), NAN);
        row.run(arm, posture<double>(arm, q), s, out);
        EXPECT_LE(error_of(out, state[field]), g.tolerance()) << g.file << field << row.name;
      }
    }
  }
}

// Bodies without mass: the moments need no centre of mass, and a centre of mass is then the frame's origin.
TEST(AugmentedBody, IsDefinedForLinksWithoutMass) {
  for (const char* spec : {"chain:1", "chain:4", "mixed:5:1"}) {
    Robot robot = generate_robot(spec);
    for (RobotLink& link : robot.links)
      link.mass = 0, link.com = {0, 0, 0}, link.inertia = {0, 0, 0, 0, 0, 0};
    const Chain<double> arm = chain_of(robot);
    const Case c(spec);
    const Arrays a = arrays(arm, c.x());
    const KicModel<double> m = elements(arm, c.x());
    for (double v : a.M.values()) EXPECT_EQ(v, 0);
    for (double v : a.gamma) EXPECT_EQ(v, 0);
    for (double v : m.P) EXPECT_EQ(v, 0);
  }
  // only the tip is without mass
  Robot robot = generate_robot("chain:5");
  robot.links.back().mass = 0, robot.links.back().com = {0, 0, 0},
  robot.links.back().inertia = {0, 0, 0, 0, 0, 0};
  const Chain<double> arm = chain_of(robot);
  const Case c("chain:5");
  MatX<double> M(5, 5);
  crba(arm, c.x(), M.view());
  EXPECT_LE(error_of(arrays(arm, c.x()).M.values(), M.values()), 1e-12);
  KicModel<double> m = elements(arm, c.x());
  EXPECT_LE(error_of(symmetric_part(m), arrays(arm, c.x()).gamma), 1e-12);
}

TEST(AugmentedBody, HasNoChristoffelSymbolsWhereAllJointsSlide) {
  Robot robot = generate_robot("chain:4");
  for (RobotLink& link : robot.links) link.joint = JointKind::prismatic;
  const Chain<double> arm = chain_of(robot);
  const Arrays a = arrays(arm, posture<double>(arm, Case("chain:4").q));
  for (double v : a.gamma) EXPECT_EQ(v, 0);
}

struct Counting {
  Case c;
  Chain<Counted> arm;
  Posture<Counted> x;
  explicit Counting(long n)
      : c("chain:" + std::to_string(n)), arm(counted(c.arm, Constants::general)), x(arm) {
    std::vector<Counted> q;
    for (double v : c.q) q.push_back(Counted::general(v));
    x.set(arm, q);
  }
};

// The paper's totals, with the sum of its steps for the additions.
long printed_mul(long n) { return 3 * n * n * n + 11 * n * n + 129 * n - 171; }
long printed_add(long n) { return (23 * n * n * n + 39 * n * n + 697 * n - 828) / 6; }

TEST(AugmentedBody, CostsWhatItsHeaderSaysAndLessThanItsPaper) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const Counting a(n);
    const int dof = int(n);
    AugmentedWork<Counted> work(dof);
    MatX<Counted> M(dof, dof);
    std::vector<Counted> gamma(static_cast<std::size_t>(n * n * n), Counted(0.0));
    const CountScope scope;
    augmented_body(a.arm, a.x, work, M.view(), CubeView<Counted>{gamma.data(), dof, dof});
    const OpCount count = scope.count();
    EXPECT_EQ(count.mul, (4 * n * n * n + 45 * n * n - 37 * n - 3) / 3) << n;
    EXPECT_EQ(count.add, n * n * n + 9 * n * n + 8 * n - 13) << n;
    EXPECT_LE(count.mul, printed_mul(n));
    EXPECT_LE(count.add, printed_add(n));
    if (n == 6) {
      EXPECT_LE(count.mul + count.add, 2528);  // Li's method, the most efficient that the paper cites
    }
  }
}

TEST(AugmentedBody, InertiaAloneCostsWhatItsHeaderSaysAndLessThanItsPaper) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const Counting a(n);
    const int dof = int(n);
    AugmentedWork<Counted> work(dof);
    MatX<Counted> M(dof, dof);
    Kinematics<Counted> k(dof);
    const CountScope scope;
    set_poses(a.arm, a.x, k);
    augmented_inertia(a.arm, a.x, k, work, M.view());
    EXPECT_EQ(scope.count(),
              (OpCount{.mul = 3 * n * n + 85 * n - 86, .add = (5 * n * n + 147 * n - 158) / 2}))
        << n;
    EXPECT_LE(scope.count().mul, (13 * n * n + 289 * n - 342) / 2);
    EXPECT_LE(scope.count().add, (9 * n * n + 243 * n - 272) / 2);
  }
}

TEST(AugmentedElements, CostWhatTheirHeaderSaysStepByStepAndLessThanTheirPaper) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const Counting a(n);
    const int dof = int(n);
    AugmentedElementsWork<Counted> work(dof), again(dof);
    KicModel<Counted> m(dof), whole(dof);
    OpCount step[8] = {};
    const auto count = [&step](int number, auto&& run) {
      const CountScope scope;
      run();
      step[number].mul += scope.count().mul, step[number].add += scope.count().add;
    };
    count(2, [&] { elements_bodies(a.arm, a.x, work); });
    for (int k = 0; k < n; ++k) {
      count(1, [&] { elements_axes(a.arm, a.x, k, work); });
      count(3, [&] { elements_first_order(k, work); });
      count(4, [&] { elements_inertia(a.arm, k, work, m.I.view()); });
      count(5, [&] { elements_second_order(a.arm, k, work); });
      count(6, [&] { elements_plane(a.arm, k, work, m); });
    }
    count(7, [&] {
      kang::fill_by_properties(dof, m.view(m.P1), m.view(m.P2), m.view(m.P3));
      kang::add_terms(m);
    });
    OpCount sum;
    for (const OpCount& s : step) {
      sum.mul += s.mul, sum.add += s.add;
    }
    const OpCount expected[8] = {
        {},
        {.mul = 10 * n * n - 31 * n + 24, .add = 6 * n * n - 22 * n + 20},
        {.mul = 42 * n - 32, .add = 49 * n - 40},
        {.mul = 3 * n * n - 5 * n + 2, .add = 3 * n * n - 6 * n + 3},
        {.mul = (5 * n * n - 7 * n + 2) / 2, .add = 2 * n * n - 2 * n + 1},
        {.mul = 8 * n * n - 14 * n + 6, .add = (7 * n * n - 19 * n + 12) / 2},
        {.mul = (5 * n * n * n - 6 * n * n - n + 2) / 2, .add = (10 * n * n * n - 15 * n * n - n + 6) / 6},
        {.mul = 0, .add = (3 * n * n * n - 4 * n * n + n) / 2}};
    for (int s = 1; s < 8; ++s) EXPECT_EQ(step[s], expected[s]) << "step " << s << ", n = " << n;
    EXPECT_EQ(sum.mul, (5 * n * n * n + 41 * n * n - 24 * n + 4) / 2) << n;
    EXPECT_EQ(sum.add, (19 * n * n * n + 60 * n * n + 59 * n - 54) / 6) << n;
    EXPECT_LE(sum.mul, printed_mul(n));
    EXPECT_LE(sum.add, printed_add(n));

    const CountScope scope;
    augmented_elements(a.arm, a.x, again, whole);
    EXPECT_EQ(scope.count(), sum);
  }
}

}  // namespace
}  // namespace catena::test
