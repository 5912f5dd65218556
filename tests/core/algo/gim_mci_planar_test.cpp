// SPDX-License-Identifier: Apache-2.0
// GIM and MCI in the plane against the spatial ones, on arms of both kinds of joint; which arms are planar; counts.
#include "catena/core/algo/gim_mci_planar.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/gim_paper_planar.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/model/poses.hpp"
#include "catena/io/load.hpp"
#include "support/arms.hpp"
#include "support/cost.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

constexpr double kRight = std::numbers::pi / 2;

Chain<double> chain_named(const std::string& stem) {
  Notes notes;
  return make_chain(load_robot(stem, notes), notes);
}

// Revolute and prismatic joints in one plane, axes of either sense, bodies that stick out of it. The table is
// proximal: behind a revolute joint the normal is ±z; behind a slide it is ±y if a revolute joint comes next, ±x if a
// slide does.
Robot random_planar(const std::string& kinds, std::uint64_t seed) {
  Random random(seed);
  const auto sign = [&] { return random(-1, 1) < 0 ? -1.0 : 1.0; };
  Robot robot;
  robot.name = kinds;
  robot.convention = Convention::modified;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    RobotLink l;
    const bool revolute = kinds[i] == 'R', after_slide = i > 0 && kinds[i - 1] == 'P';
    const bool before_slide = i + 1 < kinds.size() && kinds[i + 1] == 'P';
    l.joint = revolute ? JointKind::revolute : JointKind::prismatic;
    l.dh.a = random(-1, 1), l.dh.d = random(-1, 1), l.dh.theta = random(-3, 3);
    if (revolute) {
      l.dh.alpha = i == 0 ? 0.0 : after_slide ? sign() * kRight : sign() > 0 ? 0.0 : 2 * kRight;
    } else {
      l.dh.alpha = after_slide ? random(-3, 3) : sign() * kRight;
      // the turn from the normal where the slide finds it (±x behind a slide, else ±y) to where it must leave it
      l.dh.theta = (after_slide != before_slide) ? sign() * kRight : sign() > 0 ? 0.0 : 2 * kRight;
    }
    l.mass = random(0.5, 3);
    l.com = {random(-0.5, 0.5), random(-0.5, 0.5), random(-0.5, 0.5)};
    l.inertia = {random(1, 1.5),    random(1, 1.5),    random(1, 1.5),
                 random(-0.2, 0.2), random(-0.2, 0.2), random(-0.2, 0.2)};
    robot.links.push_back(l);
  }
  return robot;
}

struct Matrices {
  MatX<double> M, C;
};

Matrices spatial(const Chain<double>& arm, const std::vector<double>& q, const std::vector<double>& qd) {
  const int n = arm.dof();
  Matrices out{MatX<double>(n, n), MatX<double>(n, n)};
  GimMciWork<double> work(n);
  gim_mci<double>(arm, posture<double>(arm, q), qd, work, out.M.view(), out.C.view());
  return out;
}

Matrices planar(const PlanarArm<double>& arm, const std::vector<double>& q, const std::vector<double>& qd) {
  const int n = arm.dof();
  Matrices out{MatX<double>(n, n), MatX<double>(n, n)};
  PlanarPosture<double> x(n);
  x.set(arm, q);
  PlanarWork<double> work(n);
  planar_gim<double>(arm, x, work, out.M.view());
  planar_mci<double>(arm, x, qd, work, out.C.view());
  return out;
}

void expect_same(const Chain<double>& arm, const std::string& label) {
  ASSERT_TRUE(is_planar(arm)) << label;
  const PlanarArm<double> flat = *planar_arm(arm);
  Random random(7);
  const int n = arm.dof();
  for (int state = 0; state < 3; ++state) {
    const auto q = random.vector(n, -3, 3), qd = random.vector(n, -2, 2);
    const Matrices s = spatial(arm, q, qd), p = planar(flat, q, qd);
    EXPECT_LE(relative_error(p.M.values(), s.M.values()), 1e-12) << label;
    EXPECT_LE(relative_error(p.C.values(), s.C.values()), 1e-12) << label;
  }
}

TEST(GimMciPlanar, AgreesWithTheSpatialFormOnEveryOrderOfJoints) {
  for (int n = 1; n <= 5; ++n)
    for (int bits = 0; bits < (1 << n); ++bits) {
      std::string kinds;
      for (int i = 0; i < n; ++i) kinds += (bits >> i) & 1 ? 'P' : 'R';
      expect_same(chain_of(random_planar(kinds, static_cast<std::uint64_t>(bits + 1))), kinds);
    }
  expect_same(chain_of(random_planar("RRPRPPRRRRPR", 9)), "RRPRPPRRRRPR");
}

TEST(GimMciPlanar, AgreesWithTheSpatialFormOnTheCatalogue) {
  for (const char* stem : {"planar2", "planar3", "rp", "pr"}) expect_same(chain_named(stem), stem);
  expect_same(Case("planar:30").arm, "planar:30");
}

TEST(GimMciPlanar, ReproducesTheGoldenInertiaMatrixAndBias) {
  int compared = 0;
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    const auto flat = planar_arm(arm);
    if (!flat) continue;
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"];
      const Matrices p = planar(*flat, q, qd);
      std::vector<double> bias(q.size(), 0.0);
      for (int i = 0; i < g.dof(); ++i)
        for (int j = 0; j < g.dof(); ++j) bias[i] += p.C(i, j) * qd[j];
      EXPECT_LE(relative_error(p.M.values(), state["M"]), 1e-12) << g.file;
      EXPECT_LE(relative_error(bias, state["coriolis"]), 1e-12) << g.file;
      ++compared;
    }
  }
  EXPECT_GE(compared, 3 * 4);  // planar3, rp, pr
}

// --- section 3.2.1 as it is printed ------------------------------------------------------------------------

struct PlanarPaper {
  PlanarPaper(const Chain<double>& arm, const std::vector<double>& q)
      : flat(*planar_arm(arm)), work(flat, 0.7), M(arm.dof(), arm.dof()) {
    work.set(flat, q);
    gim_paper_planar<double>(work, M.view());
  }
  PlanarArm<double> flat;
  GimPaperPlanarWork<double> work;
  MatX<double> M;
};

void expect_all_kinds(const std::function<void(const Chain<double>&, const std::string&)>& expect) {
  for (int n = 1; n <= 4; ++n)
    for (int bits = 0; bits < (1 << n); ++bits) {
      std::string kinds;
      for (int i = 0; i < n; ++i) kinds += (bits >> i) & 1 ? 'P' : 'R';
      expect(chain_of(random_planar(kinds, static_cast<std::uint64_t>(bits + 1))), kinds);
    }
  expect(chain_of(random_planar("RRPRPPRRRRPR", 9)), "RRPRPPRRRRPR");
}

TEST(GimPaperPlanar, GivesTheInertiaMatrixOnEveryOrderOfJoints) {
  expect_all_kinds([](const Chain<double>& arm, const std::string& label) {
    Random random(7);
    const int n = arm.dof();
    const auto q = random.vector(n, -3, 3), none = std::vector<double>(q.size(), 0.0);
    EXPECT_LE(relative_error(PlanarPaper(arm, q).M.values(), spatial(arm, q, none).M.values()), 1e-12)
        << label;
  });
}

// The inner products of all vectors from O_1 to joints and centres of mass are those of the arm, seen along the normal.
TEST(GimPaperPlanar, HasItsVectorsInFramesOfTheLinkBefore) {
  expect_all_kinds([](const Chain<double>& arm, const std::string& label) {
    Random random(5);
    const int n = arm.dof();
    const auto q = random.vector(n, -3, 3);
    const PlanarPaper paper(arm, q);
    const GimPaperPlanarWork<double>& w = paper.work;
    std::vector<PlaneVec<double>> got;
    PlaneVec<double> o = {0, 0};
    double c = 1, s = 0;  // frame i in the axes of frame 1
    const auto turned = [&](const PlaneVec<double>& v) {
      return PlaneVec<double>{c * v.x - s * v.y, s * v.x + c * v.y};
    };
    for (int i = 0; i < n; ++i) {
      got.push_back(o);
      got.push_back(o + turned(w.d[i]));
      const PlaneVec<double> gap = w.a[i] - w.r[i] - w.d[i], moment = w.delta[i] - w.link[i].m * w.d[i];
      EXPECT_EQ(std::hypot(gap.x, gap.y) + std::hypot(moment.x, moment.y), 0) << label;
      EXPECT_NEAR(w.I[i], paper.flat.link(i).I, 1e-12 * (1 + w.I[i])) << label;
      o = o + turned(w.a[i]);
      const double ci = c * w.c[i] - s * w.s[i];
      s = s * w.c[i] + c * w.s[i], c = ci;
    }
    Kinematics<double> k(n);
    set_poses(arm, posture<double>(arm, q), k);
    const detail::PlanarView view(arm);
    const Vec3<double> normal = arm.base().R * view.normal;
    std::vector<Vec3<double>> want;
    for (int i = 0; i < n; ++i) {
      const RigidInertia<double>& body = arm.link(i).body;
      for (const Vec3<double>& at : {k.frame[i].p, k.frame[i].p + (1 / body.m) * (k.frame[i].R * body.h)}) {
        const Vec3<double> v = at - k.frame[0].p;
        want.push_back(v - dot(v, normal) * normal);
      }
    }
    for (std::size_t i = 0; i < got.size(); ++i)
      for (std::size_t j = 0; j < got.size(); ++j)
        EXPECT_NEAR(dot(got[i], got[j]), dot(want[i], want[j]), 1e-11 * (1 + std::abs(dot(want[i], want[i]))))
            << label << ' ' << i << ' ' << j;
  });
}

// With the printed M_i, which has i_zz of the centre of mass alone.
TEST(GimPaperPlanar, NeedsTheMomentOfInertiaThatStep5aLacks) {
  const Chain<double> arm = chain_of(random_planar("RRR", 4));
  const std::vector<double> q = {0.3, -0.8, 1.1}, none(3, 0.0);
  PlanarPaper paper(arm, q);
  const double right = spatial(arm, q, none).M(2, 2);
  EXPECT_NEAR(paper.work.I[2], right, 1e-12);
  EXPECT_GT(right - paper.work.link[2].I, 1e-3);
}

TEST(GimPaperPlanar, CostsStepByStepWhatItsHeaderSays) {
  for (const long n : {2, 3, 6, 9}) {
    const std::string all_revolute(static_cast<std::size_t>(n), 'R');
    const PlanarArm<Counted> arm =
        planar_arm(chain_of(random_planar(all_revolute, 5)))->cast<Counted>(&Counted::general);
    GimPaperPlanarWork<Counted> work(arm, Counted::general(0.7));
    work.set(arm, general(Random(2).vector(static_cast<int>(n), -3, 3)));
    const auto count = [](auto&& run) {
      const CountScope scope(false);
      run();
      return scope.count();
    };
    const auto each = [&](auto&& step) {
      return count([&] {
        for (int i = 0; i < n; ++i) step(i);
      });
    };
    EXPECT_EQ(each([&](int i) { gim_paper_planar_1(work, i); }), (OpCount{.mul = 2 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_planar_2(work, i); }), (OpCount{.mul = 4 * n, .add = 2 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_planar_3(work, i); }), (OpCount{.add = 2 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_planar_4(work, i); }), (OpCount{.mul = 2 * n}));
    EXPECT_EQ(each([&](int i) { gim_paper_planar_5a(work, i); }),
              (OpCount{.mul = 2 * n, .add = 2 * n}));  // printed none
    OpCount turns{}, bodies{}, pairs{};
    const auto add = [](OpCount& sum, const OpCount& more) { sum.mul += more.mul, sum.add += more.add; };
    for (int i = static_cast<int>(n) - 1; i >= 0; --i) {
      if (i + 1 < n) add(turns, count([&] { gim_paper_planar_5b_turn(work, i); }));
      add(bodies, count([&] { gim_paper_planar_5b(work, i); }));
      EXPECT_EQ(count([&] { gim_paper_planar_6a(work, i); }), OpCount{});
      add(pairs, count([&] {
            PlaneWrench<Counted> F = gim_paper_planar_wrench(work, i);
            for (int j = i - 1; j >= 0; --j) gim_paper_planar_7(work, j, F);
          }));
    }
    EXPECT_EQ(turns, (OpCount{.mul = 4 * (n - 1), .add = 2 * (n - 1)}));   // not printed
    EXPECT_EQ(bodies, (OpCount{.mul = 6 * (n - 1), .add = 9 * (n - 1)}));  // printed 7(n-1), 7(n-1)
    EXPECT_EQ(pairs,
              (OpCount{.mul = 3 * (n * n - n), .add = 2 * (n * n - n)}));  // printed 3.5(n²-n), 2(n²-n)
    MatX<Counted> M(static_cast<int>(n), static_cast<int>(n));
    EXPECT_EQ(count([&] { gim_paper_planar<Counted>(work, M.view()); }),
              (OpCount{.mul = 3 * n * n + 17 * n - 10, .add = 2 * n * n + 15 * n - 11}));
  }
}

TEST(IsPlanar, KnowsWhichArmsMoveInAPlane) {
  for (const char* stem : {"planar2", "planar3", "rp", "pr"})
    EXPECT_TRUE(is_planar(chain_named(stem))) << stem;
  for (const char* stem : {"rtx", "stanford_004", "puma560"})
    EXPECT_FALSE(is_planar(chain_named(stem))) << stem;
  EXPECT_FALSE(is_planar(Case("chain:2").arm));
  EXPECT_TRUE(is_planar(Case("chain:1").arm));  // one joint always does
  EXPECT_FALSE(planar_arm(chain_named("rtx")));

  Robot tilted = random_planar("RRR", 3);
  tilted.links[1].dh.alpha += 1e-6;
  EXPECT_FALSE(is_planar(chain_of(tilted)));
  EXPECT_TRUE(is_planar(chain_of(tilted), 1e-5));
}

// --- costs --------------------------------------------------------------------------------------------------

struct Costs {
  OpCount gim, mci;
};
Costs costs(const PlanarArm<double>& flat, Constants constants) {
  const int n = flat.dof();
  const PlanarArm<Counted> arm =
      flat.cast<Counted>(constants == Constants::general ? &Counted::general : &Counted::known);
  Random random(2);
  const auto q = general(random.vector(n, -3, 3)), qd = general(random.vector(n, -2, 2));
  PlanarPosture<Counted> x(n);
  x.set(arm, q);
  PlanarWork<Counted> work(n);
  MatX<Counted> M(n, n), C(n, n);
  Costs out;
  {
    const CountScope scope;
    planar_gim<Counted>(arm, x, work, M.view());
    out.gim = scope.count();
  }
  {
    const CountScope scope;
    planar_mci<Counted>(arm, x, qd, work, C.view());
    out.mci = scope.count();
  }
  return out;
}

TEST(GimMciPlanar, CostsWhatItsHeaderSaysAndLessThanEquations17And18) {
  for (long n : {2, 3, 6, 7, 13, 30}) {
    const std::string all_revolute(static_cast<std::size_t>(n), 'R');
    const Costs got = costs(*planar_arm(chain_of(random_planar(all_revolute, 5))), Constants::general);
    if (n > 2) {
      EXPECT_EQ(got.gim, (OpCount{planar_gim_cost(n).mul, planar_gim_cost(n).add, 0, 0})) << n;
      EXPECT_EQ(got.mci, (OpCount{planar_mci_cost(n).mul, planar_mci_cost(n).add, 0, 0})) << n;
    } else {
      EXPECT_EQ(got.gim, (OpCount{7, 8, 0, 0}));
      EXPECT_EQ(got.mci, (OpCount{13, 8, 0, 0}));
    }
    EXPECT_LE(2 * got.gim.mul, 7 * n * n + 23 * n - 14);
    EXPECT_LE(got.gim.add, 2 * n * n + 9 * n - 7);
    EXPECT_LE(got.mci.mul, 7 * n * n + 13 * n + 4);
    EXPECT_LE(got.mci.add, 4 * n * n + 13 * n + 2);
  }
}

// 12M 6A and 26M 14A for RP, 21M 6A and 28M 18A for PR.
TEST(GimMciPlanar, CostsLessThanTableIIIOnItsArms) {
  const auto expect_within = [](const OpCount& got, long mul, long add, const char* what) {
    EXPECT_LE(got.mul, mul) << what;
    EXPECT_LE(got.add, add) << what;
  };
  const Costs rp = costs(*planar_arm(chain_named("rp")), Constants::known);
  EXPECT_EQ(rp.gim, (OpCount{2, 2, 0, 0}));
  EXPECT_EQ(rp.mci, (OpCount{6, 0, 0, 0}));
  expect_within(rp.gim, 12, 6, "GIM of RP");
  expect_within(rp.mci, 26, 14, "MCI of RP");
  const Costs pr = costs(*planar_arm(chain_named("pr")), Constants::known);
  EXPECT_EQ(pr.gim, (OpCount{2, 2, 0, 0}));
  EXPECT_EQ(pr.mci, (OpCount{8, 3, 0, 0}));
  expect_within(pr.gim, 21, 6, "GIM of PR");
  expect_within(pr.mci, 28, 18, "MCI of PR");
}

}  // namespace
}  // namespace catena::test
