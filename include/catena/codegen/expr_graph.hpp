// SPDX-License-Identifier: Apache-2.0
// ExprGraph: expressions as a graph without duplicates. Creating a node simplifies it: constants are folded, operations
// with 0, 1, -1 and signs vanish, constant factors and terms are combined, equal expressions are one node.
//
// Signs     a minus sign is moved outwards: no operand of a sum, product, quotient, sine or cosine is a negation,
//           and no constant is negative. Negations stay in front of results, and inside sqrt and sign_select.
// Order     the operands of + and * are in a fixed order, a constant first; b - a is -(a - b).
// Caution   0 x = 0, 0 / x = 0 and x - x = 0 hold for finite x only, and -0 is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace catena {

using ExprId = std::uint32_t;

enum class ExprOp : std::uint8_t {
  constant,  // value
  input,     // number a of the inputs
  neg,       // -a
  add,       // a + b
  sub,       // a - b
  mul,       // a b
  div,       // a / b
  sin,
  cos,
  sqrt,
  select,  // sign_select(a, b, c, d)
};

struct ExprNode {
  ExprOp op;
  ExprId a = 0, b = 0, c = 0, d = 0;
  double value = 0;

  bool operator==(const ExprNode&) const = default;
};

// How many of a, b, c, d are operands.
int operand_count(ExprOp op);

class ExprGraph {
 public:
  ExprId constant(double value);
  ExprId input(std::size_t number);
  ExprId neg(ExprId a);
  ExprId add(ExprId a, ExprId b);
  ExprId sub(ExprId a, ExprId b);
  ExprId mul(ExprId a, ExprId b);
  ExprId div(ExprId a, ExprId b);
  ExprId sin(ExprId a);
  ExprId cos(ExprId a);
  ExprId sqrt(ExprId a);
  ExprId select(ExprId x, ExprId minus, ExprId zero, ExprId plus);

  // The same operation on other operands, of this graph.
  ExprId make(const ExprNode& node);

  std::size_t size() const { return nodes_.size(); }
  const ExprNode& operator[](ExprId id) const { return nodes_[id]; }  // its operands have smaller numbers

  std::optional<double> value(ExprId id) const;  // of a constant, or of one with a minus sign
  bool negated(ExprId id) const { return nodes_[id].op == ExprOp::neg; }
  ExprId magnitude(ExprId id) const { return negated(id) ? nodes_[id].a : id; }

 private:
  struct Scaled {  // factor x
    double factor;
    ExprId x;
    bool plain;  // no factor is written
  };

  ExprId insert(const ExprNode& node);
  ExprId& slot(const ExprNode& node);  // its entry in the table, or a free one
  ExprId signed_as(bool minus, ExprId id) { return minus ? neg(id) : id; }
  Scaled scaled(ExprId id) const;
  std::optional<ExprId> gathered(ExprId a, ExprId b, double sign);
  ExprId plus(ExprId a, ExprId b);   // of operands without signs
  ExprId minus(ExprId a, ExprId b);  // the same

  std::vector<ExprNode> nodes_;
  std::vector<ExprId>
      table_;  // open addressing: the numbers of all nodes by hash; a power of two, half empty
};

}  // namespace catena
