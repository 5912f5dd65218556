// SPDX-License-Identifier: Apache-2.0
// All methods that compute the inertia matrix, on one arm: the difference from the first one, and the operation count.
#include <algorithm>
#include <catena/catena.hpp>
#include <catena/count/cost.hpp>
#include <cmath>
#include <cstdio>

int main() {
  const catena::Chain<double> arm = catena::Arm::load("panda").chain();
  const std::vector<double> q = {0.1, -0.4, 0.3, -1.8, 0.2, 1.5, 0.7};
  const auto x = catena::posture<double>(arm, q);
  const catena::State<double> state{q, q, q, q, arm.gravity(), catena::Force<double>::zero()};

  std::vector<double> first;
  std::printf("%-16s %12s %6s %6s\n", "method", "difference", "mul", "add");
  const auto plain = catena::methods<double>();
  const auto counted = catena::methods<catena::Counted>();  // the same list, on counting scalars
  for (std::size_t k = 0; k < plain.size(); ++k) {
    if (plain[k].quantity != catena::Quantity::inertia) continue;
    std::vector<double> M(catena::size_of(catena::Quantity::inertia, arm.dof()));
    plain[k].run(arm, x, state, M);
    if (first.empty()) first = M;
    double worst = 0;
    for (std::size_t i = 0; i < M.size(); ++i) worst = std::max(worst, std::abs(M[i] - first[i]));
    const catena::OpCount work = catena::cost(arm, counted[k], catena::Constants::known).work;
    std::printf("%-16.*s %12s %6ld %6ld\n", static_cast<int>(plain[k].name.size()), plain[k].name.data(),
                worst < 1e-12 ? "below 1e-12" : "large", work.mul, work.add);
  }
}
