// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/extreme.hpp"

#include <algorithm>
#include <cmath>

namespace catena::choose::detail {
namespace {

constexpr int kClimbers = 4;         // each starts from the best posture of its share of the samples
constexpr double kFirstStep = 0.05;  // of a joint's range
constexpr double kLastStep = 1e-9;   // of a joint's range: values are then exact to double precision

double climb(Subject& subject, std::span<double> q, double sign,
             const std::function<double(std::span<const double>)>& value) {
  const std::vector<JointRange>& joints = subject.box().joints;
  double best = sign * value(q);
  int tried = 0;
  for (double step = kFirstStep; step > kLastStep && tried < 4000; step /= 2) {
    bool better = true;
    while (better && tried < 4000) {
      better = false;
      for (std::size_t i = 0; i < q.size(); ++i)
        for (const double way : {1.0, -1.0}) {
          const double before = q[i], moved = before + way * step * joints[i].span();
          q[i] = joints[i].turns ? moved : std::clamp(moved, joints[i].lower, joints[i].upper);
          const double now = q[i] == before ? best : sign * value(q);
          ++tried;
          if (now > best) {
            best = now, better = true;
            break;
          }
          q[i] = before;
        }
    }
  }
  return sign * best;
}

}  // namespace

Extreme climbed(Subject& subject, std::span<const double> values, double sign,
                const std::function<double(std::span<const double>)>& value) {
  const Postures& some = subject.postures();
  const auto n = static_cast<std::size_t>(subject.dof());
  const std::size_t each = some.count / static_cast<std::size_t>(some.replicates);
  std::vector<double>& q = subject.scratch().a;
  double best = 0, next = 0;
  const int climbers = std::min(some.replicates, kClimbers);
  for (int climber = 0; climber < climbers; ++climber) {
    // each climber searches its share of the samples
    const std::size_t first = static_cast<std::size_t>(climber) * some.replicates / climbers * each;
    const std::size_t last = static_cast<std::size_t>(climber + 1) * some.replicates / climbers * each;
    std::size_t start = first;
    for (std::size_t k = first; k < last; ++k)
      if (sign * values[k] > sign * values[start]) start = k;
    const auto from = some.q.begin() + static_cast<std::ptrdiff_t>(start * n);
    q.assign(from, from + static_cast<std::ptrdiff_t>(n));
    const double found = climb(subject, q, sign, value);
    if (climber == 0) {
      best = next = found;
    } else if (sign * found > sign * best) {
      next = best, best = found;
    } else if (climber == 1 || sign * found > sign * next) {
      next = found;
    }
  }
  const double gap = std::abs(best - next);
  double scale = 0;
  for (const double v : values) scale = std::max(scale, std::abs(v));
  return {best, gap <= 1e-9 * scale ? 0 : gap};
}

}  // namespace catena::choose::detail
