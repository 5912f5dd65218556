// SPDX-License-Identifier: Apache-2.0
// JointPath: the positions of all joints as a function of a path parameter s, from 0 to length(). Time comes later
// (time_law.hpp, time_optimal.hpp).
//
//   const auto path = catena::path::JointPath::lines(points, 0.2);    // points: n x K, a column for each waypoint
//   path.at(s, q, dq, ddq);                                           // q and its derivatives by s; nothing allocates
//
// A path consists of pieces, polynomials of degree five or less, so that its derivatives are exact. q is continuous; q' jumps
// at `corners`, where an arm must stop, and q'' at `bends`.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "catena/core/eigen_alignment.hpp"  // IWYU pragma: keep

namespace catena::path {

using VectorIn = const Eigen::Ref<const Eigen::VectorXd>&;
using VectorOut = Eigen::Ref<Eigen::VectorXd>;
using MatrixIn = const Eigen::Ref<const Eigen::MatrixXd>&;

class JointPath {
 public:
  // Straight lines through waypoints (n x K, K >= 2), with s the length in joint space, √(Σ Δq²). `blend` > 0 rounds every
  // corner: the path leaves the line at this distance before the corner, or at half the length of a line if that is less,
  // and is then a polynomial of degree four with continuous q''. Its largest distance from the lines is 3/16 of that.
  static JointPath lines(MatrixIn points, double blend = 0);

  // A cubic spline through waypoints, with continuous q'' that is zero at both ends; s is the length of the polygon of the
  // waypoints.
  static JointPath spline(MatrixIn points);

  // The path that has no pieces yet, at q.
  explicit JointPath(VectorIn q);
  // Appends a polynomial of degree five with the given ends. It starts where the path has ended, with q' and q'' of its own.
  void append(double length, VectorIn dq0, VectorIn ddq0, VectorIn q1, VectorIn dq1, VectorIn ddq1);

  int dof() const { return dof_; }
  double length() const { return knots_.back(); }

  // q and its derivatives with respect to s, (n) each. s is clamped to 0..length(); where a derivative jumps, it is the one
  // after the jump.
  void at(double s, VectorOut q, VectorOut dq, VectorOut ddq) const;
  void at(double s, VectorOut q, VectorOut dq, VectorOut ddq, VectorOut dddq) const;
  void at(double s, VectorOut q) const;

  // The pieces: piece k is from knots()[k] to knots()[k + 1].
  std::size_t pieces() const { return knots_.size() - 1; }
  std::size_t piece_at(double s) const;
  std::span<const double> knots() const { return knots_; }
  void at_piece(std::size_t piece, double s, VectorOut q, VectorOut dq, VectorOut ddq) const;

  // Inner knots where q' jumps, and where q'' does (which includes the former), ascending. A jump is a difference of more than
  // 1e-6 of the largest derivative on either side.
  const std::vector<double>& corners() const { return corners_; }
  const std::vector<double>& bends() const { return bends_; }

 private:
  explicit JointPath(int dof) : dof_(dof) {}
  // n x 6 coefficients of powers of s - s0, column by column.
  void append_polynomial(double length, const std::vector<double>& coefficients);
  void note_jumps();  // at the last inner knot
  void values(std::size_t piece, double s, int order, double* const* out) const;

  int dof_;
  std::vector<double> start_;         // (n) of a path without pieces
  std::vector<double> knots_ = {0};   // pieces + 1
  std::vector<double> coefficients_;  // n x 6 for each piece
  std::vector<double> corners_, bends_;
};

}  // namespace catena::path
