// SPDX-License-Identifier: Apache-2.0
// Which program computes one or several targets in the fewest operations.
#include <fmt/format.h>

#include <algorithm>

#include "catena/core/error.hpp"
#include "codegen/optimise.hpp"

namespace catena {
namespace {

// A method with more than this many times the operations of the cheapest is not differentiated.
constexpr long kMostWaste = 4;

// A derivative of the registry by what it is the derivative of.
Target as_derived(const Target& target) {
  return target.by ? target : as_derivative(target.quantity).value_or(target);
}

const Method<Expr>& method_called(Quantity quantity, std::string_view name, const Given& given) {
  for (const Method<Expr>* const method : recordable_methods(quantity, given))
    if (method->name == name) return *method;
  throw Error(ErrorKind::usage, std::string(info(quantity).name),
              fmt::format("the method '{}' does not include motors", name));
}

// Programs of one quantity: by the requested method, or by all that may be the cheapest.
std::vector<Program> candidates(Quantity quantity, const Chain<double>& arm, const Wish& wish) {
  std::vector<Program> list;
  if (const auto asked = wish.methods.find(quantity); asked != wish.methods.end())
    return {best_program(method_called(quantity, asked->second, wish.given), arm, wish.given)};
  list.push_back(cheapest_program(quantity, arm, wish.given));
  if (arm.dof() > kMostJointsToCompare || wish.given.inertial) return list;
  const long least = codegen::detail::cost(list.front());
  for (const Method<Expr>* const method : recordable_methods(quantity, wish.given)) {
    if (method->roots || method->name == list.front().method) continue;
    Program other = best_program(*method, arm, wish.given);
    if (codegen::detail::cost(other) <= kMostWaste * least) list.push_back(std::move(other));
  }
  return list;
}

// A derivative of the registry may take fewer arguments than its quantity.
bool has_its_arguments(const Program& program) {
  const auto given = arguments(program);
  const std::vector<ExprId> ids = order(program);
  return std::all_of(ids.begin(), ids.end(), [&](ExprId id) {
    const ExprNode& node = program.graph[id];
    return node.op != ExprOp::input || given[static_cast<std::size_t>(place_of(node.a, program.n).argument)];
  });
}

Program cheapest_of(std::vector<Program> list) {
  std::erase_if(list, [](const Program& program) { return !has_its_arguments(program); });
  if (list.empty()) throw Error(ErrorKind::bug, "codegen", "no program has the arguments of its function");
  return std::move(*std::min_element(list.begin(), list.end(), [](const Program& a, const Program& b) {
    return codegen::detail::cost(a) < codegen::detail::cost(b);
  }));
}

// The results that are targets, in the order of the targets.
Program picked(const Program& program, std::span<const Target> targets) {
  const std::vector<ProgramResult> parts = results(program);
  Program chosen{program.quantity, program.method, program.n, program.graph, {}, program.kinematics,
                 program.given,    program.by,     {}};
  for (const Target& target : targets) {
    std::size_t first = 0;
    for (const ProgramResult& part : parts) {
      if (part.target == target) {
        const auto from = program.outputs.begin() + static_cast<std::ptrdiff_t>(first);
        chosen.outputs.insert(chosen.outputs.end(), from, from + static_cast<std::ptrdiff_t>(part.size));
        chosen.more.push_back(part);
      }
      first += part.size;
    }
  }
  chosen.quantity = chosen.more.front().target.quantity;
  chosen.by = chosen.more.front().target.by;
  chosen.method = chosen.more.front().method;
  chosen.more.erase(chosen.more.begin());
  return chosen;
}

// One quantity and derivatives of it, differentiated at once.
std::vector<Program> differentiated_together(std::span<const Target> targets, const Chain<double>& arm,
                                             const Wish& wish) {
  const Quantity quantity = as_derived(targets.front()).quantity;
  std::vector<Target> derived;
  std::vector<Argument> by;
  bool value = false;
  for (const Target& target : targets) {
    derived.push_back(as_derived(target));
    if (derived.back().quantity != quantity) return {};
    derived.back().by ? by.push_back(*derived.back().by) : void(value = true);
  }
  if (by.empty()) return {};
  std::vector<Program> list;
  for (const Program& program : candidates(quantity, arm, wish))
    list.push_back(picked(differentiated(program, by, value), derived));
  return list;
}

// Whether methods of the registry compute it. Those of dfd_dq do not take wrenches on the links.
bool is_registered(const Target& target, const Wish& wish) {
  if (target.by) return false;
  const bool derivative = as_derived(target).by.has_value();
  return !derivative || (!wish.graph && !(wish.given.wrenches && target.quantity == Quantity::dfd_dq));
}

Program cheapest_alone(const Target& target, const Chain<double>& arm, const Wish& wish) {
  const bool derivative = as_derived(target).by.has_value();
  std::vector<Program> list;
  if (derivative) list = differentiated_together(std::span(&target, 1), arm, wish);
  const auto asked = wish.methods.find(target.quantity);
  if (is_registered(target, wish)) {
    if (asked != wish.methods.end())
      return best_program(method_called(target.quantity, asked->second, wish.given), arm, wish.given);
    list.push_back(cheapest_program(target.quantity, arm, wish.given));
  }
  return cheapest_of(std::move(list));
}

// Methods of the registry, recorded from one arm: with the same regrouping they share more operations than if each
// used its own best one.
Program recorded_together(std::span<const Program> programs, const Chain<double>& arm, const Wish& wish) {
  const bool regroup = std::all_of(programs.begin(), programs.end(), [](const Program& program) {
    return codegen::detail::survives_regrouping(program.quantity);
  });
  return codegen::detail::best_recording(arm, regroup, [&](const Chain<double>& chain) {
    std::vector<Program> list;
    for (const Program& program : programs)
      list.push_back(record(method_called(program.quantity, program.method, wish.given), chain, wish.given));
    return together(list);
  });
}

}  // namespace

Program cheapest_program(std::span<const Target> targets, const Chain<double>& arm, const Wish& wish) {
  std::vector<Program> alone;
  for (const Target& target : targets) alone.push_back(cheapest_alone(target, arm, wish));
  if (targets.size() == 1) return std::move(alone.front());
  std::vector<Program> list = differentiated_together(targets, arm, wish);
  list.push_back(optimised(together(alone)));
  if (std::none_of(alone.begin(), alone.end(), [](const Program& program) { return program.by.has_value(); }))
    list.push_back(recorded_together(alone, arm, wish));
  return cheapest_of(std::move(list));
}

}  // namespace catena
