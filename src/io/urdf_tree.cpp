// SPDX-License-Identifier: Apache-2.0
// Converts urdfdom's model to our own types. Its messages are collected, not printed.
#include "io/urdf_tree.hpp"

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <urdf_parser/urdf_parser.h>

#include <map>
#include <mutex>
#include <new>
#include <tuple>

#include "catena/core/model/physical.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/core/text.hpp"

namespace catena::io::detail {
namespace {

using catena::detail::Body;
using catena::detail::cleaned;

constexpr double kUnlimited = 1e9;  // [m] or [rad]: what exporters write for a joint without limits

class Collector : public console_bridge::OutputHandler {
 public:
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) said += (said.empty() ? "" : "; ") + text;
  }
  std::string said;
};

// The message handler is global to the process: one reader at a time.
urdf::ModelInterfaceSharedPtr read(const UrdfXml& xml) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Collector collector;
  console_bridge::useOutputHandler(&collector);
  urdf::ModelInterfaceSharedPtr model;
  bool without_memory = false;
  try {
    model = urdf::parseURDF(xml.text);
  } catch (const std::bad_alloc&) {
    without_memory = true;
  } catch (const std::exception& e) {
    collector.said += e.what();
  }
  console_bridge::restorePreviousOutputHandler();
  // All numbers have been checked and written anew: urdfdom has no other reason to reject one than a lack of memory.
  for (const char* const rejected : {"is not a valid float", "to a double"})
    without_memory |= collector.said.find(rejected) != std::string::npos;
  if (without_memory) throw std::bad_alloc();
  if (!model)
    throw Error(ErrorKind::model, xml.where, "the URDF parser rejects the file")
        .given(text::printable(collector.said, 400));
  // If memory runs out, urdfdom leaves out numbers, logs a message, and returns the rest. The document has been checked, so
  // that there is no other reason for a message.
  if (!collector.said.empty()) throw std::bad_alloc();
  return model;
}

Pose<double> pose_of(const urdf::Pose& from) {
  double x, y, z, w;
  from.rotation.getQuaternion(x, y, z, w);
  const Mat3<double> R = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  return {cleaned(R), {from.position.x, from.position.y, from.position.z}};
}

Body body_of(const urdf::Inertial& from, const UrdfXml& xml, const std::string& link) {
  if (from.mass < 0)
    throw xml.at_link(link, "mass is negative").given(fmt::format("{} kg", from.mass)).need("0 or more");
  const Body body = {
      from.mass, Vec3<double>::zero(), {from.ixx, from.iyy, from.izz, from.ixy, from.ixz, from.iyz}};
  return seen_from(pose_of(from.origin), body);
}

// In published files 0 means unknown, and limits at zero or very far away mean that there are none. A negative effort or velocity
// means nothing: it is noted.
std::optional<Limits> limits_of(const urdf::Joint& from, const LimitGiven& given, Notes& notes) {
  Limits out;
  const urdf::JointLimits& l = *from.limits;
  if (given.effort && l.effort > 0) out.effort = l.effort;
  if (given.velocity && l.velocity > 0) out.velocity = l.velocity;
  if (from.type != urdf::Joint::CONTINUOUS) {
    const bool has_range = given.position && l.lower < l.upper;
    if (has_range && (l.lower > -kUnlimited || l.upper < kUnlimited)) out.position = {l.lower, l.upper};
    if (!given.position) notes.push_back({"", "no position limits given; the joint is treated as unlimited"});
    if (given.position && !has_range)
      notes.push_back({"", "position limits leave no range; the joint is treated as unlimited",
                       NoteKind::remark, fmt::format("{} to {}", l.lower, l.upper)});
  }
  for (const auto& [name, present, value] :
       {std::tuple{"velocity", given.velocity, l.velocity}, {"effort", given.effort, l.effort}})
    if (present && value < 0)
      notes.push_back({"", fmt::format("{} limit is negative; it is ignored", name), NoteKind::remark,
                       fmt::format("{}", value), "more than 0"});
  if (!out.position && !out.effort && !out.velocity) return std::nullopt;
  return out;
}

const char* type_name(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
      return "revolute";
    case urdf::Joint::CONTINUOUS:
      return "continuous";
    case urdf::Joint::PRISMATIC:
      return "prismatic";
    case urdf::Joint::FIXED:
      return "fixed";
    case urdf::Joint::FLOATING:
      return "floating";
    default:
      return "planar";
  }
}

}  // namespace

UrdfTree urdf_tree(const UrdfXml& xml) {
  const urdf::ModelInterfaceSharedPtr model = read(xml);
  UrdfTree out;
  out.name = model->getName();

  std::map<std::string, int> index;
  for (const std::string& name : xml.links) {
    const urdf::LinkConstSharedPtr from = model->getLink(name);
    if (!from) throw xml.at_link(name, "the URDF parser did not return the link");
    index[name] = static_cast<int>(out.links.size());
    UrdfLink& link = out.links.emplace_back();
    link.name = name;
    if (!from->inertial) continue;
    link.body = body_of(*from->inertial, xml, name);
    link.physical = check_physical(link.body->mass, link.body->com, link.body->inertia);
  }

  for (const std::string& name : xml.joints) {
    const urdf::JointConstSharedPtr from = model->getJoint(name);
    if (!from) throw xml.at_joint(name, "the URDF parser did not return the joint");
    const int k = static_cast<int>(out.joints.size());
    UrdfJoint& joint = out.joints.emplace_back();
    joint.name = name;
    joint.type = type_name(*from);
    joint.mimic = from->mimic != nullptr;
    if (joint.mimic) joint.mimics = from->mimic->joint_name;
    joint.parent = index.at(from->parent_link_name);
    joint.child = index.at(from->child_link_name);
    joint.origin = pose_of(from->parent_to_joint_origin_transform);
    joint.axis = {from->axis.x, from->axis.y, from->axis.z};
    if (from->limits) joint.limits = limits_of(*from, xml.limits.at(name), joint.notes);
    if (from->dynamics) joint.damping = from->dynamics->damping, joint.friction = from->dynamics->friction;
    out.links[static_cast<std::size_t>(joint.parent)].below.push_back(k);
    out.links[static_cast<std::size_t>(joint.child)].above = k;
  }
  out.root = index.at(model->getRoot()->name);
  return out;
}

}  // namespace catena::io::detail
