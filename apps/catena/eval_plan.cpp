// SPDX-License-Identifier: Apache-2.0
#include "eval_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catena/error.hpp"
#include "util/did_you_mean.hpp"
#include "util/text.hpp"

namespace catena::cli {
namespace {

using Names = std::vector<std::string_view>;

Error wrong(const char* option, const std::string& item, const std::string& what) {
  return {ErrorKind::usage, fmt::format("{} '{}'", option, detail::printable(item)), what};
}

const QuantityInfo& find_quantity(const char* option, const std::string& item, const std::string& name) {
  Names names;
  for (const QuantityInfo& quantity : kQuantities) {
    if (quantity.name == name) return quantity;
    names.push_back(quantity.name);
  }
  throw wrong(option, item, fmt::format("no quantity is called '{}'", detail::printable(name)))
      .need("one of the names that 'catena methods' lists")
      .hint(detail::did_you_mean(name, names));
}

const Method<double>* find_method(Quantity quantity, std::string_view stem) {
  for (const Method<double>& m : methods<double>())
    if (m.quantity == quantity && (stem.empty() || m.stem == stem)) return &m;
  return nullptr;
}

Names stems_of(Quantity quantity) {
  Names stems;
  for (const Method<double>& m : methods<double>())
    if (m.quantity == quantity) stems.push_back(m.stem);
  return stems;
}

// "id by rnea, crba_coriolis; fd by aba, crba_udu"
std::string offer(const Plan& plan) {
  std::string text;
  for (const Method<double>* m : plan.methods)
    text += fmt::format("{}{} by {}", text.empty() ? "" : "; ", info(m->quantity).name,
                        fmt::join(stems_of(m->quantity), ", "));
  return text;
}

void choose_everywhere(const std::string& stem, Plan& plan) {
  bool used = false;
  Names known;
  for (const Method<double>*& chosen : plan.methods) {
    const Method<double>* m = find_method(chosen->quantity, stem);
    if (m) chosen = m, used = true;
    const Names stems = stems_of(chosen->quantity);
    known.insert(known.end(), stems.begin(), stems.end());
  }
  if (!used)
    throw wrong("--method", stem, "no wanted quantity has this method")
        .need(offer(plan))
        .hint(detail::did_you_mean(stem, known));
}

void choose_for_one(const std::string& item, Plan& plan) {
  const std::size_t equals = item.find('=');
  const std::string name = item.substr(0, equals), stem = item.substr(equals + 1);
  const Quantity quantity = find_quantity("--method", item, name).quantity;
  const auto place = std::find_if(plan.methods.begin(), plan.methods.end(),
                                  [&](const Method<double>* m) { return m->quantity == quantity; });
  if (place == plan.methods.end())
    throw wrong("--method", item, fmt::format("'{}' is not wanted", name))
        .hint(fmt::format("add it to --want, or leave the method out"));
  const Method<double>* m = stem.empty() ? nullptr : find_method(quantity, stem);
  if (!m) {
    const Names stems = stems_of(quantity);
    throw wrong("--method", item, fmt::format("'{}' has no such method", name))
        .need(fmt::format("one of {}", fmt::join(stems, ", ")))
        .hint(detail::did_you_mean(stem, stems));
  }
  *place = m;
}

template <class Needs>
std::string_view first(const Plan& plan, Needs needs) {
  for (const Method<double>* m : plan.methods)
    if (needs(info(m->quantity))) return info(m->quantity).name;
  return {};
}

}  // namespace

std::string_view Plan::needs_q() const {
  return first(*this, [](const QuantityInfo& i) {
    return i.quantity != Quantity::rotor_inertia && i.quantity != Quantity::friction;
  });
}
std::string_view Plan::needs_qd() const {
  return first(*this, [](const QuantityInfo& i) { return i.needs_qd; });
}
std::string_view Plan::needs_qdd() const {
  return first(*this, [](const QuantityInfo& i) { return i.needs_qdd; });
}
std::string_view Plan::needs_tau() const {
  return first(*this, [](const QuantityInfo& i) { return i.needs_tau; });
}

Plan make_plan(const std::string& want, const std::string& method) {
  Plan plan;
  for (const std::string& item : detail::split(want)) {
    const Quantity quantity = find_quantity("--want", item, item).quantity;
    for (const Method<double>* earlier : plan.methods)
      if (earlier->quantity == quantity) throw wrong("--want", item, "named twice");
    plan.methods.push_back(find_method(quantity, ""));
  }
  if (method.empty()) return plan;
  const std::vector<std::string> items = detail::split(method);
  for (const std::string& item : items)
    if (item.find('=') == std::string::npos) choose_everywhere(item, plan);
  for (const std::string& item : items)
    if (item.find('=') != std::string::npos) choose_for_one(item, plan);
  return plan;
}

}  // namespace catena::cli
