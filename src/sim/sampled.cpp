// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/sampled.hpp"

#include <fmt/format.h>

#include <array>

#include "catena/core/error.hpp"
#include "sim/rest.hpp"
#include "sim/segment.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "sampled trajectory";

// Hermite basis polynomials on [0, 1], one for each value at an end; coefficients from the constant up.
using Basis = std::array<double, 6>;
constexpr Basis kCubic[4] = {{1, 0, -3, 2, 0, 0},   // position at the beginning
                             {0, 1, -2, 1, 0, 0},   // velocity at the beginning
                             {0, 0, -1, 1, 0, 0},   // velocity at the end
                             {0, 0, 3, -2, 0, 0}};  // position at the end
constexpr Basis kQuintic[6] = {{1, 0, 0, -10, 15, -6},       {0, 1, 0, -6, 8, -3},
                               {0, 0, 0.5, -1.5, 1.5, -0.5},  // acceleration at the beginning
                               {0, 0, 0, 0.5, -1, 0.5},       // acceleration at the end
                               {0, 0, 0, -4, 7, -3},         {0, 0, 0, 10, -15, 6}};

// Value, first and second derivative.
std::array<double, 3> values(const Basis& c, double u) {
  std::array<double, 3> v = {0, 0, 0};
  for (int k = 5; k >= 0; --k) {
    v[2] = v[2] * u + 2 * v[1];
    v[1] = v[1] * u + v[0];
    v[0] = v[0] * u + c[static_cast<std::size_t>(k)];
  }
  return v;
}

void require_samples(const char* name, const Eigen::MatrixXd& x, Eigen::Index rows, std::size_t times) {
  if (x.rows() != rows || x.cols() != static_cast<Eigen::Index>(times))
    throw Error(ErrorKind::usage, kWhere, fmt::format("'{}' has the wrong size", name))
        .given(fmt::format("{} x {}", x.rows(), x.cols()))
        .need(fmt::format("{} x {}, joints x times", rows, times));
  for (Eigen::Index k = 0; k < x.cols(); ++k)
    detail::require_finite(fmt::format("{}, row {}", kWhere, k + 1), name, x.col(k));
}

}  // namespace

Sampled::Sampled(std::vector<double> times, Eigen::MatrixXd q, Eigen::MatrixXd qd, Eigen::MatrixXd qdd)
    : times_(std::move(times)), q_(std::move(q)), qd_(std::move(qd)), qdd_(std::move(qdd)) {
  detail::require_times(kWhere, times_);
  require_samples("q", q_, q_.rows(), times_.size());
  require_samples("qd", qd_, q_.rows(), times_.size());
  if (accelerated()) require_samples("qdd", qdd_, q_.rows(), times_.size());
}

void Sampled::at(double t, JointMotion& motion) const {
  if (t < 0) return detail::stand(q_.col(0), motion);
  if (t > duration()) return detail::stand(q_.col(q_.cols() - 1), motion);
  const auto k = static_cast<Eigen::Index>(detail::segment_of(times_, t));
  const double h = times_[k + 1] - times_[k], u = (t - times_[k]) / h;
  motion.q.setZero();
  motion.qd.setZero();
  motion.qdd.setZero();
  const auto add = [&](const Basis& basis, double scale, const auto& column) {
    const std::array<double, 3> v = values(basis, u);
    motion.q += (scale * v[0]) * column;
    motion.qd += (scale / h * v[1]) * column;
    motion.qdd += (scale / (h * h) * v[2]) * column;
  };
  const Basis* basis = accelerated() ? kQuintic : kCubic;
  add(*basis++, 1, q_.col(k));
  add(*basis++, h, qd_.col(k));
  if (accelerated()) {
    add(*basis++, h * h, qdd_.col(k));
    add(*basis++, h * h, qdd_.col(k + 1));
  }
  add(*basis++, h, qd_.col(k + 1));
  add(*basis, 1, q_.col(k + 1));
}

// Accelerations, or their rates, jump at these times. Without them, a step could skip a short motion between two rests.
std::vector<double> Sampled::kinks() const { return times_; }

}  // namespace catena::sim
