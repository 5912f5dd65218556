// SPDX-License-Identifier: Apache-2.0
#include "urdf_parser/urdf_parser.h"

#include <array>
#include <charconv>
#include <cstring>

#include "tinyxml.h"

namespace urdf {
namespace {

// Numbers that urdf_xml.cpp has written; zero where the attribute is missing.
template <std::size_t N>
std::array<double, N> numbers(const TiXmlElement* at, const char* name) {
  std::array<double, N> out = {};
  const char* p = at == nullptr ? nullptr : at->Attribute(name);
  if (p == nullptr) return out;
  const char* const end = p + std::strlen(p);
  for (double& x : out) {
    while (*p == ' ') ++p;
    p = std::from_chars(p, end, x).ptr;
  }
  return out;
}
double number(const TiXmlElement* at, const char* name) { return numbers<1>(at, name)[0]; }

Vector3 vector(const TiXmlElement* at, const char* name) {
  const auto x = numbers<3>(at, name);
  return {x[0], x[1], x[2]};
}

Pose pose(const TiXmlElement& parent) {
  Pose out;
  const TiXmlElement* const origin = parent.FirstChildElement("origin");
  if (origin == nullptr) return out;
  out.position = vector(origin, "xyz");
  const auto rpy = numbers<3>(origin, "rpy");
  out.rotation.setFromRPY(rpy[0], rpy[1], rpy[2]);
  return out;
}

LinkSharedPtr link(const TiXmlElement& from) {
  const auto out = std::make_shared<Link>();
  out->name = from.Attribute("name");
  const TiXmlElement* const inertial = from.FirstChildElement("inertial");
  if (inertial == nullptr) return out;
  out->inertial = std::make_shared<Inertial>();
  Inertial& to = *out->inertial;
  to.origin = pose(*inertial);
  to.mass = number(inertial->FirstChildElement("mass"), "value");
  const TiXmlElement* const inertia = inertial->FirstChildElement("inertia");
  to.ixx = number(inertia, "ixx"), to.ixy = number(inertia, "ixy"), to.ixz = number(inertia, "ixz");
  to.iyy = number(inertia, "iyy"), to.iyz = number(inertia, "iyz"), to.izz = number(inertia, "izz");
  return out;
}

JointSharedPtr joint(const TiXmlElement& from) {
  const auto out = std::make_shared<Joint>();
  out->name = from.Attribute("name");
  const std::string type = from.Attribute("type");
  out->type = type == "revolute"     ? Joint::REVOLUTE
              : type == "continuous" ? Joint::CONTINUOUS
              : type == "prismatic"  ? Joint::PRISMATIC
              : type == "fixed"      ? Joint::FIXED
              : type == "floating"   ? Joint::FLOATING
                                     : Joint::PLANAR;
  out->parent_to_joint_origin_transform = pose(from);
  out->parent_link_name = from.FirstChildElement("parent")->Attribute("link");
  out->child_link_name = from.FirstChildElement("child")->Attribute("link");
  const TiXmlElement* const axis = from.FirstChildElement("axis");
  if (out->type != Joint::FIXED && out->type != Joint::FLOATING)
    out->axis = axis == nullptr ? Vector3(1, 0, 0) : vector(axis, "xyz");
  if (const TiXmlElement* const limit = from.FirstChildElement("limit")) {
    out->limits = std::make_shared<JointLimits>();
    out->limits->lower = number(limit, "lower"), out->limits->upper = number(limit, "upper");
    out->limits->effort = number(limit, "effort"), out->limits->velocity = number(limit, "velocity");
  }
  if (const TiXmlElement* const dynamics = from.FirstChildElement("dynamics")) {
    out->dynamics = std::make_shared<JointDynamics>();
    out->dynamics->damping = number(dynamics, "damping");
    out->dynamics->friction = number(dynamics, "friction");
  }
  if (const TiXmlElement* const mimic = from.FirstChildElement("mimic")) {
    out->mimic = std::make_shared<JointMimic>();
    out->mimic->joint_name = mimic->Attribute("joint");
  }
  return out;
}

}  // namespace

ModelInterfaceSharedPtr parseURDF(const std::string& text) {
  TiXmlDocument document;
  document.Parse(text.c_str(), nullptr, TIXML_ENCODING_UTF8);
  const TiXmlElement* const robot = document.RootElement();
  if (document.Error() || robot == nullptr) return nullptr;
  const auto out = std::make_shared<ModelInterface>();
  out->name_ = robot->Attribute("name");
  for (auto* at = robot->FirstChildElement("link"); at != nullptr; at = at->NextSiblingElement("link")) {
    const LinkSharedPtr read = link(*at);
    out->links_[read->name] = read;
  }
  std::map<std::string, bool> is_child;
  for (auto* at = robot->FirstChildElement("joint"); at != nullptr; at = at->NextSiblingElement("joint")) {
    const JointSharedPtr read = joint(*at);
    out->joints_[read->name] = read;
    is_child[read->child_link_name] = true;
  }
  for (const auto& [name, read] : out->links_)
    if (!is_child.contains(name)) out->root_link_ = read;
  return out;
}

}  // namespace urdf
