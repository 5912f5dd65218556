// SPDX-License-Identifier: Apache-2.0
// Reads [[parameter]]: what it sets, and to which values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "choose/design/design_axes.hpp"
#include "choose/design/design_reader.hpp"

namespace catena::choose {
namespace {

using detail::Field;
using detail::TomlTable;

constexpr const char* kNeed = "one [[parameter]] table for each quantity that varies";
constexpr std::size_t kMostParameters = 1000, kMostValues = 1'000'000;

bool is_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !name.empty() && name.size() <= 40 && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// Quantities that cannot be negative, and those that must be positive.
bool not_negative(Target target) {
  return target == Target::length || target == Target::mass || target == Target::radius ||
         target == Target::thickness;
}

bool of_axes(Target target) {
  return target == Target::arm || target == Target::length || target == Target::radius ||
         target == Target::thickness;
}
bool of_base(Target target) { return target != Target::arm && target != Target::length; }

std::string listed(bool (*allowed)(Target)) {
  std::string out;
  for (std::size_t k = 0; k < std::size(kTargets); ++k)
    if (allowed(static_cast<Target>(k))) out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", kTargets[k]);
  return out;
}

std::string object_of(const toml::table& table, int number) {
  const auto name = table.get_as<std::string>("name");
  return name ? fmt::format("parameter '{}'", text::printable(name->get()))
              : fmt::format("parameter {}", number);
}

}  // namespace

void DesignReader::read_parameters() {
  const std::vector<const toml::table*> all = tables("parameter", kNeed);
  if (all.size() > kMostParameters)
    throw Error(ErrorKind::model, place(*all[kMostParameters]), "too many parameters")
        .given(fmt::format("{}", all.size()))
        .need(fmt::format("{} or fewer", kMostParameters));
  // ties may name a parameter that is defined later
  for (std::size_t k = 0; k < all.size(); ++k)
    if (!all[k]->contains("same_as")) read_parameter(*all[k], static_cast<int>(k) + 1);
  if (out_.parameters_.empty())
    throw Error(ErrorKind::model, file_.where(), "the design has no parameters").need(kNeed);
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k]->contains("same_as")) read_tie(*all[k], static_cast<int>(k) + 1);
  check_lengths();
}

void DesignReader::read_parameter(const toml::table& raw, int number) {
  const TomlTable table(raw, where_, object_of(raw, number));
  table.allow_only({"name", "set", "link", "low", "high", "levels", "values", "same_as", "factor"});
  Parameter parameter;
  parameter.place = place(raw);
  parameter.name = table.text({"name", "a name of lower-case letters, digits and _"});
  if (!is_name(parameter.name))
    throw table.wrong("name", "this name cannot be used as a column name")
        .need("lower-case letters, digits and _, starting with a letter, at most 40 characters");
  for (const Parameter& other : out_.parameters_)
    if (other.name == parameter.name)
      throw table.wrong("name", "two parameters have this name")
          .given(fmt::format("'{}' at {} and at {}", other.name, other.place, parameter.place))
          .need("a different name for each");
  for (const Criterion* criterion : out_.criteria_)
    if (criterion->stem == parameter.name)
      throw table.wrong("name", "a parameter cannot have the name of a criterion").need("another name");
  parameter.target = read_target(table);
  parameter.links = read_links(table, parameter.target);
  claim(table, parameter.target, parameter.links, fmt::format("'{}' at {}", parameter.name, parameter.place));
  parameter.unit = unit_of(parameter.target, parameter.links);

  const bool range = table.has("low") || table.has("high");
  if (range == table.has("values"))
    throw Error(ErrorKind::model, table.where(), range ? "a range or a list, not both" : "it has no values")
        .need("low and high, or values = [..], or same_as = \"another parameter\"");
  if (table.has("factor")) throw table.wrong("factor", "'factor' goes with 'same_as'").hint("remove the key");
  if (parameter.target == Target::arm || parameter.target == Target::joint) {
    if (range)
      throw Error(ErrorKind::model, table.where(),
                  fmt::format("\"{}\" takes a list, not a range", target_name(parameter.target)))
          .need(parameter.target == Target::arm ? "values = [\"Rz Rz\", \"Rz Px\"]"
                                                : "values = [\"R\", \"P\"]");
    read_words(table, parameter);
  } else if (range) {
    read_range(table, raw, parameter);
  } else {
    read_values(table, parameter);
  }
  if (table.has("levels") && !range)
    throw table.wrong("levels", "'levels' goes with 'low' and 'high'").hint("remove the key");
  out_.parameters_.push_back(std::move(parameter));
}

void DesignReader::read_tie(const toml::table& raw, int number) {
  const TomlTable table(raw, where_, fmt::format("parameter {}", number));
  table.allow_only({"set", "link", "same_as", "factor"});
  Tie tie;
  tie.place = place(raw);
  const std::string name = table.text({"same_as", "the name of a parameter"});
  std::vector<std::string_view> names;
  for (const Parameter& each : out_.parameters_) names.push_back(each.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw table.wrong("same_as", "no such parameter")
        .need(fmt::format("one of {}", fmt::join(names, ", ")))
        .hint(text::did_you_mean(name, names));
  tie.parameter = static_cast<int>(found - names.begin());
  const Parameter& parameter = out_.parameters_[static_cast<std::size_t>(tie.parameter)];
  tie.target = read_target(table);
  tie.links = read_links(table, tie.target);
  claim(table, tie.target, tie.links, fmt::format("a tie at {}", tie.place));
  const std::string unit = unit_of(tie.target, tie.links);
  if (unit != parameter.unit || (tie.target == Target::joint) != (parameter.target == Target::joint) ||
      tie.target == Target::arm)
    throw table.wrong("same_as", "these two quantities cannot be tied")
        .given(fmt::format("\"{}\" of '{}' and \"{}\"", target_name(parameter.target), name,
                           target_name(tie.target)))
        .need("two lengths, two angles, two masses or two joints");
  if (table.has("factor")) {
    if (tie.target == Target::joint)
      throw table.wrong("factor", "a joint type cannot be multiplied by a factor");
    tie.factor = table.number({"factor", "a number"});
    if (not_negative(tie.target) && tie.factor < 0)
      throw table.wrong("factor", fmt::format("a negative \"{}\"", target_name(tie.target)))
          .need("0 or more");
  }
  out_.ties_.push_back(std::move(tie));
}

Target DesignReader::read_target(const TomlTable& table) const {
  const Field field = {"set", "what it sets: \"length\", \"a\", \"joint\", .."};
  const auto allowed = out_.base_ ? &of_base : &of_axes;
  const std::string need = fmt::format("one of {}", listed(allowed));
  const std::string word = table.text({"set", need});
  const auto found = std::find(std::begin(kTargets), std::end(kTargets), word);
  if (found == std::end(kTargets))
    throw table.wrong(field.key, "this quantity cannot be set")
        .need(need)
        .hint(text::did_you_mean(word, kTargets));
  const auto target = static_cast<Target>(found - std::begin(kTargets));
  if (!allowed(target))
    throw table
        .wrong(field.key, out_.base_ ? "a robot has DH rows, not axes and lengths"
                                     : "an arm defined by axes has no DH rows")
        .need(need);
  const bool tube = out_.body_.law == Law::tube;
  if ((target == Target::radius || target == Target::thickness) && !tube)
    throw table.wrong(field.key, "only tubes have a radius and a wall thickness")
        .need("[body] with law = \"tube\"");
  if (target == Target::mass && tube)
    throw table.wrong(field.key, "the mass of a tube follows from its length")
        .need("\"radius\" or \"thickness\", or [body] with law = \"keep\" or \"scaled\"");
  return target;
}

std::vector<int> DesignReader::read_links(const TomlTable& table, Target target) {
  const Field field = {"link", "the number of a link, from 1 at the base, or an array of numbers"};
  if (target == Target::arm) {
    if (table.has("link")) throw table.wrong("link", "\"arm\" sets all joints at once").hint("remove 'link'");
    return {};
  }
  if (!table.has("link") && (target == Target::radius || target == Target::thickness)) return {};
  const std::vector<double> numbers = table.number_or_list(field);
  if (numbers.empty()) throw table.wrong("link", "'link' is empty").need(std::string(field.need));
  std::vector<int> out;
  for (const double number : numbers) {
    if (number != std::floor(number) || number < 1 || number > static_cast<double>(rows()))
      throw table.wrong("link", "no such link").need(fmt::format("whole numbers from 1 to {}", rows()));
    const int i = static_cast<int>(number) - 1;
    if (std::find(out.begin(), out.end(), i) != out.end())
      throw table.wrong("link", "a link is listed twice").need("each link once");
    const bool moves = target == Target::joint || target == Target::lower || target == Target::upper;
    if (moves && out_.base_ && out_.base_->links[static_cast<std::size_t>(i)].joint == JointKind::fixed)
      throw table.wrong("link", fmt::format("link {} is fixed", i + 1))
          .need(fmt::format("a joint that moves, for \"{}\"", target_name(target)));
    out.push_back(i);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Records that the target is set, or throws naming the parameter that already sets it.
void DesignReader::claim(const TomlTable& table, Target target, const std::vector<int>& links,
                         const std::string& owner) {
  std::vector<int> all = links;
  if (all.empty() && target == Target::arm) all.push_back(-1);
  if (all.empty())
    for (std::size_t i = 0; i < rows(); ++i) all.push_back(static_cast<int>(i));
  for (const int i : all) {
    const auto [at, is_new] = claimed_.emplace(std::pair(target, i), owner);
    const std::string what = i < 0 ? "\"arm\"" : fmt::format("\"{}\" of link {}", target_name(target), i + 1);
    if (!is_new)
      throw table.wrong("set", what + " is set twice")
          .given(fmt::format("by {} and by {}", at->second, owner))
          .need("one parameter for each");
    // Limits have the unit of the joint.
    const bool limit = target == Target::lower || target == Target::upper;
    const auto joint = claimed_.find(std::pair(Target::joint, i));
    const bool both = limit ? joint != claimed_.end()
                            : target == Target::joint && (claimed_.contains(std::pair(Target::lower, i)) ||
                                                          claimed_.contains(std::pair(Target::upper, i)));
    if (both)
      throw table.wrong("set", fmt::format("the joint of link {} varies, so its limits have no unit", i + 1))
          .need("[limits] with revolute = [lower, upper] and prismatic = [lower, upper]");
  }
}

void DesignReader::read_words(const TomlTable& table, Parameter& parameter) const {
  const bool arm = parameter.target == Target::arm;
  const Field field = {"values",
                       arm ? "an array of arms, [\"Rz Rz\", \"Rz Px\"]" : "an array of \"R\" and \"P\""};
  const toml::node& node = table.node(field);
  const toml::array* list = node.as_array();
  if (!list || list->empty() || list->size() > kMostValues)
    throw table.wrong(node, "'values' must be an array of words").need(std::string(field.need));
  for (const toml::node& each : *list) {
    std::string word = each.value_or(std::string());
    if (!arm) {
      if (word == "revolute") word = "R";
      if (word == "prismatic") word = "P";
      if (word != "R" && word != "P") throw table.wrong(each, "unknown joint type").need("\"R\" or \"P\"");
    } else {
      const AxisWords words = axis_words(word);
      if (!each.is_string() || !words.wrong.empty())
        throw table.wrong(each, "no arm" + (words.wrong.empty() ? "" : ": " + words.wrong))
            .need(std::string(kAxisWord));
      if (words.joints.size() != out_.lengths_.size())
        throw table
            .wrong(each, fmt::format("an arm of {} joints among arms of {}", words.joints.size(),
                                     out_.lengths_.size()))
            .need("the same number of joints for all");
    }
    if (std::find(parameter.words.begin(), parameter.words.end(), word) != parameter.words.end())
      throw table.wrong(each, "this value is listed twice").need("each value once");
    parameter.words.push_back(word);
  }
}

void DesignReader::read_values(const TomlTable& table, Parameter& parameter) const {
  parameter.values = table.list({"values", "an array of numbers, or low and high for a range"});
  if (parameter.values.empty() || parameter.values.size() > kMostValues)
    throw table.wrong("values", parameter.values.empty() ? "'values' is empty" : "'values' is too long")
        .need(fmt::format("1 to {} numbers", kMostValues));
  std::vector<double> sorted = parameter.values;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw table.wrong("values", "a value is listed twice").need("each value once");
  if (not_negative(parameter.target) && sorted.front() < 0)
    throw table.wrong("values", fmt::format("a negative \"{}\"", target_name(parameter.target)))
        .need("0 or more");
}

void DesignReader::read_range(const TomlTable& table, const toml::table& raw, Parameter& parameter) const {
  parameter.low = table.number({"low", "a number, the lower end of the range"});
  parameter.high = table.number({"high", "a number, the upper end of the range"});
  if (!(parameter.low < parameter.high))
    throw Error(ErrorKind::model, table.where_is("low"), "the range is empty")
        .given(fmt::format("low = {} at {}, high = {} at {}", parameter.low, place(raw, "low"),
                           parameter.high, place(raw, "high")))
        .need("low below high")
        .hint(parameter.low == parameter.high ? fmt::format("one value is values = [{}]", parameter.low)
                                              : "");
  if (!std::isfinite(parameter.high - parameter.low))
    throw table.wrong("high", "the range is too wide").need("a smaller difference high - low");
  if (not_negative(parameter.target) && parameter.low < 0)
    throw table.wrong("low", fmt::format("a negative \"{}\"", target_name(parameter.target)))
        .need("0 or more");
  if (!table.has("levels")) return;
  const std::int64_t levels = table.integer({"levels", "a whole number, 2 or more"});
  if (levels < 2 || levels > static_cast<std::int64_t>(kMostValues))
    throw table.wrong("levels", "'levels' is out of range").need(fmt::format("2 to {}", kMostValues));
  parameter.levels = static_cast<int>(levels);
}

std::string DesignReader::unit_of(Target target, const std::vector<int>& links) const {
  const char* const angle = out_.degrees_ ? "deg" : "rad";
  switch (target) {
    case Target::arm:
    case Target::joint:
      return "";
    case Target::alpha:
    case Target::theta:
      return angle;
    case Target::mass:
      return "kg";
    case Target::lower:
    case Target::upper:
      for (const int i : links)
        if (out_.base_->links[static_cast<std::size_t>(i)].joint == JointKind::revolute) return angle;
      return "m";
    default:
      return "m";
  }
}

// An arm defined by axes needs the length of each link.
void DesignReader::check_lengths() const {
  if (out_.base_) return;
  const bool any_arm = !out_.arm_.empty() || claimed_.contains(std::pair(Target::arm, -1));
  if (!out_.arm_.empty() && claimed_.contains(std::pair(Target::arm, -1)))
    throw file_.wrong("arm", "the arm is set twice")
        .given(fmt::format("'arm' at {}, and by {}", place(document_, "arm"),
                           claimed_.at(std::pair(Target::arm, -1))))
        .need("one of them");
  for (std::size_t i = 0; any_arm && i < out_.lengths_.size(); ++i)
    if (out_.lengths_[i] < 0 && !claimed_.contains(std::pair(Target::length, static_cast<int>(i))))
      throw Error(ErrorKind::model, file_.where(), fmt::format("link {} has no length", i + 1))
          .need("lengths = [..] with a number for each joint, or a parameter with set = \"length\"");
}

}  // namespace catena::choose
