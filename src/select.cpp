// SPDX-License-Identifier: Apache-2.0
#include "catena/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catena/error.hpp"
#include "catena/registry.hpp"
#include "catena/simd.hpp"
#include "codegen/compiler.hpp"
#include "util/environment.hpp"
#include "util/sha256.hpp"
#include "util/text.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr int kMostJoints = 10000;

// Measured on the machines of docs/performance.md, at every level: with SSE2 what goes several links to a register gains
// little or loses, and the more go, the fewer joints it takes.
std::vector<MethodRanges> shipped_ranges() {
  if (simd_level() == SimdLevel::sse2)
    return {{Quantity::inertia, {{1, "crba"}, {12, "gdahj_sums"}}},
            {Quantity::fd, {{1, "aba"}}},
            {Quantity::id, {{1, "rnea"}}}};
  return {{Quantity::inertia, {{1, "crba"}, {9, "gdahj_sums"}}},
          {Quantity::fd, {{1, "crba_udu"}, {9, "aba"}}},
          {Quantity::id, {{1, "rnea"}, {simd_level() == SimdLevel::avx512 ? 5 : 7, "rnea_sums"}}}};
}

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
  const std::vector<std::string_view> known = selectable_stems(quantity.quantity);
  const std::string name(quantity.name);
  if (!list.is_array() || list.empty()) throw damaged(where, fmt::format("'{}' is no list", name));
  MethodRanges found{quantity.quantity, {}};
  for (const nlohmann::json& item : list) {
    if (!item.is_object() || item.size() != 2 || !item.contains("joints") || !item.contains("method") ||
        !item["joints"].is_number_integer() || !item["method"].is_string())
      throw damaged(where, fmt::format("'{}' holds something else than joints and a method", name));
    const auto joints = item["joints"].get<long long>();
    const auto stem = item["method"].get<std::string>();
    if (joints < 1 || joints > kMostJoints ||
        (found.ranges.empty() ? joints != 1 : joints <= found.ranges.back().joints))
      throw damaged(where, fmt::format("'{}' from {} joints", name, joints));
    if (std::find(known.begin(), known.end(), stem) == known.end())
      throw damaged(where, fmt::format("'{}' by '{}'", name, detail::printable(stem)));
    found.ranges.push_back({static_cast<int>(joints), stem});
  }
  return found;
}

}  // namespace

std::vector<std::string_view> selectable_stems(Quantity quantity) {
  if (quantity == Quantity::inertia) return {"crba", "gdahj", "gdahj_sums"};
  if (quantity == Quantity::fd) return {"aba", "crba_udu", "udut"};
  if (quantity == Quantity::id) return {"rnea", "rnea_sums"};
  return {};
}

std::string Selection::this_machine() { return detail::sha256(detail::machine_identity()); }

std::string Selection::calibration_path() {
  if (detail::environment("CATENA_CALIBRATION") == "off") return "";
  const std::optional<fs::path> folder = detail::cache_folder();
  return folder ? (*folder / "calibration.json").string() : "";
}

const Selection& Selection::shipped() {
  static const Selection selection = [] {
    Selection s;
    s.ranges_ = shipped_ranges();
    return s;
  }();
  return selection;
}

const Selection& Selection::current() {
  static const Selection selection = [] {
    const std::string path = calibration_path();
    std::error_code error;
    if (path.empty() || !fs::exists(path, error)) return shipped();
    try {
      errno = 0;
      std::ifstream in(path, std::ios::binary);
      std::ostringstream text;
      if (fs::is_regular_file(path, error)) text << in.rdbuf();
      if (!in || text.str().empty())
        throw Error(ErrorKind::io, path, "the calibration cannot be read")
            .given(errno ? std::strerror(errno) : "nothing in it");
      return parse(text.str(), path, this_machine());
    } catch (const Error& e) {
      Selection s = shipped();
      s.problem_ = std::string(e.what()) + "\n  so      what ships with Catena is used";
      return s;
    }
  }();
  return selection;
}

Selection Selection::parse(std::string_view text, const std::string& where, std::string_view machine) {
  const nlohmann::json file = nlohmann::json::parse(text, nullptr, false);
  if (!file.is_object()) throw damaged(where, "no JSON object");
  if (!file.contains("catena_calibration") || file["catena_calibration"] != kFormat)
    throw damaged(where, fmt::format("no \"catena_calibration\": {}", kFormat));
  if (!file.contains("machine") || !file["machine"].is_string()) throw damaged(where, "no \"machine\"");
  if (file["machine"].get<std::string>() != machine)
    throw Error(ErrorKind::io, where, "the calibration was measured on another machine")
        .hint("measure again: catena bench --calibrate");
  if (!file.contains("methods") || !file["methods"].is_object()) throw damaged(where, "no \"methods\"");
  Selection selection = shipped();
  selection.calibrated_ = true;
  for (const auto& [name, list] : file["methods"].items()) {
    const QuantityInfo* quantity = quantity_called(name);
    if (!quantity || selectable_stems(quantity->quantity).empty())
      throw damaged(where, fmt::format("the quantity '{}'", detail::printable(name)));
    MethodRanges found = parse_ranges(*quantity, list, where);
    for (MethodRanges& own : selection.ranges_)
      if (own.quantity == found.quantity) own = found;
  }
  return selection;
}

std::string Selection::text(const std::vector<MethodRanges>& measured, std::string_view machine) {
  nlohmann::ordered_json file = {{"catena_calibration", kFormat}, {"machine", machine}};
  file["methods"] = nlohmann::ordered_json::object();
  for (const MethodRanges& m : measured) {
    auto list = nlohmann::ordered_json::array();
    for (const MethodFrom& range : m.ranges)
      list.push_back({{"joints", range.joints}, {"method", range.stem}});
    file["methods"][std::string(info(m.quantity).name)] = std::move(list);
  }
  return file.dump(2) + '\n';
}

const MethodRanges* Selection::find(Quantity quantity) const {
  for (const MethodRanges& m : ranges_)
    if (m.quantity == quantity) return &m;
  return nullptr;
}

std::string_view Selection::stem(Quantity quantity, int joints) const {
  const MethodRanges* m = find(quantity);
  if (!m) return find_method<double>(quantity)->stem;
  std::string_view chosen = m->ranges.front().stem;
  for (const MethodFrom& range : m->ranges)
    if (joints >= range.joints) chosen = range.stem;
  return chosen;
}

std::string Selection::explain(Quantity quantity, int joints) const {
  const MethodRanges* m = find(quantity);
  const std::string source = calibrated_ ? "calibrated" : "shipped";
  if (!m) return fmt::format("{}, the default", stem(quantity, joints));
  if (m->ranges.size() == 1)
    return fmt::format("{}, for any number of joints ({})", m->ranges[0].stem, source);
  std::size_t at = 0;
  while (at + 1 < m->ranges.size() && joints >= m->ranges[at + 1].joints) ++at;
  const std::string have = fmt::format("{} joint{}", joints, joints == 1 ? " is" : "s are");
  if (at + 1 < m->ranges.size())
    return fmt::format("{}, since {} fewer than {}, from which on {} is used ({})", m->ranges[at].stem, have,
                       m->ranges[at + 1].joints, m->ranges[at + 1].stem, source);
  return fmt::format("{}, since {} not fewer than {}, below which {} is used ({})", m->ranges[at].stem, have,
                     m->ranges[at].joints, m->ranges[at - 1].stem, source);
}

}  // namespace catena
