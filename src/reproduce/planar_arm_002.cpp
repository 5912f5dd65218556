// SPDX-License-Identifier: Apache-2.0
// Paper 002, section 4: the three-DOF arm by the algorithm and by its equations of motion written out.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/planar_equations.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

constexpr double kStep = 1e-3;      // [s] of the classical Runge-Kutta method, for both
constexpr double kSameFrom = 1e-4;  // [rad] less than a plot can show

// The same drive and method as `setup`, but with the equations written out; one column for each sample of 0.01 s.
sim::Samples explicit_run(sim::Setup& setup, const PlanarEquations& equations, std::size_t samples) {
  const int n = setup.arm.dof();
  Eigen::VectorXd q = setup.start.q, v = setup.start.qd, tau(n);
  const auto acceleration = [&](double t, const Eigen::VectorXd& x, const Eigen::VectorXd& rate) {
    setup.drive->torque(t, x, rate, tau);
    return equations.fd(x, rate, tau);
  };
  sim::Samples out(n);
  constexpr int kSteps = 10;  // between samples
  for (std::size_t k = 0; k < samples; ++k) {
    out.push_back(q.data());
    for (int j = 0; j < kSteps; ++j) {
      const double h = kStep, t = (static_cast<double>(k) * kSteps + j) * h;
      const Eigen::VectorXd a1 = acceleration(t, q, v), v2 = v + h / 2 * a1;
      const Eigen::VectorXd a2 = acceleration(t + h / 2, q + h / 2 * v, v2), v3 = v + h / 2 * a2;
      const Eigen::VectorXd a3 = acceleration(t + h / 2, q + h / 2 * v2, v3), v4 = v + h * a3;
      const Eigen::VectorXd a4 = acceleration(t + h, q + h * v3, v4);
      q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
  return out;
}

struct Match {
  sim::Run run;
  sim::Samples other;
  double accelerations = 0;  // the largest difference at all samples, of the largest acceleration there

  // The largest difference of positions until time t.
  double positions(double t) const {
    double worst = 0;
    for (std::size_t k = 0; k < run.time.size() && run.time[k] <= t; ++k)
      worst = worse(worst, (run.q[k] - other[k]).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    return worst;
  }
};

Match match(const Runs& runs, const char* scenario) {
  sim::Setup setup = runs.prepare(scenario);
  setup.options.integrator = "rk4";
  setup.options.step = kStep;
  const PlanarEquations equations(setup.arm.robot());
  Match out{runs.run(setup), sim::Samples(setup.arm.dof())};
  out.other = explicit_run(setup, equations, out.run.time.size());
  for (std::size_t k = 0; k < out.run.time.size(); ++k) {
    const Eigen::VectorXd qdd = equations.fd(out.run.q[k], out.run.qd[k], out.run.tau[k]);
    const double difference = (qdd - out.run.qdd[k]).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    out.accelerations = worse(out.accelerations, difference / std::max(1.0, qdd.cwiseAbs().maxCoeff()));
  }
  return out;
}

Statement statement(const std::string& what, const Match& m, double until, const std::string& remark) {
  constexpr double kRounding = 1e-10;
  const double apart = m.positions(until + 1e-9);
  return {"section 4, Three-DOF arm",
          what,
          "exactly",
          fmt::format("accelerations differ by {} (relative), positions until {:g} s by {} rad",
                      below(m.accelerations, kRounding), until, below(apart, kSameFrom)),
          m.accelerations < kRounding && apart < kSameFrom ? Verdict::reproduced : Verdict::refuted,
          remark};
}

}  // namespace

void planar_arm_002(const Runs& runs, PaperFigures& out) {
  const Match fall = match(runs, "planar3_free_fall"), forced = match(runs, "planar3_forced");
  out.statements.push_back(statement("free fall matches the explicit equations of motion", fall, 10,
                                     "both by the classical Runge-Kutta method with steps of 1 ms; the arm's "
                                     "parameters are not printed and were chosen"));
  out.statements.push_back(
      statement("forced run matches the explicit equations of motion", forced, 5,
                "later rounding differences grow to radians along the path: see the table of growth below"));

  const Arm arm = Arm::load("planar3");
  Figure figure{
      "002_planar3",
      "Three-DOF arm: free fall (above) and forced (below)",
      "The paper does not show it. Free fall: the curves of both equations of motion coincide. Forced: "
      "the run follows "
      "its path for some seconds, until rounding errors have grown to a visible size.",
      {}};
  const sim::Setup setup = runs.prepare("planar3_forced");
  const sim::Samples want = desired_positions(*setup.desired, forced.run.time);
  for (const Match* m : {&fall, &forced})
    for (FigurePanel& panel : joint_panels(setup.arm, "UDU^T algorithm", m->run.time, m->run.q, "rad", "m")) {
      const auto i = static_cast<int>(figure.panels.size()) % setup.arm.dof();
      panel.title = fmt::format("joint {}, {}", i + 1, m == &fall ? "free fall" : "forced");
      panel.curves.push_back({"explicit equations (above), path (below)", m->run.time,
                              row(m == &fall ? m->other : want, i), true});
      if (m == &forced) show_desired(panel);
      figure.panels.push_back(std::move(panel));
    }
  out.figures.push_back(std::move(figure));
}

}  // namespace catena::reproduce::detail
