// SPDX-License-Identifier: Apache-2.0
// The options that change the robot in the same way in all commands. --payload: a body at the tool, in addition to the
// robot's own payload. --motors: rotor inertia and friction (catena/core/motors.hpp). --wrench-axes: the axes in which wrenches
// of the links are given.
#pragma once

#include <optional>
#include <string>

#include "catena/core/model/frame.hpp"
#include "catena/core/model/robot.hpp"
#include "command.hpp"

namespace catena::cli {

class Command;

void payload_option(Command& command, std::optional<std::string>& payload);

// `and_then` ends the description: what is special about the command.
void motors_option(Command& command, bool& motors, const std::string& and_then = "");

void wrench_axes_option(Command& command, Axes& axes);

// "3", "500g" or "3,x,y,z": the mass, and its centre in metres in the tool frame. Throws Error(usage).
Payload parse_payload(const std::string& text);

// The robot with the payload of the option, if it is given.
Robot carrying(const Robot& robot, const std::optional<std::string>& payload);
// The robot of the options, with this payload. Tells a payload that is probably in grams or millimetres, and motors that the
// robot does not have.
Robot load(const RobotOptions& options, const std::optional<std::string>& payload, bool motors,
           Streams& streams);
void tell_without_motors(const Robot& robot, Streams& streams);

}  // namespace catena::cli
