// SPDX-License-Identifier: Apache-2.0
#include "payload_option.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/text.hpp"
#include "command.hpp"

namespace catena::cli {
namespace {

Error wrong(const std::string& text, const std::string& what) {
  return {ErrorKind::usage, fmt::format("--payload '{}'", catena::text::printable(text)), what};
}

}  // namespace

void payload_option(Command& command, std::optional<std::string>& payload) {
  command.take("--payload",
               [&payload](const std::string& word) {
                 parse_payload(word);  // throws if it is wrong
                 payload = word;
               },
               "Payload at the tool: mass, centre of mass and inertia about it, in the tool frame",
               {.type = "MASS[,X,Y,Z[,IXX,..,IYZ]]"});
}

void motors_option(Command& command, bool& motors, const std::string& and_then) {
  command.flag("--motors", motors, "Include the robot's motors: rotor inertia and joint friction" + and_then);
}

void wrench_axes_option(Command& command, Axes& axes) {
  command.choice<Axes>("--wrench-axes", axes, {{"link", Axes::frame}, {"base", Axes::base_at_frame}},
                       "Axes of the wrenches of the links, held fixed by derivatives (default: link)");
}

Payload parse_payload(const std::string& text) {
  const std::vector<std::string> parts = catena::text::split(text);
  if (parts.size() != 1 && parts.size() != 4 && parts.size() != 10)
    throw wrong(text, "not a payload")
        .given(catena::text::counted(parts.size(), "number"))
        .need(
            "a mass (3, 500g), or a mass and its centre in m in the tool frame (3,0,0,0.1), and possibly its "
            "inertia about the centre in kg m² (xx,yy,zz,xy,xz,yz)");
  Payload payload;
  payload.mass = choose::amount(parts[0], "kg", fmt::format("--payload '{}'", catena::text::printable(text)));
  if (payload.mass < 0) throw wrong(text, "invalid number").need("0 kg or more");
  constexpr double kHeaviest = 1e12, kFarthest = 1e6, kMost = 1e24;  // torques and inertias stay finite
  if (payload.mass > kHeaviest)
    throw wrong(text, "the mass is too large to compute with")
        .need(fmt::format("at most {:g} kg", kHeaviest));
  std::array<double, 9> x = {};  // the centre, and the inertia
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const std::string& word = parts[k];
    const bool centre = k < 4;
    double& value = x[k - 1];
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || stop != word.data() + word.size() || !std::isfinite(value))
      throw wrong(text, "invalid number")
          .given(word)
          .need(centre ? "metres, such as 0.1" : "kg m², such as 0.01");
    if (centre && std::abs(value) > kFarthest)
      throw wrong(text, "the centre of mass is too far away")
          .given(word)
          .need(fmt::format("at most {:g} m", kFarthest));
    if (std::abs(value) > kMost)
      throw wrong(text, "the inertia is too large to compute with")
          .given(word)
          .need(fmt::format("at most {:g} kg m²", kMost));
  }
  payload.com = {x[0], x[1], x[2]};
  payload.inertia = {x[3], x[4], x[5], x[6], x[7], x[8]};
  return payload;
}

Robot carrying(const Robot& robot, const std::optional<std::string>& payload) {
  return payload ? Arm(robot).with_payload(parse_payload(*payload)).changed_robot() : robot;
}

Robot load(const RobotOptions& options, const std::optional<std::string>& payload, bool motors,
           Streams& streams) {
  const Robot robot = load(options, streams);
  if (motors) tell_without_motors(robot, streams);
  if (!payload) return robot;
  const Payload given = parse_payload(*payload);
  double mass = 0;
  for (const RobotLink& link : robot.links) mass += link.mass;
  if (mass > 0 && given.mass > 20 * mass)
    tell(fmt::format("--payload: {:.6g} kg is {:.3g} times the mass of the arm; grams are written {:.6g}g",
                     given.mass, given.mass / mass, given.mass),
         streams);
  if (const double far = std::sqrt(dot(given.com, given.com)); far > 10)
    tell(fmt::format("--payload: its centre is {:.6g} m from the tool; is it in millimetres?", far), streams);
  return carrying(robot, payload);
}

void tell_without_motors(const Robot& robot, Streams& streams) {
  for (const RobotLink& link : robot.links)
    if (link.motor) return;
  tell(fmt::format("--motors has no effect: '{}' has no data of motors", text::printable(robot.name)),
       streams);
}

}  // namespace catena::cli
