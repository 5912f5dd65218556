// SPDX-License-Identifier: Apache-2.0
// Programs made of programs, node by node.
#include <cassert>

#include "catena/codegen/program.hpp"

namespace catena {
namespace {

// Adds the needed nodes of a program to a graph, each through `make`; returns where they are.
template <class Make>
std::vector<ExprId> copied(const Program& program, ExprGraph& graph, const Make& make) {
  std::vector<ExprId> image(program.graph.size(), 0);
  for (const ExprId id : order(program)) {
    ExprNode node = program.graph[id];
    if (operand_count(node.op) > 0)
      node.a = image[node.a], node.b = image[node.b], node.c = image[node.c], node.d = image[node.d];
    image[id] = make(graph, node);
  }
  return image;
}

ExprId made(ExprGraph& graph, const ExprNode& node) { return graph.make(node); }

}  // namespace

Program together(std::span<const Program> programs) {
  assert(!programs.empty());
  const Program& first = programs.front();
  Program all{first.quantity, first.method, first.n, {}, {}, first.kinematics, first.given, first.by, {}};
  for (const Program& program : programs) {
    assert(program.n == all.n && program.given == all.given);
    const std::vector<ExprId> image = copied(program, all.graph, made);
    for (const ExprId output : program.outputs) all.outputs.push_back(image[output]);
    for (const ProgramResult& result : results(program)) all.more.push_back(result);
  }
  all.more.erase(all.more.begin());  // the first is named by the program itself
  return all;
}

Program with_sines(const Program& program, const Chain<double>& arm) {
  Program other{program.quantity,   program.method, program.n,  {},          {},
                program.kinematics, program.given,  program.by, program.more};
  other.given.sines = true;
  const int n = program.n;

  // theta + q, or its negative as "constant - q"
  const auto angle = [&](const ExprGraph& graph, ExprId id, bool& minus) {
    const ExprNode& sum = graph[id];
    double offset = 0;
    ExprId q = id;
    minus = false;
    if (sum.op == ExprOp::add && graph.value(sum.a)) {
      offset = *graph.value(sum.a), q = sum.b;
    } else if (sum.op == ExprOp::sub && graph.value(sum.a)) {
      offset = -*graph.value(sum.a), q = sum.b, minus = true;
    }
    if (graph[q].op != ExprOp::input) return -1;
    const InputPlace place = place_of(graph[q].a, n);
    return place.argument == Argument::q && arm.link(place.index).theta == offset ? place.index : -1;
  };
  const auto make = [&](ExprGraph& graph, const ExprNode& node) {
    if (node.op != ExprOp::sin && node.op != ExprOp::cos) return graph.make(node);
    bool minus = false;
    const int joint = angle(graph, node.a, minus);
    if (joint < 0) return graph.make(node);
    const Argument argument = node.op == ExprOp::sin ? Argument::sine : Argument::cosine;
    const ExprId value = graph.input(first_input(argument, n) + static_cast<std::size_t>(joint));
    return minus && node.op == ExprOp::sin ? graph.neg(value) : value;
  };
  const std::vector<ExprId> image = copied(program, other.graph, make);
  for (const ExprId output : program.outputs) other.outputs.push_back(image[output]);
  return other;
}

}  // namespace catena
