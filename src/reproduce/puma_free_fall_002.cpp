// SPDX-License-Identifier: Apache-2.0
// 002 (Figure4), part (ii): the PUMA falls, and which way its joint 2 turns.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

constexpr int kJoint2 = 1;  // counted from 0

// q̈ of joint 2 when the arm is let go, with a_3 set to zero.
double acceleration_without_a3(const sim::Setup& setup) {
  Robot robot = setup.arm.robot();
  robot.links[2].dh.a = 0;
  const Arm arm(robot);
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(arm.dof());
  return arm.fd(setup.start.q, setup.start.qd, nothing)[kJoint2];
}

}  // namespace

void puma_free_fall_002(const Runs& runs, PaperFigures& out) {
  sim::Setup setup = runs.prepare("puma_free_fall");
  const sim::Run run = runs.run(setup);
  const double qdd = run.qdd[0][kJoint2], no_a3 = acceleration_without_a3(setup);
  constexpr std::size_t kOne = 100;  // the sample at 1 s
  bool rises = true;
  for (std::size_t k = 1; k <= kOne; ++k) rises = rises && run.q[k][kJoint2] > 0;

  out.statements.push_back(
      {"Figure 4(ii)(b)", "PUMA, free fall: joint 2 rotates in the positive direction", "positive",
       fmt::format("q̈_2 = {:+.3f} rad/s² at the start, theta_2 = {:.2f} at 1 s", qdd, run.q[kOne][kJoint2]),
       qdd > 0 && rises ? Verdict::reproduced : Verdict::refuted,
       "with the absolute values of the printed inertias; it swings back later"});
  // Is most of the acceleration owed to a_3?
  out.statements.push_back(
      {"section 4, PUMA, 1", "PUMA, free fall: it does so because of the length a_3 = 0.02", "due to a_3",
       fmt::format("q̈_2 = {:+.3f} rad/s² without a_3", no_a3),
       std::abs(qdd - no_a3) > std::abs(qdd) / 2 ? Verdict::reproduced : Verdict::refuted,
       "the weight of links 2 and 3, which acts at a_2 = 0.432 m, turns the joint"});
  out.figures.push_back({"002_fig4_puma", "Figure 4(ii): PUMA, free fall",
                         "With the absolute values of the printed inertias.",
                         joint_panels(setup.arm, "free fall", run.time, run.q, "rad", "m")});
}

}  // namespace catena::reproduce::detail
