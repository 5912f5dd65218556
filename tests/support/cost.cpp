// SPDX-License-Identifier: Apache-2.0
#include "support/cost.hpp"
#include "catena/count/methods.hpp"

#include <ostream>

#include "catena/core/registry.hpp"

namespace catena {

void PrintTo(const OpCount& c, std::ostream* out) {
  *out << c.mul << " mul, " << c.add << " add, " << c.sqrt << " sqrt, " << c.trig << " trig";
}
}  // namespace catena

namespace catena::test {

std::vector<Counted> general(const std::vector<double>& v) {
  std::vector<Counted> out;
  for (double x : v) out.push_back(Counted::general(x));
  return out;
}

OpCount cost_of(Quantity quantity, std::string_view method, int n, const std::string& kind) {
  const Case c(kind + ":" + std::to_string(n));
  const Chain<Counted> arm = counted(c.arm, Constants::general);
  const auto q = general(c.q), qd = general(c.qd), qdd = general(c.qdd), tau = general(c.tau);
  const Counted g = Counted::general(-9.81);
  State<Counted> s{q, qd, qdd, tau, {g, g, g}, Force<Counted>::zero()};
  const std::vector<Force<Counted>> wrenches(static_cast<std::size_t>(n), {{g, g, g}, {g, g, g}});
  if (info(quantity).requires_wrenches()) s.wrenches = wrenches;
  const Posture<Counted> x = posture<Counted>(arm, q);
  const Method<Counted>* m = find_method<Counted>(quantity, method);
  if (!m) return {-1, -1, -1, -1};
  std::vector<Counted> out(size_of(quantity, n), Counted(0.0));
  const CountScope scope;
  m->run(arm, x, s, out);
  return scope.count();
}

}  // namespace catena::test
