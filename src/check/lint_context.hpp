// SPDX-License-Identifier: Apache-2.0
// What the rules of the linter share: the size of each link, and extremes over random configurations.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "catena/check/lint.hpp"
#include "check/names.hpp"

namespace catena::check::detail {

// A row of the table with its surroundings.
struct RowShape {
  double length = 0;       // of the DH offsets on either side, with the travel of sliding joints
  double share = 0;        // a tenth of the arm's reach, less for more than ten links
  double extent = 0;       // the length, or twice the distance of the centre of mass
  double size = 0;         // the extent, or the share
  bool possible = true;    // whether a body can have its mass and inertia
  bool misplaced = false;  // whether its centre of mass lies far outside
};

// Over random configurations.
struct Sampled {
  int samples = 0;
  std::vector<double> largest_inertia;  // (n) M_ii
  std::vector<double> largest_weight;   // (n) gravity torque
};

struct LintContext {
  const Robot& robot;
  std::vector<RowShape> rows;
  double reach = 0;  // all offsets and travels
  Sampled sampled;
  std::vector<Finding> findings;

  explicit LintContext(const Robot& robot);

  std::string link(int row) const { return link_name(robot, row); }
  // The severity of nonphysical values: an error, unless the file allows them.
  Severity impossible() const { return robot.allow_nonphysical ? Severity::warning : Severity::error; }
};

inline double norm(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

// The families of rules.
void lint_bodies(LintContext& c);
void lint_sizes(LintContext& c);
void lint_units(LintContext& c);
void lint_matrix(LintContext& c);  // before lint_motors
void lint_motors(LintContext& c);

}  // namespace catena::check::detail
