// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/torque_table.hpp"

#include <fmt/format.h>

#include "sim/require.hpp"
#include "sim/segment.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "torque table";

// Sums of steps carry rounding errors.
constexpr double kSlack = 1e-9;

}  // namespace

TorqueTable::TorqueTable(std::vector<double> times, Eigen::MatrixXd torques, Between between)
    : times_(std::move(times)), torques_(std::move(torques)), between_(between) {
  detail::require_times(kWhere, times_);
  if (torques_.cols() != static_cast<Eigen::Index>(times_.size()))
    throw Error(ErrorKind::usage, kWhere, "the number of rows of torques differs from the number of times")
        .given(fmt::format("{} rows, {} times", torques_.cols(), times_.size()));
  for (Eigen::Index k = 0; k < torques_.cols(); ++k)
    detail::require_finite(fmt::format("{}, row {}", kWhere, k + 1), "tau", torques_.col(k));
}

void TorqueTable::torque(double t, VecIn, VecIn, VecOut tau) {
  if (t < -kSlack * duration() || t > duration() * (1 + kSlack))
    throw Error(ErrorKind::usage, kWhere, "the torque table does not cover this time")
        .given(fmt::format("t = {} s", t))
        .need(fmt::format("0 to {} s, which the table covers", duration()));
  const auto k = static_cast<Eigen::Index>(detail::segment_of(times_, t));
  if (between_ == Between::hold) {
    tau = torques_.col(t >= duration() ? k + 1 : k);
    return;
  }
  const double u = (t - times_[k]) / (times_[k + 1] - times_[k]);
  tau = (1 - u) * torques_.col(k) + u * torques_.col(k + 1);
}

std::vector<double> TorqueTable::kinks() const {
  // Held torques jump; of interpolated torques the slope changes. Without these times, a step could skip a short pulse.
  std::vector<double> out;
  const Eigen::Index last = torques_.cols() - 1;
  const auto slope = [&](Eigen::Index k) -> Eigen::VectorXd {
    return (torques_.col(k + 1) - torques_.col(k)) / (times_[k + 1] - times_[k]);
  };
  for (Eigen::Index k = 1; k <= last; ++k) {
    if (between_ == Between::hold ? torques_.col(k) != torques_.col(k - 1)
                                  : k < last && !slope(k).isApprox(slope(k - 1), 1e-9))
      out.push_back(times_[k]);
  }
  return out;
}

void TorqueTable::require_lasts(double duration, const std::string& where) const {
  if (duration <= this->duration() * (1 + kSlack)) return;
  throw Error(ErrorKind::usage, where, "the torque table is too short")
      .given(fmt::format("its last row is at {} s, the simulation ends at {} s", this->duration(), duration))
      .need(fmt::format("a row at {} s or later", duration))
      .hint(fmt::format("simulate {} s, or repeat the last row at {}", this->duration(), duration));
}

}  // namespace catena::sim
