// SPDX-License-Identifier: Apache-2.0
// One chain out of a URDF's tree: from base to tip, as requested, or the one with the most moving joints.
#include <fmt/format.h>

#include <algorithm>

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
  if (hint.empty()) hint = fmt::format("the root is '{}'", text::printable(link_at(tree, tree.root).name));
  throw Error(ErrorKind::model, xml.where,
              fmt::format("there is no link '{}' to use as the {}", text::printable(name), role))
      .hint(hint);
}

// The first link in the document with the most moving joints above it, all of supported types; then on along fixed
// joints as long as there is only one.
int longest_tip(const UrdfTree& tree, int base) {
  std::vector<int> moving(tree.links.size(), -1);  // moving joints from the base; -1: not reachable
  moving[static_cast<std::size_t>(base)] = 0;
  std::vector<int> todo = {base};
  while (!todo.empty()) {
    const int k = todo.back();
    todo.pop_back();
    for (const int j : link_at(tree, k).below) {
      const UrdfJoint& joint = joint_at(tree, j);
      if (!joint.supported()) continue;
      moving[static_cast<std::size_t>(joint.child)] = moving[static_cast<std::size_t>(k)] + joint.moves();
      todo.push_back(joint.child);
    }
  }
  const int most = *std::max_element(moving.begin(), moving.end());
  int tip = base;
  for (std::size_t k = 0; k < tree.links.size() && most > 0; ++k) {
    const int above = tree.links[k].above;
    if (moving[k] == most && above >= 0 && joint_at(tree, above).moves()) {
      tip = static_cast<int>(k);
      break;
    }
  }
  while (link_at(tree, tip).below.size() == 1 && !joint_at(tree, link_at(tree, tip).below[0]).moves())
    tip = joint_at(tree, link_at(tree, tip).below[0]).child;
  return tip;
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
  out.tip = options.tip.empty() ? longest_tip(tree, out.base) : find_link(tree, xml, options.tip, "tip");

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
  for (const int j : out.joints) {
    const UrdfJoint& joint = joint_at(tree, j);
    if (!joint.supported())
      throw xml
          .at_joint(joint.name, joint.mimic
                                    ? "mimics another joint; it cannot be part of the chain"
                                    : fmt::format("type '{}' cannot be part of the chain", joint.type))
          .need("independent revolute, continuous, prismatic or fixed joints from base to tip")
          .hint("choose a base after this joint, or a tip before it");
    if (joint.moves()) moving.push_back(joint.name);
  }
  if (moving.empty())
    throw Error(ErrorKind::model, xml.where,
                fmt::format("nothing moves between the base '{}' and the tip '{}'",
                            text::printable(link_at(tree, out.base).name),
                            text::printable(link_at(tree, out.tip).name)))
        .need("a revolute, continuous or prismatic joint");
  if (options.tip.empty())
    notes.push_back({xml.where, fmt::format("took the chain from '{}' to '{}', {} joint{}: {}",
                                            text::printable(link_at(tree, out.base).name),
                                            text::printable(link_at(tree, out.tip).name), moving.size(),
                                            moving.size() == 1 ? "" : "s", quoted_list(moving))});
  return out;
}

}  // namespace catena::io::detail
