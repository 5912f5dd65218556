// SPDX-License-Identifier: Apache-2.0
#include "catena/codegen/expr_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace catena {

int operand_count(ExprOp op) {
  switch (op) {
    case ExprOp::constant:
    case ExprOp::input:
      return 0;
    case ExprOp::neg:
    case ExprOp::sin:
    case ExprOp::cos:
    case ExprOp::sqrt:
      return 1;
    case ExprOp::add:
    case ExprOp::sub:
    case ExprOp::mul:
    case ExprOp::div:
      return 2;
    case ExprOp::select:
      return 4;
  }
  return 0;
}

namespace {

constexpr ExprId kFree = ~ExprId{0};

std::size_t hash(const ExprNode& node) {
  std::uint64_t h = static_cast<std::uint64_t>(node.op);
  for (const std::uint64_t part : {std::uint64_t{node.a}, std::uint64_t{node.b}, std::uint64_t{node.c},
                                   std::uint64_t{node.d}, std::bit_cast<std::uint64_t>(node.value)}) {
    h = (h ^ part) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

}  // namespace

ExprId& ExprGraph::slot(const ExprNode& node) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash(node) & mask;
  while (table_[at] != kFree && nodes_[table_[at]] != node) at = (at + 1) & mask;
  return table_[at];
}

ExprId ExprGraph::insert(const ExprNode& node) {
  if (table_.size() < 2 * (nodes_.size() + 1)) {
    table_.assign(std::max<std::size_t>(256, 2 * table_.size()), kFree);
    for (std::size_t k = 0; k < nodes_.size(); ++k) slot(nodes_[k]) = static_cast<ExprId>(k);
  }
  ExprId& place = slot(node);
  if (place == kFree) {
    place = static_cast<ExprId>(nodes_.size());
    nodes_.push_back(node);
  }
  return place;
}

ExprId ExprGraph::constant(double value) {
  if (std::isnan(value)) return insert({.op = ExprOp::div, .a = constant(0), .b = constant(0)});
  if (std::isinf(value))
    return signed_as(value < 0, insert({.op = ExprOp::div, .a = constant(1), .b = constant(0)}));
  if (value < 0) return insert({.op = ExprOp::neg, .a = constant(-value)});
  return insert({.op = ExprOp::constant, .value = value == 0 ? 0.0 : value});
}

ExprId ExprGraph::input(std::size_t number) {
  return insert({.op = ExprOp::input, .a = static_cast<ExprId>(number)});
}

std::optional<double> ExprGraph::value(ExprId id) const {
  const ExprNode& node = nodes_[id];
  if (node.op == ExprOp::constant) return node.value;
  if (node.op == ExprOp::neg && nodes_[node.a].op == ExprOp::constant) return -nodes_[node.a].value;
  return std::nullopt;
}

ExprId ExprGraph::neg(ExprId a) {
  if (negated(a)) return nodes_[a].a;
  if (value(a) == 0.0) return a;
  return insert({.op = ExprOp::neg, .a = a});
}

ExprGraph::Scaled ExprGraph::scaled(ExprId id) const {
  const ExprNode& node = nodes_[id];
  if (node.op == ExprOp::mul)
    if (const auto factor = value(node.a)) return {*factor, node.b, false};
  return {1, id, true};
}

// c x + k x = (c + k) x
std::optional<ExprId> ExprGraph::gathered(ExprId a, ExprId b, double sign) {
  const Scaled one = scaled(a), other = scaled(b);
  if (one.x != other.x) return std::nullopt;
  return mul(constant(one.factor + sign * other.factor), one.x);
}

ExprId ExprGraph::plus(ExprId a, ExprId b) {
  const auto va = value(a), vb = value(b);
  if (va && vb) return constant(*va + *vb);
  if (va == 0.0) return b;
  if (vb == 0.0) return a;
  if (const auto sum = gathered(a, b, 1)) return *sum;
  if (vb) std::swap(a, b);
  if (const auto c = value(a)) {  // c + (k + x), c + (k - x), c + (x - k)
    const ExprNode inner = nodes_[b];
    if (inner.op == ExprOp::add || inner.op == ExprOp::sub) {
      if (const auto k = value(inner.a))
        return inner.op == ExprOp::add ? add(constant(*c + *k), inner.b) : sub(constant(*c + *k), inner.b);
      if (const auto k = value(inner.b)) return add(constant(*c - *k), inner.a);
    }
  } else if (b < a) {
    std::swap(a, b);
  }
  return insert({.op = ExprOp::add, .a = a, .b = b});
}

ExprId ExprGraph::minus(ExprId a, ExprId b) {
  const auto va = value(a), vb = value(b);
  if (va && vb) return constant(*va - *vb);
  if (va == 0.0) return neg(b);
  if (vb == 0.0) return a;
  if (const auto difference = gathered(a, b, -1)) return *difference;
  if (vb) return neg(minus(b, a));
  if (const auto c = value(a)) {  // c - (k + x), c - (k - x), c - (x - k)
    const ExprNode inner = nodes_[b];
    if (inner.op == ExprOp::add || inner.op == ExprOp::sub) {
      if (const auto k = value(inner.a))
        return inner.op == ExprOp::add ? sub(constant(*c - *k), inner.b) : add(constant(*c - *k), inner.b);
      if (const auto k = value(inner.b)) return sub(constant(*c + *k), inner.a);
    }
  } else if (b < a) {
    return neg(insert({.op = ExprOp::sub, .a = b, .b = a}));
  }
  return insert({.op = ExprOp::sub, .a = a, .b = b});
}

ExprId ExprGraph::add(ExprId a, ExprId b) {
  const bool na = negated(a), nb = negated(b);
  a = magnitude(a), b = magnitude(b);
  if (na == nb) return signed_as(na, plus(a, b));
  return na ? minus(b, a) : minus(a, b);
}

ExprId ExprGraph::sub(ExprId a, ExprId b) { return add(a, neg(b)); }

ExprId ExprGraph::mul(ExprId a, ExprId b) {
  const bool opposite = negated(a) != negated(b);
  a = magnitude(a), b = magnitude(b);
  const auto va = value(a), vb = value(b);
  if (va && vb && std::isfinite(*va * *vb)) return signed_as(opposite, constant(*va * *vb));
  if (!va && (vb || b < a)) std::swap(a, b);
  if (const auto c = value(a)) {
    if (*c == 0) return a;
    if (*c == 1) return signed_as(opposite, b);
    const Scaled inner = scaled(b);
    if (!inner.plain && std::isfinite(*c * inner.factor))
      return signed_as(opposite, mul(constant(*c * inner.factor), inner.x));
  }
  return signed_as(opposite, insert({.op = ExprOp::mul, .a = a, .b = b}));
}

ExprId ExprGraph::div(ExprId a, ExprId b) {
  const bool opposite = negated(a) != negated(b);
  a = magnitude(a), b = magnitude(b);
  const auto va = value(a), vb = value(b);
  if (vb != 0.0) {
    if (va == 0.0) return a;
    if (va && vb && std::isfinite(*va / *vb)) return signed_as(opposite, constant(*va / *vb));
    if (vb == 1.0) return signed_as(opposite, a);
    if (a == b) return signed_as(opposite, constant(1));
    if (vb && std::isnormal(1 / *vb)) return signed_as(opposite, mul(constant(1 / *vb), a));
  }
  return signed_as(opposite, insert({.op = ExprOp::div, .a = a, .b = b}));
}

ExprId ExprGraph::sin(ExprId a) {
  if (negated(a)) return neg(sin(nodes_[a].a));
  if (const auto v = value(a)) return constant(std::sin(*v));
  return insert({.op = ExprOp::sin, .a = a});
}

ExprId ExprGraph::cos(ExprId a) {
  a = magnitude(a);
  if (const auto v = value(a)) return constant(std::cos(*v));
  return insert({.op = ExprOp::cos, .a = a});
}

ExprId ExprGraph::sqrt(ExprId a) {
  if (const auto v = value(a); v && *v >= 0) return constant(std::sqrt(*v));
  return insert({.op = ExprOp::sqrt, .a = a});
}

ExprId ExprGraph::select(ExprId x, ExprId minus, ExprId zero, ExprId plus) {
  if (minus == zero && zero == plus) return zero;
  if (const auto v = value(x)) return *v < 0 ? minus : *v > 0 ? plus : zero;
  if (negated(x)) return select(nodes_[x].a, plus, zero, minus);
  return insert({.op = ExprOp::select, .a = x, .b = minus, .c = zero, .d = plus});
}

ExprId ExprGraph::make(const ExprNode& node) {
  switch (node.op) {
    case ExprOp::constant:
      return constant(node.value);
    case ExprOp::input:
      return input(node.a);
    case ExprOp::neg:
      return neg(node.a);
    case ExprOp::add:
      return add(node.a, node.b);
    case ExprOp::sub:
      return sub(node.a, node.b);
    case ExprOp::mul:
      return mul(node.a, node.b);
    case ExprOp::div:
      return div(node.a, node.b);
    case ExprOp::sin:
      return sin(node.a);
    case ExprOp::cos:
      return cos(node.a);
    case ExprOp::sqrt:
      return sqrt(node.a);
    case ExprOp::select:
      return select(node.a, node.b, node.c, node.d);
  }
  return 0;
}

}  // namespace catena
