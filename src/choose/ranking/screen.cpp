// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::choose {
namespace {

using What = Requirement::What;
using Bound = Requirement::Bound;

const std::map<std::string_view, What> kLimits = {{"joint_limits", What::joint_limits},
                                                  {"velocity_limits", What::velocity_limits},
                                                  {"effort_limits", What::effort_limits}};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Error refusal(std::string_view text, const char* what) {
  return {ErrorKind::usage, fmt::format("requirement '{}'", text::printable(text)), what};
}

bool met(Bound bound, double value, double limit) {
  switch (bound) {
    case Bound::at_least:
      return value >= limit;
    case Bound::above:
      return value > limit;
    case Bound::at_most:
      return value <= limit;
    case Bound::below:
      break;
  }
  return value < limit;
}

}  // namespace

Requirement requirement(std::string_view text, std::span<const Criterion> known) {
  Requirement out;
  out.text = trimmed(text);
  const std::string_view all = out.text;
  const std::size_t at = std::min(all.find_first_of("<>="), all.size());
  const std::string_view name = trimmed(all.substr(0, at));
  if (name.empty())
    throw refusal(text, "no criterion is named").need("a criterion and a bound, as in reach>=0.8");

  const auto limit = kLimits.find(name);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Criterion& c) { return c.stem == name; });
  if (limit == kLimits.end() && found == known.end()) {
    std::vector<std::string_view> stems;
    for (const auto& [stem, what] : kLimits) stems.push_back(stem);
    for (const Criterion& c : known) stems.push_back(c.stem);
    throw refusal(text, "there is no such criterion")
        .given(fmt::format("'{}'", text::printable(name)))
        .need("one that 'catena compare --list' shows, or joint_limits, velocity_limits, effort_limits")
        .hint(text::did_you_mean(name, stems));
  }
  if (limit != kLimits.end()) {
    if (at != all.size())
      throw refusal(text, "this requirement takes no bound").hint(fmt::format("write {} alone", name));
    out.what = limit->second;
    return out;
  }

  out.criterion = &*found;
  const std::string_view rest = all.substr(at);
  const bool with_equal = rest.size() > 1 && rest[1] == '=';
  if (rest.empty() || rest[0] == '=')
    throw refusal(text, "the bound is missing").need(fmt::format("{0}>=X, {0}>X, {0}<=X or {0}<X", name));
  out.bound = rest[0] == '>' ? (with_equal ? Bound::at_least : Bound::above)
                             : (with_equal ? Bound::at_most : Bound::below);
  const std::string_view limit_text = rest.substr(with_equal ? 2 : 1);
  const std::string where = fmt::format("requirement '{}'", text::printable(text));
  out.unit = found->unit;
  try {
    out.value = amount(limit_text, out.unit, where);
  } catch (const Error&) {
    if (out.unit != "m^3") throw;
    try {  // of an arm that moves in a plane
      out.value = amount(limit_text, "m^2", where);
      out.unit = "m^2";
    } catch (const Error&) {
      out.value = amount(limit_text, out.unit, where);  // tells about volumes
    }
  }
  return out;
}

Screened screen(const Requirement& r, const Score& score) {
  if (!std::isfinite(score.value))
    return {.why = score.why.empty() ? "the value is unavailable" : "the value is unavailable: " + score.why};
  const std::string_view unit = unit_of(*r.criterion, score);
  const std::string is =
      fmt::format("it is {:.4g}{}{}", score.value, unit.empty() ? "" : " ", unit_text(unit));
  if (unit != r.unit)
    return {.why = fmt::format("{}, which cannot be compared with {}", is, unit_text(r.unit))};
  Screened out;
  out.met = met(r.bound, score.value, r.value);
  out.within_error = std::abs(score.value - r.value) <= score.error && score.error > 0;
  if (!out.met) out.why = is;
  return out;
}

Screened screen(const Requirement& r, const Robot& robot) {
  std::string without;
  int joint = 0;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    ++joint;
    const bool has = link.limits && (r.what == What::joint_limits      ? link.limits->position.has_value()
                                     : r.what == What::velocity_limits ? link.limits->velocity.has_value()
                                                                       : link.limits->effort.has_value());
    if (!has) without += fmt::format("{}{}", without.empty() ? "" : ", ", joint);
  }
  if (without.empty()) return {.met = true};
  return {.why = fmt::format("the robot file has none for joint{} {}",
                             without.find(',') == std::string::npos ? "" : "s", without)};
}

}  // namespace catena::choose
