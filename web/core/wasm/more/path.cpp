// SPDX-License-Identifier: Apache-2.0
// Paths of the tool and of the joints, and motions along them.
#include <cmath>

#include "catena/core/path/follow.hpp"
#include "catena/core/path/time_optimal.hpp"
#include "catena/io/path_file.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

struct FollowedPath {
  path::JointPath path;
  Json about = {};  // how well it follows a tool path; null: it follows none
  std::optional<path::PosePath> tool = {};
  bool of_tool = true;  // or of another frame
};

struct PlannedMotion {
  path::TimedPath timed;
  std::vector<path::ActiveLimit> active = {};
  double largest_share = 0;
};

Objects<path::PosePath>& pose_paths() {
  static Objects<path::PosePath> all("tool path");
  return all;
}
Objects<FollowedPath>& joint_paths() {
  static Objects<FollowedPath> all("joint path");
  return all;
}
Objects<PlannedMotion>& planned() {
  static Objects<PlannedMotion> all("motion");
  return all;
}
Objects<path::TimeLaw>& time_laws() {
  static Objects<path::TimeLaw> all("time law");
  return all;
}

const char* limit_word(path::LimitKind kind) {
  switch (kind) {
    case path::LimitKind::velocity:
      return "velocity";
    case path::LimitKind::acceleration:
      return "acceleration";
    case path::LimitKind::torque:
      return "torque";
    case path::LimitKind::speed:
      return "speed";
  }
  return "";
}

void append_move(path::PosePath& out, const Arguments& arguments, const std::string& move) {
  enum class Kind { line, arc, turn, spline };
  constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"line", Kind::line}, {"arc", Kind::arc}, {"turn", Kind::turn}, {"spline", Kind::spline}};
  const double blend = arguments.number_or(move + "blend", 0);
  switch (arguments.choice(move + "kind", kKinds)) {
    case Kind::line:
      out.line_to(arguments.pose(move + "to"), blend);
      return;
    case Kind::arc:
      out.arc_to(arguments.vector(move + "via", 3), arguments.pose(move + "to"), blend);
      return;
    case Kind::turn:
      out.arc_about(arguments.vector(move + "centre", 3), arguments.vector(move + "axis", 3),
                    arguments.number(move + "angle"), blend);
      return;
    case Kind::spline: {
      std::vector<Eigen::Matrix4d> poses;
      for (int k = 0; k < arguments.whole_or(move + "through.count", 0); ++k)
        poses.push_back(arguments.pose(move + "through." + std::to_string(k)));
      out.spline_through(poses, blend);
      return;
    }
  }
}

path::JointLimits limits_from(const Arm& arm, const Arguments& arguments) {
  path::JointLimits limits = path::limits_of(arm);
  if (arguments.has("velocity")) limits.velocity = arguments.joints("velocity", arm.dof());
  if (arguments.has("acceleration")) limits.acceleration = arguments.joints("acceleration", arm.dof());
  if (arguments.has("jerk")) limits.jerk = arguments.joints("jerk", arm.dof());
  if (arguments.has("torque")) limits.torque = arguments.joints("torque", arm.dof());
  return limits;
}

int add(path::TimeOptimal best) {
  return planned().add(std::make_unique<PlannedMotion>(
      PlannedMotion{std::move(best.motion), std::move(best.active), best.largest_share}));
}

// The largest ṡ at which the tool is not faster than `speed`: along a tool path, v is dp/ds.
std::function<double(double)> speed_limit(const FollowedPath& path, const Arguments& arguments) {
  if (!arguments.has("speed")) return {};
  const double speed = arguments.number("speed");
  if (!(speed > 0)) throw Error(ErrorKind::usage, "speed", "is not above zero").need("metres per second");
  if (!path.tool || !path.of_tool)
    throw Error(ErrorKind::usage, "speed", "this is not the path of a tool").hint("use a path of Arm.follow");
  return [&tool = *path.tool, speed](double s) {
    path::PosePoint at;
    tool.at(s, at);
    const double v = at.v.norm();
    return v > 0 ? speed / v : std::numeric_limits<double>::infinity();
  };
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

// --- tool paths ----------------------------------------------------------------------------------------------

CATENA_CALL(pose_path, [](int, const Arguments& arguments, Results&) {
  auto made =
      std::make_unique<path::PosePath>(arguments.pose("start"), arguments.number_or("metresPerRadian", 0.1));
  for (int k = 0; k < arguments.whole_or("moves.count", 0); ++k)
    append_move(*made, arguments, "moves." + std::to_string(k) + ".");
  arguments.has("moves");  // an empty list
  arguments.require_all_read();
  return pose_paths().add(std::move(made));
})

CATENA_CALL(pose_path_free, [](int handle, const Arguments&, Results&) {
  pose_paths().drop(handle);
  return 0;
})

CATENA_CALL(pose_path_about, [](int handle, const Arguments&, Results& out) {
  const path::PosePath& tool = pose_paths().at(handle);
  out.set(Json{{"length", tool.length()}, {"corners", Json(tool.corners())}});
  return 0;
})

CATENA_CALL(pose_path_at, [](int handle, const Arguments& arguments, Results& out) {
  path::PosePoint at;
  pose_paths().at(handle).at(arguments.number("s"), at);
  out.add_pose(at.pose());
  return 0;
})

// --- joint paths ---------------------------------------------------------------------------------------------

CATENA_CALL(joint_path, [](int, const Arguments& arguments, Results&) {
  const int count = arguments.whole_or("points.count", 0);
  if (count < 2)
    throw Error(ErrorKind::usage, "points", "too few").given(std::to_string(count)).need("2 or more");
  const int n = static_cast<int>(arguments.numbers("points.0").size());
  Eigen::MatrixXd points(n, count);
  for (int k = 0; k < count; ++k) points.col(k) = arguments.vector("points." + std::to_string(k), n);
  const double blend = arguments.number_or("blend", 0);
  const bool spline = arguments.flag_or("spline", false);
  arguments.require_all_read();
  return joint_paths().add(std::make_unique<FollowedPath>(
      FollowedPath{spline ? path::JointPath::spline(points) : path::JointPath::lines(points, blend)}));
})

CATENA_CALL(arm_follow, [](int handle, const Arguments& arguments, Results&) {
  constexpr std::pair<std::string_view, IkGoal> kGoals[] = {{"pose", IkGoal::pose},
                                                            {"position", IkGoal::position}};
  constexpr std::pair<std::string_view, path::Redundancy> kWays[] = {{"limits", path::Redundancy::limits},
                                                                     {"start", path::Redundancy::start},
                                                                     {"slowest", path::Redundancy::slowest}};
  const Model& model = models().at(handle);
  const path::PosePath& tool = pose_paths().at(arguments.whole_or("path", 0));
  path::FollowOptions options;
  if (arguments.has("start")) options.start = arguments.vector("start", model.arm.dof());
  options.frame = model.frame(arguments);
  options.goal = arguments.choice("goal", kGoals);
  options.position_tolerance = arguments.number_or("positionTolerance", options.position_tolerance);
  options.orientation_tolerance = arguments.number_or("orientationTolerance", options.orientation_tolerance);
  options.redundancy = arguments.choice("redundancy", kWays);
  options.keep_limits = arguments.flag_or("keepLimits", true);
  arguments.require_all_read();
  path::Followed found = path::follow(model.arm, tool, options);
  Json about{{"positionError", found.position_error},
             {"orientationError", found.orientation_error},
             {"samples", found.samples},
             {"inverseCondition", found.inverse_condition},
             {"leastAt", found.least_at}};
  return joint_paths().add(std::make_unique<FollowedPath>(
      FollowedPath{std::move(found.path), std::move(about), tool, !options.frame}));
})

CATENA_CALL(joint_path_free, [](int handle, const Arguments&, Results&) {
  joint_paths().drop(handle);
  return 0;
})

CATENA_CALL(joint_path_about, [](int handle, const Arguments&, Results& out) {
  const FollowedPath& path = joint_paths().at(handle);
  out.set(Json{{"n", path.path.dof()}, {"length", path.path.length()}, {"followed", path.about}});
  return 0;
})

CATENA_CALL(joint_path_at, [](int handle, const Arguments& arguments, Results& out) {
  const path::JointPath& path = joint_paths().at(handle).path;
  Eigen::VectorXd q(path.dof()), dq(path.dof()), ddq(path.dof());
  path.at(arguments.number("s"), q, dq, ddq);
  for (const Eigen::VectorXd& x : {q, dq, ddq}) out.add(x);
  return 0;
})

// --- motions -------------------------------------------------------------------------------------------------

CATENA_CALL(arm_time_optimal, [](int handle, const Arguments& arguments, Results&) {
  const Arm& arm = models().at(handle).arm;
  const FollowedPath& path = joint_paths().at(arguments.whole_or("path", 0));
  const path::JointLimits limits = limits_from(arm, arguments);
  path::TimeOptimalOptions options;
  options.tolerance = arguments.number_or("tolerance", options.tolerance);
  options.motors = arguments.flag_or("motors", false);
  options.speed = speed_limit(path, arguments);
  arguments.require_all_read();
  return add(path::time_optimal(arm, path.path, limits, options));
})

CATENA_CALL(arm_point_to_point, [](int handle, const Arguments& arguments, Results&) {
  const Arm& arm = models().at(handle).arm;
  const path::JointLimits limits = limits_from(arm, arguments);
  const Eigen::VectorXd from = arguments.vector("from", arm.dof()), to = arguments.vector("to", arm.dof());
  arguments.require_all_read();
  return planned().add(
      std::make_unique<PlannedMotion>(PlannedMotion{path::point_to_point(from, to, limits)}));
})

CATENA_CALL(arm_plan_file, [](int handle, const Arguments& arguments, Results&) {
  const PathFile file = parse_path_file(arguments.text("text"), "<memory>");
  return add(plan_path(models().at(handle).arm, file).best);
})

CATENA_CALL(motion_free, [](int handle, const Arguments&, Results&) {
  planned().drop(handle);
  return 0;
})

CATENA_CALL(motion_about, [](int handle, const Arguments&, Results& out) {
  const PlannedMotion& motion = planned().at(handle);
  Json active = Json::array();
  for (const path::ActiveLimit& limit : motion.active)
    active.push_back(Json{{"begin", limit.begin},
                          {"end", limit.end},
                          {"kind", limit_word(limit.kind)},
                          {"joint", limit.joint},
                          {"share", limit.share},
                          {"name", path::name(limit.kind, limit.joint)}});
  out.set(Json{{"n", motion.timed.dof()},
               {"duration", motion.timed.duration()},
               {"length", motion.timed.path().length()},
               {"active", std::move(active)},
               {"largestShare", motion.largest_share}});
  return 0;
})

// All q, all qd, all qdd, one time after the other; then all s and their rates.
CATENA_CALL(motion_samples, [](int handle, const Arguments& arguments, Results& out) {
  const path::TimedPath& motion = planned().at(handle).timed;
  const auto times = arguments.numbers("times");
  const std::size_t n = static_cast<std::size_t>(motion.dof()), m = times.size();
  out.numbers.resize(3 * n * m + 2 * m);
  Eigen::VectorXd q(motion.dof()), qd(motion.dof()), qdd(motion.dof());
  for (std::size_t k = 0; k < m; ++k) {
    if (!std::isfinite(times[k])) throw Error(ErrorKind::usage, "times", "are not finite");
    motion.sample(times[k], q, qd, qdd);
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      out.numbers[k * n + i] = q[at];
      out.numbers[(m + k) * n + i] = qd[at];
      out.numbers[(2 * m + k) * n + i] = qdd[at];
    }
    const path::TimeLaw::Point point = motion.law().at(times[k]);
    out.numbers[3 * n * m + k] = point.s;
    out.numbers[3 * n * m + m + k] = point.v;
  }
  return 0;
})

// --- time laws -----------------------------------------------------------------------------------------------

CATENA_CALL(time_law, [](int, const Arguments& arguments, Results&) {
  path::TimeLimits limits{arguments.number("velocity"), arguments.number("acceleration")};
  limits.jerk = arguments.number_or("jerk", limits.jerk);
  const path::EndVelocities ends{arguments.number_or("begin", 0), arguments.number_or("end", 0)};
  const double distance = arguments.number("distance");
  arguments.require_all_read();
  return time_laws().add(std::make_unique<path::TimeLaw>(
      std::isfinite(limits.jerk) ? path::TimeLaw::double_s(distance, limits, ends)
                                 : path::TimeLaw::trapezoid(distance, limits, ends)));
})

CATENA_CALL(time_law_free, [](int handle, const Arguments&, Results&) {
  time_laws().drop(handle);
  return 0;
})

CATENA_CALL(time_law_about, [](int handle, const Arguments&, Results& out) {
  out.numbers = {time_laws().at(handle).duration()};
  return 0;
})

CATENA_CALL(time_law_at, [](int handle, const Arguments& arguments, Results& out) {
  const path::TimeLaw::Point at = time_laws().at(handle).at(arguments.number("t"));
  out.numbers = {at.s, at.v, at.a, at.j};
  return 0;
})
