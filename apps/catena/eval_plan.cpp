// SPDX-License-Identifier: Apache-2.0
#include "eval_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/select.hpp"
#include "catena/core/text.hpp"

namespace catena::cli {
namespace {

using Names = std::vector<std::string_view>;

Error wrong(const char* option, const std::string& item, const std::string& what) {
  return {ErrorKind::usage, fmt::format("{} '{}'", option, text::printable(item)), what};
}

// An empty entry is a mistake: "id,,fd".
std::vector<std::string> entries(const char* option, const std::string& list) {
  std::vector<std::string> items = text::split(list);
  if (std::find(items.begin(), items.end(), "") != items.end())
    throw wrong(option, list, list.empty() ? "the list is empty" : "an entry of the list is empty")
        .need("names separated by single commas");
  return items;
}

Error two_methods(std::string_view quantity, const std::string& one, const std::string& other) {
  return wrong("--method", other,
               one == other ? "named twice" : fmt::format("'{}' has two methods", quantity))
      .given(one == other ? "" : fmt::format("'{}' and '{}'", one, other))
      .need("one method per quantity");
}

// Whether one of the arrays of a quantity has this name.
bool has_array(const QuantityInfo& quantity, std::string_view name) {
  return std::any_of(quantity.arrays.begin(), quantity.arrays.end(),
                     [&](const ArrayInfo& array) { return quantity.several() && array.name == name; });
}

Names methods_of(Quantity quantity) {
  Names names;
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity) names.push_back(m.name);
  return names;
}

// "id by rnea, crba_coriolis; fd by aba, crba_udu"
std::string offer(const Plan& plan) {
  std::string text;
  for (const Method<double>* m : plan.methods)
    text += fmt::format("{}{} by {}", text.empty() ? "" : "; ", info(m->quantity).name,
                        fmt::join(methods_of(m->quantity), ", "));
  return text;
}

// For each quantity of the plan, the item of --method that chose its method; empty if none did.
using Settled = std::vector<std::string>;

// "quantity=method"
void choose_for_one(const std::string& item, Plan& plan, Settled& settled) {
  const std::size_t equals = item.find('=');
  const std::string name = item.substr(0, equals), method = item.substr(equals + 1);
  const Quantity quantity = require_quantity("--method", item, name).quantity;
  const auto place = std::find_if(plan.methods.begin(), plan.methods.end(),
                                  [&](const Method<double>* m) { return m->quantity == quantity; });
  if (place == plan.methods.end())
    throw wrong("--method", item, fmt::format("'{}' is not in --want", name))
        .hint("add it to --want, or omit its method");
  const Method<double>* m = method.empty() ? nullptr : library_method(quantity, method);
  if (!m) {
    const Names methods = methods_of(quantity);
    throw wrong("--method", item, fmt::format("'{}' has no such method", name))
        .need(fmt::format("one of {}", fmt::join(methods, ", ")))
        .hint(text::did_you_mean(method, methods));
  }
  std::string& before = settled[static_cast<std::size_t>(place - plan.methods.begin())];
  if (!before.empty()) throw two_methods(name, before, item);
  before = item;
  *place = m;
}

// A method alone: it is used for every quantity that has it, except those with a "quantity=method".
void choose_everywhere(const std::string& method, Plan& plan, Settled& settled) {
  bool used = false;
  std::string other;  // an item that took precedence
  Names known;
  for (std::size_t k = 0; k < plan.methods.size(); ++k) {
    const Quantity quantity = plan.methods[k]->quantity;
    const Names methods = methods_of(quantity);
    known.insert(known.end(), methods.begin(), methods.end());
    const Method<double>* m = library_method(quantity, method);
    if (!m) continue;
    if (settled[k].empty()) {
      settled[k] = method;
      plan.methods[k] = m;
      used = true;
    } else if (settled[k].find('=') == std::string::npos) {
      throw two_methods(info(quantity).name, settled[k], method);
    } else {
      other = settled[k];
    }
  }
  if (used) return;
  if (!other.empty()) throw two_methods(other.substr(0, other.find('=')), other, method);
  throw wrong("--method", method, "none of the wanted quantities has this method")
      .need(offer(plan))
      .hint(text::did_you_mean(method, known));
}

}  // namespace

Names aliases_of(const QuantityInfo& quantity) {
  Names names;
  for (std::string_view rest = quantity.aliases; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

Names quantity_names() {
  Names names;
  for (const QuantityInfo& quantity : kQuantities) names.push_back(quantity.name);
  for (const QuantityInfo& quantity : kQuantities)
    for (const std::string_view alias : aliases_of(quantity)) names.push_back(alias);
  return names;
}

namespace {

// Words that people try and that are no misspelling.
std::string meant_by(const std::string& name) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"ik", "inverse kinematics has a command of its own: catena ik"},
      {"inverse_kinematics", "inverse kinematics has a command of its own: catena ik"},
      {"energy", "'kinetic_energy' or 'potential_energy'"},
      {"position", "'pose' has the position of the tool in its last column"},
      {"com",
       "'augmented_bodies' has the centre of mass of the whole arm; 'catena info' has those of the links"},
      {"base_regressor",
       "'regressor' has a column for each parameter; 'catena info ROBOT --base-parameters --json' lists the "
       "columns of the base parameters"}};
  for (const auto& [word, hint] : kOthers)
    if (name == word) return std::string(hint);
  return text::did_you_mean(name, quantity_names());
}

}  // namespace

const QuantityInfo& require_quantity(const char* option, const std::string& item, const std::string& name) {
  if (const QuantityInfo* const found = find_quantity(name)) return *found;
  throw wrong(option, item, fmt::format("there is no quantity '{}'", text::printable(name)))
      .need("one of the names that 'catena methods' lists")
      .hint(meant_by(name));
}

void Plan::include_motors() {
  motors = true;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const Quantity quantity = methods[k]->quantity;
    if (motor_effect(quantity) == MotorEffect::refused)
      throw Error(ErrorKind::usage, "--motors",
                  fmt::format("'{}' is not available with motors", info(quantity).name));
    if (motor_effect(quantity) != MotorEffect::inside) continue;
    if (named[k])
      throw Error(ErrorKind::usage, "--motors",
                  fmt::format("the method '{}' of '{}' does not include motors", methods[k]->name,
                              info(quantity).name))
          .hint(fmt::format("leave out --method for '{}': with motors it is computed by {}",
                            info(quantity).name, motor_method(quantity)->name));
    methods[k] = motor_method(quantity);
  }
}

void Plan::select(int joints) {
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const Quantity quantity = methods[k]->quantity;
    if (!named[k] && !(motors && motor_effect(quantity) == MotorEffect::inside))
      methods[k] = &Selection::current().method(quantity, joints);
  }
}

std::vector<std::string> Plan::explain(int joints) const {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const Quantity quantity = methods[k]->quantity;
    const MotorEffect effect = motors ? motor_effect(quantity) : MotorEffect::none;
    lines.push_back(fmt::format("{}: {}{}", info(quantity).name,
                                effect == MotorEffect::inside
                                    ? fmt::format("{}, which includes the motors", methods[k]->name)
                                : named[k] ? fmt::format("{}, as requested", methods[k]->name)
                                           : Selection::current().explain(quantity, joints),
                                effect == MotorEffect::added ? "; the terms of the motors are added" : ""));
  }
  return lines;
}

std::string_view Plan::requires_wrenches() const {
  for (const Method<double>* m : methods)
    if (info(m->quantity).requires_wrenches()) return info(m->quantity).name;
  return {};
}

std::string_view Plan::differentiates_wrenches() const {
  for (const Method<double>* m : methods) {
    const QuantityInfo& quantity = info(m->quantity);
    const bool product = m->quantity == Quantity::id_vjp || m->quantity == Quantity::fd_vjp;
    const bool derivative = product || quantity.derivative.of != m->quantity ||
                            m->quantity == Quantity::id_derivatives ||
                            m->quantity == Quantity::fd_derivatives;
    if (quantity.needs(Input::wrenches) && derivative) return quantity.name;
  }
  return {};
}

std::string_view Plan::refuses_wrenches() const {
  for (const Method<double>* m : methods)
    if (info(m->quantity).needs(Input::tip) && !info(m->quantity).needs(Input::wrenches))
      return info(m->quantity).name;
  return {};
}

std::string_view Plan::needs(Input input) const {
  for (const Method<double>* m : methods)
    if (info(m->quantity).needs(input)) return info(m->quantity).name;
  return {};
}

Plan make_plan(const std::string& want, const std::optional<std::string>& method) {
  Plan plan;
  for (const std::string& item : entries("--want", want)) {
    const Quantity quantity = require_quantity("--want", item, item).quantity;
    for (const Method<double>* earlier : plan.methods) {
      if (earlier->quantity == quantity)
        throw wrong(
            "--want", item,
            item == info(quantity).name
                ? "named twice"
                : fmt::format("another name of '{}', which is in the list already", info(quantity).name));
      const QuantityInfo &one = info(earlier->quantity), &other = info(quantity);
      if (has_array(one, other.name) || has_array(other, one.name))
        throw wrong("--want", item,
                    fmt::format("'{}' and '{}' have a result in common", one.name, other.name))
            .hint("omit the one that is part of the other");
    }
    plan.methods.push_back(library_method(quantity, ""));
  }
  plan.named.resize(plan.methods.size());
  if (!method) return plan;
  Settled settled(plan.methods.size());
  const std::vector<std::string> items = entries("--method", *method);
  for (const std::string& item : items)
    if (item.find('=') != std::string::npos) choose_for_one(item, plan, settled);
  for (const std::string& item : items)
    if (item.find('=') == std::string::npos) choose_everywhere(item, plan, settled);
  for (std::size_t k = 0; k < settled.size(); ++k) plan.named[k] = !settled[k].empty();
  return plan;
}

}  // namespace catena::cli
