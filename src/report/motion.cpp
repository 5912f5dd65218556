// SPDX-License-Identifier: Apache-2.0
// An arm and its motion, in the words of a report.
#include <fmt/format.h>

#include "catena/report/report.hpp"

namespace catena::report {

Drawing drawing(const Arm& arm) {
  Notes notes;  // the arm has told them when it was made
  Canonical chain = canonical(arm.robot(), notes);
  const Eigen::Vector3d g = arm.gravity_acceleration();
  return {arm.name(), std::move(chain.links), chain.base, chain.tool, {g.x(), g.y(), g.z()}};
}

Run motion(std::string name, const Arm& arm, std::vector<double> time,
           const Eigen::Ref<const Eigen::MatrixXd>& q) {
  const auto samples = static_cast<Eigen::Index>(time.size());
  if (q.rows() != arm.dof() || q.cols() != samples)
    throw Error(ErrorKind::usage, "report::motion", "the positions have a wrong size")
        .given(fmt::format("{} x {}", q.rows(), q.cols()))
        .need(fmt::format("{} joints x {} times", arm.dof(), samples));

  Run run{.name = std::move(name), .robot = drawing(arm), .time = std::move(time)};
  for (int i = 0; i < arm.dof(); ++i) {
    std::vector<double> values(run.time.size());
    for (Eigen::Index k = 0; k < samples; ++k) values[static_cast<std::size_t>(k)] = q(i, k);
    const bool turns = run.robot->links[static_cast<std::size_t>(i)].joint == JointKind::revolute;
    run.signals.push_back({"Joint positions", fmt::format("q{}", i + 1), turns ? "rad" : "m", values});
    run.q.push_back(std::move(values));
  }

  run.tip.emplace();
  for (std::vector<double>& axis : *run.tip) axis.resize(run.time.size());
  Workspace work(arm);
  Eigen::Matrix4d X;
  for (Eigen::Index k = 0; k < samples; ++k) {
    arm.pose(q.col(k), work, X);
    for (int i = 0; i < 3; ++i)
      (*run.tip)[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = X(i, 3);
  }
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) run.signals.push_back({"Tool position", kAxes[i], "m", (*run.tip)[i]});
  return run;
}

}  // namespace catena::report
