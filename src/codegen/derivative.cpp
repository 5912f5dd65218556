// SPDX-License-Identifier: Apache-2.0
// Derivatives on the graph. Every node has derivatives with respect to its operands; a node is eliminated by letting each of its
// users depend on each of its operands directly, with the product of both derivatives. When only inputs and outputs are
// left, the edges between them are the Jacobian. First to last this is forward accumulation, last to first reverse
// accumulation; cheapest first (Markowitz) usually takes fewer operations than both.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "codegen/optimise.hpp"

namespace catena {
namespace {

enum class Elimination { forward, reverse, cheapest };

class Jacobian {
 public:
  Jacobian(const Program& program, std::span<const Argument> by, Elimination elimination)
      : program_(program), graph_(program.graph) {
    const std::vector<ExprId> ids = order(program);
    find_columns(ids, by);
    link(ids);
    switch (elimination) {
      case Elimination::forward:
        for (const ExprId id : inner_) eliminate(id);
        break;
      case Elimination::reverse:
        for (std::size_t k = inner_.size(); k-- > 0;) eliminate(inner_[k]);
        break;
      case Elimination::cheapest:
        eliminate_cheapest_first();
        break;
    }
  }

  const ExprGraph& graph() const { return graph_; }

  // The derivative of output k with respect to an input; zero if it does not depend on it.
  ExprId element(std::size_t k, std::size_t input) {
    const auto column = columns_.find(input);
    if (column == columns_.end()) return graph_.constant(0);
    const auto& edges = in_[sink(k)];
    const auto edge = edges.find(column->second);
    return edge == edges.end() ? graph_.constant(0) : edge->second;
  }

 private:
  using Edges = std::map<std::size_t, ExprId>;  // the derivative with respect to each neighbour

  // Outputs are vertices of their own after the nodes: a node may be an output and also be used by other nodes.
  std::size_t sink(std::size_t output) const { return program_.graph.size() + output; }

  void find_columns(const std::vector<ExprId>& ids, std::span<const Argument> by) {
    for (const ExprId id : ids) {
      if (graph_[id].op != ExprOp::input) continue;
      const Argument argument = place_of(graph_[id].a, program_.n).argument;
      if (std::find(by.begin(), by.end(), argument) != by.end()) columns_[graph_[id].a] = id;
    }
  }

  void link(const std::vector<ExprId>& ids) {
    const std::size_t size = program_.graph.size() + program_.outputs.size();
    in_.resize(size);
    out_.resize(size);
    std::vector<char> active(size, 0);
    for (const auto& [input, id] : columns_) active[id] = 1;
    for (const ExprId id : ids) {
      const ExprNode node = graph_[id];
      const ExprId operands[] = {node.a, node.b, node.c, node.d};
      bool inner = false;
      for (int k = 0; k < operand_count(node.op); ++k) {
        if (!active[operands[k]]) continue;
        const ExprId slope = partial(id, node, k);
        if (graph_.value(slope) == 0.0) continue;
        connect(operands[k], id, slope);
        inner = true;
      }
      if (!inner) continue;
      active[id] = 1;
      inner_.push_back(id);
    }
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      if (active[program_.outputs[k]]) connect(program_.outputs[k], sink(k), graph_.constant(1));
  }

  // The derivative of a node with respect to its k-th operand.
  ExprId partial(ExprId id, const ExprNode& x, int k) {
    const ExprId one = graph_.constant(1), zero = graph_.constant(0);
    switch (x.op) {
      case ExprOp::neg:
        return graph_.constant(-1);
      case ExprOp::add:
        return one;
      case ExprOp::sub:
        return k == 0 ? one : graph_.constant(-1);
      case ExprOp::mul:
        return k == 0 ? x.b : x.a;
      case ExprOp::div: {
        const ExprId inverse = graph_.div(one, x.b);
        return k == 0 ? inverse : graph_.neg(graph_.mul(id, inverse));
      }
      case ExprOp::sin:
        return graph_.cos(x.a);
      case ExprOp::cos:
        return graph_.neg(graph_.sin(x.a));
      case ExprOp::sqrt:
        return graph_.div(graph_.constant(0.5), id);
      case ExprOp::select:  // piecewise constant in x
        return k == 0 ? zero
                      : graph_.select(x.a, k == 1 ? one : zero, k == 2 ? one : zero, k == 3 ? one : zero);
      case ExprOp::constant:
      case ExprOp::input:
        break;
    }
    return zero;
  }

  void connect(std::size_t from, std::size_t to, ExprId slope) {
    const auto [edge, fresh] = in_[to].try_emplace(from, slope);
    if (!fresh) edge->second = graph_.add(edge->second, slope);
    out_[from][to] = edge->second;
  }

  void eliminate(std::size_t v) {
    for (const auto& [user, outer] : out_[v]) {
      in_[user].erase(v);
      for (const auto& [operand, inner] : in_[v]) connect(operand, user, graph_.mul(outer, inner));
    }
    for (const auto& [operand, inner] : in_[v]) out_[operand].erase(v);
    in_[v].clear();
    out_[v].clear();
  }

  bool is_sign(ExprId slope) const {
    const std::optional<double> value = graph_.value(slope);
    return value == 1.0 || value == -1.0;
  }

  // The operations that an elimination takes.
  std::size_t price(std::size_t v) const {
    std::size_t total = 0;
    for (const auto& [user, outer] : out_[v])
      for (const auto& [operand, inner] : in_[v]) {
        total += !is_sign(outer) && !is_sign(inner);
        total += in_[user].contains(operand);
      }
    return total;
  }

  void eliminate_cheapest_first() {
    std::map<std::size_t, std::size_t> prices;
    std::set<std::pair<std::size_t, std::size_t>> queue;
    const auto enter = [&](std::size_t v) { queue.emplace(prices[v] = price(v), v); };
    for (const ExprId id : inner_) enter(id);
    while (!queue.empty()) {
      const std::size_t v = queue.begin()->second;
      queue.erase(queue.begin());
      prices.erase(v);
      std::set<std::size_t> near;
      for (const auto& [user, slope] : out_[v]) near.insert(user);
      for (const auto& [operand, slope] : in_[v]) near.insert(operand);
      eliminate(v);
      for (const std::size_t u : near) {
        const auto known = prices.find(u);
        if (known == prices.end()) continue;  // an input or an output
        queue.erase({known->second, u});
        enter(u);
      }
    }
  }

  const Program& program_;
  ExprGraph graph_;                        // that of the program, and what is added to it
  std::map<std::size_t, ExprId> columns_;  // the nodes of the inputs by which is differentiated
  std::vector<ExprId> inner_;              // nodes that depend on them, operands first
  std::vector<Edges> in_, out_;            // to operands, to users
};

}  // namespace

Program differentiated(const Program& program, std::span<const Argument> by, bool value) {
  const std::vector<ProgramResult> parts = results(program);
  const auto assembled = [&](Elimination elimination) {
    Jacobian J(program, by, elimination);
    Program d{program.quantity, program.method, program.n, {}, {}, program.kinematics, program.given, {}, {}};
    std::vector<ProgramResult> all;
    std::size_t first = 0;
    for (const ProgramResult& part : parts) {
      if (value) {
        all.push_back(part);
        for (std::size_t k = first; k < first + part.size; ++k) d.outputs.push_back(program.outputs[k]);
      }
      for (const Argument argument : by) {
        const auto columns = static_cast<std::size_t>(size_of(argument, program.n));
        all.push_back({{part.target.quantity, argument}, part.method, part.size * columns});
        for (std::size_t k = first; k < first + part.size; ++k)
          for (std::size_t j = 0; j < columns; ++j)
            d.outputs.push_back(J.element(k, first_input(argument, program.n) + j));
      }
      first += part.size;
    }
    d.graph = J.graph();
    d.by = all.front().target.by;
    d.more.assign(all.begin() + 1, all.end());
    return optimised(d);
  };
  Program best = assembled(Elimination::cheapest);
  for (const Elimination elimination : {Elimination::forward, Elimination::reverse}) {
    Program other = assembled(elimination);
    if (codegen::detail::cost(other) < codegen::detail::cost(best)) best = std::move(other);
  }
  return best;
}

}  // namespace catena
