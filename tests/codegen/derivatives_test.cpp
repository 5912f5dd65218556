// SPDX-License-Identifier: Apache-2.0
// Generated derivatives are those of dual numbers.
#include <gtest/gtest.h>

#include "support/compiled.hpp"
#include "support/derivatives.hpp"

namespace catena::test {
namespace {

struct Wanted {
  Quantity quantity;
  bool forward;
  By by;
};
constexpr Wanted kWanted[] = {{Quantity::did_dq, false, By::q},
                              {Quantity::did_dqd, false, By::qd},
                              {Quantity::dfd_dq, true, By::q},
                              {Quantity::dfd_dqd, true, By::qd}};

TEST(GeneratedDerivatives, AreThoseOfDualNumbers) {
  for (const char* spec : {"chain:1", "mixed:2:1", "planar:4", "mixed:6:2"}) {
    const Case c(spec);
    const int n = c.arm.dof();
    std::vector<Program> programs;
    for (const Wanted& w : kWanted) programs.push_back(cheapest_program(w.quantity, c.arm));
    const LoadedCode<double> code(emit_c(programs, {"arm", "", "", CReal::binary64}));
    ASSERT_TRUE(code.ok());
    for (const Wanted& w : kWanted) {
      const std::vector<double> out = code("arm", w.quantity, n, {c.q, c.qd, c.qdd, c.tau});
      const MatrixXd rows = Eigen::Map<const MatrixXd>(out.data(), n, n);  // row by row
      EXPECT_LE(distance(rows.transpose(), by_dual(w.forward, c, w.by, Force<double>::zero())), 1e-11)
          << spec << " " << info(w.quantity).name;
    }
  }
}

}  // namespace
}  // namespace catena::test
