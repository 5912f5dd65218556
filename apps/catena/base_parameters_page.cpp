// SPDX-License-Identifier: Apache-2.0
#include "base_parameters_page.hpp"

#include <fmt/format.h>

#include "catena/core/regressors.hpp"
#include "catena/core/text.hpp"
#include "catena/system/json.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using Kind = BaseParameter::Kind;

std::string cell(const BaseParameter& p) {
  return p.kind == Kind::base ? shown(p.value) : p.kind == Kind::regrouped ? "." : "-";
}

const char* kind_name(Kind kind) {
  return kind == Kind::base ? "base" : kind == Kind::regrouped ? "regrouped" : "idle";
}

}  // namespace

std::string to_text(const RobotInfo& about, const BaseParameters& base) {
  const auto n = base.links.size();
  std::string text = text::printable(about.robot.name.empty() ? "(unnamed)" : about.robot.name, 90) + '\n';
  text +=
      fmt::format("  {} base parameters out of {}; {} regrouped into them (.), {} without any effect (-)\n\n",
                  base.count, 10 * n, base.count_of(Kind::regrouped), base.count_of(Kind::idle));
  text +=
      "In the frames of the canonical chain: mass [kg], first moments [kg m], inertia about the origin [kg "
      "m²]\n";
  Table first({"#", "<joint", "m", "hx", "hy", "hz"}),
      second({"#", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"});
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::string> one = {std::to_string(i + 1), name_of(about.chain.links[i].joint)},
                             two = {std::to_string(i + 1)};
    for (std::size_t p = 0; p < 10; ++p) (p < 4 ? one : two).push_back(cell(base.links[i][p]));
    first.add(std::move(one)), second.add(std::move(two));
  }
  return text + first.str() + second.str();
}

Json to_json(const RobotInfo& about, const BaseParameters& base) {
  auto links = Json::array(), columns = Json::array(), names = Json::array(), values = Json::array();
  const std::vector<std::string> all = parameter_names(static_cast<int>(base.links.size()));
  for (std::size_t i = 0; i < base.links.size(); ++i) {
    Json link = {{"name", about.chain.links[i].name}, {"joint", name_of(about.chain.links[i].joint)}};
    for (std::size_t p = 0; p < 10; ++p) {
      link[std::string(kInertialParameters[p])] = {{"value", base.links[i][p].value},
                                                   {"kind", kind_name(base.links[i][p].kind)}};
      if (base.links[i][p].kind != Kind::base) continue;
      columns.push_back(10 * i + p);
      names.push_back(all[10 * i + p]);
      values.push_back(base.links[i][p].value);
    }
    links.push_back(std::move(link));
  }
  Notes known;
  auto parameters = Json::array();
  for (const double x : inertial_parameters(make_chain(about.robot, known))) parameters.push_back(x);
  return {{"name", about.robot.name},
          {"base", base.count},
          {"regrouped", base.count_of(Kind::regrouped)},
          {"idle", base.count_of(Kind::idle)},
          {"columns", columns},  // of the regressor, counted from 0
          {"names", names},
          {"values", values},
          {"parameters", parameters},
          {"links", links}};
}

}  // namespace catena::cli
