// SPDX-License-Identifier: Apache-2.0
#include "catena/core/path/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/path/path_error.hpp"
#include "core/path/require.hpp"
#include "core/path/tool_motion.hpp"

namespace catena::path {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMostSamples = 20000;  // more means steps that shrink for no reason that is known

// Why a step was not possible.
struct Obstacle {
  enum class Kind { none, limit, error } kind = Kind::none;
  Index joint = 0;
  bool upper = false;
  double error = 0;  // [m]
};

struct Sample {
  double s;
  VectorXd q, dq, ddq;
};

class Following {
 public:
  Following(const Arm& arm, const PosePath& path, const FollowOptions& options)
      : arm_(arm), path_(path), options_(options), motion_(arm, options, path.length()) {}

  Followed result() {
    Sample here = first();
    Followed out = {JointPath(here.q), 0, 0, 1, motion_.inverse_condition(), here.s};
    std::vector<double> stops = path_.bends();
    stops.push_back(path_.length());
    double step = path_.length() / 32;
    for (const double stop : stops) {
      here = at(here.s, here.q, PosePath::Side::after);
      while (here.s < stop) {
        const double left = stop - here.s;
        // No tiny last step: what is left is divided evenly.
        const double h = left <= step ? left : std::min(step, left / 2);
        Sample next;
        if (!advance(here, h, h == left ? stop : here.s + h, next)) {
          step = h / 2;
          if (step < 1e-9 * path_.length()) throw PathError(stopped(here), here.s);
          continue;
        }
        out.path.append(next.s - here.s, here.dq, here.ddq, next.q, next.dq, next.ddq);
        out.position_error = std::max(out.position_error, between_position_);
        out.orientation_error = std::max(out.orientation_error, between_orientation_);
        if (++out.samples > kMostSamples) throw PathError(stopped(here), here.s);
        if (inverse_condition_ < out.inverse_condition)
          out.inverse_condition = inverse_condition_, out.least_at = next.s;
        here = std::move(next);
        if (inverse_condition_ < options_.least_inverse_condition) {
          at(here.s, here.q, PosePath::Side::before);  // sets J again
          throw PathError(singular(here), here.s);
        }
        // The error of the interpolation grows with the sixth power of the step.
        step = h * std::clamp(0.8 * std::pow(std::max(used_, 1e-12), -1.0 / 6), 0.5, 2.0);
      }
    }
    return out;
  }

 private:
  // The posture at the beginning: the given one, moved onto the path, or one by inverse kinematics.
  Sample first() {
    PosePoint begin;
    path_.at(0, begin);
    IkOptions ik = {.goal = options_.goal, .keep_limits = options_.keep_limits};
    ik.frame = options_.frame;
    if (options_.start) {
      detail::require_size("follow", "start", options_.start->size(), arm_.dof());
      detail::require_finite("follow", "start", *options_.start);
      ik.seed = *options_.start;
      ik.starts = 1;
    } else {
      ik.preference = IkPreference::limits;
    }
    const IkResult found = Ik(arm_, ik).solve(begin.pose());
    if (!found.ok()) {
      const Error error =
          Error(ErrorKind::numerical, place(0), "the arm does not reach the beginning of the path")
              .given(found.explanation())
              .need(fmt::format("a pose in reach{}", options_.start ? " from the posture 'start'" : ""))
              .hint(options_.start ? "omit 'start', and inverse kinematics looks for a posture" : "");
      throw PathError(error, 0);
    }
    motion_.set_start(found.q);
    Sample out = at(0, found.q, PosePath::Side::after);
    if (motion_.inverse_condition() < options_.least_inverse_condition) throw PathError(singular(out), out.s);
    return out;
  }

  Sample at(double s, const VectorXd& q, PosePath::Side side) {
    PosePoint point;
    path_.at(s, point, side);
    motion_.set(q, point);
    Sample out = {s, q, {}, {}};
    motion_.derivatives(q, point, out.dq, out.ddq);
    return out;
  }

  // One step of length h. False if it is too long; `obstacle_` then says why.
  bool advance(const Sample& here, double h, double s, Sample& next) {
    PosePoint point;
    path_.at(s, point, PosePath::Side::before);
    const VectorXd predicted = here.q + h * here.dq + (h * h / 2) * here.ddq;
    VectorXd q = predicted;
    obstacle_ = {Obstacle::Kind::error, 0, false, 0};
    for (int k = 0;; ++k) {
      motion_.set(q, point);
      obstacle_.error = motion_.position_error();
      if (motion_.position_error() <= 1e-4 * options_.position_tolerance &&
          motion_.orientation_error() <= 1e-4 * options_.orientation_tolerance)
        break;
      if (k == 8) return false;
      const VectorXd correction = motion_.correction();
      if (!correction.allFinite()) return false;
      q += correction;
    }
    // A correction that is not small beside the step may lead to another branch.
    if ((q - predicted).norm() > 0.1 * (q - here.q).norm() + 1e-9) return false;
    if (!within_limits(q)) return false;
    inverse_condition_ = motion_.inverse_condition();
    next = {s, q, {}, {}};
    motion_.derivatives(q, point, next.dq, next.ddq);
    return stays_near(here, next);
  }

  bool within_limits(const VectorXd& q) {
    if (!options_.keep_limits) return true;
    for (Index i = 0; i < q.size(); ++i) {
      const double rounding = 1e-9 * (1 + std::abs(q[i]));
      if (q[i] < motion_.lower(i) - rounding || q[i] > motion_.upper(i) + rounding) {
        obstacle_ = {Obstacle::Kind::limit, i, q[i] > motion_.upper(i), 0};
        return false;
      }
    }
    return true;
  }

  // Whether the polynomial between two samples keeps the tolerances and the limits.
  bool stays_near(const Sample& a, const Sample& b) {
    JointPath piece(a.q);
    piece.append(b.s - a.s, a.dq, a.ddq, b.q, b.dq, b.ddq);
    VectorXd q(a.q.size());
    PosePoint point;
    between_position_ = between_orientation_ = 0;
    for (const double part : {0.25, 0.5, 0.75}) {
      piece.at(part * piece.length(), q);
      if (!within_limits(q)) return false;
      path_.at(a.s + part * (b.s - a.s), point);
      motion_.set(q, point);
      between_position_ = std::max(between_position_, motion_.position_error());
      between_orientation_ = std::max(between_orientation_, motion_.orientation_error());
    }
    used_ = std::max(between_position_ / options_.position_tolerance,
                     between_orientation_ / options_.orientation_tolerance);
    if (used_ <= 0.5) return true;
    obstacle_ = {Obstacle::Kind::error, 0, false, between_position_};
    return false;
  }

  std::string place(double s) const {
    return fmt::format("follow, s = {:.6g} of {:.6g} m", s, path_.length());
  }

  Error singular(const Sample& here) {
    Index fastest = 0;
    here.dq.cwiseAbs().maxCoeff(&fastest);
    return Error(ErrorKind::numerical, place(here.s),
                 "the arm is at a singular posture, or at the end of its reach")
        .given(fmt::format("singular values of J with a ratio of {:.2g}, manipulability {:.3g}; joint {} "
                           "(counted from 1) is the "
                           "fastest, with {:.3g} per metre of the path",
                           motion_.inverse_condition(), arm_.manipulability(here.q), fastest + 1,
                           std::abs(here.dq[fastest])))
        .need(fmt::format("a ratio of {:.2g} or more", options_.least_inverse_condition))
        .hint("move the path away from it, or begin in another posture");
  }

  Error stopped(const Sample& here) {
    const Obstacle why = obstacle_;
    at(here.s, here.q, PosePath::Side::after);  // sets J again
    if (why.kind == Obstacle::Kind::limit)
      return Error(ErrorKind::numerical, place(here.s),
                   fmt::format("joint {} (counted from 1) reaches its {} limit", why.joint + 1,
                               why.upper ? "upper" : "lower"))
          .given(fmt::format("{:.6g}", here.q[why.joint]))
          .need(fmt::format("{:.6g} to {:.6g}", motion_.lower(why.joint), motion_.upper(why.joint)))
          .hint("begin in another posture, or move the path");
    if (motion_.inverse_condition() < 1e-2) return singular(here);
    return Error(ErrorKind::numerical, place(here.s), "the arm cannot follow the path from here")
        .given(fmt::format("a distance of {:.3g} m from the path however short the step", why.error))
        .need("a motion that the joints of the arm can produce")
        .hint(options_.goal == IkGoal::pose
                  ? "if the rotation of the tool does not matter, follow the position alone"
                  : "");
  }

  const Arm& arm_;
  const PosePath& path_;
  const FollowOptions& options_;
  detail::ToolMotion motion_;
  Obstacle obstacle_;
  double between_position_ = 0, between_orientation_ = 0, used_ = 0, inverse_condition_ = 0;
};

}  // namespace

Followed follow(const Arm& arm, const PosePath& path, const FollowOptions& options) {
  detail::require_above_zero("follow", "position_tolerance", options.position_tolerance);
  detail::require_above_zero("follow", "orientation_tolerance", options.orientation_tolerance);
  constexpr double kLeast = 1e-10;  // corrections by Newton steps go on to a ten-thousandth of it
  for (const auto& [name, x] : {std::pair{"position_tolerance", options.position_tolerance},
                                {"orientation_tolerance", options.orientation_tolerance}})
    if (x < kLeast)
      throw Error(ErrorKind::usage, "follow",
                  fmt::format("'{}' is smaller than rounding errors permit", name))
          .given(fmt::format("{}", x))
          .need(fmt::format("{:g} or more", kLeast));
  detail::require_not_negative("follow", "least_inverse_condition", options.least_inverse_condition);
  if (options.goal == IkGoal::position_and_axis)
    throw Error(ErrorKind::usage, "follow", "a path cannot be followed with an axis alone")
        .given("IkGoal::position_and_axis")
        .need("IkGoal::pose or IkGoal::position");
  if (options.frame && options.frame->link < 0)
    throw Error(ErrorKind::usage, "follow", "the frame is fixed to the base, which does not move")
        .need("a frame on a moving link");
  path.piece_at(0);  // an error if it is empty
  return Following(arm, path, options).result();
}

}  // namespace catena::path
