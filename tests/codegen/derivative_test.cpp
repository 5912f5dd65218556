// SPDX-License-Identifier: Apache-2.0
// Derivatives on the graph are those of dual numbers, of central differences and of the identities of dynamics.
#include <gtest/gtest.h>

#include "catena/codegen/emit_c.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/io/load.hpp"
#include "support/compiled.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using D = Dual<1>;
using Eigen::MatrixXd;

constexpr Argument kVariables[] = {Argument::q, Argument::qd, Argument::qdd, Argument::tau};

std::vector<double> joined(const Case& c) {
  std::vector<double> all;
  for (const auto* part : {&c.q, &c.qd, &c.qdd, &c.tau}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

template <class T>
const Method<T>& method_of(Quantity quantity) {
  for (const std::span<const Method<T>> rows :
       {rows::rnea_rows<T>(), rows::crba_rows<T>(), rows::aba_rows<T>(), rows::gravity_rows<T>(),
        rows::kinematics_rows<T>()})
    for (const Method<T>& m : rows)
      if (m.quantity == quantity) return m;
  throw std::logic_error("no such method");
}

// Element (k, j): of the k-th number of the answer, row by row, by the j-th of the argument.
std::vector<double> by_dual(Quantity quantity, const Case& c, Argument by) {
  const int n = c.arm.dof();
  const std::size_t size = size_of(quantity, n), rows = size / static_cast<std::size_t>(n);
  std::vector<double> all(size * static_cast<std::size_t>(n));
  const Chain<D> arm = c.arm.cast<D>();
  for (int j = 0; j < n; ++j) {
    std::vector<std::vector<D>> x;
    for (const auto* part : {&c.q, &c.qd, &c.qdd, &c.tau}) x.emplace_back(part->begin(), part->end());
    D& variable = x[static_cast<std::size_t>(by)][static_cast<std::size_t>(j)];
    variable = D::variable(variable.value, 0);
    std::vector<D> out(size);
    method_of<D>(quantity).run(arm, posture<D>(arm, x[0]),
                               {x[0], x[1], x[2], x[3], arm.gravity(), Force<D>::zero()}, out);
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t stored =
          info(quantity).shape() == Shape::joints
              ? k
              : k % static_cast<std::size_t>(n) * rows + k / static_cast<std::size_t>(n);
      all[k * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)] = out[stored].d[0];
    }
  }
  return all;
}

bool depends(Quantity quantity, Argument by) {
  const QuantityInfo& i = info(quantity);
  const bool needs[] = {true, i.needs(Input::qd), i.needs(Input::qdd), i.needs(Input::tau)};
  return needs[static_cast<std::size_t>(by)];
}

Program derivative(const Target& target, const Chain<double>& arm, bool graph = true) {
  Wish wish;
  wish.graph = graph;
  return cheapest_program(std::span(&target, 1), arm, wish);
}

class DerivativeOf : public testing::TestWithParam<const char*> {};

TEST_P(DerivativeOf, EveryQuantityIsThatOfDualNumbers) {
  const Case c(GetParam(), 5);
  for (const Quantity quantity :
       {Quantity::id, Quantity::fd, Quantity::bias, Quantity::gravity, Quantity::inertia, Quantity::jacobian})
    for (const Argument by : kVariables) {
      const bool large =
          quantity == Quantity::fd || quantity == Quantity::inertia || quantity == Quantity::bias;
      if (!depends(quantity, by) || (c.arm.dof() > 13 && large)) continue;  // minutes
      const std::vector<double> expected = by_dual(quantity, c, by);
      const Target target{quantity, by};
      const Program one = differentiated(record(*find_method<Expr>(quantity), c.arm), std::span(&by, 1));
      EXPECT_LE(error_of(evaluate(one, joined(c)), expected), tolerance(c)) << name(target);
      if (c.arm.dof() > 7) continue;
      const Program best = derivative(target, c.arm);
      EXPECT_LE(error_of(evaluate(best, joined(c)), expected), tolerance(c))
          << name(target) << " by " << best.method;
      EXPECT_EQ(name(best), name(target));
    }
}

INSTANTIATE_TEST_SUITE_P(Arms, DerivativeOf,
                         testing::Values("chain:1", "mixed:1:1", "mixed:2:2", "chain:3", "mixed:4:1",
                                         "mixed:6:2", "chain:7", "mixed:13:1", "chain:30"));

TEST(Derivative, OfEveryQuantityIsThatOfCentralDifferences) {
  Case c("mixed:4:3", 2);
  c.robot.links[1].motor = Motor{2e-4, 100, 1e-3, {0.3, -0.4}};
  c.arm = chain_of(c.robot);
  for (const QuantityInfo& quantity : kQuantities)
    for (const Argument by : kVariables) {
      if (!depends(quantity.quantity, by) || as_derivative(quantity.quantity)) continue;
      if (quantity.name.ends_with("_derivatives")) continue;  // derivatives too, all at once
      const Program program = record(*find_method<Expr>(quantity.quantity), c.arm);
      const Program slope = differentiated(program, std::span(&by, 1));
      const std::vector<double> at = joined(c), d = evaluate(slope, at);
      std::vector<double> expected(d.size());
      for (std::size_t j = 0; j < 4; ++j) {
        std::vector<double> above = at, below = at;
        const double h = 1e-5;
        above[first_input(by, 4) + j] += h;
        below[first_input(by, 4) + j] -= h;
        const std::vector<double> high = evaluate(program, above), low = evaluate(program, below);
        for (std::size_t k = 0; k < high.size(); ++k) expected[k * 4 + j] = (high[k] - low[k]) / (2 * h);
      }
      EXPECT_LE(error_of(quantity.quantity, d, expected), 1e-7) << name(Target{quantity.quantity, by});
    }
}

// M = d(id)/d(qdd), M^-1 = d(fd)/d(tau), d(fd)/dq = -M^-1 d(id)/dq at qdd = fd; the weights have a potential.
TEST(Derivative, StandsTheIdentitiesOfDynamics) {
  for (const char* spec : {"chain:5", "mixed:6:1"}) {
    const Case c(spec, 3);
    const int n = c.arm.dof();
    const auto matrix = [&](const Target& target, const std::vector<double>& at) {
      const std::vector<double> values = evaluate(derivative(target, c.arm, false), at);
      return MatrixXd(Eigen::Map<const MatrixXd>(values.data(), n, n).transpose());
    };
    const std::vector<double> at = joined(c);
    const auto close = [&](const MatrixXd& x, const MatrixXd& y) {
      return (x - y).norm() <= 1e-11 * y.norm();
    };
    const MatrixXd M = matrix({Quantity::inertia}, at), M_inv = matrix({Quantity::fd, Argument::tau}, at);
    EXPECT_TRUE(close(matrix({Quantity::id, Argument::qdd}, at), M));
    EXPECT_TRUE(close(M_inv * M, MatrixXd::Identity(n, n)));
    std::vector<double> moved = at;
    const std::vector<double> qdd = evaluate(derivative({Quantity::fd}, c.arm), at);
    std::copy(qdd.begin(), qdd.end(), moved.begin() + 2 * n);
    for (const Argument by : {Argument::q, Argument::qd})
      EXPECT_TRUE(close(matrix({Quantity::fd, by}, at), -M_inv * matrix({Quantity::id, by}, moved)));
    const MatrixXd stiffness = matrix({Quantity::gravity, Argument::q}, at);
    EXPECT_TRUE(close(stiffness, stiffness.transpose()));
  }
}

TEST(Derivative, KnowsEveryOperation) {
  Program program{Quantity::gravity, "test", 2, {}, {}, {}};
  {
    const ExprScope scope(program.graph);
    const Expr x = Expr::input(0), y = Expr::input(1);
    program.outputs = {(x * x * y).id(),
                       (x / y).id(),
                       sqrt(x * y).id(),
                       (sin(x) * cos(y)).id(),
                       (-(x - y)).id(),
                       sign_select(x, y, x * y, x * x).id(),
                       x.id(),
                       Expr(3).id(),
                       (Expr(3) / (x + y)).id()};
  }
  const Argument q = Argument::q;
  const double x = 0.7, y = 1.3, s = x + y;
  const std::vector<double> expected = {2 * x * y,
                                        x * x,
                                        1 / y,
                                        -x / (y * y),
                                        y / (2 * std::sqrt(x * y)),
                                        x / (2 * std::sqrt(x * y)),
                                        std::cos(x) * std::cos(y),
                                        -std::sin(x) * std::sin(y),
                                        -1,
                                        1,
                                        2 * x,
                                        0,
                                        1,
                                        0,
                                        0,
                                        0,
                                        -3 / (s * s),
                                        -3 / (s * s)};
  const std::vector<double> values =
      evaluate(differentiated(program, std::span(&q, 1)), std::vector<double>{x, y});
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k], expected[k], 1e-15) << k;
}

// --- in one function -----------------------------------------------------------------------------------------
TEST(Derivative, SharesItsWorkWithOthersInOneFunction) {
  const Case c("mixed:5:3", 4);
  const std::vector<Target> targets = {
      {Quantity::id, Argument::qd}, {Quantity::id}, {Quantity::id, Argument::q}, {Quantity::inertia}};
  const Program all = cheapest_program(targets, c.arm);
  EXPECT_EQ(name(all), "did_dqd_id_did_dq_inertia");
  std::vector<double> expected;
  OpCount apart;
  for (const Target& target : targets) {
    const Program one = derivative(target, c.arm, false);
    const std::vector<double> values = evaluate(one, joined(c));
    expected.insert(expected.end(), values.begin(), values.end());
    apart.mul += operations(one).mul, apart.add += operations(one).add;
  }
  EXPECT_LE(error_of(evaluate(all, joined(c)), expected), 1e-12);
  EXPECT_LT(100 * (operations(all).mul + operations(all).add), 97 * (apart.mul + apart.add));

  const LoadedCode<double> code(emit_c(std::span(&all, 1), {"arm", "", "", CReal::binary64}));
  ASSERT_TRUE(code.ok());
  const auto function =
      code.find<void(const double*, const double*, const double*, double*, double*, double*, double*)>(
          "catena_arm_did_dqd_id_did_dq_inertia");
  std::vector<double> out(expected.size());
  function(c.q.data(), c.qd.data(), c.qdd.data(), &out[0], &out[25], &out[30], &out[55]);
  EXPECT_LE(error_of(out, expected), 1e-12);
}

// Methods of the registry are recorded from one regrouped arm.
TEST(Derivative, OfTheRegistryIsTheSameTogetherWithOthers) {
  for (const char* spec : {"mixed:5:3", "planar:4", "chain:3"}) {
    const Case c(spec, 4);
    const std::vector<Target> targets = {
        {Quantity::did_dq}, {Quantity::did_dqd}, {Quantity::inertia}, {Quantity::id}};
    const Program all = cheapest_program(targets, c.arm);
    std::vector<double> expected;
    for (const Target& target : targets) {
      const std::vector<double> values = evaluate(derivative(target, c.arm, false), joined(c));
      expected.insert(expected.end(), values.begin(), values.end());
    }
    EXPECT_LE(error_of(evaluate(all, joined(c)), expected), 1e-12) << spec;
  }
}

TEST(Derivative, OfTheRegistryCompetesWithThatOfTheGraph) {
  const Case c("mixed:6:1", 3);
  const std::vector<double> at = joined(c);
  for (const Quantity quantity : {Quantity::did_dq, Quantity::did_dqd, Quantity::dfd_dq, Quantity::dfd_dqd}) {
    const Target target{quantity};
    const Program best = derivative(target, c.arm, false), graph = derivative(target, c.arm);
    EXPECT_TRUE(graph.by);
    EXPECT_EQ(name(best), name(graph));
    EXPECT_EQ(arguments(best), arguments(graph));
    EXPECT_LE(error_of(evaluate(best, at), evaluate(graph, at)), 1e-11) << name(target);
    EXPECT_LE(operations(best).mul + operations(best).add, operations(graph).mul + operations(graph).add);
  }
}

TEST(Derivative, CanBeDifferentiatedAgain) {
  const Case c("mixed:3:1", 3);
  const Program second = derivative({Quantity::did_dq, Argument::q}, c.arm);
  const std::vector<double> at = joined(c), H = evaluate(second, at);
  const Program first = derivative({Quantity::did_dq}, c.arm);
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<double> above = at, below = at;
    above[j] += 1e-5, below[j] -= 1e-5;
    const std::vector<double> high = evaluate(first, above), low = evaluate(first, below);
    for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(H[3 * k + j], (high[k] - low[k]) / 2e-5, 1e-6);
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(H[9 * i + 3 * j + k], H[9 * i + 3 * k + j], 1e-11);
}

// docs/codegen.md
TEST(Derivative, OfThePandaTakesFewOperations) {
  Notes notes;
  const Chain<double> panda = make_chain(load_robot("panda", notes), notes);
  const auto count = [&](std::vector<Target> targets) {
    return operations(cheapest_program(targets, panda));
  };
  const OpCount graph = count({{Quantity::id, Argument::q}, {Quantity::id, Argument::qd}});
  EXPECT_LE(graph.mul, 2218);
  EXPECT_LE(graph.add, 1995);
  const OpCount both = count({{Quantity::did_dq}, {Quantity::did_dqd}});
  EXPECT_LE(both.mul, 1545);
#if defined( \
    __clang__)  // evaluates the operands of the library's expressions in another order, and finds fewer common sums
  EXPECT_LE(both.add, 1452);
#else
  EXPECT_LE(both.add, 1448);
#endif
  const OpCount weights = count({{Quantity::gravity, Argument::q}});
  EXPECT_LE(weights.mul, 139);
  EXPECT_LE(weights.add, 72);
}

// --- names ---------------------------------------------------------------------------------------------------
TEST(Derivative, HasTheNameOfItsQuantityAndItsArgument) {
  EXPECT_EQ(find_target("id"), (Target{Quantity::id}));
  EXPECT_EQ(find_target("dinertia_rate_dqd"), (Target{Quantity::inertia_rate, Argument::qd}));
  EXPECT_EQ(find_target("dgravity_dq"), (Target{Quantity::gravity, Argument::q}));
  EXPECT_EQ(find_target("dfd_dtau"), (Target{Quantity::fd, Argument::tau}));
  EXPECT_EQ(find_target("did_dq"), (Target{Quantity::did_dq})) << "the registry has it";
  EXPECT_EQ(find_target("ddid_dq_dqd"), (Target{Quantity::did_dq, Argument::qd})) << "a second derivative";
  EXPECT_EQ(find_target("M"), (Target{Quantity::inertia})) << "by an alias";
  EXPECT_EQ(find_target("torque"), (Target{Quantity::id})) << "by an alias";
  for (const char* wrong : {"", "d", "_d", "d_d", "did", "did_d", "did_dx", "id_dq", "dgravity_dqd",
                            "dinertia_dtau", "dnone_dq", "did_dgravity", "ddid_dq_dtau"})
    EXPECT_FALSE(find_target(wrong)) << wrong;
}

}  // namespace
}  // namespace catena::test
