// SPDX-License-Identifier: Apache-2.0
#include "catena/io/pose_line.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "io/json_tree.hpp"

namespace catena {
namespace {

using io::detail::JsonTree;
using nlohmann::json;

constexpr std::array<std::string_view, 6> kKeys = {"pose", "position", "axis", "q", "frame", "tag"};
constexpr std::size_t kDeepest = 64;  // levels, as in the lines of eval
constexpr const char* kExample = R"(a goal such as {"position": [0.3, 0, 0.5]})";

Error wrong(std::string_view key, const char* problem) {
  return {ErrorKind::usage, fmt::format("'{}'", key), problem};
}

// The object on the line; refuses keys that are given twice.
JsonTree object(std::string_view line) {
  std::string last;  // the key whose value is being read
  const io::detail::JsonWatch watch{
      .open =
          [&](std::size_t depth) {
            if (depth > kDeepest)
              throw Error(ErrorKind::usage,
                          last.empty() ? "column 1" : fmt::format("'{}'", text::printable(last)),
                          "nested too deeply")
                  .need(fmt::format("{} levels or fewer", kDeepest));
          },
      .key =
          [&](std::size_t depth, const std::string& key, bool repeated) {
            if (depth != 1) return;
            last = key;
            if (repeated) throw wrong(text::printable(key), "given twice");
          }};
  if (line.find('\0') != std::string_view::npos)  // the library takes it for the end
    throw Error(ErrorKind::usage, fmt::format("column {}", line.find('\0') + 1), "this is not JSON")
        .need(kExample);
  JsonTree found;
  try {
    found = io::detail::parse_json(line, watch);
  } catch (const json::parse_error& error) {
    throw Error(ErrorKind::usage, fmt::format("column {}", error.byte), "this is not JSON").need(kExample);
  } catch (const json::exception&) {
    throw Error(ErrorKind::usage, "", "a number is too large").need("at most 1.7976931348623157e308 in size");
  }
  if (!found.is_object())
    throw Error(ErrorKind::usage, "column 1", "this is not a JSON object").need(kExample);
  return found;
}

double number(std::string_view key, const JsonTree& value) {
  if (!value.scalar().is_number() || !std::isfinite(value.scalar().get<double>()))
    throw wrong(key, "contains something that is not a number")
        .given(text::printable(value.dump(), 24))
        .need("finite numbers");
  return value.scalar().get<double>();
}

std::vector<double> numbers(std::string_view key, const JsonTree& value) {
  if (!value.is_array()) throw wrong(key, "not an array").need("numbers in brackets, [0, 0]");
  std::vector<double> out;
  for (std::size_t i = 0; i < value.size(); ++i) out.push_back(number(key, value[i]));
  return out;
}

std::array<double, 3> three(std::string_view key, const JsonTree& value, const char* need) {
  const std::vector<double> x = numbers(key, value);
  if (x.size() != 3) throw wrong(key, "wrong length").given(text::counted(x.size(), "number")).need(need);
  return {x[0], x[1], x[2]};
}

}  // namespace

PoseLine parse_pose_line(std::string_view line) {
  PoseLine out;
  const JsonTree all = object(line);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string& key = all.key(k);
    const JsonTree& value = all[k];
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
      out.position = three(key, value, "3: x, y, z in the base frame");
    } else if (key == "axis") {
      out.axis = three(key, value, "3: x, y, z of the direction of the frame's z axis");
      if ((*out.axis)[0] == 0 && (*out.axis)[1] == 0 && (*out.axis)[2] == 0)
        throw wrong(key, "the direction is zero").need("a vector that is not zero");
    } else if (key == "q") {
      out.q = numbers(key, value);
    } else if (key == "frame") {
      if (!value.scalar().is_string())
        throw wrong(key, "not a string").given(text::printable(value.dump(), 24)).need("the name of a frame");
      out.frame = value.scalar().get<std::string>();
    } else if (key == "tag") {
      out.tag = value.dump();
    } else {
      throw Error(ErrorKind::usage, "", fmt::format("unknown key '{}'", text::printable(key)))
          .need("pose, position, axis, q, frame or tag")
          .hint(text::did_you_mean(key, kKeys));
    }
  }
  if (out.pose.has_value() == out.position.has_value())
    throw Error(ErrorKind::usage, "", out.pose ? "'pose' and 'position' are both given" : "there is no goal")
        .need("one of 'pose' and 'position'");
  if (out.axis && out.pose)
    throw wrong("axis", "'pose' determines the whole orientation")
        .need("'position' and 'axis', or 'pose' alone");
  return out;
}

}  // namespace catena
