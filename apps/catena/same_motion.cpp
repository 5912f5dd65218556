// SPDX-License-Identifier: Apache-2.0
#include "same_motion.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "catena/core/library_methods.hpp"

namespace catena::cli {
namespace {

constexpr int kStates = 20;
constexpr int kMostForInertia = 300;  // for longer chains only id, which contains M qdd

// NaN counts as infinite.
double relative(const std::vector<double>& x, const std::vector<double>& y) {
  double worst = 0, size = 1e-3;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = std::abs(x[i] - y[i]);
    if (!(d <= worst)) worst = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    size = std::max(size, std::abs(y[i]));
  }
  return worst / size;
}

std::vector<double> result(Quantity quantity, const Chain<double>& arm, const State<double>& s) {
  std::vector<double> out(size_of(quantity, arm.dof()));
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity) {
      m.run(arm, posture<double>(arm, s.q), s, out);
      break;
    }
  return out;
}

Chain<double> chain_of(const Robot& robot) {
  Notes known;
  return make_chain(robot, known);
}

}  // namespace

double largest_difference(const Robot& a, const Robot& b) {
  const Chain<double> arm = chain_of(a), other = chain_of(b);
  const int n = arm.dof();
  if (other.dof() != n) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < n; ++i)
    if (arm.link(i).kind != other.link(i).kind) return std::numeric_limits<double>::infinity();

  std::mt19937 bits(1);
  const auto random = [&] { return 2 * (static_cast<double>(bits()) / 4294967296.0) - 1; };
  std::vector<double> q(static_cast<std::size_t>(n)), qd = q, qdd = q;
  double worst = 0;
  for (int k = 0; k < kStates; ++k) {
    for (int i = 0; i < n; ++i) {
      q[i] = random() * (arm.link(i).revolute() ? std::numbers::pi : 1);
      qd[i] = random();
      qdd[i] = random();
    }
    const State<double> s{q, qd, qdd, {}, arm.gravity(), Force<double>::zero()};
    for (Quantity quantity : {Quantity::inertia, Quantity::id, Quantity::pose})
      if (quantity != Quantity::inertia || n <= kMostForInertia)
        worst = std::max(worst, relative(result(quantity, other, s), result(quantity, arm, s)));
  }
  return worst;
}

}  // namespace catena::cli
