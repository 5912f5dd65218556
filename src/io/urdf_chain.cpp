// SPDX-License-Identifier: Apache-2.0
// One chain out of a URDF's tree: from base to tip, as requested, or to the tip that urdf_tip.cpp chooses.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "io/urdf_tree.hpp"

namespace catena::io::detail {
namespace {

const UrdfLink& link_at(const UrdfTree& tree, int k) { return tree.links[static_cast<std::size_t>(k)]; }
const UrdfJoint& joint_at(const UrdfTree& tree, int k) { return tree.joints[static_cast<std::size_t>(k)]; }

int find_link(const UrdfTree& tree, const UrdfXml& xml, const std::string& name, const char* role) {
  const auto found = std::find(xml.links.begin(), xml.links.end(), name);
  if (found != xml.links.end()) return static_cast<int>(found - xml.links.begin());
  const std::vector<std::string_view> known(xml.links.begin(), xml.links.end());
  std::string hint = text::did_you_mean(name, known);
  if (hint.empty()) hint = fmt::format("'catena info {} --tree' shows all links", text::printable(xml.where));
  std::vector<std::string> candidates;  // for the tip, the ends of arms and the frames beside them come first
  const auto add = [&](const std::string& one) {
    if (std::find(candidates.begin(), candidates.end(), one) == candidates.end()) candidates.push_back(one);
  };
  if (role == std::string_view("tip"))
    for (const UrdfTip& arm : urdf_tips(tree, tree.root)) {
      add(link_at(tree, arm.tip).name);
      for (const int other : arm.others) add(link_at(tree, other).name);
    }
  for (const std::string& link : xml.links) add(link);
  throw Error(ErrorKind::model, xml.where,
              fmt::format("there is no link '{}' to use as the {}", text::printable(name), role))
      .need("one of " + quoted_list(candidates))
      .hint(hint);
}

std::string quoted(const UrdfTree& tree, int link) {
  return fmt::format("'{}'", text::printable(link_at(tree, link).name));
}

Error several_arms(const UrdfTree& tree, const UrdfXml& xml, const std::vector<UrdfTip>& arms, int base) {
  std::string tips, options;
  for (std::size_t k = 0; k < arms.size(); ++k) {
    tips += (k == 0 ? "" : k + 1 < arms.size() ? ", " : " and ") + quoted(tree, arms[k].tip);
    options += fmt::format("{}--tip {}",
                           k == 0                ? ""
                           : k + 1 < arms.size() ? ", "
                                                 : " or ",
                           text::printable(link_at(tree, arms[k].tip).name));
  }
  return Error(ErrorKind::model, xml.where,
               fmt::format("the file has {} arms with equally many joints", arms.size()))
      .given(fmt::format("chains from {} to {}", quoted(tree, base), tips))
      .need("the tip of one of them")
      .hint("add " + options);
}

// "choose a base after ...", if a floating or planar joint keeps the arm beyond it from being found; otherwise nothing.
std::string base_behind_free_joint(const UrdfTree& tree, int base) {
  for (const UrdfJoint& joint : tree.joints)
    if (!joint.supported() && !joint.mimic && urdf_tips(tree, joint.child)[0].tip != joint.child)
      return fmt::format("joint '{}' is {}: for the arm beyond it, add --base {}",
                         text::printable(joint.name), joint.type,
                         text::printable(link_at(tree, joint.child).name));
  return link_at(tree, base).above >= 0
             ? fmt::format("the root '{}' can be the base", text::printable(link_at(tree, tree.root).name))
             : "";
}

// How to avoid a joint that cannot be part of the chain: a base beyond it, if something moves between it and the tip, or a tip
// before it, if something moves before it.
std::string way_round(const UrdfTree& tree, const UrdfJoint& joint, bool moves_before,
                      std::span<const int> behind) {
  const bool moves_behind =
      std::any_of(behind.begin(), behind.end(), [&](int j) { return joint_at(tree, j).moves(); });
  const std::string base = "--base " + text::printable(link_at(tree, joint.child).name),
                    tip = "--tip " + text::printable(link_at(tree, joint.parent).name);
  if (moves_before && moves_behind)
    return fmt::format("for the arm before this joint, use {}; for the arm beyond it, add {}", tip, base);
  if (moves_before) return fmt::format("for the arm before this joint, use {}", tip);
  if (moves_behind) return fmt::format("for the arm beyond this joint, add {}", base);
  return joint.mimic ? "remove <mimic> from the joint to move it by itself" : "";
}

// "'left_tool0' (6 joints), 'head' (2 joints)"
std::string shorter_arms(const UrdfTree& tree, const std::vector<UrdfTip>& arms) {
  constexpr std::size_t kShown = 12;
  std::string out;
  for (std::size_t k = 0; k < std::min(arms.size(), kShown); ++k)
    out += fmt::format("{}{} ({} joints)", k == 0 ? "" : ", ", quoted(tree, arms[k].tip), arms[k].joints);
  if (arms.size() > kShown) out += fmt::format(" and {} more", arms.size() - kShown);
  return out;
}

// Why the arm ends before a joint, and what to do about it.
Note blocked(const UrdfTree& tree, const UrdfXml& xml, const UrdfTip& arm) {
  const UrdfJoint& joint = joint_at(tree, arm.blocking);
  const std::string why = joint.mimic
                              ? fmt::format("follows joint '{}' (<mimic>)", text::printable(joint.mimics))
                              : fmt::format("is {}, with more than one degree of freedom", joint.type);
  const std::string mend = joint.mimic ? "remove <mimic> from it" : "replace it by single joints";
  return {fmt::format("{}:{}", xml.where, xml.joint_line.at(joint.name)),
          fmt::format("joint '{}' {}, so it cannot be part of the chain, and {} beyond it {} locked at zero",
                      text::printable(joint.name), why,
                      arm.blocked == 1 ? "the joint" : fmt::format("the {} joints", arm.blocked),
                      arm.blocked == 1 ? "is" : "are"),
          NoteKind::remark,
          {},
          {},
          fmt::format("{}, or add --base {} for the arm beyond it", mend,
                      text::printable(link_at(tree, joint.child).name))};
}

}  // namespace

std::string quoted_list(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 12;
  std::string out;
  for (std::size_t k = 0; k < std::min(names.size(), kShown); ++k)
    out += fmt::format("{}'{}'", k == 0 ? "" : ", ", text::printable(names[k]));
  if (names.size() > kShown) out += fmt::format(" and {} more", names.size() - kShown);
  return out;
}

UrdfChain urdf_chain(const UrdfTree& tree, const UrdfXml& xml, const UrdfOptions& options, Notes& notes) {
  UrdfChain out;
  out.base = options.base.empty() ? tree.root : find_link(tree, xml, options.base, "base");
  UrdfTip arm;
  if (!options.tip.empty()) {
    out.tip = find_link(tree, xml, options.tip, "tip");
  } else if (!xml.tip.empty() && options.base.empty()) {
    out.tip = find_link(tree, xml, xml.tip, "tip");
  } else {
    const std::vector<UrdfTip> arms = urdf_tips(tree, out.base);
    if (arms.size() > 1) throw several_arms(tree, xml, arms, out.base);
    arm = arms[0];
    out.tip = arm.tip;
  }

  // Up from the tip.
  for (int k = out.tip; k != out.base;) {
    const int above = link_at(tree, k).above;
    if (above < 0)
      throw Error(ErrorKind::model, xml.where,
                  fmt::format("the tip '{}' is not connected to the base '{}'",
                              text::printable(link_at(tree, out.tip).name),
                              text::printable(link_at(tree, out.base).name)))
          .need("a base on the way from the tip to the root")
          .hint(fmt::format("the root '{}' can be the base for every tip",
                            text::printable(link_at(tree, tree.root).name)));
    out.joints.push_back(above);
    k = joint_at(tree, above).parent;
  }
  std::reverse(out.joints.begin(), out.joints.end());

  std::vector<std::string> moving;
  for (std::size_t k = 0; k < out.joints.size(); ++k) {
    const UrdfJoint& joint = joint_at(tree, out.joints[k]);
    if (!joint.supported())
      throw xml
          .at_joint(joint.name, joint.mimic
                                    ? "mimics another joint; it cannot be part of the chain"
                                    : fmt::format("type '{}' cannot be part of the chain", joint.type))
          .need("independent revolute, continuous, prismatic or fixed joints from base to tip")
          .hint(way_round(tree, joint, !moving.empty(), std::span(out.joints).subspan(k + 1)));
    if (joint.moves()) moving.push_back(joint.name);
  }
  if (moving.empty())
    throw Error(ErrorKind::model, xml.where,
                fmt::format("nothing moves between the base '{}' and the tip '{}'",
                            text::printable(link_at(tree, out.base).name),
                            text::printable(link_at(tree, out.tip).name)))
        .need("a revolute, continuous or prismatic joint")
        .hint(base_behind_free_joint(tree, out.base));
  if (!options.tip.empty() || (!xml.tip.empty() && options.base.empty())) return out;
  const std::string told =
      fmt::format("took the chain from {} to {}, {}: {}", quoted(tree, out.base), quoted(tree, out.tip),
                  text::counted(moving.size(), "joint"), quoted_list(moving));
  std::vector<std::string> names;
  for (const int other : arm.others) names.push_back(link_at(tree, other).name);
  std::string other;
  if (!names.empty()) other = "other frames on its last link, for --tip: " + quoted_list(names);
  if (!arm.shorter.empty())
    other += (other.empty() ? "" : "; ") + ("other arms, for --tip: " + shorter_arms(tree, arm.shorter));
  notes.push_back({xml.where, told, NoteKind::remark, {}, {}, other});
  names.clear();
  for (const int link : arm.tool_links) names.push_back(link_at(tree, link).name);
  if (!names.empty())
    notes.push_back(
        {xml.where,
         fmt::format("what moves beyond {} is taken to be a tool, not a part of the arm",
                     quoted(tree, arm.tool)),
         NoteKind::remark,
         {},
         {},
         fmt::format("for a chain that includes it, add --tip {}{}", text::printable(names[0]),
                     names.size() == 1 ? "" : fmt::format(" (or another of {})", quoted_list(names)))});
  if (arm.passed >= 0)
    notes.push_back({xml.where,
                     fmt::format("the chain continues beyond {}", quoted(tree, arm.passed)),
                     NoteKind::remark,
                     {},
                     {},
                     fmt::format("for the arm that ends there, add --tip {}",
                                 text::printable(link_at(tree, arm.passed).name))});
  if (arm.blocking >= 0) notes.push_back(blocked(tree, xml, arm));
  return out;
}

}  // namespace catena::io::detail
