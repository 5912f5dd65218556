// SPDX-License-Identifier: Apache-2.0
// The same arm with other numbers.
#include "catena/core/check_robot.hpp"
#include "catena/core/mistakes.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

Vec3<double> vector(const Arguments& arguments, const std::string& name, const Vec3<double>& otherwise) {
  if (!arguments.has(name)) return otherwise;
  const auto x = arguments.numbers(name, 3);
  return {x[0], x[1], x[2]};
}

Sym3<double> symmetric(const Arguments& arguments, const std::string& name, const Sym3<double>& otherwise) {
  if (!arguments.has(name)) return otherwise;
  const auto x = arguments.numbers(name, 6);
  return {x[0], x[1], x[2], x[3], x[4], x[5]};
}

void change_row(Robot& robot, const Arguments& arguments, const std::string& prefix) {
  const int k = arguments.whole_or(prefix + "row", -1);
  if (k < 0 || k >= static_cast<int>(robot.links.size()))
    throw Error(ErrorKind::usage, prefix + "row", "there is no such row")
        .given(std::to_string(k))
        .need("0 to " + std::to_string(static_cast<int>(robot.links.size()) - 1));
  RobotLink& link = robot.links[static_cast<std::size_t>(k)];
  link.dh.a = arguments.number_or(prefix + "a", link.dh.a);
  link.dh.alpha = arguments.number_or(prefix + "alpha", link.dh.alpha);
  link.dh.d = arguments.number_or(prefix + "d", link.dh.d);
  link.dh.theta = arguments.number_or(prefix + "theta", link.dh.theta);
  link.mass = arguments.number_or(prefix + "mass", link.mass);
  link.com = vector(arguments, prefix + "com", link.com);
  link.inertia = symmetric(arguments, prefix + "inertia", link.inertia);
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_with_change, [](int handle, const Arguments& arguments, Results&) {
  Robot robot = models().at(handle).arm.robot();
  const int rows = arguments.whole_or("rows.count", 0);
  for (int k = 0; k < rows; ++k) change_row(robot, arguments, "rows." + std::to_string(k) + ".");
  robot.gravity = vector(arguments, "gravity", robot.gravity);
  robot.allow_nonphysical = arguments.flag_or("allowNonphysical", robot.allow_nonphysical);
  if (arguments.has("payload")) robot.payload.reset();  // null
  if (arguments.has_any("payload.")) {
    Payload payload = robot.payload.value_or(Payload());
    payload.mass = arguments.number_or("payload.mass", payload.mass);
    payload.com = vector(arguments, "payload.com", payload.com);
    payload.inertia = symmetric(arguments, "payload.inertia", payload.inertia);
    robot.payload = payload;
  }
  arguments.require_all_read();
  Notes notes;
  note_mistakes(robot, notes);
  return add_model(std::move(robot), std::move(notes));
})
