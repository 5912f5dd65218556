// SPDX-License-Identifier: Apache-2.0
// One table of a scenario file: reads optional keys and remembers their positions in the file.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "catena/sim/scenario.hpp"
#include "io/toml_fields.hpp"

namespace catena::sim::detail {

class ScenarioReader {
 public:
  using Field = io::detail::Field;

  ScenarioReader(const io::detail::TomlTable& table, std::string prefix, Scenario& scenario)
      : table_(table), prefix_(std::move(prefix)), scenario_(scenario) {}

  void allow_only(std::initializer_list<std::string_view> keys) const { table_.allow_only(keys); }

  // Each reads the key if it is present.
  bool number(const Field& field, double& out, double least = -1e300) {
    if (!here(field)) return false;
    const double value = table_.number(field);
    if (value < least) throw bad(field, "is too small");
    out = value;
    return true;
  }
  void above_zero(const Field& field, double& out) {
    if (!here(field)) return;
    const double value = table_.number(field);
    if (!(value > 0)) throw bad(field, value < 0 ? "is negative" : "is zero");
    out = value;
  }
  void not_negative(const Field& field, double& out) {
    if (number(field, out) && out < 0) throw bad(field, "is negative");
  }
  void flag(const Field& field, bool& out) {
    if (here(field)) out = table_.boolean(field);
  }
  void text(const Field& field, std::string& out) {
    if (!here(field)) return;
    out = table_.text(field);
    if (out.empty()) throw bad(field, "is empty");
  }
  void list(const Field& field, std::vector<double>& out) {
    if (!here(field)) return;
    out = table_.list(field);
    if (out.empty()) throw bad(field, "is empty");
  }
  void gains(const Field& field, std::vector<double>& out) {
    if (!here(field)) return;
    out = table_.number_or_list(field);
    if (out.empty()) throw bad(field, "is empty");
    for (const double value : out)
      if (value < 0) throw bad(field, "is negative");
  }
  void speeds(const Field& field, std::vector<double>& out) {
    gains(field, out);
    for (const double value : out)
      if (value == 0) throw bad(field, "is zero");
  }
  void lists(const Field& field, std::vector<std::vector<double>>& out) {
    if (here(field)) out = table_.lists(field);
  }
  template <class Enum>
  void choice(const Field& field, Enum& out, std::initializer_list<std::pair<std::string_view, Enum>> names) {
    if (here(field)) out = table_.choice<Enum>(field, names);
  }
  template <std::size_t N>
  std::array<double, N> numbers(const Field& field) {
    here(field);
    return table_.numbers<N>(field);
  }

  // Errors for keys that the chosen kind requires, and for keys that it does not take.
  void need(const std::string& kind, const Field& field) const {
    if (!table_.has(field.key))
      throw Error(ErrorKind::model, table_.where(),
                  fmt::format("key {} is missing", table_.quoted(field.key)))
          .need(fmt::format("{}, for {}", field.need, kind));
  }
  void only(const std::string& kind, std::initializer_list<std::string_view> keys,
            std::initializer_list<std::string_view> all) const {
    for (const std::string_view key : all)
      if (table_.has(key) && std::find(keys.begin(), keys.end(), key) == keys.end()) {
        std::string list;
        for (const std::string_view each : keys) list += (list.empty() ? "" : ", ") + std::string(each);
        throw table_.wrong(key, fmt::format("{} does not take {}", kind, table_.quoted(key)))
            .need(list.empty() ? "no other key" : list);
      }
  }

 private:
  bool here(const Field& field) {
    if (!table_.has(field.key)) return false;
    scenario_.places[prefix_ + std::string(field.key)] = table_.where_is(field.key);
    return true;
  }
  Error bad(const Field& field, const char* what) const {
    return table_.wrong(field.key, fmt::format("{} {}", table_.quoted(field.key), what))
        .need(std::string(field.need));
  }

  const io::detail::TomlTable& table_;
  std::string prefix_;
  Scenario& scenario_;
};

}  // namespace catena::sim::detail
