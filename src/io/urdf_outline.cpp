// SPDX-License-Identifier: Apache-2.0
#include "catena/io/urdf_outline.hpp"

#include "catena/io/urdf.hpp"
#include "io/read_text.hpp"
#include "io/urdf_tree.hpp"

namespace catena {

UrdfOutline urdf_outline(std::string_view text, const std::string& where, const UrdfOptions& options) {
  Notes told_when_the_arm_is_loaded;
  const io::detail::UrdfXml xml = io::detail::checked_urdf(text, where, told_when_the_arm_is_loaded);
  const io::detail::UrdfTree tree = io::detail::urdf_tree(xml);

  UrdfOutline out;
  out.name = tree.name;
  std::vector<int> place(tree.links.size(), -1);  // in out.links
  std::vector<int> todo = {tree.root};
  while (!todo.empty()) {
    const int k = todo.back();
    todo.pop_back();
    const io::detail::UrdfLink& from = tree.links[static_cast<std::size_t>(k)];
    place[static_cast<std::size_t>(k)] = static_cast<int>(out.links.size());
    UrdfOutline::Link link;
    link.name = from.name;
    if (from.body) link.mass = from.body->mass;
    if (from.above >= 0) {
      const io::detail::UrdfJoint& joint = tree.joints[static_cast<std::size_t>(from.above)];
      link.parent = place[static_cast<std::size_t>(joint.parent)];
      link.joint = {joint.name, joint.type, joint.limits, joint.mimics};
      link.depth = out.links[static_cast<std::size_t>(link.parent)].depth + 1;
    }
    out.links.push_back(std::move(link));
    for (auto j = from.below.rbegin(); j != from.below.rend(); ++j)
      todo.push_back(tree.joints[static_cast<std::size_t>(*j)].child);
  }

  const auto at = [&](int k) -> UrdfOutline::Link& {
    return out.links[static_cast<std::size_t>(place[static_cast<std::size_t>(k)])];
  };
  try {
    const io::detail::UrdfChain chain =
        io::detail::urdf_chain(tree, xml, options, told_when_the_arm_is_loaded);
    out.base = at(chain.base).name;
    out.tip = at(chain.tip).name;
    at(chain.base).in_chain = true;
    for (const int j : chain.joints) {
      const io::detail::UrdfJoint& joint = tree.joints[static_cast<std::size_t>(j)];
      at(joint.child).in_chain = true;
      out.joints += joint.moves() ? 1 : 0;
    }
    parse_urdf(text, where, options, told_when_the_arm_is_loaded);  // throws if the chain is no arm
  } catch (const Error& error) {
    out.problem = error.problem();
    if (!error.given().empty()) out.problem += ": " + error.given();
    if (!error.hint().empty()) out.problem += "; " + error.hint();
  }
  int base = tree.root;
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    if (tree.links[k].name == options.base) base = static_cast<int>(k);
  for (const io::detail::UrdfTip& arm : io::detail::urdf_tips(tree, base)) {
    at(arm.tip).tip_candidate = true;
    for (const int k : arm.others) at(k).tip_candidate = true;
  }
  return out;
}

UrdfOutline load_urdf_outline(const std::string& path, const UrdfOptions& options) {
  return urdf_outline(io::detail::read_text(path, "a URDF file", [] { return std::string(); }), path,
                      options);
}

}  // namespace catena
