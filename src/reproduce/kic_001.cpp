// SPDX-License-Identifier: Apache-2.0
#include "reproduce/kic_001.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/core/algo/kic.hpp"
#include "catena/core/arm.hpp"
#include "core/math/linear.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {

// Velocities are the rates of coordinates if and only if dg_k/dq_j = dg_j/dq_k.
Statement orientation_is_no_integral() {
  double least = INFINITY, linear = 0;
  for (const Specimen& a : revolute_specimens()) {
    KicWork<double> work(a.n());
    set_poses(a.arm, a.x, work.kinematics);
    const CubeView<double> H{work.H.data(), 6, a.n()};
    second_order_kic(a.arm, work.kinematics, a.n() - 1, a.arm.tool().p, H);
    double angular = 0;
    for (int j = 0; j < a.n(); ++j)
      for (int k = 0; k < a.n(); ++k)
        for (int row = 0; row < 3; ++row) {
          angular = worse(angular, std::abs(H(row, j, k) - H(row, k, j)));
          linear = worse(linear, std::abs(H(row + 3, j, k) - H(row + 3, k, j)));
        }
    least = std::min(least, angular);
  }
  return {
      "section 2.1",
      "integrated joint rates give no orientation angles, so that velocities are sums of partial velocities",
      "no integral",
      fmt::format("dg_k/dq_j - dg_j/dq_k of the tool: {} for angular velocities, {} for linear ones",
                  least > 0.1 ? "0.1 or more on every revolute arm tried" : "less than 0.1 on some arm",
                  below(linear, 1e-9)),
      verdict(least > 0.1 && linear < 1e-9),
      "an angular velocity is the rate of no coordinates unless all axes are parallel; that of a point is"};
}

// The compliance of a Panda on springs of 2000 N m/rad under 500 N, from G and H and from G alone, against two more
// equilibria for each direction: examples/10_stiffness.cpp.
Statement antagonistic_stiffness() {
  const Arm arm = Arm::load("panda");
  const int n = arm.dof();
  constexpr double kSpring = 2000;
  Eigen::VectorXd unloaded(n);
  unloaded << 0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6;
  struct Stiffness {
    Eigen::MatrixXd K, G;
  };
  const auto stiffness = [&](const Eigen::VectorXd& q, const Eigen::Vector3d& f) {
    const std::vector<Eigen::MatrixXd> kic = arm.eval(Quantity::kic, {.q = q});
    Stiffness out{Eigen::MatrixXd::Zero(n, n), kic[0].bottomRows(3)};
    for (int k = 0; k < n; ++k) {
      out.K(k, k) += kSpring;
      for (int j = 0; j < n; ++j) out.K(j, k) -= kic[1].col(k * n + j).tail<3>().dot(f);
    }
    return out;
  };
  const auto equilibrium = [&](const Eigen::Vector3d& f) {
    Eigen::VectorXd q = unloaded;
    for (int step = 0; step < 20; ++step) {
      const Stiffness s = stiffness(q, f);
      q -= catena::detail::solve(
          s.K, Eigen::VectorXd(kSpring * (q - unloaded) - catena::detail::times(s.G.transpose(), f)));
    }
    return q;
  };
  const Eigen::Vector3d f(0, 0, -500);
  const Eigen::VectorXd q = equilibrium(f);
  const Stiffness s = stiffness(q, f);
  Eigen::MatrixXd with(3, 3), measured(3, 3);
  const Eigen::MatrixXd without = catena::detail::product(s.G, s.G.transpose()) / kSpring;
  for (int j = 0; j < 3; ++j) {
    with.col(j) = catena::detail::times(s.G, catena::detail::solve(s.K, s.G.row(j).transpose()));
    const auto tool = [&](double more) {
      return Eigen::Vector3d(
          arm.pose(equilibrium(f + more * Eigen::Vector3d::Unit(j))).topRightCorner<3, 1>());
    };
    measured.col(j) = tool(0.5) - tool(-0.5);
  }
  const double by_g = (without - measured).norm() / measured.norm(),
               by_h = (with - measured).norm() / measured.norm();
  return {
      "section 2.1",
      "second-order KICs are essential for the stiffness of loaded structures",
      "essential",
      fmt::format("Panda on springs, 500 N on the tool: the compliance is off by {:.1f} % from G alone, by "
                  "{} % from G and H",
                  100 * by_g, below(100 * by_h, 0.01)),
      verdict(by_g > 0.01 && by_h < 1e-4),
      "the stiffness is K - f.H: under a load it changes although no spring does; shown for a loaded arm, "
      "antagonistic drives are such loads"};
}

// At a constant velocity u of the tool, qd = G^-1 u and 0 = G qdd + qd^T H qd: the torques are g + u^T N u, with
// N = G^-T (P* - I* G^-1 H) G^-1 for each joint. Its eigenvalues are the torques at the worst direction.
Statement actuators_at_constant_tip_speed() {
  const Arm arm = Arm::load("ur5e");
  const int n = arm.dof();
  constexpr double kSpeed = 0.8;
  Eigen::VectorXd q(n);
  q << 0.2, -1.8, 2.0, -1.7, -1.4, 0.3;
  const std::vector<Eigen::MatrixXd> kic = arm.eval(Quantity::kic, {.q = q}),
                                     power = arm.eval(Quantity::inertia_power, {.q = q});
  Eigen::MatrixXd inverse(n, n);  // of G
  for (int j = 0; j < n; ++j)
    inverse.col(j) = catena::detail::solve(kic[0], Eigen::VectorXd(Eigen::VectorXd::Unit(n, j)));
  const Eigen::MatrixXd IG = catena::detail::product(arm.inertia(q), inverse),
                        linear = inverse.rightCols(3);  // the tool keeps its orientation
  const Eigen::VectorXd weight = arm.gravity(q);
  const auto torques = [&](const Eigen::Vector3d& u) {  // by Newton and Euler
    Eigen::VectorXd twist = Eigen::VectorXd::Zero(6), bend = twist;
    twist.tail(3) = u;
    const Eigen::VectorXd qd = catena::detail::times(inverse, twist);
    for (int k = 0; k < n; ++k) bend += qd[k] * catena::detail::times(kic[1].middleCols(k * n, n), qd);
    return Eigen::VectorXd(arm.id(q, qd, -catena::detail::times(inverse, bend)) - weight);
  };
  double wrong = 0, missed = 0, greatest = 0;
  for (int i = 0; i < n; ++i) {
    Eigen::MatrixXd N(n, n);
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) N(j, k) = power[3](i, k * n + j) - IG.row(i).dot(kic[1].col(k * n + j));
    const Eigen::MatrixXd of_tip =
        catena::detail::product(linear.transpose(), catena::detail::product(N, linear));
    const Eigen::VectorXd range =
        kSpeed * kSpeed * catena::detail::eigenvalues((of_tip + of_tip.transpose()) / 2);
    const double peak = std::max(std::abs(range[0]), std::abs(range[2]));
    double tried = 0;
    constexpr int kDirections = 500;
    for (int d = 0; d < kDirections; ++d) {  // all over the sphere
      const double z = (2.0 * d + 1) / kDirections - 1, turn = d * std::numbers::pi * (3 - std::sqrt(5)),
                   r = std::sqrt(1 - z * z);
      const Eigen::Vector3d u = kSpeed * Eigen::Vector3d(r * std::cos(turn), r * std::sin(turn), z);
      const double by_id = torques(u)[i];
      wrong = worse(wrong, std::abs(u.dot(of_tip * u) - by_id));
      tried = std::max(tried, std::abs(by_id));
    }
    missed = worse(missed, std::abs(tried - peak));
    greatest = std::max(greatest, peak);
  }
  const bool found = missed < 0.05 * greatest;
  return {
      "conclusion",
      "P* determines the size of actuators at constant speed of the tip",
      "an application",
      fmt::format(
          "UR5e, tip at 0.8 m/s: torques u^T N u differ from inverse dynamics by {} N m; the eigenvalues of "
          "N give the worst of all directions, up to {:.2f} N m above the weight, {} by trying 500",
          below(wrong, 1e-9), greatest, found ? "as found" : "not as found"),
      verdict(wrong < 1e-9 && found),
      "N = G^-T (P* - I* G^-1 H) G^-1 for each joint; the part of P* that is symmetric in the velocities is "
      "enough, so that Christoffel symbols serve as well; examples/11_constant_tip_speed.cpp sizes along a "
      "path"};
}

}  // namespace catena::reproduce::detail
