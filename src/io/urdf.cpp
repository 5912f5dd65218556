// SPDX-License-Identifier: Apache-2.0
// A chain of a URDF as a robot: converts the joint axes to modified DH rows and merges bodies joined by fixed joints.
#include "catena/io/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "catena/core/model/named_frame.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/core/model/skeleton.hpp"
#include "catena/core/text.hpp"
#include "io/urdf_meshes.hpp"
#include "io/urdf_tree.hpp"

namespace catena {
namespace {

using detail::Body;

struct Hanging {
  Body body;  // in the frame of the link it is attached to
  struct At {
    int link;
    Pose<double> X;      // its frame in that frame
    bool moves = false;  // there is a joint that moves between them
  };
  std::vector<At> links;
  double mass = 0;
};

// All bodies below a link except those beyond `chain_joint`, with their joints locked at zero.
Hanging hanging(const io::detail::UrdfTree& tree, int link, int chain_joint) {
  Hanging out;
  std::vector<Hanging::At> todo = {{link, Pose<double>::identity()}};
  while (!todo.empty()) {
    const Hanging::At at = todo.back();
    todo.pop_back();
    const io::detail::UrdfLink& here = tree.links[static_cast<std::size_t>(at.link)];
    if (at.link != link) {
      out.links.push_back(at);
      if (here.body) {
        out.body = detail::welded(out.body, detail::seen_from(at.X, *here.body), here.name);
        out.mass += here.body->mass;
      }
    }
    for (auto j = here.below.rbegin(); j != here.below.rend(); ++j) {
      if (*j == chain_joint) continue;
      const io::detail::UrdfJoint& joint = tree.joints[static_cast<std::size_t>(*j)];
      todo.push_back({joint.child, at.X * joint.origin, at.moves || joint.moves()});
    }
  }
  return out;
}

Vec3<double> unit_axis(const io::detail::UrdfJoint& joint, const io::detail::UrdfXml& xml) {
  const Vec3<double> n = joint.axis;
  const double length = std::hypot(n.x, n.y, n.z);
  if (!(length > 1e-9) || !std::isfinite(length))
    throw xml.at_joint(joint.name, "the axis has no direction")
        .given(fmt::format("xyz = {} {} {}", n.x, n.y, n.z))
        .need("a vector that is not zero");
  return (1 / length) * n;
}

// A row with the properties of its joint other than geometry.
RobotLink row(const io::detail::UrdfTree& tree, const io::detail::UrdfJoint& joint,
              const io::detail::UrdfXml& xml) {
  if (joint.damping < 0 || joint.friction < 0)
    throw xml.at_joint(joint.name, joint.damping < 0 ? "damping is negative" : "friction is negative")
        .given(fmt::format("{}", joint.damping < 0 ? joint.damping : joint.friction))
        .need("0 or more");
  RobotLink out;
  out.name = tree.links[static_cast<std::size_t>(joint.child)].name;
  out.joint_name = joint.name;
  out.joint = joint.type == "prismatic" ? JointKind::prismatic : JointKind::revolute;
  out.limits = joint.limits;
  if (joint.damping > 0 || joint.friction > 0)
    out.motor = Motor{0, 1, joint.damping, {joint.friction, -joint.friction}};
  return out;
}

// Bounds that keep m l² and its products finite.
constexpr double kLargest = 1e90;
bool computable(const RobotLink& link) {
  const Sym3<double>& I = link.inertia;
  const double sum = std::abs(link.dh.a) + std::abs(link.dh.alpha) + std::abs(link.dh.d) +
                     std::abs(link.dh.theta) + link.mass + std::abs(link.com.x) + std::abs(link.com.y) +
                     std::abs(link.com.z) + std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz) +
                     std::abs(I.xy) + std::abs(I.xz) + std::abs(I.yz);
  return sum < kLargest;
}

// The meshes of all links that are frames of the robot.
void add_meshes(const io::detail::UrdfXml& xml, Robot& robot) {
  if (xml.meshes.empty()) return;
  const std::vector<NamedFrame> frames = named_frames(robot);
  for (const std::string& link : xml.links) {
    const auto found = xml.meshes.find(link);
    const auto named = [&](const NamedFrame& frame) { return frame.name == link; };
    if (found == xml.meshes.end() || std::none_of(frames.begin(), frames.end(), named)) continue;
    for (RobotMesh mesh : found->second) {
      if (robot.meshes.size() == io::detail::kMostMeshes) return;
      io::detail::find_mesh(xml.where, mesh);
      robot.meshes.push_back(std::move(mesh));
    }
  }
}

}  // namespace

Robot parse_urdf(std::string_view text, const std::string& where, const UrdfOptions& options, Notes& notes) {
  const io::detail::UrdfXml xml = io::detail::checked_urdf(text, where, notes);
  const io::detail::UrdfTree tree = io::detail::urdf_tree(xml);
  const io::detail::UrdfChain chain = io::detail::urdf_chain(tree, xml, options, notes);

  detail::Skeleton skeleton;
  std::vector<RobotLink> rows;
  std::vector<std::string> aside;     // links off the chain
  std::vector<std::string> grounded;  // the same before its first joint, if they move
  double aside_mass = 0;
  bool aside_moves = false;
  Pose<double> X = Pose<double>::identity();  // from the last joint's frame to the link's own

  Robot robot;
  const auto name = [&](int k) { return tree.links[static_cast<std::size_t>(k)].name; };
  const auto check = [&](int k) {
    const io::detail::UrdfLink& link = tree.links[static_cast<std::size_t>(k)];
    if (link.physical.ok()) return;
    robot.allow_nonphysical = true;
    notes.push_back({fmt::format("{}:{}", where, xml.link_line.at(link.name)),
                     fmt::format("link '{}': inertia is not physically possible; it is used as it is",
                                 text::printable(link.name)),
                     NoteKind::impossible_inertia, link.physical.given, link.physical.need});
  };

  // Adds a link of the chain and the bodies attached to it, once its joint is known.
  const auto carry = [&](int k, int next_joint) {
    const io::detail::UrdfLink& link = tree.links[static_cast<std::size_t>(k)];
    const Hanging more = hanging(tree, k, next_joint);
    const bool on_base = skeleton.joints.empty();
    const int joint = static_cast<int>(skeleton.joints.size()) - 1;
    if (!link.name.empty()) skeleton.frames.push_back({link.name, joint, X});
    for (const Hanging::At& other : more.links) {
      if (!on_base) aside.push_back(name(other.link)), aside_moves |= other.moves;
      if (on_base && other.moves) grounded.push_back(name(other.link));
      if (!name(other.link).empty()) skeleton.frames.push_back({name(other.link), joint, X * other.X});
    }
    if (on_base) return;
    aside_mass += more.mass;
    Body& body = skeleton.joints.back().body;
    check(k);
    if (link.body) body = detail::welded(body, detail::seen_from(X, *link.body), where);
    if (options.branches == UrdfOptions::Branches::drop) return;
    for (const Hanging::At& other : more.links) check(other.link);
    body = detail::welded(body, detail::seen_from(X, more.body), where);
  };

  carry(chain.base, chain.joints.front());
  for (std::size_t k = 0; k < chain.joints.size(); ++k) {
    const io::detail::UrdfJoint& joint = tree.joints[static_cast<std::size_t>(chain.joints[k])];
    const std::string label =
        fmt::format("{}:{}: joint '{}'", where, xml.joint_line.at(joint.name), text::printable(joint.name));
    X = X * joint.origin;
    if (joint.moves()) {
      const Pose<double> turn = {detail::z_to(unit_axis(joint, xml)), Vec3<double>::zero()};
      rows.push_back(row(tree, joint, xml));
      for (Note note : joint.notes) {
        note.where = label;
        notes.push_back(std::move(note));
      }
      skeleton.joints.push_back(
          {label, rows.back().joint, detail::Placement::of(X * turn), {}, static_cast<int>(rows.size()) - 1});
      X = inverse(turn);
      const io::detail::UrdfLink& link = tree.links[static_cast<std::size_t>(joint.child)];
      if (!link.body)
        notes.push_back(
            {fmt::format("{}:{}", where, xml.link_line.at(link.name)),
             fmt::format("link '{}': no <inertial>; treated as massless", text::printable(link.name))});
    }
    carry(joint.child, k + 1 < chain.joints.size() ? chain.joints[k + 1] : -1);
  }
  skeleton.tool = detail::Placement::of(X);
  // A frame without mass, such as 'ee_link' of a UR5, changes nothing.
  if (aside_moves || aside_mass > 0)
    notes.push_back({where, fmt::format("links off the chain are {}: {}, {:.6g} kg in total",
                                        options.branches == UrdfOptions::Branches::drop ? "left out"
                                        : aside_moves ? "attached rigidly, with their joints at zero"
                                                      : "attached rigidly",
                                        io::detail::quoted_list(aside), aside_mass)});
  if (!grounded.empty())
    notes.push_back({where, fmt::format("links that joints off the chain move on the base are left out: {}",
                                        io::detail::quoted_list(grounded))});

  robot.name = tree.name;
  robot.source = where.starts_with('<') ? "URDF text"  // in memory
                                        : "URDF file " + std::filesystem::path(where).filename().string();
  robot.convention = Convention::modified;
  detail::Table table = detail::table(detail::settled(skeleton, notes), skeleton, rows, Convention::modified);
  robot.links = std::move(table.links);
  robot.frames = std::move(table.frames);
  add_meshes(xml, robot);
  for (const RobotLink& link : robot.links)
    if (!computable(link))
      throw Error(ErrorKind::model, where, "the numbers are too large to compute with")
          .given(link.name.empty() ? "" : fmt::format("link '{}'", text::printable(link.name)));
  for (const RobotFrame& frame : robot.frames)
    if (!(std::abs(frame.pose.p.x) + std::abs(frame.pose.p.y) + std::abs(frame.pose.p.z) < kLargest))
      throw Error(ErrorKind::model, where, "the numbers are too large to compute with")
          .given(fmt::format("the frame of link '{}'", text::printable(frame.name)));
  return robot;
}

}  // namespace catena
