// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a design, whose points can be made and whose arms can be asked for, or give a catena::Error.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "catena/choose/design/design.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/generate.hpp"

namespace {

namespace choose = catena::choose;

constexpr choose::Criterion kKnown[] = {{"reach", "m", choose::Better::more, ""},
                                        {"weight", "kg", choose::Better::less, ""}};

void require(bool holds) {
  if (!holds) std::abort();
}

void try_point(const choose::Design& design, std::int64_t index) {
  const std::vector<double> point = design.point(index);
  require(point.size() == design.parameters().size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    const choose::Parameter& parameter = design.parameters()[k];
    require(std::isfinite(point[k]));
    if (parameter.is_range()) require(point[k] >= parameter.low && point[k] <= parameter.high);
    if (!parameter.words.empty())
      require(point[k] >= 0 && point[k] < static_cast<double>(parameter.words.size()));
  }
  design.excesses(point, {});
  try {
    const catena::Robot robot = design.robot(point);
    require(robot.dof() > 0);
    for (const catena::RobotLink& link : robot.links)
      require(std::isfinite(link.mass) && std::isfinite(link.dh.a));
  } catch (const catena::Error& e) {
    require(e.kind() == catena::ErrorKind::model);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto find = [](const std::string& spec) {
    return catena::generate_robot(spec.starts_with("mixed") ? "mixed:3" : "planar:2");
  };
  choose::Design design;
  try {
    design = choose::parse_design(text, "<fuzz>", kKnown, find);
  } catch (const catena::Error&) {
    return 0;
  }
  require(design.size() > 0 && !design.parameters().empty() && !design.criteria().empty());
  for (const std::int64_t index : {std::int64_t{0}, design.size() / 2, design.size() - 1})
    try_point(design, index);
  // its text is a design with the same text
  const std::string canonical = design.text();
  const choose::Design again = choose::parse_design(canonical, "<again>", kKnown, find);
  require(again.text() == canonical);
  require(choose::differences(canonical, again.text()).empty());
  require(again.point(design.size() - 1) == design.point(design.size() - 1));
  return 0;
}
