// SPDX-License-Identifier: Apache-2.0
// Screw moves against plain 6 x 6 matrices, and their price.
#include "catena/core/math/spatial.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/math/pose.hpp"
#include "catena/count/counted.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Eigen::Matrix3d eigen(const Mat3<double>& A) {
  return (Eigen::Matrix3d() << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz).finished();
}
Eigen::Matrix3d hat(const Eigen::Vector3d& v) {
  return (Eigen::Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}
template <class Spatial>
Vec6 eigen6(const Spatial& s) {
  return (Vec6() << eigen(s.ang), eigen(s.lin)).finished();
}
Mat6 eigen6(const ArticulatedInertia<double>& A) {
  Mat6 M;
  M << eigen(A.I.full()), eigen(A.H), eigen(A.H).transpose(), eigen(A.G.full());
  return M;
}

// A step with the twist as the chain would have it.
Step<double> step_with(Twist twist, Random& random) {
  const double alpha = random(-3, 3), theta = random(-3, 3);
  Step<double> X{std::cos(alpha), std::sin(alpha), random(-1, 1), std::cos(theta),
                 std::sin(theta), random(-1, 1),   twist};
  if (twist == Twist::none) X.ca = 1, X.sa = 0;
  if (twist == Twist::quarter) X.ca = 0, X.sa = 1;
  if (twist == Twist::quarter_back) X.ca = 0, X.sa = -1;
  EXPECT_EQ(twist_of(X.ca, X.sa), twist);
  return X;
}

struct SpatialMoves : testing::TestWithParam<Twist> {
  Random random{42};
  Vec3<double> vec() { return {random(-1, 1), random(-1, 1), random(-1, 1)}; }
  Sym3<double> sym() {
    return {random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1)};
  }
  Step<double> step = step_with(GetParam(), random);
  // motions of the parent, seen from the child
  Mat6 X = [this] {
    const Pose<double> T = screw_x(step.ca, step.sa, step.a) * screw_z(step.c, step.s, step.d);
    const Eigen::Matrix3d E = eigen(T.R).transpose();
    Mat6 M = Mat6::Zero();
    M.topLeftCorner<3, 3>() = M.bottomRightCorner<3, 3>() = E;
    M.bottomLeftCorner<3, 3>() = -E * hat(eigen(T.p));
    return M;
  }();
};

INSTANTIATE_TEST_SUITE_P(Twists, SpatialMoves,
                         testing::Values(Twist::general, Twist::none, Twist::quarter, Twist::quarter_back));

TEST_P(SpatialMoves, CarryMotionsForcesAndInertiasLikeTheir6x6Matrices) {
  const Motion<double> V{vec(), vec()};
  const Force<double> F{vec(), vec()};
  const RigidInertia<double> B{random(0.1, 2), vec(), sym()};
  const ArticulatedInertia<double> A{
      sym(), {vec().x, vec().x, vec().x, vec().x, vec().x, vec().x, vec().x, vec().x, vec().x}, sym()};
  const double tiny = 1e-14;
  EXPECT_LE((eigen6(to_child(step, V)) - X * eigen6(V)).norm(), tiny);
  EXPECT_LE((eigen6(to_parent(step, F)) - X.transpose() * eigen6(F)).norm(), tiny);
  const auto rigid = [](const RigidInertia<double>& b) {
    return eigen6(ArticulatedInertia<double>::rigid(b));
  };
  EXPECT_LE((rigid(to_parent(step, B)) - X.transpose() * rigid(B) * X).norm(), tiny);
  EXPECT_LE((eigen6(to_parent(step, A)) - X.transpose() * eigen6(A) * X).norm(), tiny);
  EXPECT_LE((eigen6(A * V) - eigen6(A) * eigen6(V)).norm(), tiny);
  EXPECT_LE((eigen6(B * V) - rigid(B) * eigen6(V)).norm(), tiny);
  const Force<double> half{0.5 * F.ang, 0.5 * F.lin};
  EXPECT_LE((eigen6(deflate(A, F, half)) - (eigen6(A) - 0.5 * eigen6(F) * eigen6(F).transpose())).norm(),
            tiny);
}

TEST_P(SpatialMoves, CrossProductsAreTheRatesOfCarriedVectors) {
  const Motion<double> V{vec(), vec()}, A{vec(), vec()};
  const Force<double> F{vec(), vec()};
  Mat6 crm = Mat6::Zero();
  crm.topLeftCorner<3, 3>() = crm.bottomRightCorner<3, 3>() = hat(eigen(V.ang));
  crm.bottomLeftCorner<3, 3>() = hat(eigen(V.lin));
  EXPECT_LE((eigen6(cross(V, A)) - crm * eigen6(A)).norm(), 1e-15);
  EXPECT_LE((eigen6(cross(V, F)) + crm.transpose() * eigen6(F)).norm(), 1e-15);
}

TEST(SpatialMovesCost, WhatTheirHeaderSays) {
  const Counted g = Counted::general(0.5);
  const Vec3<Counted> v{g, g, g};
  const Sym3<Counted> S{g, g, g, g, g, g};
  const Step<Counted> X{g, g, g, g, g, g};
  const auto cost = [](auto&& call) {
    const CountScope scope;
    call();
    return scope.count();
  };
  EXPECT_EQ(cost([&] { to_child(X, Motion<Counted>{v, v}); }), (OpCount{.mul = 20, .add = 12}));
  EXPECT_EQ(cost([&] { to_parent(X, Force<Counted>{v, v}); }), (OpCount{.mul = 20, .add = 12}));
  EXPECT_EQ(cost([&] { to_parent(X, RigidInertia<Counted>{g, v, S}); }), (OpCount{.mul = 32, .add = 32}));
  const Mat3<Counted> H{g, g, g, g, g, g, g, g, g};
  EXPECT_EQ(cost([&] {
              to_parent(X, ArticulatedInertia<Counted>{S, H, S});
            }),
            (OpCount{.mul = 76, .add = 82}));
}

}  // namespace
}  // namespace catena::test
