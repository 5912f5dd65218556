// SPDX-License-Identifier: Apache-2.0
// Programs of quantities that refer to a frame: that of any link, at a point of it, in any axes.
#include <gtest/gtest.h>

#include "catena/codegen/emit_c.hpp"
#include "catena/codegen/program.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/model/pivot.hpp"
#include "support/arms.hpp"
#include "support/by_rows.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

// A frame with axes that differ from those of its link and an origin outside of it.
Frame<double> frame_on(int link, Axes axes) {
  const double c = 0.6, s = 0.8;
  return {link, {{c, -s, 0, s, c, 0, 0, 0, 1}, {0.1, -0.2, 0.3}}, axes};
}

class FramesOf : public testing::TestWithParam<const char*> {};

TEST_P(FramesOf, AreThoseOfTheArm) {
  const Case c(GetParam());
  const int n = c.arm.dof();
  std::vector<double> inputs;
  for (const auto* part : {&c.q, &c.qd, &c.qdd, &c.tau})
    inputs.insert(inputs.end(), part->begin(), part->end());
  int compared = 0, moved = 0;
  for (const int link : {-1, 0, n / 2, n - 1})
    for (const Axes axes : {Axes::base_at_frame, Axes::frame, Axes::base}) {
      const Given given = {.frame = frame_on(link, axes)};
      State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
      for (const QuantityInfo& quantity : kQuantities) {
        if (!quantity.needs(Input::frame) || quantity.needs(Input::V)) continue;
        const auto value = [&](const Frame<double>* frame) {
          s.frame = frame;
          std::vector<double> out(size_of(quantity.quantity, n), NAN);
          Prepared<double> prepared = find_method<double>(quantity.quantity)->prepare(c.arm);
          const bool full = least_rank(prepared.run(c.x(), s, out).rank) > kLeastRank;
          return full ? out : std::vector<double>();
        };
        const std::vector<double> plain = value(&*given.frame);
        if (plain.empty()) continue;  // the Jacobian is rank-deficient: there is no result to agree on
        const std::vector<double> expected = by_rows(quantity, n, plain);
        for (const Method<Expr>* method : recordable_methods(quantity.quantity, given)) {
          const Program program = best_program(*method, c.arm, given);
          EXPECT_LE(relative_error(quantity.quantity, evaluate(program, inputs), expected), 1e-10)
              << quantity.name << " by " << method->name << " on link " << link;
          ++compared;
        }
        moved += value(nullptr) != plain;
      }
    }
  EXPECT_GT(compared, 60);
  EXPECT_GT(moved, 40) << "frames differ from the tool";
}

INSTANTIATE_TEST_SUITE_P(Arms, FramesOf,
                         testing::Values("chain:1", "mixed:2:2", "mixed:5:3", "chain:6", "mixed:7:1"));

TEST(Frames, TheHeadOfTheFileNamesThem) {
  const Case c("chain:3");
  const Given given = {.frame = frame_on(1, Axes::frame)};
  const std::vector<Program> programs = {cheapest_program(Quantity::jacobian, c.arm, given)};
  CSettings settings;
  settings.frame = "the frame 'camera' */ #error";
  const std::string head = emit_c(programs, settings).header;
  EXPECT_NE(head.find("Quantities of a frame are those of the frame 'camera'"), std::string::npos) << head;
  EXPECT_NE(head.find("in its own axes"), std::string::npos);
  EXPECT_EQ(head.find("'camera' */"), std::string::npos) << "a name does not end the comment";
}

}  // namespace
}  // namespace catena::test
