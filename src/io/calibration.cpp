// SPDX-License-Identifier: Apache-2.0
#include "catena/io/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "io/read_text.hpp"
#include "system/environment.hpp"
#include "system/machine.hpp"
#include "system/sha256.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr int kMostJoints = 10000;

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

MethodRanges parse_ranges(const QuantityInfo& quantity, const nlohmann::json& list,
                          const std::string& where) {
  const std::vector<std::string_view> known = selectable_methods(quantity.quantity);
  const std::string name(quantity.name);
  if (!list.is_array() || list.empty()) throw damaged(where, fmt::format("'{}' is not a list", name));
  MethodRanges found{quantity.quantity, {}};
  for (const nlohmann::json& item : list) {
    if (!item.is_object() || item.size() != 2 || !item.contains("joints") || !item.contains("method") ||
        !item["joints"].is_number_integer() || !item["method"].is_string())
      throw damaged(where, fmt::format("'{}' has an entry other than joints and a method", name));
    const auto joints = item["joints"].get<long long>();
    const auto method = item["method"].get<std::string>();
    if (joints < 1 || joints > kMostJoints ||
        (found.ranges.empty() ? joints != 1 : joints <= found.ranges.back().joints))
      throw damaged(where, fmt::format("'{}' has a range that cannot start at {} joints", name, joints));
    if (std::find(known.begin(), known.end(), method) == known.end())
      throw damaged(where, fmt::format("'{}' has the unknown method '{}'", name, text::printable(method)));
    found.ranges.push_back({static_cast<int>(joints), method});
  }
  return found;
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
  const nlohmann::json file = nlohmann::json::parse(text, nullptr, false);
  if (!file.is_object()) throw damaged(where, "not a JSON object");
  if (!file.contains("catena_calibration") || file["catena_calibration"] != kFormat)
    throw damaged(where, fmt::format("\"catena_calibration\": {} is missing", kFormat));
  if (!file.contains("machine") || !file["machine"].is_string())
    throw damaged(where, "\"machine\" is missing");
  if (file["machine"].get<std::string>() != machine)
    throw Error(ErrorKind::io, where, "the calibration was measured on another machine")
        .hint("measure again: catena bench --calibrate");
  if (!file.contains("methods") || !file["methods"].is_object())
    throw damaged(where, "\"methods\" is missing");
  std::vector<MethodRanges> measured;
  for (const auto& [name, list] : file["methods"].items()) {
    const QuantityInfo* quantity = quantity_called(name);
    if (!quantity || selectable_methods(quantity->quantity).empty())
      throw damaged(where, fmt::format("unknown quantity '{}'", text::printable(name)));
    measured.push_back(parse_ranges(*quantity, list, where));
  }
  return Selection::calibrated(measured);
}

std::string calibration_text(const std::vector<MethodRanges>& measured, std::string_view machine) {
  nlohmann::ordered_json file = {{"catena_calibration", kFormat}, {"machine", machine}};
  file["methods"] = nlohmann::ordered_json::object();
  for (const MethodRanges& m : measured) {
    auto list = nlohmann::ordered_json::array();
    for (const MethodFrom& range : m.ranges)
      list.push_back({{"joints", range.joints}, {"method", range.method}});
    file["methods"][std::string(info(m.quantity).name)] = std::move(list);
  }
  return file.dump(2) + '\n';
}

}  // namespace catena
