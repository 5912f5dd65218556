// SPDX-License-Identifier: Apache-2.0
// From a scenario to the objects that `simulate` needs.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "catena/io/path_file.hpp"
#include "catena/sim/computed_torque.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/feed_forward.hpp"
#include "catena/sim/from_csv.hpp"
#include "catena/sim/path_trajectory.hpp"
#include "catena/sim/pd_control.hpp"
#include "catena/sim/pid_control.hpp"
#include "catena/sim/quintic.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/sim/torque_limit.hpp"
#include "catena/sim/trapezoid.hpp"
#include "sim/scenario_push.hpp"

namespace catena::sim {
namespace {

using Eigen::VectorXd;

// An error at the key that caused it.
Error at(const Scenario& scenario, std::string_view key, const std::string& what) {
  return Error(ErrorKind::usage, scenario.place(key), what);
}

// A file named in the scenario, relative to the scenario's folder.
std::filesystem::path found(const Scenario& scenario, const std::string& file) {
  return scenario.folder / file;  // an absolute path stays as it is
}

Robot robot_of(const Scenario& scenario, Notes& notes) {
  std::string spec = scenario.robot;
  const std::filesystem::path path = spec;
  const bool file = spec.find('/') != std::string::npos || path.extension() == ".toml" ||
                    path.extension() == ".urdf" || path.extension() == ".xml";
  if (file && !scenario.folder.empty()) spec = found(scenario, spec).string();
  Robot robot = load_robot(spec, notes, scenario.urdf);
  if (scenario.gravity) {
    const auto& g = *scenario.gravity;
    robot.gravity = {g[0], g[1], g[2]};
  }
  if (scenario.payload) robot.payload = scenario.payload;
  if (scenario.added_payload) return Arm(robot).with_payload(*scenario.added_payload).changed_robot();
  return robot;
}

// The links that move, in the order of the joints.
std::vector<const RobotLink*> joints_of(const Robot& robot) {
  std::vector<const RobotLink*> joints;
  for (const RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed) joints.push_back(&link);
  return joints;
}

class Preparation {
 public:
  explicit Preparation(const Scenario& scenario)
      : scenario_(scenario),
        setup_{Arm(robot_of(scenario, notes_)), {}, nullptr, nullptr, scenario.options, {}},
        joints_(joints_of(setup_.arm.robot())) {}

  Setup run() {
    require_known("integrator.name", "integrator", setup_.options.integrator, integrators());
    require_known("integrator.method", "method", setup_.options.method, simulation_methods());
    require_restitution();
    setup_.options.pushes = detail::pushes_of(scenario_, setup_.arm);
    if (!scenario_.q_radians.empty())
      start_.q = joint_numbers("initial.q", scenario_.q_radians);
    else if (!scenario_.q.empty())
      start_.q = positions("initial.q", scenario_.q);
    if (start_.q.size() > 0)
      if (std::optional<Note> strange = strange_position(
              setup_.arm.robot(), {start_.q.data(), static_cast<std::size_t>(start_.q.size())})) {
        strange->where = scenario_.place("initial.q") + ": " + strange->where;
        notes_.push_back(std::move(*strange));
      }
    if (scenario_.trajectory) set_trajectory(*scenario_.trajectory);
    set_start();
    set_drive(scenario_.drive);
    set_motor_limits(scenario_.drive);
    set_times();
    setup_.start = start_;
    setup_.notes = std::move(notes_);
    return std::move(setup_);
  }

 private:
  int dof() const { return setup_.arm.dof(); }

  void require_known(const char* key, const char* what, const std::string& name,
                     std::span<const std::string_view> known) const {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    std::string list;
    for (const std::string_view each : known) list += (list.empty() ? "" : ", ") + std::string(each);
    throw at(scenario_, key, fmt::format("there is no {} '{}'", what, name))
        .need("one of " + list)
        .hint(catena::text::did_you_mean(name, known));
  }

  void require_restitution() const {
    if (setup_.options.restitution <= 1) return;
    throw at(scenario_, "limits.restitution", "'restitution' is too large")
        .given(fmt::format("{}", setup_.options.restitution))
        .need("a number from 0 to 1");
  }

  // One number for each joint.
  VectorXd joint_numbers(const char* key, const std::vector<double>& list) const {
    if (static_cast<int>(list.size()) != dof())
      throw at(scenario_, key, fmt::format("'{}' has the wrong length", key))
          .given(text::counted(list.size(), "number"))
          .need(
              fmt::format("{}, since '{}' has {}", dof(), setup_.arm.name(), text::counted(dof(), "joint")));
    return Eigen::Map<const VectorXd>(list.data(), dof());
  }
  // ... or one for all.
  VectorXd gains(const char* key, const std::vector<double>& list) const {
    if (list.size() == 1) return VectorXd::Constant(dof(), list[0]);
    return joint_numbers(key, list);
  }
  // Degrees of revolute joints become radians.
  VectorXd positions(const char* key, const std::vector<double>& list) const {
    return in_radians(joint_numbers(key, list));
  }
  VectorXd in_radians(VectorXd x) const {
    for (int i = 0; i < dof(); ++i)
      if (scenario_.degrees && joints_[static_cast<std::size_t>(i)]->joint == JointKind::revolute)
        x[i] *= std::numbers::pi / 180;
    return x;
  }

  // A trajectory beyond the joint limits is an error, unless the file says that limits are ignored.
  void require_reachable(const char* key, const std::string& point, const VectorXd& q) const {
    if (scenario_.says("limits.at") && setup_.options.at_limit == AtLimit::ignore) return;
    for (int i = 0; i < dof(); ++i) {
      const auto& limits = joints_[static_cast<std::size_t>(i)]->limits;
      if (!limits || !limits->position) continue;
      const auto& [least, most] = *limits->position;
      if (q[i] >= least && q[i] <= most) continue;
      throw at(scenario_, key, fmt::format("{} cannot be reached", point))
          .given(fmt::format("joint {} (counted from 1) at {:.6g}", i + 1, q[i]))
          .need(fmt::format("{:.6g} to {:.6g}, the limits of '{}'", least, most, setup_.arm.name()))
          .hint("choose another one, or write at = \"ignore\" in [limits]");
    }
  }

  // Where the path begins: at `from`, or where the arm starts.
  VectorXd beginning(const TrajectoryChoice& path) const {
    if (!path.from.empty()) return positions("trajectory.from", path.from);
    if (start_.q.size() > 0) return start_.q;
    return VectorXd::Zero(dof());
  }

  void set_trajectory(const TrajectoryChoice& path) {
    using K = TrajectoryKind;
    if (path.kind == K::waypoints) return set_waypoints(path);
    if (path.kind == K::sampled) {
      setup_.desired = load_trajectory(found(scenario_, path.file), dof());
      return;
    }
    if (path.kind == K::path) {
      const PathFile file = load_path_file(found(scenario_, path.file));
      for (Note& note : path_notes(setup_.arm, file)) notes_.push_back(std::move(note));
      setup_.desired = std::make_shared<PathTrajectory>(plan_path(setup_.arm, file).motion());
      return;
    }
    const VectorXd from = beginning(path), to = positions("trajectory.to", path.to);
    require_reachable(path.from.empty() ? "initial.q" : "trajectory.from", "the beginning of the trajectory",
                      from);
    require_reachable("trajectory.to", "the end of the trajectory", to);
    if (path.kind == K::cycloid)
      setup_.desired = std::make_shared<Cycloid>(from, to, path.duration);
    else if (path.kind == K::quintic)
      setup_.desired = std::make_shared<Quintic>(from, to, path.duration);
    else
      setup_.desired =
          std::make_shared<Trapezoid>(from, to, in_radians(gains("trajectory.velocity", path.velocity)),
                                      in_radians(gains("trajectory.acceleration", path.acceleration)));
  }

  void set_waypoints(const TrajectoryChoice& path) {
    require_times(path);
    Eigen::MatrixXd points(dof(), static_cast<Eigen::Index>(path.points.size()));
    for (std::size_t k = 0; k < path.points.size(); ++k) {
      const std::string name = fmt::format("waypoint {} (counted from 1)", k + 1);
      if (static_cast<int>(path.points[k].size()) != dof())
        throw at(scenario_, "trajectory.points", name + " has the wrong length")
            .given(text::counted(path.points[k].size(), "number"))
            .need(fmt::format("{}, since '{}' has {}", dof(), setup_.arm.name(),
                              text::counted(dof(), "joint")));
      const VectorXd q = positions("trajectory.points", path.points[k]);
      require_reachable("trajectory.points", name, q);
      points.col(static_cast<Eigen::Index>(k)) = q;
    }
    setup_.desired = std::make_shared<Spline>(path.times, std::move(points), path.ends);
  }

  void require_times(const TrajectoryChoice& path) const {
    const auto refuse = [&](const std::string& what, const std::string& given, const char* need) {
      throw at(scenario_, "trajectory.times", what).given(given).need(need);
    };
    if (path.times.size() != path.points.size() || path.times.size() < 2)
      refuse("the number of times differs from the number of waypoints",
             fmt::format("{} times, {} waypoints", path.times.size(), path.points.size()),
             "two waypoints or more, with one time each");
    if (path.times[0] != 0)
      refuse("the times do not begin at 0", fmt::format("{}", path.times[0]), "a first time of 0");
    for (std::size_t k = 1; k < path.times.size(); ++k)
      if (path.times[k] <= path.times[k - 1])
        refuse("the times do not increase", fmt::format("{} after {}", path.times[k], path.times[k - 1]),
               "increasing times");
  }

  // The initial state: that of the scenario, else the start of the trajectory, else zero.
  void set_start() {
    JointMotion first(dof());
    if (setup_.desired)
      setup_.desired->at(0, first);
    else
      first.q.setZero(), first.qd.setZero();
    if (start_.q.size() == 0) start_.q = first.q;
    if (!scenario_.qd_radians.empty())
      start_.qd = joint_numbers("initial.qd", scenario_.qd_radians);
    else
      start_.qd = scenario_.qd.empty() ? first.qd : positions("initial.qd", scenario_.qd);
  }

  void set_drive(const DriveChoice& drive) {
    using K = DriveKind;
    const Arm& arm = setup_.arm;
    const bool follows = drive.kind == K::feed_forward || drive.kind == K::pd ||
                         drive.kind == K::pd_gravity || drive.kind == K::pid ||
                         drive.kind == K::computed_torque || drive.kind == K::quasi_velocity;
    if (follows && !setup_.desired)
      throw at(scenario_, "drive.kind", "this drive needs a trajectory to follow")
          .need("a [trajectory] with kind, to and duration, or another kind");
    const auto gain = [&](const char* key, const std::vector<double>& list) { return gains(key, list); };
    switch (drive.kind) {
      case K::none:
        setup_.drive = std::make_unique<FreeFall>(dof());
        return;
      case K::constant:
        setup_.drive = std::make_unique<ConstantTorque>(joint_numbers("drive.tau", drive.tau));
        return;
      case K::table: {
        auto table = load_torque_table(found(scenario_, drive.file), dof(), drive.between);
        table_duration_ = table->duration();
        if (scenario_.has_duration)
          table->require_lasts(setup_.options.duration, found(scenario_, drive.file).string());
        setup_.drive = std::move(table);
        return;
      }
      case K::feed_forward:
        setup_.drive = std::make_unique<FeedForward>(arm, setup_.desired);
        return;
      case K::pd:
      case K::pd_gravity:
        setup_.drive = std::make_unique<PdControl>(
            arm, setup_.desired, gain("drive.kp", drive.kp), gain("drive.kd", drive.kd),
            drive.kind == K::pd ? PdControl::Gravity::ignored : PdControl::Gravity::compensated);
        return;
      case K::pid: {
        const PidGains all = {gain("drive.kp", drive.kp), gain("drive.ki", drive.ki),
                              gain("drive.kd", drive.kd)};
        if (drive.digital)
          setup_.drive = std::make_unique<DigitalControl>(
              std::make_shared<DigitalPid>(arm, setup_.desired, all, drive.digital->period), *drive.digital);
        else
          setup_.drive = std::make_unique<PidControl>(arm, setup_.desired, all);
        return;
      }
      case K::computed_torque:
        setup_.drive = std::make_unique<ComputedTorque>(arm, setup_.desired, gain("drive.kp", drive.kp),
                                                        gain("drive.kd", drive.kd));
        return;
      case K::quasi_velocity:
        setup_.drive =
            std::make_unique<QuasiVelocityControl>(arm, setup_.desired, gain("drive.lambda", drive.lambda),
                                                   gain("drive.k", drive.k), drive.variable);
        return;
    }
  }

  // Motors saturate, and change their torques at a limited rate towards the saturated torque.
  void set_motor_limits(const DriveChoice& drive) {
    if (!drive.max_torque.empty())
      setup_.drive = std::make_shared<TorqueLimit>(setup_.drive, gains("drive.max_torque", drive.max_torque));
    if (!drive.max_rate.empty())
      setup_.drive = std::make_shared<RateLimit>(setup_.drive, gains("drive.max_rate", drive.max_rate));
  }

  // The duration, and sample times within it.
  void set_times() {
    Options& o = setup_.options;
    if (!scenario_.has_duration && table_duration_ > 0) o.duration = table_duration_;
    if (!scenario_.has_duration && table_duration_ == 0 && setup_.desired && setup_.desired->duration() > 0)
      o.duration = setup_.desired->duration();
    double before = -1;
    for (std::size_t k = 0; k < o.sample_times.size(); ++k) {
      const double t = o.sample_times[k];
      if (t < 0 || t <= before || t > o.duration)
        throw at(scenario_, "output.times", "the output times do not increase within the simulation")
            .given(fmt::format("value {} is {}", k + 1, t))
            .need(fmt::format("increasing times from 0 to {}", o.duration));
      before = t;
    }
  }

  const Scenario& scenario_;
  Notes notes_;
  Setup setup_;
  std::vector<const RobotLink*> joints_;
  JointState start_;
  double table_duration_ = 0;
};

}  // namespace

Setup prepare(const Scenario& scenario) { return Preparation(scenario).run(); }

}  // namespace catena::sim
