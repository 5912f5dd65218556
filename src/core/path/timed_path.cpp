// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/timed_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/error.hpp"
#include "core/path/require.hpp"

namespace catena::path {

TimedPath::TimedPath(JointPath path, TimeLaw law) : path_(std::move(path)), law_(std::move(law)) {
  const double begin = law_.phases().empty() ? 0 : law_.phases().front().s;
  if (std::abs(law_.end() - path_.length()) > 1e-9 * path_.length() ||
      std::abs(begin) > 1e-9 * path_.length())
    throw Error(ErrorKind::usage, "timed path", "the time law does not cover the path")
        .given(fmt::format("from s = {} to {}", begin, law_.end()))
        .need(fmt::format("from s = 0 to {}, the length of the path", path_.length()));
}

void TimedPath::sample(double t, VectorOut q, VectorOut qd, VectorOut qdd) const {
  const TimeLaw::Point at = law_.at(t);
  path_.at(at.s, q, qd, qdd);
  qdd = at.a * qd + (at.v * at.v) * qdd;
  qd *= at.v;
}

std::vector<double> TimedPath::kinks() const {
  std::vector<double> times;
  for (const TimeLaw::Phase& phase : law_.phases()) times.push_back(phase.begin);
  if (!times.empty()) times.push_back(duration());
  for (const double s : path_.bends()) times.push_back(law_.time_at(s));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

TimedPath point_to_point(VectorIn from, VectorIn to, const JointLimits& limits) {
  constexpr const char* kWhere = "point to point";
  const Eigen::Index n = from.size();
  detail::require_finite(kWhere, "from", from);
  detail::require_size(kWhere, "to", to.size(), n);
  detail::require_finite(kWhere, "to", to);
  const double way = (to - from).norm();
  // The limits of a joint that moves, expressed for s: the slowest joint decides.
  const auto least = [&](const char* name, const Eigen::VectorXd& limit, bool required) {
    if (limit.size() == 0 && !required) return std::numeric_limits<double>::infinity();
    detail::require_size(kWhere, name, limit.size(), n);
    double out = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!(limit[i] > 0))
        throw Error(ErrorKind::usage, kWhere, fmt::format("'{}' must be above 0", name))
            .given(fmt::format("{} for joint {} (counted from 1)", limit[i], i + 1))
            .need("a number above 0");
      if (to[i] != from[i]) out = std::min(out, limit[i] * way / std::abs(to[i] - from[i]));
    }
    return out;
  };
  const TimeLimits along = {least("velocity", limits.velocity, true),
                            least("acceleration", limits.acceleration, true),
                            least("jerk", limits.jerk, false)};
  if (way == 0) return {JointPath(from), TimeLaw()};
  Eigen::MatrixXd ends(n, 2);
  ends << from, to;
  JointPath line = JointPath::lines(ends);
  TimeLaw law = TimeLaw::double_s(line.length(), along);
  return {std::move(line), std::move(law)};
}

}  // namespace catena::path
