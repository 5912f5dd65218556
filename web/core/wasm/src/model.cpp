// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include "catena/core/did_you_mean.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/text.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"

namespace catena::wasm {
namespace {

// As `catena` decides for a file without an extension.
bool begins_like_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && text[first] == '<';
}

}  // namespace

Model::Model(Robot robot, Notes told) : arm(std::move(robot)), notes(std::move(told)), frames(arm.frames()) {}

Model::Ready Model::ready(bool motors) {
  if (!motors) {
    if (!work_) work_ = std::make_unique<Workspace>(arm);
    return {arm, *work_};
  }
  if (!motors_) motors_ = arm.with_motors();
  if (!motors_work_) motors_work_ = std::make_unique<Workspace>(*motors_);
  return {*motors_, *motors_work_};
}

std::optional<Frame<double>> Model::frame(const Arguments& arguments) const {
  constexpr std::pair<std::string_view, Axes> kAxes[] = {
      {"base_at_frame", Axes::base_at_frame}, {"frame", Axes::frame}, {"base", Axes::base}};
  const Axes axes = arguments.choice("axes", kAxes);
  if (!arguments.has("frame") && !arguments.has("point") && !arguments.has("axes")) return {};
  Frame<double> out = arguments.has("frame")
                          ? find_frame(frames, arguments.text_or("frame", ""), arm.name()).frame
                          : tool_frame(arm.robot());
  out.axes = axes;
  if (arguments.has("point")) {
    const auto p = arguments.numbers("point", 3);
    out.pose.p = out.pose * Vec3<double>{p[0], p[1], p[2]};
  }
  return out;
}

Objects<Model>& models() {
  static Objects<Model> all("arm");
  return all;
}

int add_model(Robot robot, Notes notes) {
  return models().add(std::make_unique<Model>(std::move(robot), std::move(notes)));
}

Robot robot_from(const Arguments& arguments, std::string_view name, Notes& notes) {
  enum class Format { either, toml, urdf };
  constexpr std::pair<std::string_view, Format> kFormats[] = {
      {"either", Format::either}, {"toml", Format::toml}, {"urdf", Format::urdf}};
  constexpr std::pair<std::string_view, UrdfOptions::Branches> kBranches[] = {
      {"lump", UrdfOptions::Branches::lump}, {"drop", UrdfOptions::Branches::drop}};
  const std::string_view text = arguments.text(name);
  const std::string where = arguments.text_or("where", "<memory>");
  const UrdfOptions options = {arguments.text_or("base", ""), arguments.text_or("tip", ""),
                               arguments.choice("branches", kBranches)};
  const Format format = arguments.choice("format", kFormats);
  const bool urdf = format == Format::urdf || (format == Format::either && begins_like_xml(text));
  Robot robot = urdf ? parse_urdf(text, where, options, notes) : parse_robot_file(text, where, notes);
  note_mistakes(robot, notes);
  return robot;
}

const QuantityInfo& quantity_named(std::string_view name) {
  if (const QuantityInfo* const found = find_quantity(name)) return *found;
  std::vector<std::string_view> known;
  for (const QuantityInfo& one : kQuantities) known.push_back(one.name);
  throw Error(ErrorKind::usage, "quantity '" + text::printable(name) + "'", "no such quantity")
      .need("one of those that `quantities` lists")
      .hint(text::did_you_mean(name, known));
}

Json limits_json(const std::optional<Limits>& limits) {
  const Limits given = limits.value_or(Limits());
  Json out = Json::object();
  out["position"] = given.position ? Json::array({(*given.position)[0], (*given.position)[1]}) : Json();
  out["velocity"] = given.velocity ? Json(*given.velocity) : Json();
  out["effort"] = given.effort ? Json(*given.effort) : Json();
  return out;
}

Json json(const Pose<double>& X) {
  const Mat3<double>& R = X.R;
  return Json::array({R.xx, R.xy, R.xz, X.p.x, R.yx, R.yy, R.yz, X.p.y, R.zx, R.zy, R.zz, X.p.z, 0, 0, 0, 1});
}

const char* word(JointKind kind) {
  return kind == JointKind::revolute ? "revolute" : kind == JointKind::prismatic ? "prismatic" : "fixed";
}

}  // namespace catena::wasm
