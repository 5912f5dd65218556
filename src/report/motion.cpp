// SPDX-License-Identifier: Apache-2.0
// An arm and its motion as parts of a report.
#include <fmt/format.h>

#include "catena/report/report.hpp"
#include "report/drawn_meshes.hpp"

namespace catena::report {
namespace {

void require_size(const char* where, const Eigen::Ref<const Eigen::MatrixXd>& values, std::size_t joints,
                  std::size_t samples) {
  if (values.rows() != static_cast<Eigen::Index>(joints) ||
      values.cols() != static_cast<Eigen::Index>(samples))
    throw Error(ErrorKind::usage, where, "the values have the wrong size")
        .given(fmt::format("{} x {}", values.rows(), values.cols()))
        .need(fmt::format("{} joints x {} times", joints, samples));
}

std::vector<double> row(const Eigen::Ref<const Eigen::MatrixXd>& values, Eigen::Index i) {
  std::vector<double> out(static_cast<std::size_t>(values.cols()));
  Eigen::Map<Eigen::RowVectorXd>(out.data(), values.cols()) = values.row(i);
  return out;
}

// Beside q3, the number of a joint or link would say nothing new.
bool only_a_number(const std::string& name, std::size_t number) {
  return name == fmt::format("joint{}", number) || name == fmt::format("link{}", number);
}

// The arms of the catalogue name links, not joints: "shoulder" then names the joint that moves this link.
std::vector<std::string> names_in_legends(const Robot& robot) {
  std::vector<std::string> out;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const std::string& name = link.joint_name.empty() ? link.name : link.joint_name;
    out.push_back(only_a_number(name, out.size() + 1) ? "" : name);
  }
  return out;
}

}  // namespace

Drawing drawing(const Arm& arm) {
  Notes notes;  // already reported when the arm was created
  Canonical chain = canonical(arm.robot(), notes);
  const Eigen::Vector3d g = arm.gravity_acceleration();
  Drawing out = {arm.name(), std::move(chain.links), chain.base, chain.tool, {g.x(), g.y(), g.z()}};
  detail::add_meshes(arm.robot(), out);
  out.joint_names = names_in_legends(arm.robot());
  return out;
}

Recording motion(std::string name, const Arm& arm, std::vector<double> time,
                 const Eigen::Ref<const Eigen::MatrixXd>& q) {
  require_size("report::motion", q, static_cast<std::size_t>(arm.dof()), time.size());
  Recording run{.name = std::move(name), .robot = drawing(arm), .time = std::move(time)};
  for (int i = 0; i < arm.dof(); ++i) run.q.push_back(row(q, i));
  add_joint_signals(run, "Joint positions", "q", "rad", "m", q);

  run.tip.emplace();
  for (std::vector<double>& axis : *run.tip) axis.resize(run.time.size());
  Workspace work(arm);
  Eigen::Matrix4d X;
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    arm.pose(q.col(k), work, X);
    for (int i = 0; i < 3; ++i)
      (*run.tip)[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = X(i, 3);
  }
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) run.signals.push_back({"Tool position", kAxes[i], "m", (*run.tip)[i]});
  return run;
}

Recording posture(std::string name, const Arm& arm, const Eigen::Ref<const Eigen::VectorXd>& q) {
  require_size("report::posture", q, static_cast<std::size_t>(arm.dof()), 1);
  Recording run = motion(std::move(name), arm, {0}, q);
  run.signals.clear();
  return run;
}

void add_joint_signals(Recording& run, const std::string& group, const std::string& symbol,
                       const std::string& unit_turning, const std::string& unit_sliding,
                       const Eigen::Ref<const Eigen::MatrixXd>& values) {
  const std::size_t joints = run.robot ? run.robot->links.size() : 0;
  require_size("report::add_joint_signals", values, joints, run.time.size());
  for (std::size_t i = 0; i < joints; ++i) {
    const bool turns = run.robot->links[i].joint == JointKind::revolute;
    Signal& signal = run.signals.emplace_back();
    signal = {group, fmt::format("{}{}", symbol, i + 1), turns ? unit_turning : unit_sliding,
              row(values, static_cast<Eigen::Index>(i))};
    if (i < run.robot->joint_names.size()) signal.about = run.robot->joint_names[i];
  }
}

}  // namespace catena::report
