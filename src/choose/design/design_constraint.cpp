// SPDX-License-Identifier: Apache-2.0
// Reads [[constraint]] and rejects those that cannot be satisfied.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/core/did_you_mean.hpp"
#include "choose/design/design_reader.hpp"

namespace catena::choose {
namespace {

using io::detail::Field;
using io::detail::TomlTable;
using Of = Constraint::Of;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::string bounds(const Constraint& constraint, const std::string& what) {
  if (constraint.least && constraint.most)
    return fmt::format("{} <= {} <= {}", *constraint.least, what, *constraint.most);
  return constraint.least ? fmt::format("{} >= {}", what, *constraint.least)
                          : fmt::format("{} <= {}", what, *constraint.most);
}

// The factor that turns the weights of a into those of b, or 0.
double multiple(const std::vector<double>& a, const std::vector<double>& b) {
  double k = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0 && b[i] == 0) continue;
    if (a[i] == 0 || b[i] == 0) return 0;
    if (k == 0) k = b[i] / a[i];
    if (b[i] != k * a[i]) return 0;
  }
  return k;
}

}  // namespace

std::string constraint_text(const Constraint& constraint, const Design& design) {
  switch (constraint.of) {
    case Of::criterion:
      return bounds(constraint,
                    std::string(design.criteria()[static_cast<std::size_t>(constraint.criterion)]->stem));
    case Of::total_length:
      return bounds(constraint, "total_length");
    case Of::total_mass:
      return bounds(constraint, "total_mass");
    case Of::sum:
      break;
  }
  std::string sum;
  for (std::size_t k = 0; k < constraint.weights.size(); ++k) {
    const double w = constraint.weights[k];
    if (w == 0) continue;
    sum += sum.empty() ? (w < 0 ? "-" : "") : (w < 0 ? " - " : " + ");
    if (std::abs(w) != 1) sum += fmt::format("{} ", std::abs(w));
    sum += design.parameters()[k].name;
  }
  return bounds(constraint, sum);
}

void DesignReader::read_constraints() {
  const std::vector<const toml::table*> all =
      tables("constraint", "[[constraint]] with sum, of or criterion");
  for (std::size_t k = 0; k < all.size(); ++k) read_constraint(*all[k], static_cast<int>(k) + 1);
}

void DesignReader::read_constraint(const toml::table& raw, int number) {
  const TomlTable table(raw, where_, fmt::format("constraint {}", number));
  table.allow_only({"sum", "of", "criterion", "least", "most"});
  Constraint constraint;
  constraint.place = place(raw);
  const int kinds = static_cast<int>(table.has("sum")) + static_cast<int>(table.has("of")) +
                    static_cast<int>(table.has("criterion"));
  if (kinds != 1)
    throw Error(ErrorKind::model, table.where(),
                kinds == 0 ? "it does not say which quantity it bounds" : "it bounds more than one quantity")
        .need("one of sum = { upper = 1, fore = 1 }, of = \"total_length\" and criterion = \"reach\"");
  if (table.has("of"))
    constraint.of = table.choice<Of>({"of", "\"total_length\" or \"total_mass\""},
                                     {{"total_length", Of::total_length}, {"total_mass", Of::total_mass}});
  if (table.has("criterion")) {
    constraint.of = Of::criterion;
    constraint.criterion = index_of_criterion(table);
  }
  if (table.has("sum")) read_sum(table, constraint);
  if (table.has("least")) constraint.least = table.number({"least", "a number"});
  if (table.has("most")) constraint.most = table.number({"most", "a number"});
  if (!constraint.least && !constraint.most)
    throw Error(ErrorKind::model, table.where(), "it has no bound").need("least = .. or most = .., or both");
  if (constraint.least && constraint.most && *constraint.least > *constraint.most)
    throw Error(ErrorKind::model, table.where_is("least"), "the constraint contradicts itself")
        .given(fmt::format("least = {} at {}, most = {} at {}", *constraint.least, place(raw, "least"),
                           *constraint.most, place(raw, "most")))
        .need("least no more than most");
  constraint.text = constraint_text(constraint, out_);
  check_attainable(table, constraint);
  for (const Constraint& earlier : out_.constraints_) check_against(table, earlier, constraint);
  out_.constraints_.push_back(std::move(constraint));
}

void DesignReader::read_sum(const TomlTable& table, Constraint& constraint) const {
  const TomlTable sum = table.table({"sum", "{ parameter = weight, .. }"});
  constraint.weights.assign(out_.parameters_.size(), 0);
  std::vector<std::string_view> names;
  for (const Parameter& each : out_.parameters_) names.push_back(each.name);
  const toml::table& raw = *table.node({"sum", ""}).as_table();
  if (raw.empty()) throw table.wrong("sum", "'sum' is empty").need("{ parameter = weight, .. }");
  for (const auto& [key, value] : raw) {
    const auto found = std::find(names.begin(), names.end(), key.str());
    if (found == names.end())
      throw Error(ErrorKind::model, table.where(key.source().begin),
                  fmt::format("no parameter '{}'", key.str()))
          .need(fmt::format("one of {}", fmt::join(names, ", ")))
          .hint(text::did_you_mean(key.str(), names));
    const auto k = static_cast<std::size_t>(found - names.begin());
    if (!out_.parameters_[k].words.empty())
      throw table.wrong(value, fmt::format("'{}' is a list of words, which cannot be summed", key.str()));
    constraint.weights[k] = sum.number({key.str(), "a number, its weight"});
    if (constraint.weights[k] == 0)
      throw table.wrong(value, "a weight of zero").hint("leave the parameter out");
  }
}

// Whether any values of the parameters satisfy it.
void DesignReader::check_attainable(const TomlTable& table, const Constraint& constraint) const {
  if (constraint.of != Of::sum) return;
  double low = 0, high = 0;
  std::string who;
  for (std::size_t k = 0; k < constraint.weights.size(); ++k) {
    const double w = constraint.weights[k];
    if (w == 0) continue;
    const Parameter& parameter = out_.parameters_[k];
    const auto [least, most] =
        parameter.is_range() ? std::pair(parameter.low, parameter.high)
                             : std::pair(*std::min_element(parameter.values.begin(), parameter.values.end()),
                                         *std::max_element(parameter.values.begin(), parameter.values.end()));
    low += w > 0 ? w * least : w * most;
    high += w > 0 ? w * most : w * least;
    who += fmt::format("{}'{}' from {} to {} at {}", who.empty() ? "" : ", ", parameter.name, least, most,
                       parameter.place);
  }
  const bool too_low = constraint.least && high < *constraint.least;
  const bool too_high = constraint.most && low > *constraint.most;
  if (too_low || too_high)
    throw Error(ErrorKind::model, table.where(),
                fmt::format("{} contradicts the ranges: it is {} {} everywhere", constraint.text,
                            too_low ? "at most" : "at least", too_low ? high : low))
        .given(who)
        .hint("widen the ranges, or move the bound");
}

void DesignReader::check_against(const TomlTable& table, const Constraint& earlier,
                                 const Constraint& constraint) const {
  if (earlier.of != constraint.of || earlier.criterion != constraint.criterion) return;
  double k = 1;
  if (constraint.of == Of::sum) k = multiple(constraint.weights, earlier.weights);
  if (k == 0) return;
  // the bounds of the earlier constraint, converted to the expression of this one
  double least = earlier.least.value_or(-kInfinite) / k, most = earlier.most.value_or(kInfinite) / k;
  if (k < 0) std::swap(least, most);
  if (constraint.least.value_or(-kInfinite) <= most && constraint.most.value_or(kInfinite) >= least) return;
  throw Error(ErrorKind::model, table.where(), "two constraints contradict each other")
      .given(
          fmt::format("{} at {}, {} at {}", earlier.text, earlier.place, constraint.text, constraint.place))
      .need("bounds that leave a feasible range");
}

}  // namespace catena::choose
