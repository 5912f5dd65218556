// SPDX-License-Identifier: Apache-2.0
// Arms in words against the product of exponentials: joint motions applied one after the other in base axes, without a
// DH table.
#include "choose/design/design_axes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "catena/core/arm.hpp"
#include "choose/design/design_body.hpp"

namespace catena::choose {
namespace {

Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

// The motion of everything beyond joint i, for q.
Eigen::Isometry3d moved(const AxisWord& joint, const Eigen::Vector3d& origin, double q) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  if (joint.kind == JointKind::prismatic) {
    out.translate(q * eigen(joint.axis));
  } else {
    out.translate(origin);
    out.rotate(Eigen::AngleAxisd(q, eigen(joint.axis)));
    out.translate(-origin);
  }
  return out;
}

struct Direct {
  std::vector<AxisWord> joints;
  std::vector<double> lengths;
  std::vector<detail::Body> bodies;

  Eigen::Vector3d origin(std::size_t i) const {
    Eigen::Vector3d out = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < i; ++k)
      if (joints[k].kind == JointKind::revolute) out += lengths[k] * eigen(joints[k].along);
    return out;
  }
  // Where link i is, seen from where it was at q = 0.
  Eigen::Isometry3d link(const Eigen::VectorXd& q, std::size_t i) const {
    Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
    for (std::size_t k = 0; k <= i; ++k)
      out = out * moved(joints[k], origin(k), q[static_cast<Eigen::Index>(k)]);
    return out;
  }
  Eigen::Matrix4d pose(const Eigen::VectorXd& q) const {
    Eigen::Isometry3d tool = Eigen::Isometry3d::Identity();
    tool.translate(origin(joints.size()));
    return (link(q, joints.size() - 1) * tool).matrix();
  }
  Eigen::MatrixXd inertia(const Eigen::VectorXd& q) const {
    const auto n = static_cast<Eigen::Index>(joints.size());
    Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Eigen::Isometry3d X = link(q, i);
      const Eigen::Vector3d com = X * (origin(i) + eigen(bodies[i].com));
      const Sym3<double>& s = bodies[i].inertia;
      Eigen::Matrix3d I;
      I << s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz;
      I = X.rotation() * I * X.rotation().transpose();
      Eigen::MatrixXd v = Eigen::MatrixXd::Zero(3, n), w = v;
      for (std::size_t k = 0; k <= i; ++k) {
        const Eigen::Isometry3d before = k == 0 ? Eigen::Isometry3d::Identity() : link(q, k - 1);
        const Eigen::Vector3d axis = before.rotation() * eigen(joints[k].axis);
        const auto col = static_cast<Eigen::Index>(k);
        if (joints[k].kind == JointKind::prismatic) {
          v.col(col) = axis;
        } else {
          w.col(col) = axis;
          v.col(col) = axis.cross(com - before * origin(k));
        }
      }
      M += bodies[i].mass * v.transpose() * v + w.transpose() * I * w;
    }
    return M;
  }
};

Direct direct(const std::string& arm, std::mt19937& random) {
  std::uniform_real_distribution<double> length(0.1, 1), moment(0.1, 0.2), offset(-0.3, 0.3);
  Direct out;
  const AxisWords words = axis_words(arm);
  EXPECT_EQ(words.wrong, "");
  out.joints = words.joints;
  for (std::size_t i = 0; i < out.joints.size(); ++i) {
    out.lengths.push_back(length(random));
    detail::Body body;
    body.mass = length(random);
    body.com = {offset(random), offset(random), offset(random)};
    body.inertia = {moment(random),        moment(random),        moment(random),
                    0.01 * offset(random), 0.01 * offset(random), 0.01 * offset(random)};
    out.bodies.push_back(body);
  }
  return out;
}

void expect_same(const std::string& arm, std::mt19937& random) {
  const Direct expected = direct(arm, random);
  const Arm found(arm_of_axes(expected.joints, expected.lengths, expected.bodies));
  ASSERT_EQ(found.dof(), static_cast<int>(expected.joints.size()));
  std::uniform_real_distribution<double> position(-3, 3);
  for (int state = 0; state < 4; ++state) {
    Eigen::VectorXd q(found.dof());
    for (double& x : q) x = state == 0 ? 0 : position(random);
    EXPECT_LT((found.pose(q) - expected.pose(q)).cwiseAbs().maxCoeff(), 1e-13) << arm;
    EXPECT_LT((found.inertia(q) - expected.inertia(q)).cwiseAbs().maxCoeff(), 1e-12) << arm;
  }
}

TEST(ArmOfAxes, MovesAndWeighsAsTheWordsSay) {
  std::mt19937 random(1);
  for (const char* arm : {"Rz", "Px", "Rz Rz", "Rz Px", "Px Rz", "Px Py", "Rz:z Ry Ry", "Rz:z Ry Px",
                          "Rz Pz Rz", "Rz Pz Px", "Pz Rz Rz", "Pz Rz Px", "Px Pz Rz", "Px Py Pz",
                          "Rx Rx:y R-x:-z", "Rz:z Ry Ry Rx Ry Rx", "P-y R-z:-x Py Rz"})
    expect_same(arm, random);
}

TEST(ArmOfAxes, RandomWordsOfUpToEightJoints) {
  std::mt19937 random(2);
  const auto any = [&](std::initializer_list<const char*> words) {
    return std::string(
        words.begin()[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random)]);
  };
  for (int round = 0; round < 100; ++round) {
    std::string arm;
    const int joints = 1 + round % 8;
    for (int i = 0; i < joints; ++i) {
      const std::string kind = any({"R", "R", "P"});
      arm += (i == 0 ? "" : " ") + kind + any({"x", "y", "z", "-x", "-y", "-z"});
      if (kind == "R") arm += any({"", ":x", ":y", ":z", ":-x", ":-y", ":-z"});
    }
    expect_same(arm, random);
  }
}

TEST(ArmOfAxes, PlanarArmsHaveNoSpuriousNumbers) {
  // 0 and ±1 are exact, so that counts of operations find them
  std::mt19937 random(3);
  for (const char* arm : {"Rz Rz", "Rz Px", "Px Rz", "Px Py"}) {
    const Direct given = direct(arm, random);
    const Arm found(arm_of_axes(given.joints, given.lengths, given.bodies));
    for (int i = 0; i < found.dof(); ++i) {
      const ChainLink<double>& link = found.chain().link(i);
      for (const double x : {link.ca, link.sa}) EXPECT_TRUE(x == 0 || x == 1 || x == -1) << arm << " " << x;
    }
  }
}

TEST(ArmOfAxes, RefusesWhatIsNoArm) {
  for (const auto& [arm, wrong] : {std::pair("", "no joint"),
                                   {"  ", "no joint"},
                                   {"Rw", "'Rw' is not a joint"},
                                   {"Rz Qx", "'Qx' is not a joint"},
                                   {"rz", "'rz' is not a joint"},
                                   {"R", "'R' is not a joint"},
                                   {"Rz:", "'Rz:' is not a joint"},
                                   {"Px:z", "'Px:z' is not a joint"},
                                   {"Rzz", "'Rzz' is not a joint"},
                                   {"Rz,Rz", "'Rz,Rz' is not a joint"},
                                   {"R--z", "'R--z' is not a joint"}})
    EXPECT_EQ(axis_words(arm).wrong, wrong);
}

TEST(Tube, IsTheDifferenceOfTwoSolidCylinders) {
  // a solid cylinder of radius r: m r²/2 about its axis, m (3 r² + L²)/12 across
  const double r = 0.06, t = 0.02, L = 0.7, density = 2700, pi = 3.14159265358979323846;
  const auto solid = [&](double radius) { return density * pi * radius * radius * L; };
  const double outer = solid(r), inner = solid(r - t), ri = r - t;
  const detail::Body body = tube({0, 0, 0}, {0, L, 0}, density, r, t);
  EXPECT_NEAR(body.mass, outer - inner, 1e-12 * outer);
  EXPECT_NEAR(body.inertia.yy, (outer * r * r - inner * ri * ri) / 2, 1e-14);
  const double across = (outer * (3 * r * r + L * L) - inner * (3 * ri * ri + L * L)) / 12;
  EXPECT_NEAR(body.inertia.xx, across, 1e-12);
  EXPECT_NEAR(body.inertia.zz, across, 1e-12);
  EXPECT_EQ(body.com.y, L / 2);
  EXPECT_EQ(body.inertia.xy, 0);
}

TEST(Tube, MayLieAnyhow) {
  // its own moment along its direction, and the same across, wherever it points
  const Vec3<double> from = {0.1, -0.2, 0.3}, to = {0.5, 0.4, -0.1};
  const detail::Body body = tube(from, to, 2000, 0.05, 0.01);
  const double L = std::sqrt(dot(to - from, to - from));
  const detail::Body straight = tube({0, 0, 0}, {L, 0, 0}, 2000, 0.05, 0.01);
  const Vec3<double> u = (1 / L) * (to - from);
  EXPECT_NEAR(dot(u, body.inertia * u), straight.inertia.xx, 1e-14);
  const Vec3<double> side = cross(u, {0, 0, 1}), v = (1 / std::sqrt(dot(side, side))) * side;
  EXPECT_NEAR(dot(v, body.inertia * v), straight.inertia.yy, 1e-13);
  EXPECT_NEAR(body.com.x, 0.3, 1e-15);
}

TEST(Tube, AShortOneWeighsAsTheLeast) {
  const BodyLaw law = {Law::tube, 1, 2700, 0.05, 0.005, 0.1};
  const detail::Body none = tube({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, law);
  const detail::Body least = tube({0, 0, -0.05}, {0, 0, 0.05}, 2700, 0.05, 0.005);
  EXPECT_EQ(none.mass, least.mass);
  EXPECT_EQ(none.inertia.xx, least.inertia.xx);
  EXPECT_EQ(none.com.z, 0);
  const detail::Body some = tube({0, 0, 0}, {0.06, 0, 0}, {0, 0, 1}, law);
  EXPECT_NEAR(some.mass, least.mass, 1e-15);
  EXPECT_NEAR(some.com.x, 0.03, 1e-15);
}

}  // namespace
}  // namespace catena::choose
