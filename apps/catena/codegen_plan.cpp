// SPDX-License-Identifier: Apache-2.0
#include "codegen_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "eval_plan.hpp"

namespace catena::cli {
namespace {

constexpr std::string_view kGraph = "graph";

template <class T>
bool among(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

Error wrong(const char* option, const std::string& item, const std::string& what) {
  return {ErrorKind::usage, fmt::format("{} '{}'", option, text::printable(item)), what};
}

std::vector<std::string> split_at_plus(std::string text) {
  std::replace(text.begin(), text.end(), '+', ',');
  return text::split(text);
}

// did_dq of the registry as the derivative of id with respect to q.
Target derived(const Target& target) {
  return target.by ? target : as_derivative(target.quantity).value_or(target);
}

// The quantities of the registry that are wanted or whose derivatives are wanted; make_plan checks these.
std::string registered(const std::vector<std::string>& names) {
  std::vector<std::string> list;
  const auto add = [&](const std::string& name) {
    if (!among(list, name)) list.push_back(name);
  };
  for (const std::string& name : names) {
    const std::optional<Target> target = find_target(name);
    if (!target) add(name);  // unknown: make_plan throws
    if (target && !target->by) add(std::string(info(target->quantity).name));
    if (target && derived(*target).by) add(std::string(info(derived(*target).quantity).name));
  }
  return fmt::format("{}", fmt::join(list, ","));
}

// Removes "graph" and "did_dq=graph" from the list of methods; make_plan checks the rest.
std::optional<std::string> take_graph(const std::optional<std::string>& method,
                                      const std::vector<std::vector<Target>>& functions, bool& graph) {
  if (!method) return method;
  std::vector<std::string> derivatives, left;
  for (const auto& targets : functions)
    for (const Target& target : targets)
      if (derived(target).by) derivatives.push_back(name(target));
  for (const std::string& item : text::split(*method)) {
    const std::size_t equals = item.find('=');
    const std::string by = equals == std::string::npos ? item : item.substr(equals + 1);
    if (by != kGraph) {
      left.push_back(item);
      continue;
    }
    if (derivatives.empty() || (equals != std::string::npos && !among(derivatives, item.substr(0, equals))))
      throw wrong("--method", item, "'graph' applies only to derivatives in --want")
          .need("a derivative such as 'did_dq' in --want");
    graph = true;
  }
  if (left.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(left, ","));
}

// Inputs for which generated functions have no argument.
void refuse_inputs(const std::string& name, const QuantityInfo& quantity, const Given& given) {
  if (quantity.needs(Input::V))
    throw wrong("--want", name, "generated functions cannot take its input")
        .given("the matrix V")
        .hint("'inertia_inverse' is M⁻¹ itself");
  if (quantity.requires_wrenches() && !given.wrenches)
    throw wrong("--want", name, "it needs the wrenches of the links").hint("add --arguments wrenches");
  if (quantity.needs(Input::v) && quantity.quantity != Quantity::coriolis_transpose && !given.v)
    throw wrong("--want", name, "it needs the vector v").hint("add --arguments v");
}

// Whether --method names this method.
bool asked_for(const std::optional<std::string>& list, const Method<double>& method) {
  if (!list) return false;
  const std::string with_quantity = fmt::format("{}={}", info(method.quantity).name, method.name);
  const std::vector<std::string> items = text::split(*list);
  return std::any_of(items.begin(), items.end(),
                     [&](const std::string& item) { return item == method.name || item == with_quantity; });
}

}  // namespace

CodegenPlan make_codegen_plan(const std::string& want, const std::optional<std::string>& method,
                              const Given& given) {
  CodegenPlan plan;
  plan.wish.given = given;
  std::vector<std::string> names, written;
  for (const std::string& item : text::split(want)) {
    std::vector<Target> targets;
    if (item.empty()) make_plan(want, std::nullopt);  // throws
    for (const std::string& name : split_at_plus(item)) {
      if (name.empty())
        throw wrong("--want", item, "an entry of the list is empty")
            .need("names separated by single plus signs");
      names.push_back(name);
      const std::optional<Target> target = find_target(name);
      if (!target) continue;  // reported below
      refuse_inputs(name, info(target->quantity), given);
      if (among(targets, *target)) throw wrong("--want", item, fmt::format("'{}' is named twice", name));
      targets.push_back(*target);
    }
    plan.functions.push_back(targets);
  }
  make_plan(registered(names), std::nullopt);  // throws if a name is unknown
  for (const auto& targets : plan.functions) {
    std::vector<std::string> parts;
    for (const Target& target : targets) parts.push_back(name(target));
    const std::string function = fmt::format("{}", fmt::join(parts, "+"));
    if (among(written, function)) throw wrong("--want", function, "named twice");
    written.push_back(function);
  }
  const std::optional<std::string> methods = take_graph(method, plan.functions, plan.wish.graph);
  Plan checked = make_plan(registered(names), methods);
  for (const Method<double>* m : checked.methods)
    if (asked_for(methods, *m)) plan.wish.methods[m->quantity] = std::string(m->name);
  if (given.motors) checked.include_motors();  // throws if a requested method cannot include them
  return plan;
}

}  // namespace catena::cli
