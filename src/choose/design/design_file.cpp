// SPDX-License-Identifier: Apache-2.0
// Reads design file version 1, except for its parameters and constraints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "choose/design/design_axes.hpp"
#include "choose/design/design_reader.hpp"
#include "io/robot_file_read.hpp"
#include "io/toml_parse.hpp"

namespace catena::choose {
namespace {

using io::detail::Field;
using io::detail::TomlTable;

constexpr io::detail::TomlDialect kDesignFile = {
    "a design file", "design = 1, robot or arm, criteria, [sampling] and at least one [[parameter]]",
    "[sampling], [[parameter]] or [[constraint]]"};

constexpr std::size_t kMostJoints = 100;
constexpr std::int64_t kMostPoints = 1'000'000'000;
constexpr int kMostSamples = 100'000'000;

void need(const TomlTable& table, const Field& field, const char* for_what) {
  if (!table.has(field.key))
    throw Error(ErrorKind::model, table.where(), fmt::format("key {} is missing", table.quoted(field.key)))
        .need(fmt::format("{}, for {}", field.need, for_what));
}

void no_use(const TomlTable& table, std::initializer_list<std::string_view> keys, const std::string& who) {
  for (const std::string_view key : keys)
    if (table.has(key))
      throw table.wrong(key, fmt::format("{} does not take {}", who, table.quoted(key)))
          .hint("remove the key");
}

double at_least(const TomlTable& table, const Field& field, double least, bool strictly) {
  const double value = table.number(field);
  if (value < least || (strictly && value == least))
    throw table.wrong(field.key, fmt::format("{} is too small", table.quoted(field.key)))
        .need(std::string(field.need));
  return value;
}

std::int64_t whole(const TomlTable& table, const Field& field, std::int64_t least, std::int64_t most) {
  const std::int64_t value = table.integer(field);
  if (value < least || value > most)
    throw table.wrong(field.key, fmt::format("{} is out of range", table.quoted(field.key)))
        .need(fmt::format("{}: {} to {}", field.need, least, most));
  return value;
}

constexpr std::int64_t kMostSeed = std::int64_t{1} << 62;

}  // namespace

Design DesignReader::read() {
  read_top();
  read_arm();
  read_limits();
  read_body();
  read_criteria();
  read_task();
  read_parameters();
  read_constraints();
  read_sampling();
  read_optimise();
  return std::move(out_);
}

void DesignReader::read_top() {
  const Field version = {"design", "design = 1, the version of the design file"};
  if (!file_.has("design") && (file_.has("catena") || file_.has("scenario")))
    throw Error(ErrorKind::model, where_,
                fmt::format("this is a {}, not a design", file_.has("catena") ? "robot file" : "scenario"))
        .hint("a design file begins with design = 1 and lists the parameters to vary");
  if (const std::int64_t found = file_.integer(version); found != 1)
    throw file_.wrong("design", "this version of the design file is not supported")
        .need("design = 1")
        .hint(found > 1 ? "a newer version of Catena may read it" : "");
  file_.allow_only({"design", "name", "source", "angle_unit", "robot", "arm", "lengths", "gravity", "limits",
                    "body", "criteria", "task", "sampling", "parameter", "constraint", "optimise"});
  out_.name_ =
      file_.has("name") ? file_.text({"name", "a string"}) : std::filesystem::path(where_).stem().string();
  if (file_.has("source")) out_.source_ = file_.text({"source", "a string, where the numbers come from"});
  if (file_.has("angle_unit"))
    out_.degrees_ = file_.choice<bool>({"angle_unit", "\"deg\" or \"rad\""}, {{"deg", true}, {"rad", false}});
}

void DesignReader::read_arm() {
  const Field robot = {
      "robot", "a robot: a catalogue name such as \"puma560\", a file, or \"chain:6\"; or a table [robot]"};
  const Field arm = {"arm", kAxisWord};
  if (file_.has("robot") && file_.has("arm"))
    throw file_.wrong("arm", "a design has a robot or an arm, not both")
        .given(fmt::format("'robot' at {}, 'arm' at {}", place(document_, "robot"), place(document_, "arm")))
        .need("'robot' to vary a robot, 'arm' to build arms from axes and lengths");
  if (file_.has("robot")) {
    no_use(file_, {"lengths"}, "a design with a robot");
    Notes notes;
    if (file_.node(robot).is_table()) {
      out_.base_ = io::detail::read_robot(file_.table(robot), where_, notes);
    } else {
      const std::string spec = file_.text(robot);
      if (spec.empty()) throw file_.wrong("robot", "'robot' is empty").need(std::string(robot.need));
      out_.base_ = find_(spec);
    }
  } else {
    // "arm" may be one word list; a parameter that sets "arm" gives several
    std::string_view first;
    if (file_.has("arm")) {
      out_.arm_ = file_.text(arm);
      first = out_.arm_;
    }
    std::size_t joints = 0;
    if (!first.empty() || file_.has("arm")) {
      const AxisWords words = axis_words(first);
      if (!words.wrong.empty())
        throw file_.wrong("arm", "'arm': " + words.wrong).need(std::string(kAxisWord));
      joints = words.joints.size();
    } else {
      // only the first value of the parameter; read_words checks all of them
      for (const toml::table* table : tables("parameter", "[[parameter]] tables")) {
        const toml::array* values = table->get("values") ? table->get("values")->as_array() : nullptr;
        if (table->get("set") && table->get("set")->value_or(std::string()) == "arm" && values &&
            !values->empty())
          joints = axis_words(values->get(0)->value_or(std::string())).joints.size();
      }
      if (joints == 0)
        throw Error(ErrorKind::model, file_.where(), "the design defines no arm")
            .need("robot = \"puma560\", arm = \"Rz Ry Px\", or a parameter with set = \"arm\"");
    }
    if (joints > kMostJoints)
      throw Error(ErrorKind::model, file_.where(), "too many joints")
          .given(fmt::format("{} joints", joints))
          .need(fmt::format("{} or fewer", kMostJoints));
    out_.lengths_.assign(joints, -1);  // unknown
    if (file_.has("lengths")) {
      const Field lengths = {"lengths",
                             "a number in m for each joint: the length of its link, or a slide's travel"};
      out_.lengths_ = file_.list(lengths);
      length_place_ = place(document_, "lengths");
      if (out_.lengths_.size() != joints)
        throw file_.wrong("lengths", "'lengths' has the wrong size")
            .need(catena::text::counted(joints, "number") + ", one for each joint");
      for (const double each : out_.lengths_)
        if (each < 0) throw file_.wrong("lengths", "a length is negative").need("0 or more");
    }
  }
  if (file_.has("gravity")) {
    const auto g = file_.numbers<3>({"gravity", "[x, y, z] in m/s²"});
    out_.gravity_ = {g[0], g[1], g[2]};
    if (out_.base_) out_.base_->gravity = out_.gravity_;
  }
}

void DesignReader::read_limits() {
  if (!file_.has("limits")) return;
  const TomlTable limits =
      file_.table({"limits", "a table with revolute = [lower, upper] and prismatic = [..]"});
  limits.allow_only({"revolute", "prismatic"});
  const auto range = [&](const Field& field, std::optional<std::array<double, 2>>& out) {
    if (!limits.has(field.key)) return;
    out = limits.numbers<2>(field);
    if ((*out)[0] > (*out)[1])
      throw limits.wrong(field.key, limits.quoted(field.key) + " is reversed").need("the lower limit first");
  };
  range({"revolute", "[lower, upper] in angle_unit"}, out_.revolute_limits_);
  if (!out_.base_) no_use(limits, {"prismatic"}, "an arm whose slides go from 0 to their length");
  range({"prismatic", "[lower, upper] in m"}, out_.prismatic_limits_);
}

void DesignReader::read_body() {
  BodyLaw& body = out_.body_;
  if (!file_.has("body")) {
    if (out_.base_) return;
    throw Error(ErrorKind::model, file_.where(), "the masses of the links are not defined")
        .need("[body] with law = \"tube\", density, radius and thickness");
  }
  const TomlTable table = file_.table({"body", "a table with law = \"keep\", \"scaled\" or \"tube\""});
  table.allow_only({"law", "exponent", "density", "radius", "thickness", "least"});
  body.law = table.choice<Law>({"law", "\"keep\", \"scaled\" or \"tube\""},
                               {{"keep", Law::keep}, {"scaled", Law::scaled}, {"tube", Law::tube}});
  if (body.law != Law::tube) {
    if (!out_.base_)
      throw table.wrong("law", "an arm defined by axes has no bodies to keep or scale")
          .need("law = \"tube\"");
    no_use(table, {"density", "radius", "thickness", "least"}, body.law == Law::keep ? "'keep'" : "'scaled'");
    if (body.law == Law::keep) return no_use(table, {"exponent"}, "'keep'");
    const Field exponent = {
        "exponent",
        "a number: mass is proportional to length to this power; 1 for a rod, 3 for uniform scaling"};
    body.exponent = at_least(table, exponent, 0, false);
    if (body.exponent > 10) throw table.wrong("exponent", "'body.exponent' is too large").need("10 or less");
    return;
  }
  no_use(table, {"exponent"}, "'tube'");
  body.density = at_least(table, {"density", "a number above 0, in kg/m³"}, 0, true);
  body.radius = at_least(table, {"radius", "a number above 0, in m"}, 0, true);
  body.thickness = at_least(table, {"thickness", "a number above 0, in m, up to the radius"}, 0, true);
  if (body.thickness > body.radius)
    throw table.wrong("thickness", "the wall is thicker than the radius")
        .given(fmt::format("thickness {} m, radius {} m", body.thickness, body.radius))
        .need("a wall no thicker than the radius; equal to it for a solid rod");
  body.least = 2 * body.radius;
  if (table.has("least"))
    body.least = at_least(
        table, {"least", "a length in m above 0; shorter links have the mass of this length"}, 0, true);
}

void DesignReader::read_criteria() {
  const Field field = {"criteria", "an array of criteria, such as [\"reach\", \"workspace\"]"};
  const toml::node& node = file_.node(field);
  const toml::array* list = node.as_array();
  if (!list || list->empty())
    throw file_.wrong(node, "'criteria' must be an array of criteria").need(std::string(field.need));
  std::vector<std::string_view> stems;
  for (const Criterion& each : known_) stems.push_back(each.stem);
  for (const toml::node& each : *list) {
    const std::string stem = each.value_or(std::string());
    const auto found = std::find(stems.begin(), stems.end(), stem);
    if (found == stems.end())
      throw file_.wrong(each, "no such criterion")
          .need(fmt::format("one of {}", fmt::join(stems, ", ")))
          .hint(text::did_you_mean(stem, stems));
    const Criterion* criterion = &known_[static_cast<std::size_t>(found - stems.begin())];
    if (std::find(out_.criteria_.begin(), out_.criteria_.end(), criterion) != out_.criteria_.end())
      throw file_.wrong(each, "this criterion is listed twice").need("each criterion once");
    out_.criteria_.push_back(criterion);
  }
}

void DesignReader::read_task() {
  if (!file_.has("task")) return;
  const TomlTable table = file_.table({"task", "a table with samples, seed, payload, length or motors"});
  table.allow_only({"samples", "seed", "payload", "length", "motors"});
  Task& task = out_.task_;
  if (table.has("samples"))
    task.samples =
        static_cast<int>(whole(table, {"samples", "states for sampled criteria"}, 1, kMostSamples));
  if (table.has("seed"))
    task.seed = static_cast<std::uint64_t>(whole(table, {"seed", "a whole number"}, 0, kMostSeed));
  if (table.has("payload"))
    task.payload = at_least(table, {"payload", "a number in kg, 0 or more"}, 0, false);
  if (table.has("length"))
    task.length = at_least(table, {"length", "a number in m, 0 or more; 0 is the arm's reach"}, 0, false);
  if (table.has("motors"))
    task.motors = table.boolean({"motors", "true, or false to leave out the motors of the robot"});
}

void DesignReader::read_sampling() {
  const Field kind = {"kind", "\"grid\", \"latin_hypercube\" or \"sobol\""};
  const TomlTable table = file_.table({"sampling", "[sampling] with kind, points and seed"});
  table.allow_only({"kind", "points", "seed"});
  out_.sampling_ = table.choice<Sampling>(
      kind,
      {{"grid", Sampling::grid}, {"latin_hypercube", Sampling::latin_hypercube}, {"sobol", Sampling::sobol}});
  if (out_.sampling_ == Sampling::grid) {
    no_use(table, {"points", "seed"}, "a grid, whose points are all combinations,");
    std::int64_t size = 1;
    for (const Parameter& parameter : out_.parameters_) {
      const int choices = parameter.choices();
      if (choices == 0)
        throw Error(ErrorKind::model, parameter.place,
                    fmt::format("parameter '{}': a range needs levels in a grid", parameter.name))
            .given(fmt::format("low = {}, high = {}", parameter.low, parameter.high))
            .need("for example levels = 5: both ends and three values between");
      size = size > kMostPoints / choices ? kMostPoints + 1 : size * choices;
      if (size > kMostPoints)
        throw table.wrong("kind", "the grid has too many points")
            .given(fmt::format("more than {} combinations of {} parameters", kMostPoints,
                               out_.parameters_.size()))
            .need("fewer levels or values")
            .hint("kind = \"sobol\" covers many parameters with any number of points");
    }
    out_.size_ = size;
    return;
  }
  const bool sobol = out_.sampling_ == Sampling::sobol;
  need(table, {"points", "how many arms"}, sobol ? "'sobol'" : "'latin_hypercube'");
  out_.size_ = whole(table, {"points", "how many arms"}, 1, kMostPoints);
  if (table.has("seed"))
    out_.seed_ = static_cast<std::uint64_t>(whole(table, {"seed", "a whole number"}, 0, kMostSeed));
  if (sobol && out_.parameters_.size() > kSobolDimensions)
    throw table.wrong("kind", "too many parameters for a Sobol sequence")
        .given(fmt::format("{} parameters", out_.parameters_.size()))
        .need(fmt::format("{} or fewer", kSobolDimensions))
        .hint("kind = \"latin_hypercube\" has no such limit");
}

void DesignReader::read_optimise() {
  if (!file_.has("optimise")) return;
  const TomlTable table = file_.table({"optimise", "a table with criterion, method and evaluations"});
  table.allow_only({"criterion", "method", "evaluations", "starts", "tolerance", "seed"});
  Optimisation& search = out_.optimisation_.emplace();
  search.criterion = index_of_criterion(table);
  using M = OptimiseMethod;
  search.method =
      table.choice<M>({"method", "\"cobyla\", \"bobyqa\", \"crs2\" or \"isres\""},
                      {{"cobyla", M::cobyla}, {"bobyqa", M::bobyqa}, {"crs2", M::crs2}, {"isres", M::isres}});
  search.evaluations =
      static_cast<int>(whole(table, {"evaluations", "maximum number of arms to evaluate"}, 1, 100'000'000));
  if (table.has("starts"))
    search.starts =
        static_cast<int>(whole(table, {"starts", "how many of the best points to start from"}, 1, 1'000'000));
  if (table.has("tolerance"))
    search.tolerance = at_least(table, {"tolerance", "a fraction of a range, above 0"}, 0, true);
  if (table.has("seed"))
    search.seed = static_cast<std::uint64_t>(whole(table, {"seed", "a whole number"}, 0, kMostSeed));

  const auto ranges = std::count_if(out_.parameters_.begin(), out_.parameters_.end(),
                                    [](const Parameter& parameter) { return parameter.is_range(); });
  if (ranges == 0)
    throw Error(ErrorKind::model, place(document_, "optimise"), "there is nothing to optimise")
        .given("all parameters are lists, which a search keeps fixed")
        .need("a parameter with low and high");
  if (search.method == M::bobyqa && ranges < 2)
    throw table.wrong("method", "bobyqa needs at least two ranges")
        .given("one parameter with low and high")
        .hint("method = \"cobyla\" takes one");
  if ((search.method == M::bobyqa || search.method == M::crs2) && !out_.constraints_.empty())
    throw table.wrong("method", "this method supports ranges but not constraints")
        .given(fmt::format("the constraint {} at {}", out_.constraints_[0].text, out_.constraints_[0].place))
        .need("method = \"cobyla\" or \"isres\", or no constraint");
}

std::vector<const toml::table*> DesignReader::tables(std::string_view key, const char* wanted) const {
  std::vector<const toml::table*> out;
  if (!file_.has(key)) return out;
  const toml::node& node = file_.node({key, wanted});
  const toml::array* list = node.as_array();
  if (!list || !std::all_of(list->begin(), list->end(), [](const toml::node& n) { return n.is_table(); }))
    throw file_.wrong(node, fmt::format("'{}' must be an array of tables", key))
        .need(wanted)
        .hint(node.is_table() ? fmt::format("write [[{}]] with double brackets", key) : "");
  for (const toml::node& each : *list) out.push_back(each.as_table());
  return out;
}

int DesignReader::index_of_criterion(const TomlTable& table) const {
  const Field field = {"criterion", "one of the design's criteria"};
  const std::string stem = table.text(field);
  std::vector<std::string_view> stems;
  for (const Criterion* each : out_.criteria_) stems.push_back(each->stem);
  const auto found = std::find(stems.begin(), stems.end(), stem);
  if (found != stems.end()) return static_cast<int>(found - stems.begin());
  const bool known =
      std::any_of(known_.begin(), known_.end(), [&](const Criterion& each) { return each.stem == stem; });
  throw table
      .wrong("criterion", known ? "this criterion is not among those of the design" : "no such criterion")
      .need(fmt::format("one of {}", fmt::join(stems, ", ")))
      .hint(known ? "add it to 'criteria'" : text::did_you_mean(stem, stems));
}

Design parse_design(std::string_view text, const std::string& where, std::span<const Criterion> known,
                    const FindRobot& find) {
  const toml::table document = io::detail::parse_toml(text, where, kDesignFile);
  return DesignReader(document, where, known, find).read();
}

}  // namespace catena::choose
