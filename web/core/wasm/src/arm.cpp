// SPDX-License-Identifier: Apache-2.0
// Arms from texts, what they are, and texts of them.
#include "catena/core/model/named_frame.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "catena/io/urdf_outline.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

Json about(const Model& model) {
  const Robot& robot = model.arm.robot();
  Json joints = Json::array(), frames = Json::array(), notes = Json::array();
  const std::vector<std::string> names = model.arm.joint_names();
  std::size_t k = 0;
  for (const RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed)
      joints.push_back(
          Json{{"name", names[k++]}, {"kind", word(link.joint)}, {"limits", limits_json(link.limits)}});
  for (const NamedFrame& frame : model.frames)
    frames.push_back(Json{{"name", frame.name}, {"link", frame.frame.link}});
  for (const Note& note : model.notes)
    notes.push_back(Json{{"where", note.where},
                         {"what", note.what},
                         {"given", note.given},
                         {"need", note.need},
                         {"hint", note.hint},
                         {"kind", name(note.kind)},
                         {"line", place_in_text(note.where).line}});
  const Eigen::Vector3d g = model.arm.gravity_acceleration();
  return Json{{"n", model.arm.dof()},        {"name", robot.name},
              {"source", robot.source},      {"joints", std::move(joints)},
              {"frames", std::move(frames)}, {"gravity", Json::array({g.x(), g.y(), g.z()})},
              {"notes", std::move(notes)}};
}

Json row(const RobotLink& link) {
  Json motor;
  if (link.motor)
    motor = Json{{"inertia", link.motor->inertia},
                 {"gear", link.motor->gear},
                 {"viscous", link.motor->viscous},
                 {"coulomb", Json::array({link.motor->coulomb[0], link.motor->coulomb[1]})}};
  return Json{{"name", link.name},
              {"jointName", link.joint_name},
              {"kind", word(link.joint)},
              {"a", link.dh.a},
              {"alpha", link.dh.alpha},
              {"d", link.dh.d},
              {"theta", link.dh.theta},
              {"mass", link.mass},
              {"com", json(link.com)},
              {"inertia", json(link.inertia)},
              {"limits", limits_json(link.limits)},
              {"motor", std::move(motor)}};
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm, [](int, const Arguments& arguments, Results&) {
  Notes notes;
  Robot robot = robot_from(arguments, "text", notes);
  arguments.require_all_read();
  return add_model(std::move(robot), std::move(notes));
})

CATENA_CALL(arm_free, [](int handle, const Arguments&, Results&) {
  models().drop(handle);
  return 0;
})

CATENA_CALL(arm_about, [](int handle, const Arguments&, Results& out) {
  out.set(about(models().at(handle)));
  return 0;
})

CATENA_CALL(arm_robot, [](int handle, const Arguments&, Results& out) {
  const Robot& robot = models().at(handle).arm.robot();
  Json rows = Json::array(), payload;
  for (const RobotLink& link : robot.links) rows.push_back(row(link));
  if (robot.payload)
    payload = Json{{"mass", robot.payload->mass},
                   {"com", json(robot.payload->com)},
                   {"inertia", json(robot.payload->inertia)}};
  out.set(Json{{"name", robot.name},
               {"source", robot.source},
               {"convention", robot.convention == Convention::standard ? "standard" : "modified"},
               {"gravity", json(robot.gravity)},
               {"allowNonphysical", robot.allow_nonphysical},
               {"rows", std::move(rows)},
               {"payload", std::move(payload)}});
  return 0;
})

CATENA_CALL(arm_to_toml, [](int handle, const Arguments&, Results& out) {
  out.text = write_robot_file(models().at(handle).arm.robot());
  return 0;
})

CATENA_CALL(arm_to_urdf, [](int handle, const Arguments&, Results& out) {
  out.text = write_urdf(models().at(handle).arm.robot());
  return 0;
})

CATENA_CALL(urdf_outline, [](int, const Arguments& arguments, Results& out) {
  const UrdfOutline found = urdf_outline(arguments.text("text"), arguments.text_or("where", "<memory>"),
                                         {arguments.text_or("base", ""), arguments.text_or("tip", "")});
  Json links = Json::array();
  for (const UrdfOutline::Link& link : found.links)
    links.push_back(Json{{"name", link.name},
                         {"parent", link.parent},
                         {"depth", link.depth},
                         {"joint", link.joint.name},
                         {"type", link.joint.type},
                         {"inChain", link.in_chain},
                         {"tipCandidate", link.tip_candidate}});
  out.set(Json{{"name", found.name},
               {"base", found.base},
               {"tip", found.tip},
               {"joints", found.joints},
               {"problem", found.problem},
               {"links", std::move(links)}});
  return 0;
})
