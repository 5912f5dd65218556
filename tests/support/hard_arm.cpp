// SPDX-License-Identifier: Apache-2.0
#include "support/hard_arm.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace catena::test {
namespace {

// splitmix64: the same numbers with every standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  double operator()(double low, double high) {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z = z ^ (z >> 31);
    return low + (high - low) * (static_cast<double>(z >> 11) * 0x1p-53);
  }
  int below(int n) { return std::min(static_cast<int>((*this)(0, n)), n - 1); }
  double power(double low, double high) { return std::pow(10, (*this)(low, high)); }

 private:
  std::uint64_t state_;
};

enum class Kind { ordinary, sizes, masses, thin };

RobotLink hard_link(Dice& dice, Kind kind, double spread) {
  const bool slides = dice.below(4) == 0;
  const double size = kind == Kind::sizes ? dice.power(-spread / 1.5, 0) : dice(0.05, 1);
  const double mass = kind == Kind::sizes    ? dice.power(-spread, 1)
                      : kind == Kind::masses ? dice.power(-2 * spread, 1)
                                             : dice(0.1, 5);
  const auto angle = [&] { return dice.below(2) ? dice(-3, 3) : (dice.below(4) - 1) * std::numbers::pi / 2; };
  const auto length = [&] { return dice.below(3) ? dice(-1, 1) * size : 0.0; };
  RobotLink link;
  link.joint = slides ? JointKind::prismatic : JointKind::revolute;
  link.dh = {length(), angle(), length(), angle()};
  link.mass = mass;
  link.com = {dice(-1, 1) * size, dice(-1, 1) * size, dice(-1, 1) * size};
  double moment = 0.1 * mass * size * size;
  if (kind == Kind::thin) {
    if (dice.below(2)) link.com.x *= dice.power(-2 * spread, 0), link.com.y *= dice.power(-2 * spread, 0);
    moment *= dice.below(3) ? dice.power(-3 * spread, 0) : 0;
  }
  const double x = dice(0.1, 1) * moment, y = dice(0.1, 1) * moment, z = dice(0.1, 1) * moment;
  const double product = 0.1 * std::min({x, y, z});
  link.inertia = {y + z, x + z, x + y, dice(-1, 1) * product, dice(-1, 1) * product, dice(-1, 1) * product};
  return link;
}

}  // namespace

Robot hard_robot(std::uint64_t seed, int most) {
  Dice dice(seed);
  Robot robot;
  robot.name = "hard " + std::to_string(seed);
  robot.convention = Convention::modified;
  robot.gravity = {dice(-3, 3), dice(-3, 3), -9.81};
  const int n = 1 + dice.below(most);
  const Kind kind = static_cast<Kind>(dice.below(4));
  const double spread = dice(0, 4);
  for (int i = 0; i < n; ++i) robot.links.push_back(hard_link(dice, kind, spread));
  return robot;
}

JointState random_state(std::uint64_t seed, int joints) {
  Dice dice(seed * 7919 + 1);
  JointState s;
  for (int i = 0; i < joints; ++i) {
    s.q.push_back(dice(-3, 3));
    s.qd.push_back(dice(-1, 1));
    s.qdd.push_back(dice(-1, 1));
    s.tau.push_back(dice(-1, 1));
  }
  return s;
}

Robot point_near_axis() {
  Robot robot;
  robot.name = "point near axis";
  RobotLink first, second;
  first.dh = {1, 0.5, 0.2, 0.1};
  first.mass = 1;
  first.com = {0.1, 0.2, 0.3};
  first.inertia = Sym3<double>::diagonal(0.1);
  second.mass = 1;
  second.com = {5e-8, 0, 0.5};
  robot.links = {first, second};
  return robot;
}

JointState state_of_point_near_axis() { return {{1.4, 1.03}, {-0.16, -0.48}, {0, 0}, {0.02, -0.19}}; }

}  // namespace catena::test
