// SPDX-License-Identifier: Apache-2.0
// Either nothing beyond the joint has inertia about its axis, or outer joints can cancel its motion before any mass
// moves. In the second case the null vector of M identifies these joints.
#include "check/singular.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "check/names.hpp"
#include "core/math/linear.hpp"

namespace catena::check::detail {
namespace {

using catena::detail::solve;

struct Context {
  const Robot& robot;
  const Chain<double>& arm;
  int joint;
  Kinematics<double> k;
  Eigen::MatrixXd M;

  std::string name(int i) const { return link_name(robot, row_of_joint(robot, i)); }
};

double norm(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

std::string range(const Context& c, int first, int last) {
  return first == last ? c.name(first)
                       : fmt::format("links {} to {}", row_of_joint(c.robot, first) + 1,
                                     row_of_joint(c.robot, last) + 1);
}

bool weightless(const Context& c, int first, int last) {
  for (int i = first; i <= last; ++i)
    if (c.arm.link(i).body.m != 0) return false;
  return true;
}

bool without_inertia(const Context& c, int first, int last) {
  for (int i = first; i <= last; ++i) {
    const Sym3<double>& I = c.arm.link(i).body.I;
    if (I.xx != 0 || I.yy != 0 || I.zz != 0) return false;
  }
  return true;
}

// Joint i moves nothing at all.
SingularCause nothing_moves(const Context& c) {
  const int i = c.joint, last = c.arm.dof() - 1;
  const std::string links = range(c, i, last);
  const std::string it_has = i == last ? "it has" : links + " have";
  if (!c.arm.link(i).revolute())
    return {c.name(i), fmt::format("it slides, and {} no mass", it_has),
            fmt::format("give {} its mass, or make the joint fixed", c.name(last))};
  const std::string hint = fmt::format(
      "give {} its moment of inertia about the joint axis, or make the joint fixed", c.name(last));
  if (weightless(c, i, last) && without_inertia(c, i, last))
    return {c.name(i), fmt::format("{} neither mass nor inertia", it_has), hint};
  if (weightless(c, i, last))
    return {c.name(i), fmt::format("{} no mass and no moment of inertia about the joint axis", it_has), hint};
  return {c.name(i),
          fmt::format("{} lies on the joint axis, and the moment of inertia about it is zero",
                      i == last ? "its mass" : "the mass of " + links),
          hint};
}

// Joints that move together without moving mass: v with v_i = 1 and M v = 0 in the rows of i and beyond.
std::vector<int> companions(const Context& c) {
  const int i = c.joint, outer = c.arm.dof() - 1 - i;
  std::vector<int> found;
  if (outer == 0) return found;
  const Eigen::MatrixXd B = c.M.bottomRightCorner(outer, outer);
  const Eigen::VectorXd v = solve(B, -c.M.col(i).tail(outer));
  // scaled by the inertia that each joint moves, so that metres and radians are comparable
  const double own = std::sqrt(std::abs(c.M(i, i)));
  for (int j = 0; j < outer; ++j)
    if (std::abs(v[j]) * std::sqrt(std::abs(B(j, j))) > 1e-6 * own) found.push_back(i + 1 + j);
  return found;
}

SingularCause undone_by(const Context& c, const std::vector<int>& others) {
  const int i = c.joint, j = others.back();
  const std::string between = range(c, i, j - 1);
  const std::string carries = i == j - 1 ? "it carries" : between + " carry";
  const std::string hint = fmt::format("give {} mass and inertia, or remove one of the joints", between);
  if (others.size() == 1) {
    const Pose<double>&A = c.k.frame[i], &B = c.k.frame[j];
    const bool parallel = norm(cross(A.R.col_z(), B.R.col_z())) < 1e-6;
    const bool turn = c.arm.link(i).revolute() && c.arm.link(j).revolute();
    const bool slide = !c.arm.link(i).revolute() && !c.arm.link(j).revolute();
    if (parallel && slide)
      return {c.name(i),
              fmt::format("it slides in the same direction as {}, and {} no mass", c.name(j), carries), hint};
    if (parallel && turn)
      return {
          c.name(i),
          fmt::format("it turns about the same axis as {}, and {} no inertia about it", c.name(j), carries),
          hint};
  }
  std::vector<std::string> names;
  for (int other : others) names.push_back(c.name(other));
  return {c.name(i),
          fmt::format("{} can cancel its motion, and {} no inertia that resists it", joined(names), carries),
          hint};
}

}  // namespace

SingularCause singular_cause(const Robot& robot, const Chain<double>& arm, std::span<const double> q,
                             int joint) {
  const int n = arm.dof();
  Context c{robot, arm, joint, Kinematics<double>(n), Eigen::MatrixXd(n, n)};
  const Posture<double> x = posture<double>(arm, q);
  set_poses(arm, x, c.k);
  crba(arm, x, MatView<double>{c.M.data(), n, n, n});
  const std::vector<int> others = companions(c);
  return others.empty() ? nothing_moves(c) : undone_by(c, others);
}

}  // namespace catena::check::detail
