// SPDX-License-Identifier: Apache-2.0
#include "catena/io/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "io/json_tree.hpp"
#include "io/read_text.hpp"
#include "system/environment.hpp"
#include "system/machine.hpp"
#include "system/sha256.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;
using io::detail::JsonTree;

constexpr int kFormat = 1;
constexpr int kMostJoints = 10000;
constexpr std::size_t kDeepest = 64;  // levels of JSON

const QuantityInfo* quantity_called(std::string_view name) {
  for (const QuantityInfo& quantity : kQuantities)
    if (quantity.name == name) return &quantity;
  return nullptr;
}

// "damaged: WHY"
Error damaged(const std::string& where, const std::string& why) {
  return Error(ErrorKind::io, where, "the calibration is damaged")
      .given(why)
      .hint("measure again: catena bench --calibrate");
}

bool is_integer(const JsonTree* value) { return value && value->scalar().is_number_integer(); }
bool is_text(const JsonTree* value) { return value && value->scalar().is_string(); }

MethodRanges parse_ranges(const QuantityInfo& quantity, const JsonTree& list, const std::string& where) {
  const std::vector<std::string_view> known = selectable_methods(quantity.quantity);
  const std::string name(quantity.name);
  if (!list.is_array() || list.size() == 0) throw damaged(where, fmt::format("'{}' is not a list", name));
  MethodRanges found{quantity.quantity, {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonTree &item = list[i], *from = item.find("joints"), *by = item.find("method");
    if (item.size() != 2 || !is_integer(from) || !is_text(by))
      throw damaged(where, fmt::format("'{}' has an entry other than joints and a method", name));
    const auto joints = from->scalar().get<long long>();
    const auto method = by->scalar().get<std::string>();
    if (joints < 1 || joints > kMostJoints ||
        (found.ranges.empty() ? joints != 1 : joints <= found.ranges.back().joints))
      throw damaged(where, fmt::format("'{}' has a range that cannot start at {} joints", name, joints));
    if (std::find(known.begin(), known.end(), method) == known.end())
      throw damaged(where, fmt::format("'{}' has the unknown method '{}'", name, text::printable(method)));
    found.ranges.push_back({static_cast<int>(joints), method});
  }
  return found;
}

// What is not JSON, or is nested too deeply for a calibration, gives an empty tree.
JsonTree tree_of(std::string_view text) {
  struct TooDeep {};
  const io::detail::JsonWatch watch{.open =
                                        [](std::size_t depth) {
                                          if (depth > kDeepest) throw TooDeep();
                                        },
                                    .key = [](std::size_t, const std::string&, bool) {}};
  try {
    return io::detail::parse_json(text, watch);
  } catch (const nlohmann::json::exception&) {
    return {};
  } catch (const TooDeep&) {
    return {};
  }
}

// The calibration in `path`, or what ships with Catena and why.
Selection read_calibration(const std::string& path) {
  try {
    const std::string text = io::detail::read_regular_text(path, "the calibration cannot be read");
    if (text.empty())
      throw Error(ErrorKind::io, path, "the calibration cannot be read").given("the file is empty");
    return parse_calibration(text, path, this_machine());
  } catch (const Error& e) {
    return Selection::shipped_because(std::string(e.what()) + "\n  so      the built-in selection is used");
  }
}

}  // namespace

std::string this_machine() { return system::detail::sha256(system::detail::machine_identity()); }

std::string calibration_path() {
  if (system::detail::environment("CATENA_CALIBRATION") == "off") return "";
  const std::optional<fs::path> folder = system::detail::cache_folder();
  return folder ? (*folder / "calibration.json").string() : "";
}

void use_calibration() {
  static std::once_flag once;
  std::call_once(once, [] {
    const std::string path = calibration_path();
    std::error_code error;
    if (!path.empty() && fs::exists(path, error)) Selection::use(read_calibration(path));
  });
}

Selection parse_calibration(std::string_view text, const std::string& where, std::string_view machine) {
  const JsonTree file = tree_of(text);
  if (!file.is_object()) throw damaged(where, "not a JSON object");
  const JsonTree* const format = file.find("catena_calibration");
  if (!format || format->scalar() != kFormat)
    throw damaged(where, fmt::format("\"catena_calibration\": {} is missing", kFormat));
  const JsonTree* const measured_on = file.find("machine");
  if (!is_text(measured_on)) throw damaged(where, "\"machine\" is missing");
  if (measured_on->scalar().get<std::string>() != machine)
    throw Error(ErrorKind::io, where, "the calibration was measured on another machine")
        .hint("measure again: catena bench --calibrate");
  const JsonTree* const methods = file.find("methods");
  if (!methods || !methods->is_object()) throw damaged(where, "\"methods\" is missing");
  std::vector<MethodRanges> measured;
  for (std::size_t i = 0; i < methods->size(); ++i) {
    const std::string& name = methods->key(i);
    const QuantityInfo* quantity = quantity_called(name);
    if (!quantity || selectable_methods(quantity->quantity).empty())
      throw damaged(where, fmt::format("unknown quantity '{}'", text::printable(name)));
    measured.push_back(parse_ranges(*quantity, (*methods)[i], where));
  }
  return Selection::calibrated(measured);
}

std::string calibration_text(const std::vector<MethodRanges>& measured, std::string_view machine) {
  std::string out = fmt::format("{{\n  \"catena_calibration\": {},\n  \"machine\": ", kFormat);
  append_json(out, machine);
  out += ",\n  \"methods\": {";
  const char* comma = "";
  for (const MethodRanges& m : measured) {
    (out += std::exchange(comma, ",")) += "\n    ";
    append_json(out, info(m.quantity).name);
    out += ": [";
    const char* inner = "";
    for (const MethodFrom& range : m.ranges) {
      out += fmt::format("{}\n      {{\n        \"joints\": {},\n        \"method\": ",
                         std::exchange(inner, ","), range.joints);
      append_json(out, range.method);
      out += "\n      }";
    }
    out += "\n    ]";
  }
  return out += "\n  }\n}\n";
}

}  // namespace catena
