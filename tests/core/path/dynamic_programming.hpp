// SPDX-License-Identifier: Apache-2.0
// The quickest motion along a path by brute force: the time from every point of a grid of s and ṡ to the end.
#pragma once

#include <cmath>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/path/joint_limits.hpp"
#include "catena/core/path/joint_path.hpp"

namespace catena::test {

// `steps` intervals of s, `speeds` values of ṡ up to the largest that the velocities of the joints allow. A step from one
// value to another is allowed if velocities, accelerations and torques in the middle of the interval are within the limits. The
// largest change of ṡ in an interval is rounded down to a value of the grid, which makes the result slower by up to
// steps / speeds.
inline double dynamic_programming(const Arm& arm, const path::JointPath& path,
                                  const path::JointLimits& limits, int steps, int speeds) {
  const int n = arm.dof();
  Eigen::VectorXd q(n), dq(n), ddq(n);
  double most = 0;
  for (int i = 0; i <= steps; ++i) {
    path.at(path.length() * i / steps, q, dq, ddq);
    most = std::max(most, limits.velocity.cwiseQuotient(dq.cwiseAbs()).minCoeff());
  }
  const double h = path.length() / steps;
  const auto count = static_cast<std::size_t>(speeds) + 1;
  const auto speed = [&](std::size_t k) { return most * static_cast<double>(k) / speeds; };
  std::vector<double> time(count, INFINITY), before;
  time[0] = 0;
  for (int i = steps - 1; i >= 0; --i) {
    path.at(h * (i + 0.5), q, dq, ddq);
    const Eigen::MatrixXd M = arm.inertia(q);
    const Eigen::VectorXd a = M * dq, b = M * ddq + arm.bias(q, dq), c = arm.gravity(q);
    const auto allowed = [&](double x, double u) {
      const double v = std::sqrt(x);
      for (int j = 0; j < n; ++j)
        if (std::abs(v * dq[j]) > limits.velocity[j] ||
            std::abs(u * dq[j] + x * ddq[j]) > limits.acceleration[j] ||
            std::abs(u * a[j] + x * b[j] + c[j]) > limits.torque[j])
          return false;
      return true;
    };
    before = time;
    std::fill(time.begin(), time.end(), INFINITY);
    for (std::size_t k = 0; k < count; ++k) {
      const double v = speed(k);
      // All limits are linear in ṡ² and s̈, so that the values that can be reached are an interval.
      bool found = false;
      for (std::size_t to = 0; to < count; ++to) {
        const double w = speed(to);
        if (v + w == 0) continue;
        if (allowed((v * v + w * w) / 2, (w * w - v * v) / (2 * h))) {
          found = true;
          time[k] = std::min(time[k], 2 * h / (v + w) + before[to]);
        } else if (found) {
          break;
        }
      }
    }
  }
  return time[0];
}

}  // namespace catena::test
