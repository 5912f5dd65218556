// SPDX-License-Identifier: Apache-2.0
#include "catena/io/pose_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kKeys = {"pose", "position", "q", "tag"};
constexpr int kDeepest = 64;  // levels, as in the lines of eval
constexpr const char* kExample = R"(a goal such as {"position": [0.3, 0, 0.5]})";

Error wrong(std::string_view key, const char* problem) {
  return {ErrorKind::usage, fmt::format("'{}'", key), problem};
}

// The object on the line; refuses keys that are given twice, of which the library would keep the last.
ordered_json object(std::string_view line) {
  std::set<std::string> seen;
  const auto watch = [&](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
    const bool opens = event == ordered_json::parse_event_t::array_start ||
                       event == ordered_json::parse_event_t::object_start;
    if (opens && depth > kDeepest)
      throw Error(ErrorKind::usage, "'tag'", "nested too deeply")
          .need(fmt::format("{} levels or fewer", kDeepest));
    if (event != ordered_json::parse_event_t::key || depth != 1) return true;
    const std::string key = parsed.get<std::string>();
    if (!seen.insert(key).second) throw wrong(text::printable(key), "given twice");
    return true;
  };
  ordered_json found;
  if (line.find('\0') != std::string_view::npos)  // the library takes it for the end
    throw Error(ErrorKind::usage, fmt::format("column {}", line.find('\0') + 1), "this is not JSON")
        .need(kExample);
  try {
    found = ordered_json::parse(line, watch);
  } catch (const ordered_json::parse_error& error) {
    throw Error(ErrorKind::usage, fmt::format("column {}", error.byte), "this is not JSON").need(kExample);
  } catch (const ordered_json::exception&) {
    throw Error(ErrorKind::usage, "", "a number is too large").need("at most 1.7976931348623157e308 in size");
  }
  if (!found.is_object())
    throw Error(ErrorKind::usage, "column 1", "this is not a JSON object").need(kExample);
  return found;
}

double number(std::string_view key, const ordered_json& value) {
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw wrong(key, "contains something that is not a number")
        .given(text::printable(value.dump(-1, ' ', false, ordered_json::error_handler_t::replace), 24))
        .need("finite numbers");
  return value.get<double>();
}

std::vector<double> numbers(std::string_view key, const ordered_json& value) {
  if (!value.is_array()) throw wrong(key, "not an array").need("numbers in brackets, [0, 0]");
  std::vector<double> out;
  for (const ordered_json& item : value) out.push_back(number(key, item));
  return out;
}

}  // namespace

PoseLine parse_pose_line(std::string_view line) {
  PoseLine out;
  const ordered_json all = object(line);
  for (const auto& [key, value] : all.items()) {
    if (key == "pose") {
      const bool rows = value.is_array() && value.size() == 4;
      out.pose.emplace();
      for (std::size_t i = 0; i < 4; ++i) {
        const std::vector<double> row = rows ? numbers(key, value[i]) : std::vector<double>();
        if (row.size() != 4)
          throw wrong(key, "not a matrix of 4 x 4 numbers").need("four rows of four numbers");
        for (std::size_t j = 0; j < 4; ++j) (*out.pose)[4 * j + i] = row[j];
      }
    } else if (key == "position") {
      const std::vector<double> p = numbers(key, value);
      if (p.size() != 3)
        throw wrong(key, "wrong length")
            .given(fmt::format("{} numbers", p.size()))
            .need("3: x, y, z in the base frame");
      out.position = {p[0], p[1], p[2]};
    } else if (key == "q") {
      out.q = numbers(key, value);
    } else if (key == "tag") {
      out.tag = value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    } else {
      throw Error(ErrorKind::usage, "", fmt::format("unknown key '{}'", text::printable(key)))
          .need("pose, position, q or tag")
          .hint(text::did_you_mean(key, kKeys));
    }
  }
  if (out.pose.has_value() == out.position.has_value())
    throw Error(ErrorKind::usage, "", out.pose ? "'pose' and 'position' are both given" : "there is no goal")
        .need("one of 'pose' and 'position'");
  return out;
}

}  // namespace catena
