// SPDX-License-Identifier: Apache-2.0
#include "check/motor_checks.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/linear.hpp"

namespace catena::check::detail {

using catena::detail::product;
using catena::detail::times;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MotorChecks::MotorChecks(const Robot& robot, const std::optional<double>& tolerance)
    : links_(robot), driven_(links_.with_motors()), tolerance_(tolerance) {
  const int n = links_.dof();
  rotor_ = viscous_ = coulomb_plus_ = coulomb_minus_ = VectorXd::Zero(n);
  int i = 0;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.motor) {
      const Motor& m = *link.motor;
      rotor_[i] = m.gear * m.gear * m.inertia;
      viscous_[i] = m.gear * m.gear * m.viscous;
      coulomb_plus_[i] = std::abs(m.gear) * m.coulomb[0];
      coulomb_minus_[i] = std::abs(m.gear) * m.coulomb[1];
    }
    ++i;
  }
}

void MotorChecks::compare(const char* check, const char* method, const char* against, const MatrixXd& x,
                          const MatrixXd& y, double scale, double tolerance) {
  if (row_ == rows_.size())
    rows_.push_back({std::string("with motors: ") + check, method, against, 0, tolerance, Outcome::ok, {}});
  Residual& row = rows_[row_++];
  const double residual = (x - y).cwiseAbs().maxCoeff() / std::max(y.cwiseAbs().maxCoeff(), scale);
  if (std::isfinite(row.worst) && !(residual / tolerance <= row.worst / row.tolerance)) {
    row.worst = residual;
    row.tolerance = tolerance;
  }
}

void MotorChecks::add(const Specimen& s) {
  if (s.singular >= 0) return;
  row_ = 0;
  const int n = links_.dof();
  const auto vector = [](const std::vector<double>& x) -> VectorXd {
    return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  const VectorXd q = vector(s.q), qd = vector(s.qd), qdd = vector(s.qdd);
  VectorXd friction = viscous_.cwiseProduct(qd);
  for (int i = 0; i < n; ++i) friction[i] += qd[i] > 0 ? coulomb_plus_[i] : qd[i] < 0 ? coulomb_minus_[i] : 0;

  const MatrixXd M = s.M + MatrixXd(rotor_.asDiagonal()), one = MatrixXd::Identity(n, n);
  const VectorXd tau = links_.id(q, qd, qdd) + rotor_.cwiseProduct(qdd) + friction;
  const double size_tau =
      s.size_tau + friction.cwiseAbs().maxCoeff() + rotor_.cwiseProduct(qdd).cwiseAbs().maxCoeff();
  const VectorXd eigenvalues = catena::detail::eigenvalues(M);
  const double largest = eigenvalues.cwiseAbs().maxCoeff();
  const double condition = largest / eigenvalues.cwiseAbs().minCoeff();
  const double plain = tolerance_.value_or(1000 * n * std::numeric_limits<double>::epsilon());
  const double solving = tolerance_.value_or(plain * condition);

  compare("M", "inertia", "M + R", driven_.inertia(q), M, s.size_M, plain);
  compare("torques", "id", "id + R qdd + f", driven_.id(q, qd, qdd), tau, size_tau, plain);
  compare("C qd + g + f", "nle", "id at rest", driven_.eval(Quantity::nle, {.q = q, .qd = qd})[0],
          links_.id(q, qd, 0 * qdd) + friction, size_tau, plain);
  compare("p = (M + R) qd", "joint_momentum", "M + R",
          driven_.eval(Quantity::joint_momentum, {.q = q, .qd = qd})[0], times(M, qd),
          s.size_M * qd.cwiseAbs().maxCoeff(), plain);
  compare("energy", "kinetic_energy", "M + R", driven_.eval(Quantity::kinetic_energy, {.q = q, .qd = qd})[0],
          MatrixXd::Constant(1, 1, 0.5 * qd.dot(times(M, qd))), s.size_M * qd.squaredNorm(), plain);
  compare("fd(id(qdd)) = qdd", "fd", "qdd", driven_.fd(q, qd, tau), qdd, tau.cwiseAbs().maxCoeff() / largest,
          solving);
  compare("(M + R) M_inv = 1", "inertia_inverse", "identity", product(M, driven_.inertia_inverse(q)), one, 1,
          solving);
  const auto factors = driven_.eval(Quantity::udut, {.q = q});
  compare("U D U^T = M + R", "udut", "M + R",
          product(MatrixXd(factors[0]) * VectorXd(factors[1]).asDiagonal(), MatrixXd(factors[0]).transpose()),
          M, s.size_M, solving);
  const auto by_id = driven_.eval(Quantity::id_derivatives, {.q = q, .qd = qd, .qdd = qdd});
  compare("d id/dqd", "id_derivatives", "links + viscous", by_id[1],
          s.did_dqd() + MatrixXd(viscous_.asDiagonal()), s.size_C, plain);
  const auto by_fd = driven_.eval(Quantity::fd_derivatives, {.q = q, .qd = qd, .tau = tau});
  compare("(M + R) d fd/dq", "fd_derivatives", "-d id/dq", product(M, by_fd[0]), -MatrixXd(by_id[0]),
          size_tau, solving);
  compare("(M + R) d fd/dqd", "fd_derivatives", "-d id/dqd", product(M, by_fd[1]), -MatrixXd(by_id[1]),
          s.size_C, solving);
}

void MotorChecks::append_to(std::vector<Residual>& rows) && {
  for (Residual& row : rows_) {
    if (!(row.worst <= row.tolerance)) row.outcome = Outcome::fail;
    rows.push_back(std::move(row));
  }
}

}  // namespace catena::check::detail
