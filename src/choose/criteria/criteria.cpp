// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/criteria.hpp"

#include <fmt/format.h>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr Better kLess = Better::less, kMore = Better::more;
constexpr bool kExact = false, kSampled = true, kUntimed = false, kTimed = true, kOffPath = false,
               kOnPath = true, kMotors = true;

// The criteria of paper 004, then further measures of simple dynamics, then those of a buyer.
const Row kRows[] = {
    {{"gim_general", "", kLess, "operation count of the generalised inertia matrix (GIM), general constants"},
     gim_general},
    {{"gim_customised", "", kLess, "operation count of the GIM, using the arm's zeros and ones"},
     gim_customised},
    {{"gim_optimised", "", kLess, "operation count of the GIM as generated code, up to 8 joints"},
     gim_optimised},
    {{"mci_general", "", kLess,
      "operation count of the matrix of convective inertia (MCI), general constants"},
     mci_general},
    {{"mci_customised", "", kLess, "operation count of the MCI, using the arm's zeros and ones"},
     mci_customised},
    {{"mci_optimised", "", kLess, "operation count of the MCI as generated code, up to 8 joints"},
     mci_optimised},
    {{"id_time", "s", kLess, "time of one inverse dynamics call on the path", kExact, kTimed, kOnPath},
     nullptr,
     id_time},
    {{"id_time_generated", "s", kLess, "the same with code generated for the arm", kExact, kTimed, kOnPath},
     nullptr,
     id_time_generated},
    {{"gim_mci_time", "s", kLess, "the same, assembled from GIM and MCI", kExact, kTimed, kOnPath},
     nullptr,
     gim_mci_time},
    {{"workspace", "m^3", kMore, "volume that the tool reaches; area for a planar arm", kSampled}, workspace},
    {{"manipulability_max", "m^3", kMore, "maximum manipulability sqrt(det J J^T) over all postures",
      kSampled},
     manipulability_max},
    {{"manipulability_mean", "m^3", kMore, "mean manipulability over the joint ranges", kSampled},
     manipulability_mean},
    {{"manipulability_min", "m^3", kMore, "minimum manipulability over all postures; 0 if one is singular",
      kSampled},
     manipulability_min},

    {{"gim_zeros", "", kMore, "fraction of the GIM elements that are zero in every posture"}, gim_zeros},
    {{"gim_constants", "", kMore, "fraction of the GIM elements that are constant, zeros included"},
     gim_constants},
    {{"gim_diagonality", "", kMore, "diagonal part of the squared norm of the GIM scaled to unit diagonal",
      kSampled, kUntimed, kOffPath, kMotors},
     gim_diagonality},
    {{"gim_condition", "", kLess, "median condition number of the GIM, prismatic joints scaled by a length",
      kSampled, kUntimed, kOffPath, kMotors},
     gim_condition},
    {{"gim_condition_mean", "", kLess, "mean condition number of the GIM; rare postures can dominate it",
      kSampled, kUntimed, kOffPath, kMotors},
     gim_condition_mean},
    {{"coriolis_ratio", "", kLess,
      "Coriolis and centrifugal torques relative to inertial torques on the path", kExact, kUntimed, kOnPath,
      kMotors},
     coriolis_ratio},

    {{"reach", "m", kMore, "maximum distance of the tool from the base origin", kSampled}, reach},
    {{"shoulder_reach", "m", kMore, "maximum distance of the tool from the point of axis 1 nearest to axis 2",
      kSampled},
     shoulder_reach},
    {{"payload", "kg", kMore, "largest mass at the tool that can be held in every posture", kSampled},
     payload,
     nullptr,
     true},
    {{"peak_torque", "N m", kLess, "peak torque of a revolute joint on the path", kExact, kUntimed, kOnPath,
      kMotors},
     peak_torque},
    {{"rms_torque", "N m", kLess, "largest RMS torque of a revolute joint on the path", kExact, kUntimed,
      kOnPath, kMotors},
     rms_torque},
    {{"peak_force", "N", kLess, "peak force of a prismatic joint on the path", kExact, kUntimed, kOnPath,
      kMotors},
     peak_force},
    {{"rms_force", "N", kLess, "largest RMS force of a prismatic joint on the path", kExact, kUntimed,
      kOnPath, kMotors},
     rms_force},
    {{"peak_power", "W", kLess, "peak power delivered by the joints on the path, without regeneration",
      kExact, kUntimed, kOnPath, kMotors},
     peak_power},
    {{"rms_power", "W", kLess, "RMS power delivered by the joints on the path", kExact, kUntimed, kOnPath,
      kMotors},
     rms_power},
    {{"cycle_energy", "J", kLess, "energy delivered by the joints on the path", kExact, kUntimed, kOnPath,
      kMotors},
     cycle_energy},
    {{"effort_margin", "", kMore, "minimum of 1 - effort / limit on the path; negative if exceeded", kExact,
      kUntimed, kOnPath, kMotors},
     effort_margin},
    {{"velocity_margin", "", kMore, "minimum of 1 - speed / limit on the path; negative if exceeded", kExact,
      kUntimed, kOnPath},
     velocity_margin},
    {{"reflected_mass", "kg", kLess, "mean effective mass at the tool, d / tr(J M^-1 J^T)", kSampled,
      kUntimed, kOffPath, kMotors},
     reflected_mass},
    {{"dynamic_manipulability", "SI", kMore, "mean of sqrt(det J (M^T M)^-1 J^T)", kSampled, kUntimed,
      kOffPath, kMotors},
     dynamic_manipulability},
    {{"jacobian_conditioning", "", kMore, "mean of 1 / condition number of the Jacobian, scaled by a length",
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
