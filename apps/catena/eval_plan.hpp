// SPDX-License-Identifier: Apache-2.0
// What `catena eval` computes: the wanted quantities, each with its method.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/library_methods.hpp"

namespace catena::cli {

struct Plan {
  std::vector<const Method<double>*> methods;  // in the order of --want
  std::vector<bool> named;                     // whether --method chose it
  bool motors = false;                         // include rotors and friction (catena/core/motors.hpp)

  Axes wrench_axes = Axes::frame;  // of the wrenches of the links

  // Includes the motors. Throws Error(usage) if --method names a method that cannot.
  void include_motors();
  // Chooses the methods that --method does not name, by the number of joints (catena/core/select.hpp).
  void select(int joints);
  // "inertia: crba, because the arm has fewer than 9 joints ..."; call it after `select`.
  std::vector<std::string> explain(int joints) const;

  // The first wanted quantity that needs this input, or an empty name.
  std::string_view needs(Input input) const;
  // The first one that must have wrenches of the links, and the first force that cannot take them.
  std::string_view requires_wrenches() const;
  std::string_view refuses_wrenches() const;
  std::string_view differentiates_wrenches() const;  // the first derivative that takes them
};

std::vector<std::string_view> aliases_of(const QuantityInfo& quantity);

// The names of all quantities, then all their aliases: what a misspelt name is compared with.
std::vector<std::string_view> quantity_names();

// The quantity of that name or alias. Throws Error(usage) about `item` of an option, or of an argument, if there is none.
const QuantityInfo& require_quantity(const char* option, const std::string& item, const std::string& name);

// `want`: "inertia,id". `method`: "rnea", "id=rnea,inertia=crba". Throws Error(usage).
Plan make_plan(const std::string& want, const std::optional<std::string>& method);

}  // namespace catena::cli
