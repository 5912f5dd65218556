// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/joint_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/core/error.hpp"
#include "core/path/cubic_spline.hpp"
#include "core/path/require.hpp"

namespace catena::path {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* kWhere = "joint path";
constexpr double kFarthest = 1e9;  // between waypoints: its square and those of its multiples stay finite
// The smallest distance between waypoints, absolute and relative to the length of the path before them: rounding would hide
// a smaller one.
constexpr double kNearest = 1e-12;
// Limits of the length of one polynomial: its fifth power stays finite and above zero.
constexpr double kShortestPiece = 1e-30, kLongestPiece = 1e30;
constexpr std::size_t kTerms = 6;  // of a polynomial
constexpr double kJump = 1e-6;     // of the larger derivative: less comes from rounded numbers

// Waypoints that differ from their neighbours, and the lengths up to them.
std::vector<double> lengths_to(MatrixIn points) {
  if (points.cols() < 2 || points.rows() < 1)
    throw Error(ErrorKind::usage, kWhere, "too few waypoints")
        .given(fmt::format("{} x {}", points.rows(), points.cols()))
        .need("a row for each joint and two columns or more");
  detail::require_finite(kWhere, "points", points);
  std::vector<double> knots = {0};
  for (Index k = 1; k < points.cols(); ++k) {
    const double way = (points.col(k) - points.col(k - 1)).norm();
    if (const double least = kNearest * std::max(knots.back(), 1.0); !(way >= least))
      throw Error(ErrorKind::usage, kWhere, "two neighbouring waypoints are equal")
          .given(fmt::format("waypoints {} and {} (counted from 1), {:.3g} rad or m apart", k, k + 1, way))
          .need(fmt::format("waypoints that differ by {:.3g} rad or m at least", least))
          .hint("remove one of them");
    if (!std::isfinite(way) || way > kFarthest)
      throw Error(ErrorKind::usage, kWhere, "two neighbouring waypoints are too far apart")
          .given(fmt::format("waypoints {} and {} (counted from 1)", k, k + 1))
          .need(fmt::format("a distance of at most {:g} rad or m", kFarthest));
    knots.push_back(knots.back() + way);
  }
  return knots;
}

}  // namespace

JointPath::JointPath(VectorIn q) : dof_(static_cast<int>(q.size())), start_(q.data(), q.data() + q.size()) {
  if (dof_ < 1)
    throw Error(ErrorKind::usage, kWhere, "there are no joints").given("0").need("one joint or more");
  detail::require_finite(kWhere, "q", q);
}

JointPath JointPath::lines(MatrixIn points, double blend) {
  const std::vector<double> knots = lengths_to(points);
  detail::require_not_negative(kWhere, "blend", blend);
  const Index last = points.cols() - 1;
  const auto leg = [&](Index k) {
    return knots[static_cast<std::size_t>(k) + 1] - knots[static_cast<std::size_t>(k)];
  };
  const auto way = [&](Index k) -> VectorXd { return (points.col(k + 1) - points.col(k)) / leg(k); };
  JointPath path(static_cast<int>(points.rows()));
  const auto n = static_cast<std::size_t>(path.dof_);
  double left = 0;  // of line k, the length that the blend before it has used
  for (Index k = 0; k < last; ++k) {
    const double cut = k + 1 < last ? std::min({blend, leg(k) / 2, leg(k + 1) / 2}) : 0;
    std::vector<double> c(kTerms * n, 0.0);
    const double line = leg(k) - left - cut;
    if (line > 1e-12 * leg(k)) {
      Eigen::Map<MatrixXd> C(c.data(), path.dof_, kTerms);
      C.col(0) = points.col(k) + left * way(k);
      C.col(1) = way(k);
      path.append_polynomial(line, c);
    }
    if (cut > 0) {
      // From q' = v to w within 2 d, q' = v + (w - v) (3 u² - 2 u³) with u = (s - s0) / 2d.
      const VectorXd v = way(k), w = way(k + 1), change = w - v;
      const double span = 2 * cut;
      std::fill(c.begin(), c.end(), 0.0);
      Eigen::Map<MatrixXd> C(c.data(), path.dof_, kTerms);
      C.col(0) = points.col(k + 1) - cut * v;
      C.col(1) = v;
      C.col(3) = change / (span * span);
      C.col(4) = -0.5 * change / (span * span * span);
      path.append_polynomial(span, c);
    }
    left = cut;
  }
  return path;
}

JointPath JointPath::spline(MatrixIn points) {
  const std::vector<double> knots = lengths_to(points);
  const MatrixXd bends = detail::spline_bends(knots, points);
  JointPath path(static_cast<int>(points.rows()));
  for (Index k = 0; k + 1 < points.cols(); ++k) {
    const double h = knots[static_cast<std::size_t>(k) + 1] - knots[static_cast<std::size_t>(k)];
    std::vector<double> c(kTerms * static_cast<std::size_t>(path.dof_), 0.0);
    Eigen::Map<MatrixXd> C(c.data(), path.dof_, kTerms);
    C.col(0) = points.col(k);
    C.col(1) = (points.col(k + 1) - points.col(k)) / h - (h / 6) * (2 * bends.col(k) + bends.col(k + 1));
    C.col(2) = bends.col(k) / 2;
    C.col(3) = (bends.col(k + 1) - bends.col(k)) / (6 * h);
    path.append_polynomial(h, c);
  }
  return path;
}

void JointPath::append(double length, VectorIn dq0, VectorIn ddq0, VectorIn q1, VectorIn dq1, VectorIn ddq1) {
  detail::require_above_zero(kWhere, "length", length);
  if (length < kShortestPiece || length > kLongestPiece)
    throw Error(ErrorKind::usage, kWhere, "'length' is out of range")
        .given(fmt::format("{}", length))
        .need(fmt::format("{:g} to {:g}", kShortestPiece, kLongestPiece));
  const std::pair<const char*, const Eigen::Ref<const VectorXd>*> given[] = {
      {"dq0", &dq0}, {"ddq0", &ddq0}, {"q1", &q1}, {"dq1", &dq1}, {"ddq1", &ddq1}};
  for (const auto& [name, x] : given) {
    detail::require_size(kWhere, name, x->size(), dof_);
    detail::require_finite(kWhere, name, *x);
  }
  VectorXd q0(dof_);
  if (pieces() == 0)
    q0 = Eigen::Map<const VectorXd>(start_.data(), dof_);
  else
    at(this->length(), q0);
  // The three highest terms from the values at the end, less those of the three lowest terms.
  const double h = length;
  const VectorXd value = q1 - q0 - h * dq0 - (h * h / 2) * ddq0, slope = (dq1 - dq0 - h * ddq0) * h,
                 bend = (ddq1 - ddq0) * (h * h);
  std::vector<double> c(kTerms * static_cast<std::size_t>(dof_));
  Eigen::Map<MatrixXd> C(c.data(), dof_, kTerms);
  C.col(0) = q0;
  C.col(1) = dq0;
  C.col(2) = ddq0 / 2;
  C.col(3) = (10 * value - 4 * slope + bend / 2) / (h * h * h);
  C.col(4) = (-15 * value + 7 * slope - bend) / (h * h * h * h);
  C.col(5) = (6 * value - 3 * slope + bend / 2) / (h * h * h * h * h);
  append_polynomial(length, c);
}

void JointPath::append_polynomial(double length, const std::vector<double>& coefficients) {
  knots_.push_back(knots_.back() + length);
  coefficients_.insert(coefficients_.end(), coefficients.begin(), coefficients.end());
  if (pieces() > 1) note_jumps();
}

void JointPath::note_jumps() {
  const std::size_t k = pieces() - 1;
  const double s = knots_[k];
  VectorXd q(dof_), before(dof_), bend_before(dof_), after(dof_), bend_after(dof_);
  at_piece(k - 1, s, q, before, bend_before);
  at_piece(k, s, q, after, bend_after);
  const auto jump = [](const VectorXd& a, const VectorXd& b, double scale) {
    return (a - b).lpNorm<Eigen::Infinity>() > kJump * scale;
  };
  const double speed = std::max(before.lpNorm<Eigen::Infinity>(), after.lpNorm<Eigen::Infinity>());
  // q'' has the unit of q' over s: of a line it is rounding alone, to be compared with q' over the length of a piece.
  const double shorter = std::min(s - knots_[k - 1], knots_[k + 1] - s);
  const double bend = std::max({bend_before.lpNorm<Eigen::Infinity>(), bend_after.lpNorm<Eigen::Infinity>(),
                                speed / std::max(shorter, 1e-300)});
  const bool corner = jump(before, after, speed);
  if (corner) corners_.push_back(s);
  if (corner || jump(bend_before, bend_after, bend)) bends_.push_back(s);
}

std::size_t JointPath::piece_at(double s) const {
  if (pieces() == 0) return 0;
  const auto next = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s);
  return static_cast<std::size_t>(next - knots_.begin()) - 1;
}

// Horner's scheme for the value and its derivatives up to `order`, joint by joint.
void JointPath::values(std::size_t piece, double s, int order, double* const* out) const {
  if (pieces() == 0) {
    std::copy(start_.begin(), start_.end(), out[0]);
    for (int k = 1; k <= order; ++k) std::fill_n(out[k], dof_, 0.0);
    return;
  }
  const double u = std::clamp(s, knots_[piece], knots_[piece + 1]) - knots_[piece];
  const auto n = static_cast<std::size_t>(dof_);
  const double* const c = coefficients_.data() + piece * kTerms * n;
  for (std::size_t i = 0; i < n; ++i) {
    double v0 = 0, v1 = 0, v2 = 0, v3 = 0;
    for (std::size_t k = kTerms; k-- > 0;) {
      v3 = v3 * u + 3 * v2;
      v2 = v2 * u + 2 * v1;
      v1 = v1 * u + v0;
      v0 = v0 * u + c[k * n + i];
    }
    out[0][i] = v0;
    if (order > 1) out[1][i] = v1, out[2][i] = v2;
    if (order > 2) out[3][i] = v3;
  }
}

void JointPath::at_piece(std::size_t piece, double s, VectorOut q, VectorOut dq, VectorOut ddq) const {
  double* const out[] = {q.data(), dq.data(), ddq.data()};
  values(piece, s, 2, out);
}

void JointPath::at(double s, VectorOut q, VectorOut dq, VectorOut ddq) const {
  at_piece(piece_at(s), s, q, dq, ddq);
}

void JointPath::at(double s, VectorOut q, VectorOut dq, VectorOut ddq, VectorOut dddq) const {
  double* const out[] = {q.data(), dq.data(), ddq.data(), dddq.data()};
  values(piece_at(s), s, 3, out);
}

void JointPath::at(double s, VectorOut q) const {
  double* const out[] = {q.data()};
  values(piece_at(s), s, 0, out);
}

}  // namespace catena::path
