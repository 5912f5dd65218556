// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/criteria.hpp"

#include <fmt/format.h>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr Better kLess = Better::less, kMore = Better::more;
constexpr bool kSampled = true, kTimed = true;

// Those of seed 004, then simplicity beyond counting, then what buyers ask.
const Row kRows[] = {
    {{"gim_general", "", kLess, "operations of the GIM, for any constants"}, gim_general},
    {{"gim_customised", "", kLess, "operations of the GIM, zeros and ones of the arm used"}, gim_customised},
    {{"gim_optimised", "", kLess, "operations of the GIM as generated code, at most 8 joints"},
     gim_optimised},
    {{"mci_general", "", kLess, "operations of the MCI, for any constants"}, mci_general},
    {{"mci_customised", "", kLess, "operations of the MCI, zeros and ones of the arm used"}, mci_customised},
    {{"mci_optimised", "", kLess, "operations of the MCI as generated code, at most 8 joints"},
     mci_optimised},
    {{"id_time", "s", kLess, "time of one inverse dynamics on the path, plain call", false, kTimed},
     nullptr,
     id_time},
    {{"id_time_generated", "s", kLess, "the same by code generated for the arm", false, kTimed},
     nullptr,
     id_time_generated},
    {{"workspace", "m^3", kMore, "volume that the tool reaches; area if it moves in a plane", kSampled},
     workspace},
    {{"manipulability_max", "m^3", kMore, "greatest manipulability sqrt(det J J^T) of a posture", kSampled},
     manipulability_max},
    {{"manipulability_mean", "m^3", kMore, "mean manipulability over the joints' ranges", kSampled},
     manipulability_mean},
    {{"manipulability_min", "m^3", kMore, "least manipulability of a posture; 0 if one is singular",
      kSampled},
     manipulability_min},

    {{"gim_zeros", "", kMore, "share of the elements of the GIM that are zero at every posture"}, gim_zeros},
    {{"gim_constants", "", kMore, "share of the elements of the GIM that are constant, zeros among them"},
     gim_constants},
    {{"gim_diagonality", "", kMore, "share of the squared GIM, diagonal made 1, that is on its diagonal",
      kSampled},
     gim_diagonality},
    {{"gim_condition", "", kLess, "mean condition number of the GIM, slides scaled by a length", kSampled},
     gim_condition},
    {{"coriolis_ratio", "", kLess, "Coriolis and centrifugal torques beside those of inertia, on the path"},
     coriolis_ratio},

    {{"reach", "m", kMore, "greatest distance of the tool from the base's origin", kSampled}, reach},
    {{"payload", "kg", kMore, "largest mass at the tool held still at every posture", kSampled}, payload},
    {{"peak_torque", "N m", kLess, "greatest torque of a revolute joint on the path"}, peak_torque},
    {{"rms_torque", "N m", kLess, "greatest root mean square torque of a revolute joint on the path"},
     rms_torque},
    {{"peak_force", "N", kLess, "greatest force of a prismatic joint on the path"}, peak_force},
    {{"rms_force", "N", kLess, "greatest root mean square force of a prismatic joint on the path"},
     rms_force},
    {{"peak_power", "W", kLess, "greatest power put in on the path, braking gives nothing back"}, peak_power},
    {{"rms_power", "W", kLess, "root mean square power put in on the path"}, rms_power},
    {{"cycle_energy", "J", kLess, "energy put in on the path"}, cycle_energy},
    {{"effort_margin", "", kMore, "1 - effort / limit at the worst of the path; negative: beyond"},
     effort_margin},
    {{"velocity_margin", "", kMore, "1 - speed / limit at the worst of the path; negative: beyond"},
     velocity_margin},
    {{"reflected_mass", "kg", kLess, "mean mass felt at the tool, d / tr(J M^-1 J^T)", kSampled},
     reflected_mass},
    {{"dynamic_manipulability", "SI", kMore, "mean of sqrt(det J (M^T M)^-1 J^T)", kSampled},
     dynamic_manipulability},
    {{"jacobian_conditioning", "", kMore, "mean of 1 / condition number of the Jacobian, lengths scaled",
      kSampled},
     jacobian_conditioning},
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
  throw Error(ErrorKind::usage, fmt::format("criterion '{}'", catena::text::printable(stem)),
              "no such criterion")
      .need(fmt::format("one of {}", fmt::join(stems, ", ")))
      .hint(catena::text::did_you_mean(stem, stems));
}

}  // namespace catena::choose
