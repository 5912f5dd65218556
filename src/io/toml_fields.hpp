// SPDX-License-Identifier: Apache-2.0
// One table of a TOML file, read field by field. Every error names file, line, column and the object.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::io::detail {

// A key and a description of its value: {"mass", "a number in kg"}.
struct Field {
  std::string_view key;
  std::string_view need;
};

class TomlTable {
 public:
  // `object` is what the table describes ("link 4 'forearm'"), `prefix` goes before its keys ("dh.").
  TomlTable(const toml::table& table, const std::string& file, std::string object = {},
            std::string prefix = {})
      : table_(&table), file_(&file), object_(std::move(object)), prefix_(std::move(prefix)) {}

  void allow_only(std::initializer_list<std::string_view> keys) const;

  bool has(std::string_view key) const { return table_->contains(key); }
  const toml::node& node(const Field& field) const;  // an error if it is missing

  double number(const Field& field) const;
  std::int64_t integer(const Field& field) const;
  bool boolean(const Field& field) const;
  std::string text(const Field& field) const;
  TomlTable table(const Field& field) const;
  // The tables of [[key]], each of which describes `what`: "push 1", "push 2", ...
  std::vector<TomlTable> tables(const Field& field, std::string_view what) const;

  template <std::size_t N>
  std::array<double, N> numbers(const Field& field) const {
    std::array<double, N> out{};
    fill(field, out);
    return out;
  }

  std::vector<double> list(const Field& field) const;                // of any length
  std::vector<double> number_or_list(const Field& field) const;      // one number, or a list
  std::vector<std::vector<double>> lists(const Field& field) const;  // a list of lists

  template <class Enum>
  Enum choice(const Field& field, std::initializer_list<std::pair<std::string_view, Enum>> names) const {
    std::vector<std::string_view> words;
    for (const auto& [word, value] : names) words.push_back(word);
    return (names.begin() + chosen(field, words))->second;
  }

  // Errors at a value, which is quoted, and positions of the table and its keys.
  Error wrong(std::string_view key, const std::string& headline) const;
  Error wrong(const toml::node& value, const std::string& headline) const;
  std::string where() const { return where(table_->source().begin); }
  std::string where(toml::source_position at) const;
  std::string where_is(std::string_view key) const { return where(table_->get(key)->source().begin); }
  std::string quoted(std::string_view key) const;  // 'dh.a'

 private:
  void fill(const Field& field, std::span<double> out) const;
  std::vector<double> list_of(const toml::node& value, const std::string& label, std::string_view need) const;
  std::size_t chosen(const Field& field, std::span<const std::string_view> words) const;
  double finite(const toml::node& value, const std::string& label, std::string_view need) const;

  const toml::table* table_;
  const std::string* file_;
  std::string object_, prefix_;
};

}  // namespace catena::io::detail
