// SPDX-License-Identifier: Apache-2.0
#include "catena/count/cost.hpp"

#include <string>

#include "catena/core/model/generate.hpp"
#include "catena/core/motors.hpp"

namespace catena {
namespace {

constexpr int kFirst =
    7;  // from here on the cost is polynomial: the first links cost less, which shows in short arms
constexpr int kRuns = 7;  // enough for n^4 and two confirmations

// Any numbers other than 0, 1 and -1 will do: no method branches on a value.
std::vector<Counted> any(int n, double from) {
  std::vector<Counted> v;
  for (int i = 0; i < n; ++i) v.push_back(Counted::general(from + 0.1 * i));
  return v;
}

OpCount plus(const OpCount& a, const OpCount& b) {
  return {a.mul + b.mul, a.add + b.add, a.sqrt + b.sqrt, a.trig + b.trig};
}

Chain<double> revolute_chain(int n) {
  Notes notes;
  return make_chain(generate_robot("chain:" + std::to_string(n)), notes);
}

}  // namespace

Cost cost(const Chain<double>& arm, const Method<Counted>& method, Constants constants, bool motors) {
  const int n = arm.dof();
  const Chain<Counted> counting = counted(arm, constants);
  const Vec3<double>& g = arm.gravity();
  const auto make = constants == Constants::general ? &Counted::general : &Counted::known;
  const auto q = any(n, 0.3), qd = any(n, 0.7), qdd = any(n, 1.3), tau = any(n, 2.3);
  State<Counted> state{q, qd, qdd, tau, {make(g.x), make(g.y), make(g.z)}, Force<Counted>::zero()};
  const auto w = any(6, 1.7);
  const std::vector<Force<Counted>> wrenches(static_cast<std::size_t>(n),
                                             {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
  if (info(method.quantity).requires_wrenches()) state.wrenches = wrenches;
  Cost cost;
  Posture<Counted> x(counting);
  {
    const CountScope scope;
    x.set(counting, q);
    cost.kinematics = scope.count();
  }
  {
    std::vector<Counted> out(size_of(method.quantity, n), Counted(0.0));
    const bool adds = motors && motor_effect(method.quantity) == MotorEffect::added;
    std::vector<Counted> terms(static_cast<std::size_t>(n), Counted(0.0));
    const CountScope scope;
    if (adds) motor_terms<Counted>(method.quantity, counting, state, terms);
    method.run(counting, x, state, out);
    if (adds)
      add_motor_terms<Counted>(method.quantity, counting, terms, Result<Counted>(method.quantity, n, out));
    cost.work = scope.count();
  }
  if (method.poses) {
    Kinematics<Counted> k(n);
    const CountScope scope;
    set_poses(counting, x, k);
    const OpCount poses = scope.count();
    cost.kinematics = plus(cost.kinematics, poses);
    cost.work = cost.work - poses;
  }
  return cost;
}

CostLaw cost_law(const std::function<OpCount(const Chain<double>&)>& count) {
  std::vector<long> mul, add;
  for (int n = kFirst; n < kFirst + kRuns; ++n) {
    const OpCount c = count(revolute_chain(n));
    mul.push_back(c.mul);
    add.push_back(c.add);
  }
  return {Polynomial::through(kFirst, mul), Polynomial::through(kFirst, add)};
}

CostLaw cost_law(const Method<Counted>& method, bool motors) {
  return cost_law(
      [&](const Chain<double>& arm) { return cost(arm, method, Constants::general, motors).work; });
}

}  // namespace catena
