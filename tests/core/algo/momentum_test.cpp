// SPDX-License-Identifier: Apache-2.0
// The momentum of the arm against its definition in the base frame, and against the motion of the centre of mass.
#include "catena/core/algo/momentum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "catena/core/model/poses.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

std::vector<double> momentum_of(const Case& c) {
  MomentumWork<double> work(c.arm.dof());
  const Force<double> H = momentum<double>(c.arm, c.x(), c.qd, work);
  return {H.ang.x, H.ang.y, H.ang.z, H.lin.x, H.lin.y, H.lin.z};
}

// The arm on a pedestal that is turned and moved, with a payload.
Case on_a_pedestal(Case c) {
  RobotLink pedestal;
  pedestal.name = "pedestal";
  pedestal.joint = JointKind::fixed;
  pedestal.dh = {0.4, 0.7, -0.3, 1.1};
  pedestal.mass = 50;
  c.robot.links.insert(c.robot.links.begin(), pedestal);
  c.robot.payload = Payload{1.5, {0.1, -0.2, 0.05}};
  c.arm = chain_of(c.robot);
  c.label += " on a pedestal";
  return c;
}

std::vector<Case> arms() {
  std::vector<Case> all = cases();
  for (const char* spec : {"chain:1", "chain:7", "mixed:7:1"}) all.push_back(on_a_pedestal(Case(spec)));
  return all;
}

// Σ m v and Σ (c × m v + I ω) over the bodies: v and ω from the joint axes in the base frame, one link at a time.
std::vector<double> by_definition(const Case& c) {
  Kinematics<double> k(c.arm.dof());
  set_poses(c.arm, c.x(), k);
  Vec3<double> linear = Vec3<double>::zero(), angular = linear;
  for (int i = 0; i < c.arm.dof(); ++i) {
    const RigidInertia<double>& body = c.arm.link(i).body;
    if (body.m == 0) continue;
    const Vec3<double> com = (1 / body.m) * body.h, at = k.frame[i].p + k.frame[i].R * com;
    Vec3<double> v = Vec3<double>::zero(), w = v;
    for (int j = 0; j <= i; ++j) {
      const Vec3<double> axis = k.frame[j].R.col_z();
      if (c.arm.link(j).revolute()) {
        w += c.qd[j] * axis;
        v += c.qd[j] * cross(axis, at - k.frame[j].p);
      } else {
        v += c.qd[j] * axis;
      }
    }
    // about the centre of mass: I - m (c·c 1 - c cᵀ)
    const Vec3<double> spin = transpose_times(k.frame[i].R, w);
    const Vec3<double> own = body.I * spin - body.m * (dot(com, com) * spin - dot(com, spin) * com);
    linear += body.m * v;
    angular += body.m * cross(at, v) + k.frame[i].R * own;
  }
  return {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
}

TEST(Momentum, IsTheSumOverTheBodies) {
  for (const Case& c : arms())
    EXPECT_LE(error_of(momentum_of(c), by_definition(c)), tolerance(c.arm.dof())) << c.label;
}

// The linear part is the total mass times the velocity of the centre of mass, here a central difference of positions.
TEST(Momentum, MovesTheCentreOfMass) {
  const double h = std::cbrt(std::numeric_limits<double>::epsilon());
  for (const Case& c : arms()) {
    const auto moment = [&](double t) {  // total mass times position
      std::vector<double> q = c.q;
      for (std::size_t i = 0; i < q.size(); ++i) q[i] += t * c.qd[i];
      Kinematics<double> k(c.arm.dof());
      set_poses(c.arm, posture<double>(c.arm, q), k);
      Vec3<double> sum = Vec3<double>::zero();
      for (int i = 0; i < c.arm.dof(); ++i)
        sum += c.arm.link(i).body.m * k.frame[i].p + k.frame[i].R * c.arm.link(i).body.h;
      return sum;
    };
    const Vec3<double> p = (0.5 / h) * (moment(h) - moment(-h));
    const std::vector<double> H = momentum_of(c);
    double speed = 1;
    for (const double v : c.qd) speed += std::abs(v);
    // h² times a third derivative, which grows with the cube of the speed
    EXPECT_LE(error_of(std::vector{H[3], H[4], H[5]}, std::vector{p.x, p.y, p.z}),
              h * h * speed * speed * speed)
        << c.label;
  }
}

// A bar of length 1 and mass m that turns about its end, in the plane: p = m ω / 2 at right angles, L = m ω / 3.
TEST(Momentum, OfABarIsItsClosedForm) {
  Robot robot;
  robot.name = "bar";
  RobotLink bar;
  bar.dh = {1, 0, 0, 0};
  bar.mass = 3;
  bar.com = {-0.5, 0, 0};
  bar.inertia = {0, 3 / 12.0, 3 / 12.0, 0, 0, 0};
  robot.links.push_back(bar);
  const Chain<double> arm = chain_of(robot);
  const std::vector<double> q = {0.3}, qd = {2};
  MomentumWork<double> work(1);
  const Force<double> H = momentum<double>(arm, posture<double>(arm, q), qd, work);
  EXPECT_NEAR(H.ang.z, 3 * 2 / 3.0, 1e-15);
  EXPECT_NEAR(H.lin.x, -3 * std::sin(0.3), 1e-15);
  EXPECT_NEAR(H.lin.y, 3 * std::cos(0.3), 1e-15);
  for (const double zero : {H.ang.x, H.ang.y, H.lin.z}) EXPECT_NEAR(zero, 0, 1e-15);
}

}  // namespace
}  // namespace catena::test
