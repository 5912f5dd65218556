// SPDX-License-Identifier: Apache-2.0
// Expr: a scalar that records operations. Run an algorithm on it, and the graph contains the expressions that it computes.
#pragma once

#include <cassert>

#include "catena/codegen/expr_graph.hpp"
#include "catena/core/scalar/concept.hpp"

namespace catena {

// A node of the graph that an ExprScope has set for this thread.
class Expr {
 public:
  static constexpr bool watches_constants = true;

  explicit Expr(double value) : id_(graph().constant(value)) {}
  explicit Expr(int value) : Expr(static_cast<double>(value)) {}

  static Expr input(std::size_t number) { return Expr(Node{graph().input(number)}); }

  ExprId id() const { return id_; }

  friend Expr operator+(const Expr& a, const Expr& b) { return Expr(Node{graph().add(a.id_, b.id_)}); }
  friend Expr operator-(const Expr& a, const Expr& b) { return Expr(Node{graph().sub(a.id_, b.id_)}); }
  friend Expr operator*(const Expr& a, const Expr& b) { return Expr(Node{graph().mul(a.id_, b.id_)}); }
  friend Expr operator/(const Expr& a, const Expr& b) { return Expr(Node{graph().div(a.id_, b.id_)}); }
  friend Expr operator-(const Expr& a) { return Expr(Node{graph().neg(a.id_)}); }
  friend Expr sin(const Expr& a) { return Expr(Node{graph().sin(a.id_)}); }
  friend Expr cos(const Expr& a) { return Expr(Node{graph().cos(a.id_)}); }
  friend Expr sqrt(const Expr& a) { return Expr(Node{graph().sqrt(a.id_)}); }
  friend Expr sign_select(const Expr& x, const Expr& minus, const Expr& zero, const Expr& plus) {
    return Expr(Node{graph().select(x.id_, minus.id_, zero.id_, plus.id_)});
  }

 private:
  friend class ExprScope;
  struct Node {
    ExprId id;
  };
  explicit Expr(Node node) : id_(node.id) {}
  static ExprGraph*& current() {
    thread_local ExprGraph* graph = nullptr;
    return graph;
  }
  static ExprGraph& graph() {
    assert(current() && "an Expr needs an ExprScope");
    return *current();
  }

  ExprId id_;
};

static_assert(Scalar<Expr>);

// While it lives, this thread's Expr are nodes of `graph`.
class ExprScope {
 public:
  explicit ExprScope(ExprGraph& graph) : before_(Expr::current()) { Expr::current() = &graph; }
  ~ExprScope() { Expr::current() = before_; }
  ExprScope(const ExprScope&) = delete;
  ExprScope& operator=(const ExprScope&) = delete;

 private:
  ExprGraph* before_;
};

}  // namespace catena
