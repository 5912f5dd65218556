// SPDX-License-Identifier: Apache-2.0
// Expr: equal expressions are one node, and trivial operations are removed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "catena/codegen/expr.hpp"

namespace catena::test {
namespace {

class Expressions : public testing::Test {
 protected:
  ExprGraph graph;
  ExprScope scope{graph};
  Expr x = Expr::input(0), y = Expr::input(1), z = Expr::input(2);

  static Expr k(double value) { return Expr(value); }
};

#define EXPECT_SAME(a, b) EXPECT_EQ((a).id(), (b).id())

TEST_F(Expressions, AreThereOnce) {
  EXPECT_SAME(x + y, x + y);
  EXPECT_SAME(x + y, y + x);
  EXPECT_SAME(x * y, y * x);
  EXPECT_SAME(sin(x + y), sin(y + x));
  EXPECT_SAME(x - y, -(y - x));
  EXPECT_NE((x - y).id(), (y - x).id());
  EXPECT_NE((x / y).id(), (y / x).id());
  EXPECT_SAME(Expr::input(1), y);
  EXPECT_NE(Expr::input(1).id(), x.id());
}

TEST_F(Expressions, LoseIdleZerosAndOnes) {
  EXPECT_SAME(x + k(0), x);
  EXPECT_SAME(k(0) + x, x);
  EXPECT_SAME(x - k(0), x);
  EXPECT_SAME(k(0) - x, -x);
  EXPECT_SAME(x * k(1), x);
  EXPECT_SAME(x * k(-1), -x);
  EXPECT_SAME(x * k(0), k(0));
  EXPECT_SAME(x * k(-0.0), k(0));
  EXPECT_SAME(k(0) / x, k(0));
  EXPECT_SAME(x / k(1), x);
  EXPECT_SAME(x / k(-1), -x);
  EXPECT_SAME(x - x, k(0));
  EXPECT_SAME(x + -x, k(0));
  EXPECT_SAME(x / x, k(1));
  EXPECT_SAME(-x / x, k(-1));
}

TEST_F(Expressions, CarryTheirSignOutwards) {
  EXPECT_SAME(-(-x), x);
  EXPECT_SAME(x - -y, x + y);
  EXPECT_SAME(x + -y, x - y);
  EXPECT_SAME(-x + y, y - x);
  EXPECT_SAME(-x - y, -(x + y));
  EXPECT_SAME(-x * y, -(x * y));
  EXPECT_SAME(-x * -y, x * y);
  EXPECT_SAME(x * k(-3), -(k(3) * x));
  EXPECT_SAME(x / -y, -(x / y));
  EXPECT_SAME(sin(-x), -sin(x));
  EXPECT_SAME(cos(-x), cos(x));
  EXPECT_SAME(-k(0), k(0));
}

TEST_F(Expressions, FoldConstantsAndGatherThem) {
  EXPECT_SAME(k(2) + k(3), k(5));
  EXPECT_SAME(k(2) - k(3), k(-1));
  EXPECT_SAME(k(-2) * k(3), k(-6));
  EXPECT_SAME(k(1) / k(4), k(0.25));
  EXPECT_SAME(sin(k(0.3)), k(std::sin(0.3)));
  EXPECT_SAME(cos(k(-0.3)), k(std::cos(0.3)));
  EXPECT_SAME(sqrt(k(2)), k(std::sqrt(2)));
  EXPECT_SAME(k(2) * (k(3) * x), k(6) * x);
  EXPECT_SAME((x * k(-2)) * k(4), -(k(8) * x));
  EXPECT_SAME(k(2) * x + k(3) * x, k(5) * x);
  EXPECT_SAME(k(2) * x - k(3) * x, -x);
  EXPECT_SAME(x + k(3) * x, k(4) * x);
  EXPECT_SAME(x + x, k(2) * x);
  EXPECT_SAME(x / k(4), k(0.25) * x);
  EXPECT_SAME(k(1) + (k(2) + x), k(3) + x);
  EXPECT_SAME(k(1) + (k(2) - x), k(3) - x);
  EXPECT_SAME(k(1) + (x - k(2)), x - k(1));
  EXPECT_SAME(k(1) - (k(2) + x), -(k(1) + x));
  EXPECT_SAME(k(1) - (k(2) - x), x - k(1));
  EXPECT_SAME(k(1) - (x - k(2)), k(3) - x);
}

TEST_F(Expressions, KeepAllDigitsOfAConstant) {
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e-17})
    EXPECT_EQ(graph.value(k(value).id()), value);
  EXPECT_EQ(graph.value(k(-1.0 / 3).id()), -1.0 / 3);
  EXPECT_NE(k(1.0).id(), k(std::nextafter(1.0, 2.0)).id());
  EXPECT_FALSE(std::signbit(*graph.value(k(-0.0).id())));
}

TEST_F(Expressions, HaveNoConstantThatIsNotFinite) {
  EXPECT_SAME(k(1) / k(0), k(std::numeric_limits<double>::infinity()));
  EXPECT_SAME(k(0) / k(0), k(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(graph.value((k(1) / k(0)).id()).has_value());
  EXPECT_FALSE(graph.value((k(1e200) * k(1e200)).id()).has_value());
  EXPECT_FALSE(graph.value((k(1e308) + k(1e308)).id()).has_value());
  EXPECT_FALSE(graph.value(sqrt(k(-1)).id()).has_value());
  EXPECT_EQ(graph[(x / k(1e-310)).id()].op, ExprOp::div);
}

TEST_F(Expressions, ChooseBySignOnlyWhereTheSignIsOpen) {
  EXPECT_SAME(sign_select(k(-2), x, y, z), x);
  EXPECT_SAME(sign_select(k(0), x, y, z), y);
  EXPECT_SAME(sign_select(k(2), x, y, z), z);
  EXPECT_SAME(sign_select(x, y, y, y), y);
  EXPECT_SAME(sign_select(-x, k(1), k(2), k(3)), sign_select(x, k(3), k(2), k(1)));
}

TEST_F(Expressions, BelongToTheInnermostScope) {
  ExprGraph other;
  {
    const ExprScope inner(other);
    EXPECT_EQ(Expr::input(5).id(), 0u);
  }
  EXPECT_EQ(other.size(), 1u);
  EXPECT_SAME(Expr::input(0), x);
}

}  // namespace
}  // namespace catena::test
