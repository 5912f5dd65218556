// SPDX-License-Identifier: Apache-2.0
#include "catena/core/regressors.hpp"

#include <fmt/format.h>

namespace catena {

std::vector<double> inertial_parameters(const Chain<double>& arm) {
  std::vector<double> all;
  for (const std::array<double, 10>& link : bodies_of(arm)) all.insert(all.end(), link.begin(), link.end());
  return all;
}

std::vector<std::string> parameter_names(int joints) {
  std::vector<std::string> names;
  for (int link = 1; link <= joints; ++link)
    for (const std::string_view name : kInertialParameters) names.push_back(fmt::format("{}{}", name, link));
  return names;
}

BaseRegressor::BaseRegressor(const Arm& arm) : arm_(arm) {
  const BaseParameters found = base_parameters(arm.chain());
  const std::vector<std::string> names = parameter_names(arm.dof());
  int column = 0;
  for (const auto& link : found.links)
    for (const BaseParameter& parameter : link) {
      if (parameter.kind == BaseParameter::Kind::base) {
        columns_.push_back(column);
        values_.push_back(parameter.value);
        names_.push_back(names[static_cast<std::size_t>(column)]);
      }
      ++column;
    }
}

}  // namespace catena
