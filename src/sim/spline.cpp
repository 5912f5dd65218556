// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/spline.hpp"

#include <fmt/format.h>

#include "catena/core/error.hpp"
#include "sim/rest.hpp"
#include "sim/segment.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "spline";

void require_points(const std::vector<double>& times, const Eigen::MatrixXd& points) {
  detail::require_times(kWhere, times);
  if (points.cols() != static_cast<Eigen::Index>(times.size()))
    throw Error(ErrorKind::usage, kWhere, "the number of points differs from the number of times")
        .given(fmt::format("{} points, {} times", points.cols(), times.size()));
  for (Eigen::Index k = 0; k < points.cols(); ++k)
    detail::require_finite(fmt::format("{}, point {}", kWhere, k + 1), "q", points.col(k));
}

}  // namespace

Spline::Spline(std::vector<double> times, Eigen::MatrixXd points, Ends ends)
    : times_(std::move(times)), points_(std::move(points)) {
  require_points(times_, points_);
  const Eigen::Index last = points_.cols() - 1;
  const auto h = [&](Eigen::Index k) { return times_[k + 1] - times_[k]; };
  const auto slope = [&](Eigen::Index k) -> Eigen::VectorXd {
    return (points_.col(k + 1) - points_.col(k)) / h(k);
  };

  // Equal velocities on both sides of every waypoint: below b_(k-1) + diagonal b_k + above b_(k+1) = right,
  // solved from the first row to the last and back (Thomas).
  bends_ = Eigen::MatrixXd::Zero(points_.rows(), points_.cols());
  std::vector<double> above(static_cast<std::size_t>(last) + 1, 0.0);
  for (Eigen::Index k = 0; k <= last; ++k) {
    double below = 0, diagonal = 1, next = 0;
    Eigen::VectorXd right = Eigen::VectorXd::Zero(points_.rows());
    if (k > 0 && k < last) {
      below = h(k - 1), diagonal = 2 * (h(k - 1) + h(k)), next = h(k);
      right = 6 * (slope(k) - slope(k - 1));
    } else if (ends == Ends::rest && k == 0) {
      diagonal = 2 * h(0), next = h(0), right = 6 * slope(0);
    } else if (ends == Ends::rest) {
      below = h(k - 1), diagonal = 2 * h(k - 1), right = -6 * slope(k - 1);
    }
    if (k > 0) {
      diagonal -= below * above[k - 1];
      right -= below * bends_.col(k - 1);
    }
    above[k] = next / diagonal;
    bends_.col(k) = right / diagonal;
  }
  for (Eigen::Index k = last - 1; k >= 0; --k) bends_.col(k) -= above[k] * bends_.col(k + 1);
}

void Spline::at(double t, JointMotion& motion) const {
  if (t < 0) return detail::stand(points_.col(0), motion);
  if (t > duration()) return detail::stand(points_.col(points_.cols() - 1), motion);
  const auto k = static_cast<Eigen::Index>(detail::segment_of(times_, t));
  const double h = times_[k + 1] - times_[k], b = (t - times_[k]) / h, a = 1 - b;
  const auto from = points_.col(k), to = points_.col(k + 1), bend = bends_.col(k), next = bends_.col(k + 1);
  motion.q = a * from + b * to + (h * h / 6) * ((a * a * a - a) * bend + (b * b * b - b) * next);
  motion.qd = (to - from) / h + (h / 6) * ((3 * b * b - 1) * next - (3 * a * a - 1) * bend);
  motion.qdd = a * bend + b * next;
}

}  // namespace catena::sim
