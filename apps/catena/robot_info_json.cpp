// SPDX-License-Identifier: Apache-2.0
// `catena info --json`: SI units and radians, whatever units the file uses. docs/cli.md documents the keys.
#include "catena/system/json.hpp"
#include "json_page.hpp"
#include "robot_info.hpp"

namespace catena::cli {
namespace {

Json json(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

Json json(const Dh& dh) { return {{"a", dh.a}, {"alpha", dh.alpha}, {"d", dh.d}, {"theta", dh.theta}}; }

Json json(const Sym3<double>& I) {
  return {{"xx", I.xx}, {"yy", I.yy}, {"zz", I.zz}, {"xy", I.xy}, {"xz", I.xz}, {"yz", I.yz}};
}

Json json(const Pose<double>& X) {
  const Mat3<double>& R = X.R;
  return Json::array(
      {{R.xx, R.xy, R.xz, X.p.x}, {R.yx, R.yy, R.yz, X.p.y}, {R.zx, R.zy, R.zz, X.p.z}, {0, 0, 0, 1}});
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json json(const std::optional<Limits>& limits) {
  if (!limits) return nullptr;
  return {{"position", or_null(limits->position)},
          {"velocity", or_null(limits->velocity)},
          {"effort", or_null(limits->effort)}};
}

Json json(const std::optional<Motor>& motor) {
  if (!motor) return nullptr;
  return {{"inertia", motor->inertia},
          {"gear", motor->gear},
          {"viscous", motor->viscous},
          {"coulomb", motor->coulomb}};
}

Json json(const RobotLink& link) {
  return {{"name", link.name},           {"joint", name_of(link.joint)}, {"dh", json(link.dh)},
          {"mass", link.mass},           {"com", json(link.com)},        {"inertia", json(link.inertia)},
          {"limits", json(link.limits)}, {"motor", json(link.motor)},    {"joint_name", link.joint_name}};
}

Json json(const NamedFrame& named) {
  return {{"name", named.name}, {"link", named.frame.link}, {"pose", json(named.frame.pose)}};
}

Json json(const CanonicalLink& link) {
  return {{"name", link.name}, {"joint", name_of(link.joint)}, {"dh", json(link.dh)},
          {"mass", link.mass}, {"com", json(link.com)},        {"inertia", json(link.inertia)},
          {"row", link.source}};
}

template <class List>
Json json_list(const List& list) {
  Json out = Json::array();
  for (const auto& element : list) out.push_back(json(element));
  return out;
}

}  // namespace

Json to_json(const RobotInfo& about) {
  const Robot& r = about.robot;
  Json out = {{"name", r.name},
              {"source", r.source},
              {"convention", r.convention == Convention::standard ? "standard" : "modified"},
              {"angle_unit", r.angle_unit == AngleUnit::deg ? "deg" : "rad"},
              {"allow_nonphysical", r.allow_nonphysical},
              {"dof", r.dof()},
              {"kinds", about.kinds()},
              {"gravity", json(r.gravity)},
              {"mass", about.mass()},
              {"reach", about.reach()},
              {"payload", nullptr},
              {"links", json_list(r.links)}};
  if (r.payload) out["payload"] = {{"mass", r.payload->mass}, {"com", json(r.payload->com)}};
  out["canonical"] = {{"base", json(about.chain.base)},
                      {"links", json_list(about.chain.links)},
                      {"tool", json(about.chain.tool)}};
  Json names = Json::array();
  for (const std::string& name : joint_names(r)) names.push_back(name);
  out["joint_names"] = names;
  out["frames"] = json_list(about.frames());
  out["notes"] = notes_json(about.notes);
  return out;
}

}  // namespace catena::cli
