// SPDX-License-Identifier: Apache-2.0
#include "number_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/text.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

// Removes an unsigned number from the front of `text`; false if there is none.
bool take_number(std::string_view& text, double& value) {
  if (text.empty() || text[0] == '-') return false;  // from_chars would accept a second sign
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return true;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

constexpr std::string_view kDegrees[] = {"deg", "deg/s", "deg/s2", "deg/s3"};

// [+|-] NUMBER [UNIT], or [+|-] [NUMBER [*]] pi [/ NUMBER].
bool read(std::string_view text, double& value, std::string_view unit) {
  const double sign = take_word(text, "-") ? -1 : 1;
  if (sign > 0) take_word(text, "+");
  double factor = 1;
  const bool has_factor = take_number(text, factor);
  value = sign * factor;
  if (has_factor && text.empty()) return std::isfinite(value);
  if (has_factor && !unit.empty() && text == unit) {
    value *= std::numbers::pi / 180;
    return std::isfinite(value);
  }
  if (has_factor) take_word(text, "*");
  if (!take_word(text, "pi")) return false;
  value *= std::numbers::pi;
  double divisor = 1;
  if (take_word(text, "/") && !take_number(text, divisor)) return false;
  value /= divisor;
  return text.empty() && std::isfinite(value);
}

std::string quoted(const std::string& option, std::string_view text) {
  return fmt::format("{} '{}'", option, catena::text::printable(std::string(text)));
}

// What is wrong with number k of a list.
Error invalid(const std::string& option, std::string_view word, std::size_t k, const Degrees& degrees) {
  const auto in_degrees = std::find_if(std::begin(kDegrees), std::end(kDegrees),
                                       [&](std::string_view unit) { return number(word, unit); });
  if (in_degrees == std::end(kDegrees))
    return Error(ErrorKind::usage, quoted(option, word), "invalid number")
        .need(fmt::format("finite numbers separated by commas, such as 0,-1.5e-3,pi/2{}",
                          degrees.unit.empty() ? "" : fmt::format(",30{}", degrees.unit)));
  Error error(ErrorKind::usage, quoted(option, word),
              fmt::format("number {} cannot be in {}", k + 1, *in_degrees));
  if (!degrees.allowed(k) && !degrees.instead.empty()) return error.need(std::string(degrees.instead));
  if (degrees.unit.empty()) return error.need("a number without a unit, in SI units");
  return error.need(fmt::format("a number without a unit, in SI units, or with the unit {}", degrees.unit));
}

}  // namespace

bool Degrees::allowed(std::size_t k) const {
  return !unit.empty() && (where.empty() || where[std::min(k, where.size() - 1)]);
}

Degrees joint_degrees(const Robot& robot, std::string_view unit) {
  Degrees out = {unit,
                 {},
                 unit == "deg"      ? "metres, without a unit: this joint is prismatic"
                 : unit == "deg/s"  ? "m/s, without a unit: this joint is prismatic"
                 : unit == "deg/s2" ? "m/s², without a unit: this joint is prismatic"
                                    : "m/s³, without a unit: this joint is prismatic"};
  for (const RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed) out.where.push_back(link.joint == JointKind::revolute);
  out.where.push_back(true);  // more numbers than joints are an error of another kind
  return out;
}

std::optional<double> number(std::string_view word, std::string_view unit) {
  double value = 0;
  return read(word, value, unit) ? std::optional(value) : std::nullopt;
}

std::vector<double> numbers(const std::string& option, const std::string& list, const Degrees& degrees) {
  const std::string_view text = list;
  std::vector<double> out;
  std::size_t at = 0;
  const auto skip_blanks = [&] { at = std::min(text.find_first_not_of(" \t", at), text.size()); };
  skip_blanks();
  for (bool more = true; more;) {
    const std::string_view word = text.substr(at, text.find_first_of(", \t", at) - at);
    const std::optional<double> value = number(word, degrees.allowed(out.size()) ? degrees.unit : "");
    if (!value && word.empty())
      throw Error(ErrorKind::usage, quoted(option, text), fmt::format("number {} is missing", out.size() + 1))
          .need("finite numbers separated by single commas");
    if (!value)
      throw invalid(option, word, out.size(), degrees)
          .hint(text.ends_with(".npy") ? "add --batch to read states from .npy files" : "");
    out.push_back(*value);
    at += word.size();
    skip_blanks();
    more = at < text.size();
    if (more && text[at] == ',') {
      ++at;
      skip_blanks();
    }
  }
  return out;
}

std::vector<double> numbers(const std::string& option, const std::string& list, int count,
                            const std::string& need, const Degrees& degrees) {
  std::vector<double> out = numbers(option, list, degrees);
  if (static_cast<int>(out.size()) != count)
    throw Error(ErrorKind::usage, quoted(option, list), "wrong number of values")
        .given(text::counted(out.size(), "number"))
        .need(need);
  return out;
}

}  // namespace catena::cli
