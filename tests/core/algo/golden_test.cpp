// SPDX-License-Identifier: Apache-2.0
// Every method of the registry against the golden data: R and P joints, both conventions, n = 2..30.
#include <gtest/gtest.h>

#include <map>

#include "catena/core/library_methods.hpp"
#include "catena/core/registry.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

// Golden fields that are plain arrays of a quantity; matrices are stored by rows.
const std::map<Quantity, std::string> kFields = {
    {Quantity::inertia, "M"},
    {Quantity::bias, "coriolis"},
    {Quantity::gravity, "gravity_vec"},
    {Quantity::id, "tau"},
    {Quantity::fd, "fd_qdd"},
    {Quantity::udut, "U"},
    {Quantity::nu, "nu"},
    {Quantity::xi, "xi"},
    {Quantity::cnu, "C_nu_with_gravity"},
    {Quantity::cxi, "C_xi_with_gravity"},
};

std::vector<double> by_columns(const std::vector<double>& rows) {
  const auto n = static_cast<std::size_t>(std::lround(std::sqrt(double(rows.size()))));
  std::vector<double> columns(rows.size());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) columns[j * n + i] = rows[i * n + j];
  return columns;
}

std::vector<double> expected(const Golden& g, const GoldenState& state, Quantity quantity) {
  std::vector<double> y = state[kFields.at(quantity)];
  if (info(quantity).shape() == Shape::square) y = by_columns(y);
  if (quantity == Quantity::udut) {
    const std::vector<double>& d = state["D"];
    y.insert(y.end(), d.begin(), d.end());
  }
  EXPECT_EQ(y.size(), size_of(quantity, g.dof()));
  return y;
}

class EveryGoldenRobot : public testing::TestWithParam<std::string> {};

TEST_P(EveryGoldenRobot, IsReproducedByEveryMethod) {
  const Golden g = load_golden(GetParam());
  Notes notes;
  const Chain<double> arm = make_chain(g.robot, notes);
  EXPECT_TRUE(notes.empty());
  int compared = 0;
  for (const GoldenState& state : g.states) {
    const auto q = state["q"], qd = state["qd"], qdd = state["qdd"];
    const auto tau = state["fd_tau"];
    const Posture<double> x = posture<double>(arm, q);
    const State<double> s{q, qd, qdd, tau, arm.gravity(), Force<double>::zero()};
    std::vector<Method<double>> all(methods<double>().begin(), methods<double>().end());
    all.insert(all.end(), library_methods().begin(), library_methods().end());  // kernels too
    for (const Method<double>& m : all) {
      if (!kFields.contains(m.quantity)) continue;
      if (m.roots && !state.has("nu")) continue;  // D is not positive there
      std::vector<double> out(size_of(m.quantity, g.dof()), NAN);
      m.run(arm, x, s, out);
      EXPECT_LE(relative_error(out, expected(g, state, m.quantity)), g.tolerance())
          << info(m.quantity).name << " by " << m.name << " at q = " << testing::PrintToString(state["q"]);
      ++compared;
    }
  }
  EXPECT_GE(compared, 2 * 10);
}

INSTANTIATE_TEST_SUITE_P(Golden, EveryGoldenRobot, testing::ValuesIn(golden_stems()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace catena::test
