// SPDX-License-Identifier: Apache-2.0
#include "catena/codegen/program.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "catena/core/motors.hpp"
#include "catena/core/rows/motors.hpp"

namespace catena {
namespace {

// The position of element k of an array, with the last index running fastest, in the output of a method, where the first
// one does.
std::size_t column_major(const Extents& extents, std::size_t k) {
  return extents.place(k / extents[2] / extents[1], k / extents[2] % extents[1], k % extents[2]);
}

bool doubling(const ExprGraph& graph, const ExprNode& node) {
  return node.op == ExprOp::mul && graph.value(node.a) == 2.0;
}

// The operations of the needed nodes with numbers below `end`.
OpCount operations_below(const Program& program, std::size_t end) {
  OpCount count;
  for (const ExprId id : order(program)) {
    if (id >= end) continue;
    const ExprNode& node = program.graph[id];
    switch (node.op) {
      case ExprOp::add:
      case ExprOp::sub:
        ++count.add;
        break;
      case ExprOp::mul:
        ++(doubling(program.graph, node) ? count.add : count.mul);
        break;
      case ExprOp::div:
        ++count.mul;
        break;
      case ExprOp::sin:
      case ExprOp::cos:
        ++count.trig;
        break;
      case ExprOp::sqrt:
        ++count.sqrt;
        break;
      default:
        break;
    }
  }
  return count;
}

}  // namespace

std::vector<const Method<Expr>*> recordable_methods(Quantity quantity, const Given& given) {
  std::vector<const Method<Expr>*> found;
  const bool inside = given.motors && motor_effect(quantity) == MotorEffect::inside;
  for (const Method<Expr>& method : inside ? rows::motor_rows<Expr>() : methods<Expr>())
    if (method.quantity == quantity) found.push_back(&method);
  return found;
}

namespace {

using InputOf = std::function<Expr(Argument, int)>;

Sym3<Expr> sym3(const InputOf& input, Argument argument, int first) {
  return {input(argument, first),     input(argument, first + 1), input(argument, first + 2),
          input(argument, first + 3), input(argument, first + 4), input(argument, first + 5)};
}
Vec3<Expr> vec3(const InputOf& input, Argument argument, int first) {
  return {input(argument, first), input(argument, first + 1), input(argument, first + 2)};
}

// tr(I)/2 1 - I
Sym3<Expr> second_moments(const Sym3<Expr>& I) {
  return Sym3<Expr>::diagonal(Expr(0.5) * (I.xx + I.yy + I.zz)) - I;
}

void take_inertial(Chain<Expr>& arm, const InputOf& input) {
  for (int i = 0; i < arm.dof(); ++i) {
    const Sym3<Expr> I = sym3(input, Argument::inertial, 10 * i + 4);
    arm.set_body(i, {input(Argument::inertial, 10 * i), vec3(input, Argument::inertial, 10 * i + 1), I},
                 second_moments(I));
  }
}

// Fixed to the tool: seen from the frame of the last link.
void take_payload(Chain<Expr>& arm, const InputOf& input) {
  const Expr m = input(Argument::payload, 0);
  const Vec3<Expr> c = arm.tool() * vec3(input, Argument::payload, 1);
  const Sym3<Expr> I = rotated(arm.tool().R, sym3(input, Argument::payload, 4));
  const Vec3<Expr> h = m * c;
  const Sym3<Expr> at_com = {h.x * c.x, h.y * c.y, h.z * c.z, h.x * c.y, h.x * c.z, h.y * c.z};
  const ChainLink<Expr>& last = arm.link(arm.dof() - 1);
  arm.set_body(arm.dof() - 1, {last.body.m + m, last.body.h + h, last.body.I + I + parallel_axis(m, c)},
               last.spread + second_moments(I) + at_com);
}

Vec3<Expr> constant(const Vec3<double>& a) { return {Expr(a.x), Expr(a.y), Expr(a.z)}; }
Frame<Expr> constant(const Frame<double>& frame) {
  const Mat3<double>& R = frame.pose.R;
  return {frame.link,
          {{Expr(R.xx), Expr(R.xy), Expr(R.xz), Expr(R.yx), Expr(R.yy), Expr(R.yz), Expr(R.zx), Expr(R.zy),
            Expr(R.zz)},
           constant(frame.pose.p)},
          frame.axes};
}

}  // namespace

Program record(const Method<Expr>& method, const Chain<double>& arm, const Given& given) {
  const int n = arm.dof();
  assert(!given.sines && "see with_sines");
  Program program{method.quantity, method.name, n, {}, {}, {}, given, {}, {}};
  const ExprScope scope(program.graph);
  std::vector<Expr> inputs;
  for (std::size_t k = 0; k < first_input(Argument::gravity, n); ++k) inputs.push_back(Expr::input(k));
  const auto array = [&](Argument argument) {
    return std::span<const Expr>(inputs).subspan(first_input(argument, n), static_cast<std::size_t>(n));
  };
  const auto vector = [&](Argument argument, std::size_t from) {
    const std::size_t first = first_input(argument, n) + from;
    return Vec3<Expr>{Expr::input(first), Expr::input(first + 1), Expr::input(first + 2)};
  };
  Chain<Expr> recording = arm.cast<Expr>();
  const InputOf input = [n](Argument argument, int k) {
    return Expr::input(first_input(argument, n) + static_cast<std::size_t>(k));
  };
  if (given.inertial) take_inertial(recording, input);
  if (given.payload) take_payload(recording, input);
  std::vector<Force<Expr>> wrenches;
  for (int i = 0; given.wrenches && i < n; ++i)
    wrenches.push_back({vec3(input, Argument::wrenches, 6 * i), vec3(input, Argument::wrenches, 6 * i + 3)});
  State<Expr> state{
      array(Argument::q),
      array(Argument::qd),
      array(Argument::qdd),
      array(Argument::tau),
      given.gravity ? vector(Argument::gravity, 0) : recording.gravity(),
      given.tip ? Force<Expr>{vector(Argument::tip, 0), vector(Argument::tip, 3)} : Force<Expr>::zero()};
  std::vector<Expr> v;
  for (int i = 0; given.v && i < n; ++i) v.push_back(input(Argument::v, i));
  state.v = v;
  state.wrenches = wrenches;
  state.wrench_axes = given.wrench_axes;
  std::optional<Frame<Expr>> frame;
  if (given.frame) state.frame = &frame.emplace(constant(*given.frame));
  std::vector<Expr> out(size_of(method.quantity, n), Expr(0));
  const Posture<Expr> x = posture<Expr>(recording, state.q);
  if (method.poses) kinematics_of(recording, x);
  const std::size_t kinematics = program.graph.size();
  const bool adds = given.motors && motor_effect(method.quantity) == MotorEffect::added;
  std::vector<Expr> terms(static_cast<std::size_t>(n), Expr(0));
  if (adds) motor_terms<Expr>(method.quantity, recording, state, terms);
  method.run(recording, x, state, out);
  if (adds) add_motor_terms<Expr>(method.quantity, recording, terms, Result<Expr>(method.quantity, n, out));
  std::size_t first = 0;
  for (const ArrayInfo& part : info(method.quantity).results()) {
    const Extents extents = extents_of(part.shape, n);
    for (std::size_t k = 0; k < extents.count(); ++k)
      program.outputs.push_back(out[first + column_major(extents, k)].id());
    first += extents.count();
  }
  program.kinematics = operations_below(program, kinematics);
  return program;
}

std::vector<ExprId> order(const Program& program) {
  const ExprGraph& graph = program.graph;
  std::vector<char> needed(graph.size(), 0);
  for (const ExprId output : program.outputs) needed[output] = 1;
  std::vector<ExprId> sorted;
  for (std::size_t k = graph.size(); k-- > 0;) {  // what uses a node comes after it
    if (!needed[k]) continue;
    const auto id = static_cast<ExprId>(k);
    sorted.push_back(id);
    const ExprNode& node = graph[id];
    const ExprId operands[] = {node.a, node.b, node.c, node.d};
    for (int i = 0; i < operand_count(node.op); ++i) needed[operands[i]] = 1;
  }
  std::reverse(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<int> uses(const Program& program) {
  std::vector<int> count(program.graph.size(), 0);
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    const ExprId operands[] = {node.a, node.b, node.c, node.d};
    for (int k = 0; k < operand_count(node.op); ++k) ++count[operands[k]];
  }
  for (const ExprId output : program.outputs) ++count[output];
  return count;
}

OpCount operations(const Program& program) { return operations_below(program, program.graph.size()); }

std::vector<double> evaluate(const Program& program, std::span<const double> inputs) {
  std::vector<double> value(program.graph.size(), NAN);
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    const auto arg = [&](ExprId operand) { return value[operand]; };
    switch (node.op) {
      case ExprOp::constant:
        value[id] = node.value;
        break;
      case ExprOp::input:
        value[id] = inputs[node.a];
        break;
      case ExprOp::neg:
        value[id] = -arg(node.a);
        break;
      case ExprOp::add:
        value[id] = arg(node.a) + arg(node.b);
        break;
      case ExprOp::sub:
        value[id] = arg(node.a) - arg(node.b);
        break;
      case ExprOp::mul:
        value[id] = arg(node.a) * arg(node.b);
        break;
      case ExprOp::div:
        value[id] = arg(node.a) / arg(node.b);
        break;
      case ExprOp::sin:
        value[id] = std::sin(arg(node.a));
        break;
      case ExprOp::cos:
        value[id] = std::cos(arg(node.a));
        break;
      case ExprOp::sqrt:
        value[id] = std::sqrt(arg(node.a));
        break;
      case ExprOp::select:
        value[id] = sign_select(arg(node.a), arg(node.b), arg(node.c), arg(node.d));
        break;
    }
  }
  std::vector<double> out;
  for (const ExprId output : program.outputs) out.push_back(value[output]);
  return out;
}

}  // namespace catena
