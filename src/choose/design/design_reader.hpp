// SPDX-License-Identifier: Apache-2.0
// Reads a design file table by table and rejects contradictions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/choose/design/design.hpp"
#include "io/toml_fields.hpp"

namespace catena::choose {

class DesignReader {
 public:
  DesignReader(const toml::table& document, const std::string& where, std::span<const Criterion> known,
               const FindRobot& find)
      : document_(document), where_(where), file_(document, where), known_(known), find_(find) {}

  Design read();

 private:
  using TomlTable = detail::TomlTable;

  // what is varied (design_file.cpp)
  void read_top();
  void read_arm();
  void read_limits();
  void read_body();
  void read_criteria();
  void read_task();
  void read_sampling();
  void read_optimise();

  // [[parameter]] (design_parameter.cpp)
  void read_parameters();
  void read_parameter(const toml::table& table, int number);
  void read_tie(const toml::table& table, int number);
  Target read_target(const TomlTable& table) const;
  std::vector<int> read_links(const TomlTable& table, Target target);
  void claim(const TomlTable& table, Target target, const std::vector<int>& links, const std::string& owner);
  void read_words(const TomlTable& table, Parameter& parameter) const;
  void read_values(const TomlTable& table, Parameter& parameter) const;
  void read_range(const TomlTable& table, const toml::table& raw, Parameter& parameter) const;
  std::string unit_of(Target target, const std::vector<int>& links) const;
  void check_lengths() const;

  // [[constraint]] (design_constraint.cpp)
  void read_constraints();
  void read_constraint(const toml::table& table, int number);
  void read_sum(const TomlTable& table, Constraint& constraint) const;
  void check_attainable(const TomlTable& table, const Constraint& constraint) const;
  void check_against(const TomlTable& table, const Constraint& earlier, const Constraint& constraint) const;

  // The tables of [[key]].
  std::vector<const toml::table*> tables(std::string_view key, const char* need) const;
  // file:line:column alone, without the name of the object
  std::string place(const toml::table& table, std::string_view key) const {
    return TomlTable(table, where_).where_is(key);
  }
  std::string place(const toml::table& table) const { return TomlTable(table, where_).where(); }
  int index_of_criterion(const TomlTable& table) const;
  std::size_t rows() const { return out_.base_ ? out_.base_->links.size() : out_.lengths_.size(); }

  const toml::table& document_;
  const std::string& where_;
  TomlTable file_;
  std::span<const Criterion> known_;
  const FindRobot& find_;
  Design out_;
  std::map<std::pair<Target, int>, std::string> claimed_;  // what sets it, and where
  std::string length_place_;                               // of `lengths`, or empty
};

// The words of `set`, in the order of Target.
inline constexpr std::string_view kTargets[] = {"arm",    "joint", "a",     "alpha", "d",      "theta",
                                                "length", "mass",  "lower", "upper", "radius", "thickness"};
inline constexpr std::string_view target_name(Target target) { return kTargets[static_cast<int>(target)]; }

// "0.4 <= upper + 2 fore <= 1.2"
std::string constraint_text(const Constraint& constraint, const Design& design);

}  // namespace catena::choose
