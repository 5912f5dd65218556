// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/amount.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::choose {
namespace {

struct Unit {
  std::string_view name;
  std::string_view of;  // what measures the same, in SI
  double factor;
};

constexpr double kDegree = 0.017453292519943295;

constexpr Unit kUnits[] = {
    {"", "", 1},
    {"%", "", 1e-2},
    {"m", "m", 1},
    {"mm", "m", 1e-3},
    {"cm", "m", 1e-2},
    {"km", "m", 1e3},
    {"m^2", "m^2", 1},
    {"cm^2", "m^2", 1e-4},
    {"mm^2", "m^2", 1e-6},
    {"m^3", "m^3", 1},
    {"l", "m^3", 1e-3},
    {"cm^3", "m^3", 1e-6},
    {"mm^3", "m^3", 1e-9},
    {"kg", "kg", 1},
    {"g", "kg", 1e-3},
    {"t", "kg", 1e3},
    {"s", "s", 1},
    {"ms", "s", 1e-3},
    {"us", "s", 1e-6},
    {"ns", "s", 1e-9},
    {"min", "s", 60},
    {"rad", "rad", 1},
    {"deg", "rad", kDegree},
    {"rad/s", "rad/s", 1},
    {"deg/s", "rad/s", kDegree},
    {"m/s", "m/s", 1},
    {"mm/s", "m/s", 1e-3},
    {"N", "N", 1},
    {"kN", "N", 1e3},
    {"N m", "N m", 1},
    {"kN m", "N m", 1e3},
    {"N mm", "N m", 1e-3},
    {"W", "W", 1},
    {"mW", "W", 1e-3},
    {"kW", "W", 1e3},
    {"J", "J", 1},
    {"mJ", "J", 1e-3},
    {"kJ", "J", 1e3},
    {"W h", "J", 3600},
    {"kg m^2", "kg m^2", 1},
};

// Without blanks, and with one way to write a power: "kg m²" and "kg m^2" are "kgm2".
std::string key(std::string_view unit) {
  std::string out;
  for (std::size_t k = 0; k < unit.size(); ++k) {
    const std::string_view rest = unit.substr(k);
    if (rest.starts_with("²") || rest.starts_with("³")) {
      out += rest.starts_with("²") ? '2' : '3';
      ++k;
    } else if (rest.starts_with("µ")) {
      out += 'u';
      ++k;
    } else if (unit[k] != ' ' && unit[k] != '^' && unit[k] != '*') {
      out += unit[k];
    }
  }
  return out;
}

const Unit* find(std::string_view name) {
  const auto found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                  [&](const Unit& unit) { return key(unit.name) == key(name); });
  return found == std::end(kUnits) ? nullptr : found;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

double amount(std::string_view text, std::string_view unit, const std::string& where) {
  text = trimmed(text);
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const Unit* wanted = find(unit);
  const std::string meant =
      unit.empty() ? "a number" : fmt::format("a number, in {} if no other unit is named", unit);
  if (error != std::errc{} || !std::isfinite(value))
    throw Error(ErrorKind::usage, where, "not a number")
        .given(fmt::format("'{}'", text::printable(text)))
        .need(meant);
  const std::string_view named = trimmed(digits.substr(static_cast<std::size_t>(stop - digits.data())));
  if (named.empty() || key(named) == key(unit)) return value;
  const Unit* given = find(named);
  if (given && wanted && given->of == wanted->of) return value * (given->factor / wanted->factor);
  std::vector<std::string_view> fitting;
  for (const Unit& u : kUnits)
    if (wanted && u.of == wanted->of && !u.name.empty()) fitting.push_back(u.name);
  std::string list;
  for (const std::string_view name : fitting) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
  throw Error(ErrorKind::usage, where, given ? "the unit is that of another quantity" : "unknown unit")
      .given(fmt::format("'{}'", text::printable(named)))
      .need(list.empty() ? meant : "one of " + list);
}

std::string unit_text(std::string_view unit) {
  constexpr std::string_view kPowers[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  bool raised = false;  // within an exponent
  for (const char c : unit) {
    const bool digit = c >= '0' && c <= '9';
    if (c == '^')
      raised = true;
    else if (raised && (digit || c == '-'))
      out += digit ? kPowers[c - '0'] : "⁻";
    else
      out += c, raised = false;
  }
  return out;
}

}  // namespace catena::choose
