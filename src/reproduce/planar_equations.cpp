// SPDX-License-Identifier: Apache-2.0
#include "reproduce/planar_equations.hpp"

#include <cmath>

#include "catena/core/error.hpp"
#include "core/math/linear.hpp"

namespace catena::reproduce::detail {
namespace {

using catena::detail::solve;

// From the angles between links to those from the horizontal.
Eigen::VectorXd summed(const Eigen::VectorXd& q) {
  Eigen::VectorXd phi = q;
  for (Eigen::Index i = 1; i < q.size(); ++i) phi[i] += phi[i - 1];
  return phi;
}

}  // namespace

PlanarEquations::PlanarEquations(const Robot& robot) : g_(-robot.gravity.y) {
  const auto n = static_cast<Eigen::Index>(robot.links.size());
  bool fits = robot.convention == Convention::standard && robot.gravity.x == 0 && robot.gravity.z == 0;
  c_.setZero(n, n);
  mu_.setZero(n);
  double beyond = 0;  // Σ_k>i m_k
  for (Eigen::Index i = n; i-- > 0;) {
    const RobotLink& link = robot.links[static_cast<std::size_t>(i)];
    fits = fits && link.joint == JointKind::revolute && link.dh.alpha == 0 && link.dh.d == 0 &&
           link.dh.theta == 0 && link.com.y == 0;
    const double a = link.dh.a, s = a + link.com.x;
    mu_[i] = link.mass * s + a * beyond;
    c_(i, i) = link.inertia.zz + link.mass * s * s + a * a * beyond;
    for (Eigen::Index j = i + 1; j < n; ++j) c_(i, j) = c_(j, i) = a * mu_[j];
    beyond += link.mass;
  }
  if (!fits)
    throw Error(ErrorKind::usage, robot.name, "this is not a planar arm in the x-y plane of its base");
}

Eigen::MatrixXd PlanarEquations::mass(const Eigen::VectorXd& phi) const {
  Eigen::MatrixXd m = c_;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) m(i, j) *= std::cos(phi[i] - phi[j]);
  return m;
}

Eigen::VectorXd PlanarEquations::bias(const Eigen::VectorXd& phi, const Eigen::VectorXd& rate) const {
  Eigen::VectorXd out(phi.size());
  for (Eigen::Index i = 0; i < phi.size(); ++i) {
    out[i] = g_ * mu_[i] * std::cos(phi[i]);
    for (Eigen::Index j = 0; j < phi.size(); ++j)
      out[i] += c_(i, j) * std::sin(phi[i] - phi[j]) * rate[j] * rate[j];
  }
  return out;
}

Eigen::VectorXd PlanarEquations::fd(const Eigen::VectorXd& q, const Eigen::VectorXd& qd,
                                    const Eigen::VectorXd& tau) const {
  const Eigen::VectorXd phi = summed(q);
  Eigen::VectorXd right = tau - bias(phi, summed(qd));
  for (Eigen::Index i = 0; i + 1 < tau.size(); ++i) right[i] -= tau[i + 1];
  Eigen::VectorXd qdd = solve(mass(phi), right);
  for (Eigen::Index i = qdd.size() - 1; i > 0; --i) qdd[i] -= qdd[i - 1];
  return qdd;
}

}  // namespace catena::reproduce::detail
