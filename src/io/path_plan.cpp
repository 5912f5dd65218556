// SPDX-License-Identifier: Apache-2.0
// From a path file to the quickest motion along it.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <numbers>

#include "catena/core/path/path_error.hpp"
#include "catena/core/text.hpp"
#include "catena/io/path_file.hpp"

namespace catena {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::VectorXd;

Eigen::Matrix3d rotation(const Vector3d& rpy) {
  using Eigen::AngleAxisd;
  return (AngleAxisd(rpy[2], Vector3d::UnitZ()) * AngleAxisd(rpy[1], Vector3d::UnitY()) *
          AngleAxisd(rpy[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

// The same error, at a place of the file.
Error at(const std::string& place, const Error& e) {
  const bool usage = e.kind() == ErrorKind::usage;
  return Error(usage ? ErrorKind::model : e.kind(), place + ": " + e.where(), e.problem())
      .given(e.given())
      .need(e.need())
      .hint(e.hint());
}

class Plan {
 public:
  Plan(const Arm& arm, const PathFile& file) : arm_(arm), file_(file) {
    for (const RobotLink& link : arm.robot().links)
      if (link.joint != JointKind::fixed) revolute_.push_back(link.joint == JointKind::revolute);
  }

  PlannedPath run() {
    const path::JointLimits limits = joint_limits();
    path::TimeOptimalOptions options = {.tolerance = file_.tolerance, .motors = file_.motors};
    if (!file_.points.empty()) {
      require_no_speed();
      const path::JointPath joints = waypoints();
      return {
          placed("joints", [&] { return path::time_optimal(arm_, joints, limits, options); }), {}, {}, {}};
    }
    if (!file_.frame.empty()) {
      frame_ = find_frame(arm_.frames(), file_.frame, file_.place("frame")).frame;
      if (frame_->link < 0)
        throw Error(ErrorKind::usage, file_.place("frame"),
                    "this frame is fixed to the base, which does not move")
            .given(fmt::format("'{}'", text::printable(file_.frame)))
            .need("a frame on a moving link; 'catena info ROBOT' lists them");
    }
    const path::PosePath tool = tool_path();
    path::FollowOptions follow = {.goal = file_.position_only ? IkGoal::position : IkGoal::pose,
                                  .position_tolerance = file_.position_tolerance,
                                  .orientation_tolerance = file_.position_tolerance};
    follow.frame = frame_;
    if (!file_.start.empty()) follow.start = positions("start.q", file_.start);
    path::Followed followed = placed(tool, [&] { return path::follow(arm_, tool, follow); });
    options.speed = speed_limit(tool);
    path::TimeOptimal best =
        placed(tool, [&] { return path::time_optimal(arm_, followed.path, limits, options); });
    return {std::move(best), tool, std::move(followed), frame_};
  }

 private:
  // Errors of the planning name the file.
  template <class Do>
  auto placed(const char* key, const Do& act) const -> decltype(act()) {
    try {
      return act();
    } catch (const Error& e) {
      throw at(file_.place(key), e);
    }
  }
  // Those along a path of the tool name the move.
  template <class Do>
  auto placed(const path::PosePath& tool, const Do& act) const -> decltype(act()) {
    try {
      return act();
    } catch (const path::PathError& e) {
      throw at(file_.place(fmt::format("move {}", tool.piece_at(e.s()) + 1)), e);
    } catch (const Error& e) {
      throw at(file_.place("path"), e);
    }
  }

  VectorXd joint_numbers(const std::string& key, const std::vector<double>& list) const {
    if (static_cast<int>(list.size()) != arm_.dof())
      throw Error(ErrorKind::model, file_.place(key), fmt::format("'{}' has the wrong length", key))
          .given(fmt::format("{} number{}", list.size(), list.size() == 1 ? "" : "s"))
          .need(fmt::format("{}, since '{}' has {} joint{}", arm_.dof(), arm_.name(), arm_.dof(),
                            arm_.dof() == 1 ? "" : "s"));
    return Eigen::Map<const VectorXd>(list.data(), arm_.dof());
  }
  VectorXd positions(const std::string& key, const std::vector<double>& list) const {
    return in_radians(joint_numbers(key, list));
  }
  VectorXd in_radians(VectorXd x) const {
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (file_.degrees && revolute_[static_cast<std::size_t>(i)]) x[i] *= std::numbers::pi / 180;
    return x;
  }

  path::JointLimits joint_limits() const {
    path::JointLimits limits = path::limits_of(arm_);
    const auto given = [&](const std::string& key, const std::vector<double>& list) {
      return list.size() == 1 ? VectorXd::Constant(arm_.dof(), list[0]).eval() : joint_numbers(key, list);
    };
    if (!file_.velocity.empty()) limits.velocity = in_radians(given("limits.velocity", file_.velocity));
    if (!file_.acceleration.empty())
      limits.acceleration = in_radians(given("limits.acceleration", file_.acceleration));
    if (!file_.torque.empty()) limits.torque = given("limits.torque", file_.torque);
    return limits;
  }

  path::JointPath waypoints() const {
    Eigen::MatrixXd points(arm_.dof(), static_cast<Eigen::Index>(file_.points.size()));
    for (std::size_t k = 0; k < file_.points.size(); ++k)
      points.col(static_cast<Eigen::Index>(k)) = positions("joints.points", file_.points[k]);
    const double unit = file_.degrees ? std::numbers::pi / 180 : 1;
    path::JointPath joints = placed("joints.points", [&] {
      return file_.smooth ? path::JointPath::spline(points)
                          : path::JointPath::lines(points, unit * file_.blend);
    });
    require_within_limits(joints);
    return joints;
  }

  // A spline can leave the limits between waypoints that keep them.
  void require_within_limits(const path::JointPath& joints) const {
    constexpr double kSlack = 1e-9;
    const std::size_t steps = 256 * file_.points.size();
    VectorXd q(arm_.dof());
    for (std::size_t k = 0; k <= steps; ++k) {
      const double s = joints.length() * static_cast<double>(k) / static_cast<double>(steps);
      joints.at(s, q);
      Eigen::Index i = 0;
      for (const RobotLink& link : arm_.robot().links) {
        if (link.joint == JointKind::fixed) continue;
        if (link.limits && link.limits->position)
          if (const auto& [lower, upper] = *link.limits->position;
              q[i] < lower - kSlack || q[i] > upper + kSlack)
            throw Error(ErrorKind::model, file_.place("joints.points"),
                        fmt::format("the path leaves the position limits of joint {}", i + 1))
                .given(fmt::format("{:.6g} at s = {:.6g} of {:.6g}", q[i], s, joints.length()))
                .need(fmt::format("{:.6g} to {:.6g}", lower, upper))
                .hint(file_.smooth ? "move the waypoints, or use lines with blends" : "move the waypoints");
        ++i;
      }
    }
  }

  void require_no_speed() const {
    if (!file_.speed) return;
    throw Error(ErrorKind::model, file_.place("limits.speed"),
                "a joint path cannot limit the speed of the tool")
        .given(fmt::format("{}", *file_.speed))
        .need("[[move]], a tool path; or no speed");
  }

  Matrix4d begin() const {
    Matrix4d X = Matrix4d::Identity();
    if (!file_.start.empty()) {
      const VectorXd q = positions("start.q", file_.start);
      X = frame_ ? arm_.pose(q, *frame_) : arm_.pose(q);
    }
    if (!file_.position) return X;
    X.topRightCorner<3, 1>() = *file_.position;
    if (file_.rpy) X.topLeftCorner<3, 3>() = rotation(*file_.rpy);
    return X;
  }

  path::PosePath tool_path() const {
    Matrix4d last = begin();
    path::PosePath tool(last);
    for (std::size_t k = 0; k < file_.moves.size(); ++k) {
      try {
        append(tool, file_.moves[k], last);
      } catch (const Error& e) {
        throw at(file_.place(fmt::format("move {}", k + 1)), e);
      }
      path::PosePoint end;
      tool.at(tool.length(), end);
      last = end.pose();
    }
    return tool;
  }

  static void append(path::PosePath& tool, const PathMove& move, const Matrix4d& last) {
    if (move.centre) {
      tool.arc_about(*move.centre, *move.axis, move.angle, move.blend);
      return;
    }
    if (move.kind == MoveKind::spline) {
      std::vector<Matrix4d> poses;
      Matrix4d X = last;
      for (const std::vector<double>& pose : move.through) {
        X.topRightCorner<3, 1>() = Vector3d(pose[0], pose[1], pose[2]);
        if (pose.size() == 6) X.topLeftCorner<3, 3>() = rotation({pose[3], pose[4], pose[5]});
        poses.push_back(X);
      }
      tool.spline_through(poses, move.blend);
      return;
    }
    Matrix4d X = last;
    if (move.to) X.topRightCorner<3, 1>() = *move.to;
    if (move.by) X.topRightCorner<3, 1>() += *move.by;
    if (move.rpy) X.topLeftCorner<3, 3>() = rotation(*move.rpy);
    if (move.kind == MoveKind::arc)
      tool.arc_to(*move.via, X, move.blend);
    else
      tool.line_to(X, move.blend);
  }

  // The speed of the tool along each move; in a blend, of the slower one.
  std::function<double(double)> speed_limit(const path::PosePath& tool) const {
    bool any = file_.speed.has_value();
    std::vector<double> speeds;
    for (const PathMove& move : file_.moves) {
      const double own = move.speed.value_or(INFINITY), all = file_.speed.value_or(INFINITY);
      speeds.push_back(std::min(own, all));
      any |= move.speed.has_value();
    }
    if (!any) return {};
    return [tool, speeds](double s) {
      const std::size_t k = tool.piece_at(s);
      double speed = speeds[k];
      if (k + 1 < speeds.size() && tool.end_of(k) - s <= tool.blend_of(k))
        speed = std::min(speed, speeds[k + 1]);
      if (k > 0 && s - tool.end_of(k - 1) <= tool.blend_of(k - 1)) speed = std::min(speed, speeds[k - 1]);
      path::PosePoint here;
      tool.at(s, here);
      return speed / std::max(here.v.norm(), 1e-9);
    };
  }

  const Arm& arm_;
  const PathFile& file_;
  std::vector<bool> revolute_;
  std::optional<Frame<double>> frame_;  // that follows the path; none: the tool
};

}  // namespace

PlannedPath plan_path(const Arm& arm, const PathFile& file) { return Plan(arm, file).run(); }

}  // namespace catena
