// SPDX-License-Identifier: Apache-2.0
// Are masses, moments and lengths consistent? Finds misplaced decimal points, grams, millimetres.
#include <fmt/format.h>

#include <array>

#include "catena/core/model/physical.hpp"
#include "check/lint_context.hpp"

namespace catena::check::detail {
namespace {

constexpr double kLongest = 10;          // [m] of an offset; more suggests millimetres
constexpr double kWidestGyration = 1.2;  // of the link's size; published arms stay below 1.15
constexpr double kLeastGyration = 0.02;  // of the link's size; published arms stay above 0.05
constexpr double kUsualGyration = 0.3;   // of the link's size; a slender rod has 0.29
constexpr double kFarthestCom = 2;       // times the link's length; published arms stay below 1.5
constexpr double kSteel = 8000;          // [kg/m³]
constexpr double kOddMass = 50;          // times both neighbours

// The power of ten among 10, 100, 1000, 10^6 that brings `ratio` nearest to `goal`, in the logarithm.
double nearest_slip(double ratio, double goal) {
  double best = 10;
  for (double p : {10.0, 100.0, 1000.0, 1e6})
    if (std::abs(std::log(ratio / p / goal)) < std::abs(std::log(ratio / best / goal))) best = p;
  return best;
}

// Returns whether any was found.
bool millimetres(LintContext& c) {
  int links = 0, first = 0;
  std::string given;
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const RobotLink& l = c.robot.links[k];
    struct Length {
      const char* name;
      double value;
    };
    for (const Length& x : {Length{"a", l.dh.a}, Length{"d", l.dh.d}, Length{"com", norm(l.com)}})
      if (std::abs(x.value) > kLongest) {
        if (links == 0) {
          first = static_cast<int>(k);
          given = fmt::format("{} {} {:.6g} m", x.name, x.name[0] == 'c' ? "at" : "=", x.value);
        }
        ++links;
        break;
      }
  }
  if (links == 0) return false;
  if (links > 1) given += fmt::format(", and {} more link{}", links - 1, links == 2 ? "" : "s");
  c.findings.push_back({Severity::warning, "millimetres", c.link(first), "a length is more than 10 m", given,
                        "lengths in metres", "divide by 1000 if these are millimetres"});
  return true;
}

void centre_of_mass(LintContext& c, int row, const RobotLink& l) {
  RowShape& shape = c.rows[static_cast<std::size_t>(row)];
  const double length = std::max(shape.length, shape.share), far = norm(l.com);
  if (length == 0 || !(far > kFarthestCom * length)) return;
  shape.misplaced = true;
  c.findings.push_back(
      {Severity::warning, "com-outside", c.link(row), "centre of mass lies far outside the link",
       fmt::format("{:.4g} m from the frame", far),
       fmt::format("within {:.4g} m, twice the link's length of {:.4g} m", kFarthestCom * length, length),
       "com is in the link's own DH frame, in metres: look for a misplaced decimal point, "
       "another unit, or base-frame coordinates"});
}

void gyration(LintContext& c, int row, const RobotLink& l) {
  const RowShape& shape = c.rows[static_cast<std::size_t>(row)];
  const double largest = check_physical(l.mass, l.com, l.inertia).moments[2];
  if (!(shape.size > 0) || !(largest > 0)) return;
  const double k = std::sqrt(largest / l.mass), ratio = k / shape.size;
  const std::string given =
      fmt::format("radius of gyration {:.4g} m, from {:.6g} kg m² and {:.6g} kg", k, largest, l.mass);
  if (ratio > kWidestGyration) {
    const double slip = nearest_slip(ratio * ratio, kUsualGyration * kUsualGyration);
    c.findings.push_back(
        {Severity::warning, "gyration-radius", c.link(row), "moment of inertia is too large for the link",
         given,
         fmt::format("at most {:.4g} m, {:.2g} of the link's size of {:.4g} m", kWidestGyration * shape.size,
                     kWidestGyration, shape.size),
         fmt::format(
             "a moment {:.0f} times smaller would give {:.2g} m: look for a misplaced decimal point or "
             "another unit",
             slip, k / std::sqrt(slip))});
  } else if (k < kLeastGyration * shape.extent) {
    const double slip = nearest_slip(kUsualGyration * kUsualGyration / (ratio * ratio), 1);
    c.findings.push_back(
        {Severity::warning, "gyration-radius", c.link(row), "moment of inertia is too small for the link",
         given,
         fmt::format("at least {:.2g} m, {:.2g} of the link's size of {:.4g} m",
                     kLeastGyration * shape.extent, kLeastGyration, shape.extent),
         fmt::format(
             "a moment {:.0f} times larger (or a mass as much smaller) would give {:.2g} m: look for a "
             "misplaced decimal point or for grams",
             slip, k * std::sqrt(slip))});
  }
}

// Returns whether the mass is possible.
bool density(LintContext& c, int row, const RobotLink& l) {
  const double size = c.rows[static_cast<std::size_t>(row)].size;
  const double most = kSteel * size * size * size;
  if (size == 0 || !(l.mass > most)) return true;
  c.findings.push_back({Severity::warning, "mass-density", c.link(row), "mass is too large for the link",
                        fmt::format("{:.6g} kg for a link of {:.3g} m", l.mass, size),
                        fmt::format("at most {:.3g} kg, a cube of steel of this size", most),
                        "divide by 1000 if these are grams"});
  return false;
}

// A link between two others that weighs fifty times more or less than both.
void odd_mass(LintContext& c) {
  std::vector<int> heavy;
  for (std::size_t k = 0; k < c.robot.links.size(); ++k)
    if (c.robot.links[k].joint != JointKind::fixed && c.robot.links[k].mass > 0)
      heavy.push_back(static_cast<int>(k));
  for (std::size_t i = 1; i + 1 < heavy.size(); ++i) {
    const auto mass = [&](std::size_t j) { return c.robot.links[static_cast<std::size_t>(heavy[j])].mass; };
    const double m = mass(i), low = std::min(mass(i - 1), mass(i + 1)),
                 high = std::max(mass(i - 1), mass(i + 1));
    if (m * kOddMass > low && m < kOddMass * high) continue;
    const bool small = m < low;
    const double slip = nearest_slip(small ? std::sqrt(low * high) / m : m / std::sqrt(low * high), 1);
    c.findings.push_back(
        {Severity::warning, "mass-slip", c.link(heavy[i]),
         "mass is out of proportion to the neighbouring links",
         fmt::format("{:.6g} kg between {:.6g} and {:.6g} kg", m, mass(i - 1), mass(i + 1)),
         fmt::format("within a factor of {} of one of them", kOddMass),
         fmt::format("{:.6g} kg would fit: look for a misplaced decimal point or another unit",
                     small ? m * slip : m / slip)});
  }
}

}  // namespace

void lint_sizes(LintContext& c) {
  const bool metres = !millimetres(c);
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const RobotLink& l = c.robot.links[k];
    if (!metres || !(l.mass > 0)) continue;
    const int row = static_cast<int>(k);
    centre_of_mass(c, row, l);
    const bool fits = density(c, row, l);
    if (fits && c.rows[k].possible && !c.rows[k].misplaced) gyration(c, row, l);
  }
  odd_mass(c);
}

}  // namespace catena::check::detail
