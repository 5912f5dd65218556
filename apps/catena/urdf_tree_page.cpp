// SPDX-License-Identifier: Apache-2.0
#include "urdf_tree_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/text.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

constexpr int kDeepestIndent = 24;

std::string limits(const UrdfOutline::Joint& joint) {
  std::string out;
  const bool slides = joint.type == "prismatic";
  const char* const unit = slides ? "m" : "rad";
  if (!joint.mimics.empty()) out = fmt::format("follows {}", shortened(joint.mimics, 30));
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  if (!joint.limits) return out;
  if (const auto& p = joint.limits->position)
    add(fmt::format("{} to {} {}", shown((*p)[0]), shown((*p)[1]), unit));
  if (joint.limits->velocity) add(fmt::format("{} {}/s", shown(*joint.limits->velocity), unit));
  if (joint.limits->effort) add(fmt::format("{} {}", shown(*joint.limits->effort), slides ? "N" : "N m"));
  return out;
}

}  // namespace

std::string to_text(const UrdfOutline& outline) {
  std::string text = text::printable(outline.name.empty() ? "(unnamed)" : outline.name, 90) + '\n';
  const std::string problem = wrapped(text::printable(outline.problem, text::kWhole), 4) + '\n';
  if (outline.tip.empty())
    text += "  no arm chosen: " + problem;
  else
    text += fmt::format("  arm: {} from {} to {}\n", text::counted(outline.joints, "joint"),
                        shortened(outline.base, 60), shortened(outline.tip, 60));
  if (!outline.tip.empty() && !outline.problem.empty()) text += "  it cannot be loaded: " + problem;
  text += "\n  * on the chain from base to tip   > tip   + also possible as --tip\n";
  Table table({"< ", "<link", "mass [kg]", "<joint", "<type", "<limits"});
  for (const UrdfOutline::Link& link : outline.links) {
    const char* const mark = link.name == outline.tip && link.in_chain ? ">"
                             : link.in_chain                           ? "*"
                             : link.tip_candidate                      ? "+"
                                                                       : "";
    const auto indent = static_cast<std::size_t>(2 * std::min(link.depth, kDeepestIndent));
    table.add({mark, std::string(indent, ' ') + shortened(link.name, 40), link.mass ? shown(*link.mass) : "-",
               shortened(link.joint.name, 40), link.joint.type, limits(link.joint)});
  }
  return text + table.str();
}

Json to_json(const UrdfOutline& outline) {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
  Json links = Json::array();
  for (const UrdfOutline::Link& link : outline.links) {
    Json joint;
    if (link.parent >= 0) {
      joint = {{"name", link.joint.name}, {"type", link.joint.type}};
      joint["mimics"] = link.joint.mimics.empty() ? Json() : Json(link.joint.mimics);
      const Limits limits = link.joint.limits.value_or(Limits{});
      joint["limits"] = {{"position", or_null(limits.position)},
                         {"velocity", or_null(limits.velocity)},
                         {"effort", or_null(limits.effort)}};
    }
    links.push_back(
        {{"name", link.name},
         {"mass", or_null(link.mass)},
         {"parent",
          link.parent < 0 ? Json() : Json(outline.links[static_cast<std::size_t>(link.parent)].name)},
         {"joint", joint},
         {"in_chain", link.in_chain},
         {"tip_candidate", link.tip_candidate}});
  }
  return {{"name", outline.name},
          {"base", outline.base},
          {"tip", outline.tip.empty() ? Json() : Json(outline.tip)},
          {"joints", outline.joints},
          {"problem", outline.problem.empty() ? Json() : Json(outline.problem)},
          {"links", links}};
}

}  // namespace catena::cli
