// SPDX-License-Identifier: Apache-2.0
// Fewer operations by factoring: a b + a c = a (b + c), where the products have no other use; constant
// factors of a product are combined. Repeated as long as it saves operations.
#include <algorithm>
#include <cmath>
#include <map>

#include "catena/core/model/regroup.hpp"
#include "codegen/optimise.hpp"

namespace catena {
namespace {

constexpr int kMostRounds = 8;

// A term of a sum: the product of some nodes of the old graph.
struct Term {
  bool minus;
  std::vector<ExprId> factors;
};

class Factoring {
 public:
  explicit Factoring(const Program& program)
      : old_(program.graph), uses_(uses(program)), image_(program.graph.size(), 0) {
    result_ = {program.quantity,   program.method, program.n,  {},          {},
               program.kinematics, program.given,  program.by, program.more};
    for (const ExprId id : sorted(program))
      if (!absorbed_[id]) image_[id] = rebuilt(id);
    for (const ExprId output : program.outputs) result_.outputs.push_back(image_[output]);
  }

  Program take() { return std::move(result_); }

 private:
  static bool is_sum(ExprOp op) { return op == ExprOp::add || op == ExprOp::sub; }

  // In the order in which the nodes were made; marks those that become part of the sum or product that uses them.
  std::vector<ExprId> sorted(const Program& program) {
    std::vector<ExprId> ids = order(program);
    absorbed_.assign(old_.size(), 0);
    for (const ExprId id : ids) {
      const ExprNode& node = old_[id];
      if (!is_sum(node.op) && node.op != ExprOp::mul) continue;
      for (const ExprId operand : {node.a, node.b}) {
        const ExprOp op = old_[operand].op;
        if (uses_[operand] == 1 && (op == ExprOp::mul || (is_sum(op) && is_sum(node.op))))
          absorbed_[operand] = 1;
      }
    }
    return ids;
  }

  ExprId rebuilt(ExprId id) {
    ExprGraph& graph = result_.graph;
    ExprNode node = old_[id];
    if (is_sum(node.op)) {
      std::vector<Term> terms;
      collect_terms(id, false, terms);
      return sum(std::move(terms));
    }
    if (node.op == ExprOp::mul) return product(factors(id));
    if (node.op != ExprOp::input)
      node.a = image_[node.a], node.b = image_[node.b], node.c = image_[node.c], node.d = image_[node.d];
    return graph.make(node);
  }

  void collect_terms(ExprId id, bool minus, std::vector<Term>& terms) const {
    const ExprNode& node = old_[id];
    for (const ExprId operand : {node.a, node.b}) {
      const bool sign = minus != (node.op == ExprOp::sub && operand == node.b);
      if (is_sum(old_[operand].op) && absorbed_[operand])
        collect_terms(operand, sign, terms);
      else
        terms.push_back({sign, absorbed_[operand] ? factors(operand) : std::vector<ExprId>{operand}});
    }
  }

  std::vector<ExprId> factors(ExprId id) const {
    std::vector<ExprId> list;
    const ExprNode& node = old_[id];
    for (const ExprId operand : {node.a, node.b})
      if (absorbed_[operand]) {
        const std::vector<ExprId> inner = factors(operand);
        list.insert(list.end(), inner.begin(), inner.end());
      } else {
        list.push_back(operand);
      }
    return list;
  }

  ExprId product(const std::vector<ExprId>& factors) {
    ExprGraph& graph = result_.graph;
    ExprId constant = graph.constant(1), rest = constant;
    for (const ExprId factor : factors) {
      ExprId& part = old_.value(factor) ? constant : rest;
      part = graph.mul(part, image_[factor]);
    }
    return graph.mul(constant, rest);
  }

  // The factor that most terms share; of several, the oldest.
  static ExprId commonest(const std::vector<Term>& terms, std::size_t& count) {
    std::map<ExprId, std::size_t> frequency;
    for (const Term& term : terms) {
      std::vector<ExprId> distinct = term.factors;
      std::sort(distinct.begin(), distinct.end());
      distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
      for (const ExprId factor : distinct) ++frequency[factor];
    }
    ExprId best = 0;
    count = 0;
    for (const auto& [factor, times] : frequency)
      if (times > count) best = factor, count = times;
    return best;
  }

  ExprId sum(std::vector<Term> terms) {
    ExprGraph& graph = result_.graph;
    ExprId total = graph.constant(0);
    while (!terms.empty()) {
      std::size_t count = 0;
      const ExprId common = commonest(terms, count);
      if (count < 2) break;
      std::vector<Term> inside, outside;
      for (Term& term : terms) {
        const auto place = std::find(term.factors.begin(), term.factors.end(), common);
        if (place == term.factors.end()) {
          outside.push_back(std::move(term));
        } else {
          term.factors.erase(place);
          inside.push_back(std::move(term));
        }
      }
      total = graph.add(total, graph.mul(image_[common], sum(std::move(inside))));
      terms = std::move(outside);
    }
    for (const Term& term : terms) {
      const ExprId value = product(term.factors);
      total = term.minus ? graph.sub(total, value) : graph.add(total, value);
    }
    return total;
  }

  const ExprGraph& old_;
  std::vector<int> uses_;
  std::vector<ExprId> image_;   // of an old node in the new graph
  std::vector<char> absorbed_;  // into the one node that uses it
  Program result_;
};

// Checks the program at two generic states. Methods that divide by the mass to get the centre of mass fail for a link that
// regrouping has left without mass.
bool agree(const Program& one, const Program& other) {
  std::vector<double> inputs(input_count(one.n));
  for (const double phase : {0.3, 1.7}) {
    for (std::size_t k = 0; k < inputs.size(); ++k)
      inputs[k] = 2 * std::sin(phase + 1.3 * static_cast<double>(k));
    const std::vector<double> x = evaluate(one, inputs), y = evaluate(other, inputs);
    double difference = 0, size = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (!std::isfinite(y[k])) return false;
      difference = std::max(difference, std::abs(x[k] - y[k]));
      size = std::max(size, std::abs(x[k]));
    }
    if (!(difference <= 1e-10 * size)) return false;
  }
  return true;
}

}  // namespace

namespace codegen::detail {

long cost(const Program& program) {
  const OpCount count = operations(program);
  return count.mul + count.add;
}

bool survives_regrouping(Quantity quantity) { return info(quantity).masses == Masses::base_parameters; }

Program best_recording(const Chain<double>& arm, bool regroup,
                       const std::function<Program(const Chain<double>&)>& record) {
  Program best = optimised(record(arm));
  if (!regroup) return best;
  for (const Vanishing vanishing : {Vanishing::xx, Vanishing::yy, Vanishing::spread}) {
    Program other = optimised(record(regrouped(arm, vanishing)));
    if (cost(other) < cost(best) && agree(best, other)) best = std::move(other);
  }
  return best;
}

}  // namespace codegen::detail

Program optimised(const Program& program) {
  Program best = Factoring(program).take();
  long least = codegen::detail::cost(best);
  for (int round = 1; round < kMostRounds; ++round) {
    Program next = Factoring(best).take();
    const long now = codegen::detail::cost(next);
    if (now >= least) break;
    best = std::move(next);
    least = now;
  }
  if (least > codegen::detail::cost(program)) return program;
  return best;
}

Program best_program(const Method<Expr>& method, const Chain<double>& arm, const Given& given) {
  return codegen::detail::best_recording(
      arm, codegen::detail::survives_regrouping(method.quantity),
      [&](const Chain<double>& chain) { return record(method, chain, given); });
}

Program cheapest_program(Quantity quantity, const Chain<double>& arm, const Given& given) {
  const std::vector<const Method<Expr>*> known = recordable_methods(quantity, given);
  Program best = best_program(*known.front(), arm, given);
  if (arm.dof() > kMostJointsToCompare || given.inertial)
    return best;  // others may divide by a mass, which may be zero
  for (const Method<Expr>* const method : known) {
    if (method->roots || method->name == best.method) continue;
    Program other = best_program(*method, arm, given);
    if (codegen::detail::cost(other) < codegen::detail::cost(best)) best = std::move(other);
  }
  return best;
}

}  // namespace catena
