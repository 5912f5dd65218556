// SPDX-License-Identifier: Apache-2.0
// Frame injection: what each frame transfers to each link, against time derivatives; the torques that result.
#include "catena/core/algo/frame_injection.hpp"

#include <gtest/gtest.h>

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/energy.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/frame_injection.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

using V3 = Vec3<double>;
using D = Dual<1>;

const Force<double> kTip{{0.3, -0.2, 0.5}, {2, -3, 1}};

std::vector<double> list(const V3& v) { return {v.x, v.y, v.z}; }

// Numbers with a rate: x + ẋ t.
std::vector<D> moving(const std::vector<double>& x, const std::vector<double>& rate) {
  std::vector<D> out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    out.emplace_back(x[i]);
    out.back().d[0] = rate[i];
  }
  return out;
}

struct LinkMotion {
  V3 acceleration;  // of the centre of mass
  V3 moment;        // rate of the angular momentum about it
};

// Link i under (q̇, q̈), by differentiating its velocity and its angular momentum: independent of the paper.
LinkMotion differentiated(const Case& c, int i) {
  const Chain<D> arm = c.arm.cast<D>();
  const std::vector<D> q = moving(c.q, c.qd), qd = moving(c.qd, c.qdd);
  Kinematics<D> k(arm.dof());
  set_poses(arm, posture<D>(arm, q), k);
  set_velocities<D>(arm, qd, k);
  const RigidInertia<D>& b = arm.link(i).body;
  const Vec3<D> com = (D(1) / b.m) * b.h;
  const Motion<D>& V = k.velocity[i];
  const Vec3<D> v = V.lin + cross(V.ang, k.frame[i].R * com);
  const Sym3<D> central = b.I - parallel_axis(b.m, com);
  const Vec3<D> H = rotated(k.frame[i].R, central) * V.ang;
  return {{v.x.d[0], v.y.d[0], v.z.d[0]}, {H.x.d[0], H.y.d[0], H.z.d[0]}};
}

// What all frames transfer to link i, by the paper.
LinkMotion injected(const Case& c, int i) {
  FrameInjectionWork<double> work(c.arm.dof());
  set_poses(c.arm, c.x(), work.kinematics);
  set_bodies(c.arm, work);
  set_rates<double>(c.arm, c.qd, c.qdd, work);
  link_injections(c.arm, i, work);
  LinkMotion sum{V3::zero(), V3::zero()};
  for (int j = 0; j <= i; ++j) {
    sum.acceleration += work.injection[j].acceleration();
    sum.moment += work.injection[j].moment();
  }
  return sum;
}

std::vector<double> torques(const Case& c, const Force<double>& tip) {
  std::vector<double> tau(c.q.size());
  FrameInjectionWork<double> work(c.arm.dof());
  frame_injection<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work, tau);
  return tau;
}

TEST(FrameInjection, GivesTheGoldenTorques) {
  expect_golden(rows::frame_injection_rows<double>().first(2));
}  // id and bias

TEST(FrameInjection, AddsUpToTheMotionOfEachLink) {
  for (const Case& c : cases())
    for (int i : {0, c.arm.dof() / 2, c.arm.dof() - 1}) {
      const LinkMotion got = injected(c, i), expected = differentiated(c, i);
      EXPECT_LE(relative_error(list(got.acceleration), list(expected.acceleration)), tolerance_of(c.arm))
          << c.label << " link " << i;
      EXPECT_LE(relative_error(list(got.moment), list(expected.moment)), tolerance_of(c.arm))
          << c.label << " link " << i;
    }
}

// Each part on its own: only joint j moves; it accelerates from rest; joints j and k move together.
TEST(FrameInjection, AttributesEachPartToItsFrame) {
  for (const char* spec : {"chain:6", "mixed:6:1", "mixed:6:2", "mixed:7:4"}) {
    const Case full(spec);
    const int n = full.arm.dof(), i = n - 1;
    FrameInjectionWork<double> work(n);
    set_poses(full.arm, full.x(), work.kinematics);
    set_bodies(full.arm, work);
    set_rates<double>(full.arm, full.qd, full.qdd, work);
    link_injections(full.arm, i, work);

    const auto only = [&](std::vector<int> turning, std::vector<int> accelerating) {
      Case c = full;
      c.qd.assign(full.qd.size(), 0.0), c.qdd.assign(full.qdd.size(), 0.0);
      for (int j : turning) c.qd[j] = full.qd[j];
      for (int j : accelerating) c.qdd[j] = full.qdd[j];
      return differentiated(c, i);
    };
    const auto expect_near = [&](const V3& got, const V3& expected, const char* what, int j) {
      const double scale = std::max(1.0, std::abs(expected.x) + std::abs(expected.y) + std::abs(expected.z));
      for (double d : list(got - expected))
        EXPECT_NEAR(d, 0, 1e-11 * scale) << spec << " " << what << " of frame " << j;
    };
    for (int j = 0; j < n; ++j) {
      const Injection<double>& part = work.injection[j];
      expect_near(part.tangential, only({}, {j}).acceleration, "tangential", j);
      expect_near(part.moment_tangential, only({}, {j}).moment, "tangential moment", j);
      expect_near(part.normal, only({j}, {}).acceleration, "normal", j);
      expect_near(part.moment_normal, only({j}, {}).moment, "normal moment", j);
      V3 acceleration = V3::zero(), moment = V3::zero();
      for (int k = j + 1; k < n; ++k) {
        const LinkMotion both = only({j, k}, {}), one = only({j}, {}), other = only({k}, {});
        acceleration += both.acceleration - one.acceleration - other.acceleration;
        moment += both.moment - one.moment - other.moment;
      }
      expect_near(part.coriolis, acceleration, "Coriolis", j);
      expect_near(part.moment_coriolis, moment, "Coriolis moment", j);
    }
  }
}

TEST(FrameInjection, HasTheTensorLOfItsPaper) {
  const Case c("chain:4");
  FrameInjectionWork<double> work(4);
  set_poses(c.arm, c.x(), work.kinematics);
  set_bodies(c.arm, work);
  for (int i = 0; i < 4; ++i) {
    const RigidInertia<double>& b = c.arm.link(i).body;
    const Sym3<double> I = b.I - parallel_axis(b.m, (1 / b.m) * b.h);
    const double tr = I.xx + I.yy + I.zz;
    const Sym3<double> L = rotated(work.kinematics.frame[i].R, Sym3<double>::diagonal(tr) - (I + I));
    const Sym3<double>& got = work.body[i].L;
    EXPECT_LE(relative_error(list(got.col_x()), list(L.col_x())), 1e-13);
    EXPECT_LE(relative_error(list(got.col_y()), list(L.col_y())), 1e-13);
    EXPECT_LE(relative_error(list(got.col_z()), list(L.col_z())), 1e-13);
  }
}

TEST(FrameInjection, IsNewtonEuler) {
  for (const Case& c : cases()) {
    std::vector<double> expected(c.q.size());
    RneaWork<double> work(c.arm.dof());
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work, expected);
    EXPECT_LE(relative_error(torques(c, kTip), expected), tolerance_of(c.arm)) << c.label;
  }
}

TEST(FrameInjection, IsInertiaCoriolisAndGravity) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    std::vector<double> expected(c.q.size());
    MatX<double> A(n, n);
    CoriolisWork<double> coriolis_work(n);
    GravityWork<double> work(n);
    gravity<double>(c.arm, c.x(), c.arm.gravity(), work, expected);
    crba(c.arm, c.x(), A.view());
    detail::add_product<double>(A.view(), c.qdd, expected);
    coriolis<double>(c.arm, c.x(), c.qd, coriolis_work, A.view());
    detail::add_product<double>(A.view(), c.qd, expected);
    EXPECT_LE(relative_error(torques(c, Force<double>::zero()), expected), tolerance_of(c.arm)) << c.label;
  }
}

// Lagrange's equations, from the paper's introduction: d/dt ∂L/∂q̇ - ∂L/∂q with L = T - U, by
// dual numbers. T is quadratic in q̇, so that ∂T/∂q̇_i = T(q̇ + e_i) - T(q̇) - T(e_i).
std::vector<double> lagrange_torques(const Case& c) {
  const int n = c.arm.dof();
  const Chain<D> arm = c.arm.cast<D>();
  const Posture<D> along = posture<D>(arm, moving(c.q, c.qd));
  const std::vector<double> none(c.q.size(), 0.0);
  std::vector<double> tau;
  for (std::size_t i = 0; i < c.q.size(); ++i) {
    std::vector<double> unit = none;
    unit[i] = 1;
    const std::vector<D> qd = moving(c.qd, c.qdd), e = moving(unit, none);
    std::vector<D> sum = qd;
    sum[i] = sum[i] + D(1);
    const D momentum = kinetic_energy<D>(arm, along, sum) - kinetic_energy<D>(arm, along, qd) -
                       kinetic_energy<D>(arm, along, e);
    const Posture<D> x = posture<D>(arm, moving(c.q, unit));
    Kinematics<D> k(n);
    set_poses(arm, x, k);
    const std::vector<D> constant = moving(c.qd, none);
    const D L = kinetic_energy<D>(arm, x, constant) - potential_energy(arm, k, arm.gravity());  // 000 (2)
    tau.push_back(momentum.d[0] - L.d[0]);                                                      // 000 (3)
  }
  return tau;
}

TEST(FrameInjection, ObeysLagrange) {
  for (const char* spec : {"chain:1", "chain:6", "mixed:5:1", "mixed:7:2", "chain:12"}) {
    const Case c(spec);
    EXPECT_LE(relative_error(torques(c, Force<double>::zero()), lagrange_torques(c)), 1e-11) << spec;
  }
}

TEST(FrameInjection, HoldsForAllPrismaticAndMasslessArms) {
  for (const Case& c : {all_prismatic("chain:5"), massless("chain:4", 1), massless("mixed:6:1", 5)}) {
    std::vector<double> expected(c.q.size());
    RneaWork<double> work(c.arm.dof());
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work, expected);
    EXPECT_LE(relative_error(torques(c, kTip), expected), 1e-12) << c.label;
  }
}

TEST(FrameInjection, CostsWhatItsHeaderSays) {
  for (int n : {2, 6, 7, 13, 30}) {
    const OpCount cost = cost_of_run(n, [&](const auto& arm, const auto& x, const auto& s) {
      FrameInjectionWork<Counted> work(n);
      std::vector<Counted> tau(static_cast<std::size_t>(n), Counted(0.0));
      set_poses(arm, x, work.kinematics);
      const CountScope scope;
      frame_injection_from_poses<Counted>(arm, s.qd, s.qdd, s.gravity, s.tip, work, tau);
      return scope.count();
    });
    EXPECT_EQ(cost.mul, (57 * n * n + 177 * n - 24) / 2) << n;
    EXPECT_EQ(cost.add, 30 * n * n + 71 * n - 15) << n;
  }
}

}  // namespace
}  // namespace catena::test
