// SPDX-License-Identifier: Apache-2.0
#include "path_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

// How long each limit is the closest one, longest first.
struct ActiveTime {
  path::LimitKind kind;
  int joint;
  double time;
};
std::vector<ActiveTime> active_times(const path::TimeOptimal& best) {
  std::vector<ActiveTime> all;
  for (const path::ActiveLimit& active : best.active) {
    const double time = best.motion.law().time_at(active.end) - best.motion.law().time_at(active.begin);
    const auto found = std::find_if(all.begin(), all.end(), [&](const ActiveTime& a) {
      return a.kind == active.kind && a.joint == active.joint;
    });
    if (found == all.end())
      all.push_back({active.kind, active.joint, time});
    else
      found->time += time;
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const ActiveTime& a, const ActiveTime& b) { return a.time > b.time; });
  return all;
}

// At rest, as when the motion begins or ends: with Coulomb friction in the direction of the path.
Eigen::VectorXd friction(const Arm& arm, const path::TimedPath& motion, double t, const Eigen::VectorXd& qd) {
  const path::TimeLaw::Point at = motion.law().at(t);
  if (at.v != 0) return arm.friction(qd);
  Eigen::VectorXd q(arm.dof()), dq(arm.dof()), ddq(arm.dof());
  motion.path().at(at.s, q, dq, ddq);
  constexpr double kBarely = 1e-12;  // viscous friction vanishes
  return arm.friction(kBarely * dq);
}

std::span<const double> numbers(const Eigen::VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

PathSamples path_samples(const Arm& arm, const PlannedPath& planned, bool motors, double step) {
  const path::TimedPath& motion = planned.motion();
  PathSamples out;
  const auto count = static_cast<std::size_t>(std::ceil(motion.duration() / step * (1 - 1e-12)));
  Eigen::VectorXd q(arm.dof()), qd(arm.dof()), qdd(arm.dof());
  for (std::size_t k = 0; k <= count; ++k) {
    const double t = std::min(static_cast<double>(k) * step, motion.duration());
    motion.sample(t, q, qd, qdd);
    Eigen::VectorXd tau = arm.id(q, qd, qdd);
    if (motors) tau += arm.rotor_inertia().cwiseProduct(qdd) + friction(arm, motion, t, qd);
    if (!tau.allFinite() || !qdd.allFinite())
      throw Error(ErrorKind::numerical, "path", fmt::format("the torques are not finite at t = {:.6g} s", t))
          .hint("reduce the masses or the accelerations: some number exceeds 1.8e308");
    out.time.push_back(t);
    out.q.push_back(q), out.qd.push_back(qd), out.qdd.push_back(qdd), out.tau.push_back(std::move(tau));
    const Eigen::Matrix4d X = planned.frame ? arm.pose(q, *planned.frame) : arm.pose(q);
    out.tool.emplace_back(X.topRightCorner<3, 1>());
  }
  return out;
}

std::vector<std::string> unlimited_accelerations(const Arm& arm, const PathFile& file,
                                                 const PlannedPath& planned) {
  if (file.law != PathLaw::optimal) return {};
  const path::TimedPath& motion = planned.motion();
  const int n = arm.dof();
  const path::JointLimits own = path::limits_of(arm);
  Eigen::VectorXd q(n), qd(n), qdd(n), most = Eigen::VectorXd::Zero(n);
  // s̈ is constant within a phase, so that the extremes are near its ends, up to the curvature of the path.
  const std::span<const path::TimeLaw::Phase> phases = motion.law().phases();
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const double end = k + 1 < phases.size() ? phases[k + 1].begin : motion.duration();
    for (const double part : {0.001, 0.999}) {
      motion.sample(phases[k].begin + part * (end - phases[k].begin), q, qd, qdd);
      most = most.cwiseMax(qdd.cwiseAbs());
    }
  }
  Eigen::Index worst = 0;
  bool any = false;
  constexpr double kNone = 1e100;  // JointLimits
  const auto some = [&](const std::vector<double>& list, Eigen::Index i) {
    return !list.empty() && list[std::min(static_cast<std::size_t>(i), list.size() - 1)] <= kNone;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool limited =
        some(file.acceleration, i) || (file.torque.empty() ? own.torque[i] <= kNone : some(file.torque, i));
    if (limited || most[i] == 0) continue;
    if (!any || most[i] > most[worst]) worst = i;
    any = true;
  }
  if (!any) return {};
  std::size_t row = 0;
  for (Eigen::Index i = -1; row < arm.robot().links.size(); ++row)
    if (arm.robot().links[row].joint != JointKind::fixed && ++i == worst) break;
  const char* const unit = arm.robot().links[row].joint == JointKind::prismatic ? "m/s²" : "rad/s²";
  return {fmt::format("joint {} reaches {} {}: it has neither an acceleration nor a torque limit", worst + 1,
                      shown(most[worst]), unit)};
}

std::vector<std::string> exceeded_torques(const Arm& arm, const PathFile& file, const PlannedPath& planned) {
  if (file.law == PathLaw::optimal) return {};
  constexpr int kTimes = 400;
  Eigen::VectorXd limit = path::limits_of(arm).torque;
  if (file.torque.size() == 1) limit.setConstant(file.torque[0]);
  if (file.torque.size() > 1) limit = Eigen::Map<const Eigen::VectorXd>(file.torque.data(), arm.dof());
  double most = 1, torque = 0, time = 0;
  Eigen::Index joint = -1;
  const double step = planned.motion().duration() / kTimes;
  if (!(step > 0)) return {};
  const PathSamples samples = path_samples(arm, planned, file.motors, step);
  for (std::size_t k = 0; k < samples.time.size(); ++k)
    for (Eigen::Index i = 0; i < limit.size(); ++i)
      if (const double share = std::abs(samples.tau[k][i]) / limit[i]; share > most)
        most = share, joint = i, torque = std::abs(samples.tau[k][i]), time = samples.time[k];
  if (joint < 0) return {};
  std::size_t row = 0;
  for (Eigen::Index i = -1; row < arm.robot().links.size(); ++row)
    if (arm.robot().links[row].joint != JointKind::fixed && ++i == joint) break;
  const char* const unit = arm.robot().links[row].joint == JointKind::prismatic ? "N" : "N m";
  return {fmt::format(
      "joint {} needs {} {} at t = {} s, and its limit is {} {}: reduce the accelerations, or use "
      "--law optimal, which keeps torque limits",
      joint + 1, shown(torque), unit, shown(time), shown(limit[joint]), unit)};
}

std::string path_csv(const PathSamples& samples) {
  std::string out = "t";
  const Eigen::Index n = samples.q.front().size();
  for (const char* name : {"q", "qd", "qdd", "tau"})
    for (Eigen::Index i = 1; i <= n; ++i) out += fmt::format(",{}{}", name, i);
  out += ",x,y,z\n";
  for (std::size_t k = 0; k < samples.time.size(); ++k) {
    out += fmt::format("{}", samples.time[k]);
    for (const auto* all : {&samples.q, &samples.qd, &samples.qdd, &samples.tau})
      for (const double x : (*all)[k]) out += fmt::format(",{}", x);
    for (const double x : samples.tool[k]) out += fmt::format(",{}", x);
    out += '\n';
  }
  return out;
}

std::string path_jsonl(const PathSamples& samples) {
  std::string out;
  for (std::size_t k = 0; k < samples.time.size(); ++k) {
    out += "{\"t\": ";
    append_json(out, samples.time[k]);
    const std::pair<const char*, const std::vector<Eigen::VectorXd>*> vectors[] = {
        {"q", &samples.q}, {"qd", &samples.qd}, {"qdd", &samples.qdd}, {"tau", &samples.tau}};
    for (const auto& [name, all] : vectors) {
      out += fmt::format(", \"{}\": ", name);
      append_json(out, numbers((*all)[k]));
    }
    out += ", \"tool\": ";
    append_json(out, std::span<const double>(samples.tool[k].data(), 3));
    out += "}\n";
  }
  return out;
}

std::string path_summary(const Arm& arm, const PathFile& file, const PlannedPath& planned) {
  const path::TimeOptimal& best = planned.best;
  const char* const what = file.law == PathLaw::trapezoid ? "the motion with a trapezoidal velocity profile"
                           : file.law == PathLaw::jerk    ? "the motion with limited jerk"
                                                          : "the fastest motion";
  std::string out = fmt::format("{}: {} along {}\n", text::printable(arm.name(), 80), what,
                                file.name.empty() ? "the path" : "'" + text::printable(file.name, 80) + "'");
  out += fmt::format("  duration   {} s\n", shown(best.motion.duration()));
  if (planned.tool)
    out +=
        fmt::format("  path       {} of {}, {} m\n", text::counted(planned.tool->pieces(), "move"),
                    file.frame.empty() ? "the tool" : "'" + file.frame + "'", shown(planned.tool->length()));
  else
    out += fmt::format("  path       {}, length {}\n", text::counted(file.points.size(), "joint waypoint"),
                       shown(best.motion.path().length()));
  if (planned.followed)
    out +=
        fmt::format("  followed   within {:.1e} m and {:.1e} rad, {}\n", planned.followed->position_error,
                    planned.followed->orientation_error, text::counted(planned.followed->samples, "sample"));
  bool first = true;
  for (const ActiveTime& active : active_times(best)) {
    const double share = active.time / best.motion.duration();
    if (share < 0.005) continue;
    out += fmt::format("  {:<10} {} for {:.0f} % of the time\n", first ? "limited by" : "",
                       path::name(active.kind, active.joint), 100 * share);
    first = false;
  }
  return out;
}

Json path_summary_json(const Arm& arm, const PathFile& file, const PlannedPath& planned) {
  const path::TimeOptimal& best = planned.best;
  Json out = {{"robot", arm.name()},
              {"path", file.name},
              {"law", name(file.law)},
              {"frame", planned.tool ? Json(file.frame.empty() ? "tool" : file.frame) : Json(nullptr)},
              {"duration", best.motion.duration()},
              {"length", best.motion.path().length()}};
  auto limits = Json::array();
  for (const ActiveTime& active : active_times(best)) {
    Json one = {{"kind", path::name(active.kind)}, {"time", active.time}};
    if (active.joint >= 0) one["joint"] = active.joint + 1;
    limits.push_back(std::move(one));
  }
  out["limits"] = std::move(limits);
  out["largest_share"] = best.largest_share;
  out["grid"] = best.grid;
  if (planned.followed)
    out["followed"] = {{"position_error", planned.followed->position_error},
                       {"orientation_error", planned.followed->orientation_error},
                       {"samples", planned.followed->samples},
                       {"inverse_condition", planned.followed->inverse_condition},
                       {"inverse_condition_at", planned.followed->least_at}};
  return out;
}

}  // namespace catena::cli
