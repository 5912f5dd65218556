// SPDX-License-Identifier: Apache-2.0
// One algorithm, several scalar types: the derivative of the inertia matrix, and the operation count of inverse dynamics.
#include <catena/catena.hpp>
#include <catena/count/counted_chain.hpp>
#include <cstdio>

int main() {
  const catena::Chain<double> arm = catena::Arm::load("planar2").chain();

  // dM/dq2 by dual numbers
  using Dual = catena::Dual<1>;
  const catena::Chain<Dual> dual_arm = arm.cast<Dual>();
  const std::vector<Dual> q = {Dual(0.3), Dual::variable(0.9, 0)};
  catena::MatX<Dual> M(2, 2);
  catena::crba(dual_arm, catena::posture<Dual>(dual_arm, q), M.view());
  std::printf("M11 = %.6f, dM11/dq2 = %.6f\n", M(0, 0).value, M(0, 0).d[0]);

  // operation count of inverse dynamics for any arm with six revolute joints
  using catena::Counted;
  const auto counted = catena::counted(catena::Arm::load("chain:6").chain(), catena::Constants::general);
  const std::vector<Counted> v(6, Counted::general(0.1));
  std::vector<Counted> tau(6, Counted(0.0));
  const Counted g = Counted::general(-9.81);
  catena::RneaWork<Counted> work(6);
  const auto x = catena::posture<Counted>(counted, v);
  const catena::CountScope scope;
  catena::rnea<Counted>(counted, x, v, v, {g, g, g}, work, tau);
  std::printf("inverse dynamics, n = 6: %ld multiplications, %ld additions\n", scope.count().mul,
              scope.count().add);
}
