// SPDX-License-Identifier: Apache-2.0
#include "reproduce/follow.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/linear.hpp"

namespace catena::reproduce::detail {
namespace {

using catena::detail::determinant;
using catena::detail::eigenvalues;
using catena::detail::product;

// When `distance` first exceeds `far`, interpolating linearly between the logarithms of two samples, since the distance
// grows exponentially.
template <class Distance>
std::optional<double> first_beyond(const std::vector<double>& time, double far, const Distance& distance) {
  double before = 0;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double now = distance(k);
    if (!(now <= far)) {  // or not a number
      if (k == 0 || !(before > 0) || !std::isfinite(now)) return time[k];
      const double part = std::log(far / before) / std::log(now / before);
      return time[k - 1] + part * (time[k] - time[k - 1]);
    }
    before = now;
  }
  return std::nullopt;
}

// The cubic with these values and slopes at both ends of an interval of length h, at part s of it.
double cubic(double s, double h, double q0, double v0, double q1, double v1) {
  const double r = 1 - s;
  return r * r * (1 + 2 * s) * q0 + s * s * (3 - 2 * s) * q1 + h * s * r * (r * v0 - s * v1);
}

// Where f changes its sign between a and b.
template <class F>
double root(double a, double b, const F& f) {
  const bool below = f(a) < 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (a + b) / 2;
    ((f(middle) < 0) == below ? a : b) = middle;
  }
  return (a + b) / 2;
}

}  // namespace

std::optional<double> departure(const sim::Run& run, const sim::Trajectory& desired, double far) {
  sim::JointMotion want(desired.dof());
  return first_beyond(run.time, far, [&](std::size_t k) {
    desired.at(run.time[k], want);
    return (want.q - run.q[k]).cwiseAbs().maxCoeff();
  });
}

std::optional<double> separation(const sim::Run& a, const sim::Run& b, double far) {
  const std::vector<double>& time = a.time.size() < b.time.size() ? a.time : b.time;
  return first_beyond(time, far, [&](std::size_t k) { return (a.q[k] - b.q[k]).cwiseAbs().maxCoeff(); });
}

std::optional<double> first_zero(const sim::Run& run, int i) {
  for (std::size_t k = 1; k < run.time.size(); ++k) {
    const double q0 = run.q[k - 1][i], q1 = run.q[k][i], h = run.time[k] - run.time[k - 1];
    if ((q0 < 0) == (q1 < 0)) continue;
    const double v0 = run.qd[k - 1][i], v1 = run.qd[k][i];
    return run.time[k - 1] + h * root(0, 1, [&](double s) { return cubic(s, h, q0, v0, q1, v1); });
  }
  return std::nullopt;
}

std::vector<double> growth(const Arm& arm, const sim::Trajectory& desired, std::span<const double> times) {
  constexpr double kStep = 0.01;  // a tenth of the shortest time in which a deviation grows e-fold
  const Eigen::Index n = arm.dof();
  sim::JointMotion want(arm.dof());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  A.topRightCorner(n, n).setIdentity();
  const auto rate_matrix = [&](double t) {
    desired.at(t, want);
    const FdDerivatives d = arm.fd_derivatives(want.q, want.qd, arm.id(want.q, want.qd, want.qdd));
    A.bottomLeftCorner(n, n) = d.by_q;
    A.bottomRightCorner(n, n) = d.by_qd;
    return A;
  };

  std::vector<double> out;
  Eigen::MatrixXd phi = Eigen::MatrixXd::Identity(2 * n, 2 * n), begin = rate_matrix(0);
  long done = 0;
  for (const double t : times) {
    for (const long last = std::lround(t / kStep); done < last; ++done) {  // the classical Runge-Kutta method
      const double now = static_cast<double>(done) * kStep;
      const Eigen::MatrixXd middle = rate_matrix(now + kStep / 2), end = rate_matrix(now + kStep);
      const Eigen::MatrixXd k1 = product(begin, phi);
      const Eigen::MatrixXd k2 = product(middle, phi + kStep / 2 * k1);
      const Eigen::MatrixXd k3 = product(middle, phi + kStep / 2 * k2);
      const Eigen::MatrixXd k4 = product(end, phi + kStep * k3);
      phi += kStep / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      begin = end;
    }
    out.push_back(std::sqrt(eigenvalues(product(phi.transpose(), phi)).tail(1)[0]));
  }
  return out;
}

std::vector<double> singular_times(const Arm& arm, const sim::Trajectory& desired) {
  constexpr double kStep = 0.01;
  sim::JointMotion want(arm.dof());
  const auto det = [&](double t) {
    desired.at(t, want);
    return determinant(arm.inertia(want.q));
  };
  std::vector<double> out;
  const long steps = std::lround(desired.duration() / kStep);
  double before = det(0);
  for (long k = 1; k <= steps; ++k) {
    const double t = static_cast<double>(k) * kStep, now = det(t);
    if ((before < 0) != (now < 0)) out.push_back(root(t - kStep, t, det));
    before = now;
  }
  return out;
}

}  // namespace catena::reproduce::detail
