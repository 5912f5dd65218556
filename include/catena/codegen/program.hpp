// SPDX-License-Identifier: Apache-2.0
// Program: what a formulation computes on one arm, as an expression graph with inputs and outputs.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "catena/registry.hpp"
#include "catena/scalar/expr.hpp"

namespace catena {

inline constexpr std::array<std::string_view, 4> kProgramInputs = {"q", "qd", "qdd", "tau"};

struct Program {
  Quantity quantity;
  std::string_view stem;
  int n;                        // joints
  ExprGraph graph;              // input number k n + i is joint i of kProgramInputs[k]
  std::vector<ExprId> outputs;  // size_of(quantity, n), matrices row by row, as `catena eval` writes them
  OpCount kinematics =
      {};  // of these, what `Cost` calls kinematics: angles, sines, cosines; poses if it needs them
};

// Runs the formulation on an arm whose constants are known; gravity is the arm's, the tool is free.
Program record(const Method<Expr>& method, const Chain<double>& arm);

// The same results in fewer operations.
Program optimised(const Program& program);

// Optimised, from the arm as it is or regrouped (model/regroup.hpp), whichever takes fewer operations.
Program best_program(const Method<Expr>& method, const Chain<double>& arm);

// Of all formulations that compute the quantity, square roots apart, the one with the fewest operations on this arm; for
// more than kMostJointsToCompare joints the registry's default.
inline constexpr int kMostJointsToCompare = 12;
Program cheapest_program(Quantity quantity, const Chain<double>& arm);

// The nodes that the outputs need, operands first, in the order in which they were made: that of the algorithm.
std::vector<ExprId> order(const Program& program);

// How often the nodes and outputs that are needed use each node.
std::vector<int> uses(const Program& program);

// Negation is free and 2 x counts as x + x.
OpCount operations(const Program& program);

// The outputs for the 4 n inputs: the graph run in double precision.
std::vector<double> evaluate(const Program& program, std::span<const double> inputs);

// Compiled once, in the library.
extern template std::span<const Method<Expr>> methods<Expr>();

}  // namespace catena
