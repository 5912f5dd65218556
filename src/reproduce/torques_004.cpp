// SPDX-License-Identifier: Apache-2.0
// 004 (Figure6): the torques that the RTX and the Stanford arm need along equation 23; and those of the RP and
// the PR arm, for which the paper prints only the computing time.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

// Torques along the path of a scenario; nothing is simulated.
struct Needed {
  sim::Setup setup;
  std::vector<double> time;
  sim::Samples tau;
};

Needed needed(const Runs& runs, const char* scenario) {
  Needed out{runs.prepare(scenario), {}, sim::Samples()};
  for (int k = 0; k <= 1000; ++k) out.time.push_back(0.01 * k);
  out.tau = desired_torques(out.setup.arm, *out.setup.desired, out.time);
  return out;
}

sim::Samples under_gravity(const Needed& n, const Eigen::Vector3d& gravity) {
  return desired_torques(n.setup.arm.with_gravity(gravity), *n.setup.desired, n.time);
}

double largest(const sim::Samples& tau) { return tau.matrix().cwiseAbs().maxCoeff(); }

double difference(const sim::Samples& a, const sim::Samples& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

// The axis of the revolute joint at q = 0: normal to the plane in which the arm moves.
Eigen::Vector3d axis_across(const Arm& arm, int joint) {
  return arm.jacobian(Eigen::VectorXd::Zero(arm.dof())).col(joint).head(3);
}

void add_rows(NumberTable& table, const char* arm, const Needed& n) {
  const auto& links = n.setup.arm.robot().links;
  for (int i = 0; i < n.tau.rows(); ++i)
    table.rows.push_back({i == 0 ? arm : "", fmt::format("{}", i + 1), interval(row(n.tau, i)),
                          links[static_cast<std::size_t>(i)].joint == JointKind::revolute ? "N m" : "N"});
}

}  // namespace

void figure_6_004(const Runs& runs, PaperFigures& out) {
  const Needed rtx = needed(runs, "rtx_cycloid"), printed = needed(runs, "stanford_004_cycloid"),
               corrected = needed(runs, "stanford_004_r002_cycloid");

  // The first joint of the RTX lifts the whole arm: a closed form for Figure 6(a).
  double mass = 0, apart = 0;
  for (const RobotLink& link : rtx.setup.arm.robot().links) mass += link.mass;
  sim::JointMotion want(rtx.setup.arm.dof());
  for (std::size_t k = 0; k < rtx.time.size(); ++k) {
    rtx.setup.desired->at(rtx.time[k], want);
    const double force = mass * (want.qdd[0] - rtx.setup.arm.gravity_acceleration().z());
    apart = worse(apart, std::abs(force - rtx.tau[k][0]));
  }
  constexpr double kRounding = 1e-10;
  out.statements.push_back(
      {"Figure 6(a)", "RTX: force at joint 1", "a curve",
       fmt::format("{} N; differs by {} N from {:g} kg (g + b̈_1)", interval(row(rtx.tau, 0)),
                   below(apart, kRounding), mass),
       apart < kRounding ? Verdict::not_checked : Verdict::refuted,
       "the closed form is reproduced: joint 1 lifts the whole arm; the printed curve is not available"});
  for (const auto& [name, n] :
       {std::pair<const char*, const Needed*>{"RTX", &rtx}, {"Stanford arm", &printed}}) {
    const double with = largest(n->tau), without = largest(under_gravity(*n, Eigen::Vector3d::Zero()));
    out.statements.push_back(
        {"section 5", fmt::format("{}: gravity plays an important role", name), "important",
         fmt::format("largest force or torque {:.2f} with gravity, {:.2f} without", with, without),
         with > 2 * without ? Verdict::reproduced : Verdict::refuted, ""});
  }

  NumberTable table{
      "Torques of Figure 6", "Minimum and maximum along the path.", {"arm", "joint", "range", ""}, {}};
  add_rows(table, "RTX", rtx);
  add_rows(table, "Stanford arm, r as printed", printed);
  add_rows(table, "Stanford arm, r of 002", corrected);
  out.tables.push_back(std::move(table));

  out.figures.push_back({"004_fig6_rtx", "Figure 6(a) to (c): RTX, force and torques",
                         "Joint 1 carries the arm.",
                         joint_panels(rtx.setup.arm, "torque", rtx.time, rtx.tau, "N m", "N")});
  Figure stanford{"004_fig6_stanford", "Figure 6(d) to (f): Stanford arm, torques and force",
                  "r_z of Table IV(b) equals its I_xx column, probably because columns were shifted: both "
                  "versions are shown.",
                  joint_panels(printed.setup.arm, "r as printed", printed.time, printed.tau, "N m", "N")};
  for (std::size_t i = 0; i < stanford.panels.size(); ++i) {
    FigurePanel& panel = stanford.panels[i];
    panel.title = fmt::format("({}) joint {}", static_cast<char>('d' + i), i + 1);
    panel.curves.push_back({"r of 002", corrected.time, row(corrected.tau, static_cast<int>(i))});
    show_all(panel);
  }
  out.figures.push_back(std::move(stanford));
  const Eigen::MatrixXd q = desired_positions(*rtx.setup.desired, rtx.time).matrix();
  out.motions.push_back({"RTX along equation 23", rtx.setup.arm, rtx.time, q});
  out.motions.push_back({"Stanford arm along equation 23", printed.setup.arm, rtx.time, q});
}

void planar_arms_004(const Runs& runs, PaperFigures& out) {
  const Needed rp = needed(runs, "rp_cycloid"), pr = needed(runs, "pr_cycloid");
  const double change = worse(difference(rp.tau, under_gravity(rp, 9.81 * axis_across(rp.setup.arm, 0))),
                              difference(pr.tau, under_gravity(pr, 9.81 * axis_across(pr.setup.arm, 1))));
  constexpr double kRounding = 1e-10;
  out.statements.push_back({"section 4.2",
                            "RP and PR: gravity has no effect on a motion in a horizontal plane", "none",
                            fmt::format("forces and torques change by {}", below(change, kRounding)),
                            change < kRounding ? Verdict::reproduced : Verdict::refuted,
                            "9.81 m/s² along the axis of the joint that turns"});
  NumberTable table{"Torques of the RP and the PR arm",
                    "Not drawn in the paper. Centres of mass and inertias are not printed and were chosen.",
                    {"arm", "joint", "range", ""},
                    {}};
  add_rows(table, "RP", rp);
  add_rows(table, "PR", pr);
  out.tables.push_back(std::move(table));

  Figure figure{"004_rp_pr", "Section 4: RP arm (above) and PR arm (below)", "In a horizontal plane.", {}, 2};
  for (const auto& [name, n] : {std::pair<const char*, const Needed*>{"RP", &rp}, {"PR", &pr}})
    for (FigurePanel& panel : joint_panels(n->setup.arm, "torque", n->time, n->tau, "N m", "N")) {
      panel.title = fmt::format("{}, joint {}", name, 1 + figure.panels.size() % 2);
      figure.panels.push_back(std::move(panel));
    }
  out.figures.push_back(std::move(figure));
}

}  // namespace catena::reproduce::detail
