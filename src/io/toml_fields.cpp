// SPDX-License-Identifier: Apache-2.0
// Typed reading of one TOML table.
#include "io/toml_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {
namespace {

std::string listed(std::span<const std::string_view> words) {
  std::string out;
  for (std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

// A value as a message shows it.
std::string described(const toml::node& value) {
  switch (value.type()) {
    case toml::node_type::string:
      return fmt::format("the string \"{}\"", text::printable(value.as_string()->get()));
    case toml::node_type::integer:
      return fmt::format("{}", value.as_integer()->get());
    case toml::node_type::floating_point:
      return fmt::format("{}", value.as_floating_point()->get());
    case toml::node_type::boolean:
      return value.as_boolean()->get() ? "true" : "false";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      break;
    default:
      return "a date or time";
  }
  const toml::array& values = *value.as_array();
  const bool short_numbers =
      values.size() <= 6 &&
      std::all_of(values.begin(), values.end(), [](const toml::node& v) { return v.is_number(); });
  if (!short_numbers) return fmt::format("an array of {}", text::counted(values.size(), "value"));
  std::string out;
  for (const toml::node& v : values) out += (out.empty() ? "" : ", ") + described(v);
  return "[" + out + "]";
}

bool reads_as_number(const toml::node& value) {
  if (!value.is_string() || value.as_string()->get().size() > 40) return false;
  const std::string& text = value.as_string()->get();
  return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
}

}  // namespace

void TomlTable::allow_only(std::initializer_list<std::string_view> keys) const {
  // The first unknown key in file order, not in alphabetical order.
  const toml::key* unknown = nullptr;
  for (const auto& [key, value] : *table_) {
    if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
    const auto place = [](const toml::key& k) {
      return std::tuple(k.source().begin.line, k.source().begin.column);
    };
    if (!unknown || place(key) < place(*unknown)) unknown = &key;
  }
  if (!unknown) return;
  throw Error(ErrorKind::model, where(unknown->source().begin),
              fmt::format("unknown key '{}{}'", prefix_, text::printable(unknown->str())))
      .need("one of " + listed({keys.begin(), keys.size()}))
      .hint(text::did_you_mean(unknown->str(), {keys.begin(), keys.size()}));
}

const toml::node& TomlTable::node(const Field& field) const {
  if (const toml::node* found = table_->get(field.key)) return *found;
  throw Error(ErrorKind::model, where(), "key " + quoted(field.key) + " is missing")
      .need(std::string(field.need));
}

double TomlTable::number(const Field& field) const {
  return finite(node(field), quoted(field.key), field.need);
}

std::int64_t TomlTable::integer(const Field& field) const {
  const toml::node& value = node(field);
  if (value.is_integer()) return value.as_integer()->get();
  throw wrong(value, quoted(field.key) + " must be an integer").need(std::string(field.need));
}

bool TomlTable::boolean(const Field& field) const {
  const toml::node& value = node(field);
  if (value.is_boolean()) return value.as_boolean()->get();
  throw wrong(value, quoted(field.key) + " must be true or false").need(std::string(field.need));
}

std::string TomlTable::text(const Field& field) const {
  const toml::node& value = node(field);
  if (value.is_string()) return value.as_string()->get();
  throw wrong(value, quoted(field.key) + " must be a string").need(std::string(field.need));
}

TomlTable TomlTable::table(const Field& field) const {
  const toml::node& value = node(field);
  if (value.is_table()) return {*value.as_table(), *file_, object_, prefix_ + std::string(field.key) + "."};
  throw wrong(value, quoted(field.key) + " must be a table")
      .need(std::string(field.need))
      .hint(value.is_array_of_tables() ? "one pair of brackets, not two" : "");
}

std::vector<TomlTable> TomlTable::tables(const Field& field, std::string_view what) const {
  const toml::node& value = node(field);
  const toml::array* const all = value.as_array();
  if (!all || !all->is_homogeneous(toml::node_type::table))
    throw wrong(value, quoted(field.key) + " must be an array of tables")
        .need(std::string(field.need))
        .hint("two pairs of brackets");
  std::vector<TomlTable> out;
  for (const toml::node& each : *all)
    out.emplace_back(*each.as_table(), *file_, fmt::format("{} {}", what, out.size() + 1));
  return out;
}

Error TomlTable::wrong(std::string_view key, const std::string& headline) const {
  return wrong(*table_->get(key), headline);
}

Error TomlTable::wrong(const toml::node& value, const std::string& headline) const {
  return Error(ErrorKind::model, where(value.source().begin), headline).given(described(value));
}

std::string TomlTable::where(toml::source_position at) const {
  const std::string place = fmt::format("{}:{}:{}", *file_, at.line, at.column);
  return object_.empty() ? place : place + ": " + object_;
}

std::string TomlTable::quoted(std::string_view key) const { return fmt::format("'{}{}'", prefix_, key); }

void TomlTable::fill(const Field& field, std::span<double> out) const {
  const toml::node& value = node(field);
  const toml::array* values = value.as_array();
  if (!values || values->size() != out.size()) {
    throw wrong(value, fmt::format("{} must be an array of {} numbers", quoted(field.key), out.size()))
        .need(std::string(field.need));
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = finite(*values->get(i), fmt::format("value {} of {}", i + 1, quoted(field.key)), field.need);
}

std::vector<double> TomlTable::list_of(const toml::node& value, const std::string& label,
                                       std::string_view need) const {
  const toml::array* values = value.as_array();
  if (!values) throw wrong(value, label + " must be an array of numbers").need(std::string(need));
  std::vector<double> out;
  out.reserve(values->size());
  for (const toml::node& each : *values)
    out.push_back(finite(each, fmt::format("value {} of {}", out.size() + 1, label), need));
  return out;
}

std::vector<double> TomlTable::list(const Field& field) const {
  return list_of(node(field), quoted(field.key), field.need);
}

std::vector<double> TomlTable::number_or_list(const Field& field) const {
  const toml::node& value = node(field);
  if (value.is_array()) return list(field);
  return {finite(value, quoted(field.key), field.need)};
}

std::vector<std::vector<double>> TomlTable::lists(const Field& field) const {
  const toml::node& value = node(field);
  const toml::array* rows = value.as_array();
  if (!rows)
    throw wrong(value, quoted(field.key) + " must be an array of arrays").need(std::string(field.need));
  std::vector<std::vector<double>> out;
  out.reserve(rows->size());
  for (const toml::node& row : *rows)
    out.push_back(list_of(row, fmt::format("row {} of {}", out.size() + 1, quoted(field.key)), field.need));
  return out;
}

std::size_t TomlTable::chosen(const Field& field, std::span<const std::string_view> words) const {
  const toml::node& value = node(field);
  const std::string word = value.is_string() ? value.as_string()->get() : std::string();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw wrong(value, quoted(field.key) + (value.is_string() ? " has an unknown value" : " must be a string"))
      .need(std::string(field.need))
      .hint(text::did_you_mean(word, words));
}

double TomlTable::finite(const toml::node& value, const std::string& label, std::string_view need) const {
  if (!value.is_number()) {
    throw wrong(value, label + " must be a number")
        .need(std::string(need))
        .hint(reads_as_number(value) ? "remove the quotes" : "");
  }
  const double number = *value.value<double>();
  if (!std::isfinite(number)) throw wrong(value, label + " must be finite").need(std::string(need));
  return number;
}

}  // namespace catena::io::detail
