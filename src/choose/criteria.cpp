// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria.hpp"

#include <fmt/format.h>

#include "util/did_you_mean.hpp"
#include "util/text.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr Better kLess = Better::less, kMore = Better::more;
constexpr bool kSampled = true;

const Row kRows[] = {
    {{"workspace", "m^3", kMore, "volume that the tool reaches; area if it moves in a plane", kSampled},
     workspace},
    {{"manipulability_max", "m^3", kMore, "greatest manipulability sqrt(det J J^T) of a posture", kSampled},
     manipulability_max},
    {{"manipulability_mean", "m^3", kMore, "mean manipulability over the joints' ranges", kSampled},
     manipulability_mean},
    {{"manipulability_min", "m^3", kMore, "least manipulability of a posture; 0 if one is singular",
      kSampled},
     manipulability_min},
    {{"gim_condition", "", kLess, "mean condition number of the inertia matrix, slides scaled by a length",
      kSampled},
     gim_condition},
    {{"reach", "m", kMore, "greatest distance of the tool from the base", kSampled}, reach},
    {{"peak_torque", "N m", kLess, "greatest torque of a revolute joint along the path"}, peak_torque},
    {{"peak_force", "N", kLess, "greatest force of a prismatic joint along the path"}, peak_force},
};

}  // namespace

std::span<const Row> rows() { return kRows; }

}  // namespace detail

std::span<const Criterion> criteria() {
  static const std::vector<Criterion> all = [] {
    std::vector<Criterion> list;
    for (const detail::Row& row : detail::rows()) list.push_back(row.criterion);
    return list;
  }();
  return all;
}

const Criterion& criterion(std::string_view stem) {
  std::vector<std::string_view> stems;
  for (const Criterion& c : criteria()) {
    if (c.stem == stem) return c;
    stems.push_back(c.stem);
  }
  throw Error(ErrorKind::usage, fmt::format("criterion '{}'", catena::detail::printable(stem)),
              "no such criterion")
      .need(fmt::format("one of {}", fmt::join(stems, ", ")))
      .hint(catena::detail::did_you_mean(stem, stems));
}

}  // namespace catena::choose
