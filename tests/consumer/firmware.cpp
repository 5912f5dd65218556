// SPDX-License-Identifier: Apache-2.0
// A user's program with the algorithms alone, as for firmware: headers, no library, no Eigen.
#include <catena/core/algo/gdahj.hpp>
#include <catena/core/algo/rnea.hpp>
#include <cmath>
#include <cstdio>

namespace {

// Two rods of 1 kg and 1 m that turn about parallel axes, as point masses at their ends.
catena::Chain<double> two_rods() {
  catena::ChainLink<double> rod{};
  rod.kind = catena::JointKind::revolute;
  rod.ca = rod.ct = 1;
  rod.body = {1, {1, 0, 0}, {0, 1, 1, 0, 0, 0}};
  rod.spread = {1, 0, 0, 0, 0, 0};
  catena::ChainLink<double> second = rod;
  second.a = 1;
  const auto pose = catena::Pose<double>::identity();
  return {{rod, second}, pose, pose, {0, -9.81, 0}};
}

bool near(double x, double y) { return std::abs(x - y) < 1e-12; }

}  // namespace

int main() {
  const catena::Chain<double> arm = two_rods();
  const double q[] = {0.3, 0.7}, still[] = {0, 0};
  const auto x = catena::posture<double>(arm, q);

  catena::GdahjWork<double> work(2);
  double M[4];
  catena::gdahj<double>(arm, x, work, {M, 2, 2, 2});
  const double c = std::cos(q[1]);
  if (!near(M[0], 3 + 2 * c) || !near(M[1], 1 + c) || !near(M[2], 1 + c) || !near(M[3], 1)) return 1;

  catena::RneaWork<double> rnea_work(2);
  double g[2];
  catena::rnea<double>(arm, x, still, still, arm.gravity(), rnea_work, g);
  if (!near(g[1], 9.81 * std::cos(q[0] + q[1])) || !near(g[0], g[1] + 2 * 9.81 * std::cos(q[0]))) return 2;
  std::puts("two rods without the library");
}
