// SPDX-License-Identifier: Apache-2.0
// Deflated inertias against the full ones, and their cost.
#include "catena/core/math/deflated.hpp"

#include <gtest/gtest.h>

#include <array>

#include <cmath>

#include "catena/count/counted.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

struct Deflated : testing::Test {
  Random random{7};
  double any() { return random(-1, 1); }
  Vec3<double> vec() { return {any(), any(), any()}; }
  Sym3<double> sym() { return {any(), any(), any(), any(), any(), any()}; }
  ArticulatedInertia<double> inertia() {
    return {sym(), {any(), any(), any(), any(), any(), any(), any(), any(), any()}, sym()};
  }
  Step<double> step(Twist twist) {
    const double alpha = random(-3, 3), theta = random(-3, 3);
    return {std::cos(alpha), std::sin(alpha), any(), std::cos(theta), std::sin(theta), any(), twist};
  }
};

double distance(const ArticulatedInertia<double>& a, const ArticulatedInertia<double>& b) {
  const Sym3<double> I = a.I - b.I, G = a.G - b.G;
  const Mat3<double> H = a.H - b.H;
  double worst = 0;
  for (double v : {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz, G.xx, G.yy, G.zz, G.xy, G.xz,
                   G.yz, H.xx, H.xy, H.xz, H.yx, H.yy, H.yz, H.zx, H.zy, H.zz})
    worst = std::max(worst, std::abs(v));
  return worst;
}

TEST_F(Deflated, InertiasPassAStepLikeFullOnes) {
  for (int k = 0; k < 20; ++k) {
    const ArticulatedInertia<double> A = inertia();
    const Step<double> X =
        step(std::array{Twist::general, Twist::none, Twist::quarter, Twist::quarter_back}[k % 4]);
    const Force<double> turn{A.I.col_z(), A.H.row_z()}, slide{A.H.col_z(), A.G.col_z()};
    const Force<double> t = (1 / A.I.zz) * turn, s = (1 / A.G.zz) * slide;
    const double tiny = 1e-13 * (1 + 1 / std::abs(A.I.zz) + 1 / std::abs(A.G.zz));
    EXPECT_LE(distance(to_parent(X, deflate_turning(A, turn, t)), to_parent(X, deflate(A, turn, t))), tiny);
    EXPECT_LE(distance(to_parent(X, deflate_sliding(A, slide, s)), to_parent(X, deflate(A, slide, s))), tiny);
  }
}

TEST_F(Deflated, InertiasTakeARigidBodyOn) {
  const ArticulatedInertia<double> A = inertia();
  const RigidInertia<double> B{any(), vec(), sym()};
  EXPECT_EQ(distance(with_body(A, B), A + ArticulatedInertia<double>::rigid(B)), 0);
}

TEST_F(Deflated, InertiasHaveTheQuadraticFormOfFullOnes) {
  const ArticulatedInertia<double> A = inertia();
  const Motion<double> V{vec(), vec()};
  const Force<double> turn{A.I.col_z(), A.H.row_z()}, slide{A.H.col_z(), A.G.col_z()};
  const Force<double> t = (1 / A.I.zz) * turn, s = (1 / A.G.zz) * slide;
  EXPECT_NEAR(quadratic(deflate_turning(A, turn, t), V), dot(V, deflate(A, turn, t) * V), 1e-13);
  EXPECT_NEAR(quadratic(deflate_sliding(A, slide, s), V), dot(V, deflate(A, slide, s) * V), 1e-13);
}

TEST_F(Deflated, InertiasTakeMotionsAcrossTheJointAsFullOnesDo) {
  const ArticulatedInertia<double> A = inertia();
  const Force<double> turn{A.I.col_z(), A.H.row_z()}, slide{A.H.col_z(), A.G.col_z()};
  const Force<double> t = (1 / A.I.zz) * turn, s = (1 / A.G.zz) * slide;
  Motion<double> V{vec(), vec()};
  V.ang.z = V.lin.z = 0;
  const auto distance = [](const Force<double>& a, const Force<double>& b) {
    const Force<double> d = a - b;
    return std::sqrt(dot(d.ang, d.ang) + dot(d.lin, d.lin));
  };
  EXPECT_LE(distance(times_across(deflate_turning(A, turn, t), V), deflate(A, turn, t) * V), 1e-13);
  V.ang = Vec3<double>::zero();
  EXPECT_LE(distance(times_across(deflate_sliding(A, slide, s), V), deflate(A, slide, s) * V), 1e-13);
}

// Counted without folding constants: what the machine executes.
TEST(DeflatedCost, IsWhatTheHeaderSays) {
  const Counted g = Counted::general(0.5);
  const Vec3<Counted> v{g, g, g};
  const Sym3<Counted> S{g, g, g, g, g, g};
  const ArticulatedInertia<Counted> A{S, {g, g, g, g, g, g, g, g, g}, S};
  const Force<Counted> u{v, v};
  const Step<Counted> X{g, g, g, g, g, g};
  const auto cost = [](auto&& call) {
    const CountScope scope(false);
    call();
    return scope.count();
  };
  EXPECT_EQ(cost([&] { with_body(A, RigidInertia<Counted>{g, v, S}); }), (OpCount{.add = 15}));
  EXPECT_EQ(cost([&] { deflate_turning(A, u, u); }), (OpCount{.mul = 15, .add = 15}));
  EXPECT_EQ(cost([&] { deflate_sliding(A, u, u); }), (OpCount{.mul = 15, .add = 15}));
  const TurningDeflated<Counted> turning = deflate_turning(A, u, u);
  const SlidingDeflated<Counted> sliding = deflate_sliding(A, u, u);
  EXPECT_EQ(cost([&] { times_across(turning, Motion<Counted>{v, v}); }), (OpCount{.mul = 20, .add = 15}));
  EXPECT_EQ(cost([&] { times_across(sliding, Motion<Counted>{v, v}); }), (OpCount{.mul = 10, .add = 5}));
  EXPECT_EQ(cost([&] { to_parent(X, turning); }), (OpCount{.mul = 61, .add = 63}));
  EXPECT_EQ(cost([&] { to_parent(X, sliding); }), (OpCount{.mul = 61, .add = 63}));
  EXPECT_EQ(cost([&] { quadratic(turning, Motion<Counted>{v, v}); }), (OpCount{.mul = 24, .add = 20}));
  EXPECT_EQ(cost([&] { quadratic(sliding, Motion<Counted>{v, v}); }), (OpCount{.mul = 24, .add = 20}));
}

}  // namespace
}  // namespace catena::test
