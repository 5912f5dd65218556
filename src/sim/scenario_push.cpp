// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario_push.hpp"

#include <fmt/format.h>

#include "catena/core/text.hpp"
#include "sim/scenario_reader.hpp"

namespace catena::sim::detail {
namespace {

std::string push_key(std::size_t number, std::string_view key) {
  return fmt::format("push {}.{}", number, key);
}

PushChoice read_push(const io::detail::TomlTable& table, std::size_t number, Scenario& scenario) {
  ScenarioReader in(table, push_key(number, ""), scenario);
  in.allow_only({"frame", "point", "force", "moment", "axes", "from", "until"});
  PushChoice push;
  const io::detail::Field force = {"force", "[fx, fy, fz] in N"},
                          until = {"until", "a number of seconds, later than 'from'"};
  const io::detail::Field frame = {"frame",
                                   "the name of a frame of the robot, which 'catena info ROBOT' lists"};
  in.text(frame, push.frame);
  if (table.has(frame.key) && push.frame.empty())
    throw table.wrong(frame.key, "'frame' is empty").need(std::string(frame.need));
  if (table.has("point")) push.point = in.numbers<3>({"point", "[x, y, z] in m, in the frame"});
  if (table.has("force")) push.force = in.numbers<3>(force);
  if (table.has("moment")) push.moment = in.numbers<3>({"moment", "[mx, my, mz] in N m"});
  if (!table.has("moment")) in.need("a push without 'moment'", force);
  in.choice<Axes>({"axes", "\"base\" or \"frame\""}, push.axes,
                  {{"base", Axes::base_at_frame}, {"frame", Axes::frame}});
  in.not_negative({"from", "a number of seconds, 0 or more"}, push.from);
  in.number(until, push.until);
  if (!(push.until > push.from))
    throw table.wrong("until", "the push ends before it begins")
        .need(fmt::format("more than {}, when it begins", push.from));
  return push;
}

Vec3<double> vec3(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

}  // namespace

void read_pushes(const io::detail::TomlTable& file, Scenario& scenario) {
  for (const io::detail::TomlTable& table : file.tables({"push", "[[push]], once for each push"}, "push"))
    scenario.pushes.push_back(read_push(table, scenario.pushes.size() + 1, scenario));
}

std::vector<Push> pushes_of(const Scenario& scenario, const Arm& arm) {
  std::vector<Push> out;
  const std::vector<NamedFrame> frames = arm.frames();
  for (const PushChoice& choice : scenario.pushes) {
    const std::string place = scenario.place(push_key(out.size() + 1, "frame"));
    const Frame<double> at =
        choice.frame.empty() ? tool_frame(arm.robot()) : find_frame(frames, choice.frame, place).frame;
    if (at.link < 0)
      throw Error(ErrorKind::usage, place, "the push acts on the base, which does not move")
          .given(fmt::format("the frame '{}'", catena::text::printable(choice.frame)))
          .need("a frame on a moving link; 'catena info ROBOT' lists them");
    Push& push = out.emplace_back();
    push.link = at.link;
    push.wrench = {vec3(choice.moment), vec3(choice.force)};
    push.from = choice.from, push.until = choice.until;
    push.pose = {at.pose.R, at.pose * vec3(choice.point)};
    push.axes = choice.axes;
  }
  return out;
}

}  // namespace catena::sim::detail
