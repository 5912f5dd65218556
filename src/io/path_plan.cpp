// SPDX-License-Identifier: Apache-2.0
// From a path file to the quickest motion along it.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <numbers>

#include "catena/core/mistakes.hpp"
#include "catena/core/path/path_error.hpp"
#include "catena/core/path/profile.hpp"
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
      return {placed("joints", [&] { return timed(joints, limits, options); }), {}, {}, {}};
    }
    if (!file_.frame.empty()) {
      try {
        frame_ = find_frame(arm_.frames(), file_.frame, file_.place("frame")).frame;
      } catch (const Error& e) {  // the file's fault
        throw Error(ErrorKind::model, e.where(), e.problem()).need(e.need()).hint(e.hint());
      }
      if (frame_->link < 0)
        throw Error(ErrorKind::model, file_.place("frame"),
                    "this frame is fixed to the base, which does not move")
            .given(fmt::format("'{}'", text::printable(file_.frame)))
            .need("a frame on a moving link; 'catena info ROBOT' lists them");
    }
    if (!file_.start.empty())
      require_within_limits("start.q", positions("start.q", file_.start), "", "the path starts outside", "");
    const path::PosePath tool = tool_path();
    path::FollowOptions follow = {.goal = file_.position_only ? IkGoal::position : IkGoal::pose,
                                  .position_tolerance = file_.position_tolerance,
                                  .orientation_tolerance = file_.orientation_tolerance};
    follow.frame = frame_;
    if (!file_.start.empty()) follow.start = positions("start.q", file_.start);
    path::Followed followed = placed(tool, [&] { return path::follow(arm_, tool, follow); });
    options.speed = speed_limit(tool);
    path::TimeOptimal best = placed(tool, [&] { return timed(followed.path, limits, options); });
    return {std::move(best), tool, std::move(followed), frame_};
  }

 private:
  path::TimeOptimal timed(const path::JointPath& joints, const path::JointLimits& limits,
                          const path::TimeOptimalOptions& options) const {
    if (file_.law == PathLaw::optimal) return path::time_optimal(arm_, joints, limits, options);
    const bool jerk = file_.law == PathLaw::jerk;
    path::TimedPath motion = path::with_profile(
        joints, limits, jerk ? path::Profile::double_s : path::Profile::trapezoid, options.speed);
    const double share = largest_share(motion, limits);
    return {std::move(motion), {}, share, 0};
  }

  // The largest share of the velocity and acceleration limits that the motion uses, at 1000 times.
  double largest_share(const path::TimedPath& motion, const path::JointLimits& limits) const {
    VectorXd q(arm_.dof()), qd(arm_.dof()), qdd(arm_.dof());
    double share = 0;
    for (int k = 0; k <= 1000; ++k) {
      motion.sample(motion.duration() * k / 1000, q, qd, qdd);
      share = std::max({share, qd.cwiseAbs().cwiseQuotient(limits.velocity).maxCoeff(),
                        qdd.cwiseAbs().cwiseQuotient(limits.acceleration).maxCoeff()});
    }
    return share;
  }

  // A velocity profile needs limits, which the robot may lack; without one it would be infinitely fast.
  void require_limits(const path::JointLimits& limits) const {
    if (file_.law == PathLaw::optimal) return;
    const auto require = [&](const char* what, const VectorXd& limit, bool of_robot) {
      Eigen::Index missing = 0;
      while (missing < limit.size() && limit[missing] <= 1e100) ++missing;
      if (limit.size() > 0 && missing == limit.size()) return;
      const std::string problem = fmt::format("joint {} has no {} limit", missing + 1, what);
      const std::string also = of_robot ? ", which the robot does not give" : "";
      if (file_.by_options)
        throw Error(ErrorKind::usage, fmt::format("--law {}", name(file_.law)), problem)
            .need(fmt::format("--{}{}", what, also));
      throw Error(ErrorKind::model, file_.place(file_.places.contains("limits") ? "limits" : "path"), problem)
          .given(fmt::format("law = \"{}\"", name(file_.law)))
          .need(fmt::format("{} in [limits]{}", what, also));
    };
    require("velocity", limits.velocity, true);
    require("acceleration", limits.acceleration, false);
    if (file_.law == PathLaw::jerk) require("jerk", limits.jerk, false);
  }

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
          .given(text::counted(list.size(), "number"))
          .need(fmt::format("{}, since '{}' has {}", arm_.dof(), arm_.name(),
                            text::counted(arm_.dof(), "joint")));
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
    if (!file_.jerk.empty()) limits.jerk = in_radians(given("limits.jerk", file_.jerk));
    if (!file_.torque.empty()) limits.torque = given("limits.torque", file_.torque);
    require_limits(limits);
    return limits;
  }

  path::JointPath waypoints() const {
    if (file_.points.size() < 2)
      throw Error(ErrorKind::model, file_.place("joints.points"), "too few waypoints")
          .given("1 waypoint")
          .need("two or more: the path begins at the first one");
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
    const std::size_t steps = 256 * file_.points.size();
    VectorXd q(arm_.dof());
    for (std::size_t k = 0; k <= steps; ++k) {
      const double s = joints.length() * static_cast<double>(k) / static_cast<double>(steps);
      joints.at(s, q);
      const std::string where = fmt::format(" at s = {:.6g} of {:.6g}", s, joints.length());
      require_within_limits(
          "joints.points", q, where, "the path leaves",
          file_.smooth ? "move the waypoints, or use lines with blends" : "move the waypoints");
    }
  }

  void require_within_limits(const char* key, const VectorXd& q, const std::string& where, const char* what,
                             const char* hint) const {
    constexpr double kSlack = 1e-9;
    Eigen::Index i = 0;
    for (const RobotLink& link : arm_.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      if (link.limits && link.limits->position)
        if (const auto& [lower, upper] = *link.limits->position;
            q[i] < lower - kSlack || q[i] > upper + kSlack)
          throw Error(ErrorKind::model, file_.place(key),
                      fmt::format("{} the position limits of joint {}", what, i + 1))
              .given(fmt::format("{:.6g}{}", q[i], where))
              .need(fmt::format("{:.6g} to {:.6g}", lower, upper))
              .hint(hint);
      ++i;
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

Notes path_notes(const Arm& arm, const PathFile& file) {
  constexpr const char* kDegrees = "if it is in degrees, the file needs angle_unit = \"deg\"";
  Notes out;
  const bool in_radians = !file.by_options && !file.degrees;
  const auto at_joints = [&](const std::string& key, const std::string& what, std::vector<double> q) {
    if (static_cast<int>(q.size()) != arm.dof()) return false;
    std::size_t i = 0;
    for (const RobotLink& link : arm.robot().links)
      if (link.joint != JointKind::fixed) {
        if (file.degrees && link.joint == JointKind::revolute) q[i] *= std::numbers::pi / 180;
        ++i;
      }
    std::optional<Note> strange = strange_position(arm.robot(), q);
    if (!strange || strange->kind != NoteKind::mistake)
      return false;  // planning refuses what is merely outside the limits
    strange->where = file.place(key) + ": " + what + strange->where;
    if (in_radians) strange->hint = kDegrees;
    out.push_back(std::move(*strange));
    return true;
  };
  if (!file.start.empty()) at_joints("start.q", "", file.start);
  for (std::size_t k = 0; k < file.points.size(); ++k)
    if (at_joints("joints.points", fmt::format("waypoint {}: ", k + 1), file.points[k])) break;
  const auto at_angles = [&](const std::string& key, const std::optional<Vector3d>& rpy) {
    if (!rpy || file.degrees || !(rpy->cwiseAbs().maxCoeff() > 2 * std::numbers::pi + 0.01)) return false;
    out.push_back(
        {file.place(key),
         fmt::format("an angle is {:.3g} turns", rpy->cwiseAbs().maxCoeff() / (2 * std::numbers::pi)),
         NoteKind::mistake,
         fmt::format("{:.6g} rad", rpy->cwiseAbs().maxCoeff()),
         {},
         kDegrees});
    return true;
  };
  if (at_angles("start.rpy", file.rpy)) return out;
  for (std::size_t k = 0; k < file.moves.size(); ++k) {
    const std::string move = fmt::format("move {}.", k + 1);
    if (at_angles(move + "rpy", file.moves[k].rpy)) return out;
    for (const std::vector<double>& pose : file.moves[k].through)
      if (pose.size() == 6 && at_angles(move + "through", Vector3d(pose[3], pose[4], pose[5]))) return out;
  }
  return out;
}

}  // namespace catena
