// SPDX-License-Identifier: Apache-2.0
// 002 (Figure5) (Figure6) (Figure7): the torques of a path drive the arm in open loop; how long it follows the path,
// and why not longer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/fixed_step.hpp"
#include "reproduce/follow.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

constexpr double kFar = 0.01;  // [rad] or [m]: a run this far from the path has left it

enum class Torques { exact, on_lines, held };

// One way to integrate. The more a run depends on rounding, the more coarsely its time is rounded.
struct Variant {
  const char* what;
  const char* integrator;
  double tolerance;
  Torques torques;
  bool papers;   // at the paper's tolerance, nothing else changed
  double round;  // [s]
};
constexpr Variant kVariants[] = {
    {"Fehlberg 4(5), tolerance 1e-6", "fehlberg", 1e-6, Torques::exact, true, 0.1},
    {"Adams, tolerance 1e-6", "adams", 1e-6, Torques::exact, true, 0.1},
    {"Dormand-Prince 5(4), tolerance 1e-6", "dormand_prince", 1e-6, Torques::exact, true, 0.1},
    {"Verner 6(5), tolerance 1e-6", "verner", 1e-6, Torques::exact, true, 0.1},
    {"Fehlberg, 1e-6, torques every 0.01 s, interpolated", "fehlberg", 1e-6, Torques::on_lines, false, 0.5},
    {"Fehlberg, 1e-6, torques every 0.01 s, held", "fehlberg", 1e-6, Torques::held, false, 0.5},
    {"Fehlberg, tolerance 1e-4", "fehlberg", 1e-4, Torques::exact, false, 0.1},
    {"Fehlberg, tolerance 1e-9", "fehlberg", 1e-9, Torques::exact, false, 0.1},
    {"Fehlberg, tolerance 1e-12", "fehlberg", 1e-12, Torques::exact, false, 1},
};
constexpr std::size_t kFehlberg = 0, kAdams = 1;

// With fixed steps, as the paper's own program.
struct FixedVariant {
  const char* what;
  FixedStep method;
};
constexpr double kPapersStep = 0.01;  // [s]
constexpr FixedVariant kFixed[] = {
    {"Fehlberg of fourth order, fixed steps of 0.01 s", FixedStep::fehlberg_4},
    {"Fehlberg of fifth order, fixed steps of 0.01 s", FixedStep::fehlberg_5},
    {"Adams-Bashforth-Moulton of fourth order, PECE, fixed steps of 0.01 s", FixedStep::adams_pece},
};

struct Forced {
  sim::Setup setup;
  std::vector<sim::Run> runs;                    // of kFehlberg and kAdams
  std::vector<std::optional<double>> departure;  // of every variant [s]
  std::vector<std::optional<double>> fixed;      // of every fixed variant [s]
};

std::optional<double> fixed_departure(const sim::Setup& setup, FixedStep method) {
  const int n = setup.arm.dof();
  const Slope slope = [&](double t, const Eigen::VectorXd& y) {
    sim::JointMotion want(n);
    setup.desired->at(t, want);
    const Eigen::VectorXd q = y.head(n), qd = y.tail(n);
    Eigen::VectorXd rate(2 * n);
    rate << qd, setup.arm.fd(q, qd, setup.arm.id(want.q, want.qd, want.qdd));
    return rate;
  };
  Eigen::VectorXd start(2 * n);
  start << setup.start.q, setup.start.qd;
  const int steps = static_cast<int>(std::lround(setup.options.duration / kPapersStep));
  const std::vector<Eigen::VectorXd> y = integrate_fixed(method, slope, start, kPapersStep, steps);
  sim::Run run(n);
  for (std::size_t k = 0; k < y.size(); ++k) {
    run.time.push_back(kPapersStep * static_cast<double>(k));
    run.q.push_back(y[k].data());
  }
  return departure(run, *setup.desired, kFar);
}

Forced forced(const Runs& runs, const char* scenario) {
  Forced out{runs.prepare(scenario), {}, {}, {}};
  sim::Setup& setup = out.setup;
  for (const Variant& variant : kVariants) {
    setup.options.integrator = variant.integrator;
    setup.options.rtol = setup.options.atol = variant.tolerance;
    std::optional<sim::TorqueTable> table;
    if (variant.torques != Torques::exact) {
      std::vector<double> times;
      for (int k = 0; k <= 1000; ++k) times.push_back(0.01 * k);
      using Between = sim::TorqueTable::Between;
      table.emplace(times, desired_torques(setup.arm, *setup.desired, times).matrix(),
                    variant.torques == Torques::held ? Between::hold : Between::linear);
    }
    sim::Run run = table ? runs.run(setup, *table) : runs.run(setup);
    out.departure.push_back(departure(run, *setup.desired, kFar));
    if (out.runs.size() <= kAdams) out.runs.push_back(std::move(run));
  }
  for (const FixedVariant& variant : kFixed) out.fixed.push_back(fixed_departure(setup, variant.method));
  return out;
}

// When the end-effectors of the two runs of Figure 7 are first apart along Y_1.
std::optional<double> tool_separation(const Forced& f) {
  const sim::Run &a = f.runs[kFehlberg], &b = f.runs[kAdams];
  for (std::size_t k = 0; k < std::min(a.time.size(), b.time.size()); ++k)
    if (!(std::abs(a.tool[k][1] - b.tool[k][1]) <= kFar)) return a.time[k];
  return std::nullopt;
}

// At the paper's tolerance, the first and the last to leave the path.
std::string spread(const Forced& f) {
  double first = f.setup.options.duration, last = 0;
  bool never = false;
  for (std::size_t k = 0; k < std::size(kVariants); ++k) {
    if (!kVariants[k].papers) continue;
    never = never || !f.departure[k];
    if (f.departure[k]) first = std::min(first, *f.departure[k]), last = std::max(last, *f.departure[k]);
  }
  return fmt::format("{:.1f} to {:.1f} s{}", first, last, never ? ", or never" : "");
}

// "About": within a fifth of the printed value.
Verdict about(const Forced& f, double printed) {
  const auto near = [&](const std::optional<double>& t) {
    return t && std::abs(*t - printed) <= printed / 5;
  };
  return near(f.departure[kFehlberg]) || near(f.departure[kAdams]) ? Verdict::reproduced : Verdict::refuted;
}

Statement leaves(const char* where, const char* what, const Forced& f, double printed,
                 const std::string& remark) {
  const auto shown = [](const std::optional<double>& t) { return t ? seconds(*t, 1) : "never"; };
  return {where,
          what,
          fmt::format("after about {:g} s", printed),
          fmt::format("Fehlberg {}, Adams {}; all at 1e-6: {}", shown(f.departure[kFehlberg]),
                      shown(f.departure[kAdams]), spread(f)),
          about(f, printed),
          remark};
}

NumberTable departures(const std::vector<const Forced*>& arms) {
  NumberTable table{"When forced runs leave their paths",
                    fmt::format("The first time at which some joint is more than {} rad or m away.", kFar),
                    {"", "three-DOF arm", "Stanford arm", "PUMA"},
                    {}};
  for (std::size_t k = 0; k < std::size(kVariants); ++k) {
    std::vector<std::string> cells = {kVariants[k].what};
    for (const Forced* f : arms) {
      const double unit = kVariants[k].round;
      cells.push_back(!f->departure[k]
                          ? "not in 10 s"
                          : (unit > 0.1 ? "about " : "") +
                                seconds(unit * std::round(*f->departure[k] / unit), unit < 1 ? 1 : 0));
    }
    table.rows.push_back(std::move(cells));
  }
  for (std::size_t k = 0; k < std::size(kFixed); ++k) {
    std::vector<std::string> cells = {kFixed[k].what};
    for (const Forced* f : arms) cells.push_back(f->fixed[k] ? seconds(*f->fixed[k], 1) : "not in 10 s");
    table.rows.push_back(std::move(cells));
  }
  return table;
}

constexpr double kGrowthTimes[] = {2, 3, 5, 6, 10};

NumberTable growths(const std::vector<const Forced*>& arms, const std::vector<std::vector<double>>& growth) {
  NumberTable table{
      "How much a small deviation grows along these paths",
      "The norm of the transition matrix from time 0, with the torques of the path. Rounding is a deviation "
      "of 2.2e-16: where the product is more than 0.01, no integration in double precision follows.",
      {""},
      {}};
  for (const double t : kGrowthTimes) table.headings.push_back(fmt::format("{:g} s", t));
  for (std::size_t k = 0; k < arms.size(); ++k) {
    std::vector<std::string> cells = {arms[k]->setup.arm.name()};
    for (const double g : growth[k]) cells.push_back(power(g));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

NumberTable torques_table(const Forced& stanford, const Forced& puma) {
  NumberTable table{"Torques of Figure 5",
                    "Minimum and maximum along the path, N m, for joint 3 of the Stanford arm in N.",
                    {"joint", "Stanford arm", "PUMA"},
                    {}};
  const auto& time = stanford.runs[kFehlberg].time;
  const sim::Samples a = desired_torques(stanford.setup.arm, *stanford.setup.desired, time),
                     b = desired_torques(puma.setup.arm, *puma.setup.desired, time);
  for (int i = 0; i < a.rows(); ++i)
    table.rows.push_back({fmt::format("{}", i + 1), interval(row(a, i)), interval(row(b, i))});
  return table;
}

// --- figures -----------------------------------------------------------------------------------------------

Figure torques(const Forced& f, const std::string& stem, const std::string& title) {
  const auto& time = f.runs[kFehlberg].time;
  return {stem, title, "The torques of the path by inverse dynamics.",
          joint_panels(f.setup.arm, "torque", time, desired_torques(f.setup.arm, *f.setup.desired, time),
                       "N m", "N")};
}

Figure positions(const Forced& f, const std::string& stem, const std::string& title) {
  const auto& time = f.runs[kFehlberg].time;
  Figure figure{stem, title,
                "Two integrators at the paper's tolerance of 1e-6, and the desired path. Curves are clipped.",
                joint_panels(f.setup.arm, "Fehlberg", time, f.runs[kFehlberg].q, "rad", "m")};
  const sim::Samples want = desired_positions(*f.setup.desired, time);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const auto joint = static_cast<int>(i);
    figure.panels[i].curves.push_back({"Adams", f.runs[kAdams].time, row(f.runs[kAdams].q, joint)});
    figure.panels[i].curves.push_back({"path", time, row(want, joint), true});
    show_desired(figure.panels[i]);
  }
  return figure;
}

Figure tool(const Forced& f, const std::string& stem, const std::string& title) {
  Figure figure{
      stem, title, "The runs of Figure 6(i); Y_1 is what the paper compares with Bae and Haug.", {}};
  const auto& time = f.runs[kFehlberg].time;
  sim::Samples want(3);
  const sim::Samples q = desired_positions(*f.setup.desired, time);
  for (std::size_t k = 0; k < time.size(); ++k) {
    const Eigen::Vector3d place = f.setup.arm.pose(q[k]).topRightCorner(3, 1);
    want.push_back(place.data());
  }
  constexpr const char* kTitles[] = {"(a) along X_1", "(b) along Y_1", "(c) along Z_1"};
  for (int i = 0; i < 3; ++i) {
    figure.panels.push_back({kTitles[i],
                             "m",
                             {{"Fehlberg", time, row(f.runs[kFehlberg].tool, i)},
                              {"Adams", f.runs[kAdams].time, row(f.runs[kAdams].tool, i)},
                              {"path", time, row(want, i), true}},
                             {}});
    show_desired(figure.panels.back());
  }
  return figure;
}

void add_motions(const Forced& f, const std::string& name, PaperFigures& out) {
  const auto& time = f.runs[kFehlberg].time;
  out.motions.push_back(
      {name + ", path", f.setup.arm, time, desired_positions(*f.setup.desired, time).matrix()});
  out.motions.push_back({name + ", Fehlberg 1e-6", f.setup.arm, time, f.runs[kFehlberg].q.matrix()});
  out.motions.push_back({name + ", Adams 1e-6", f.setup.arm, f.runs[kAdams].time, f.runs[kAdams].q.matrix()});
}

}  // namespace

void forced_002(const Runs& runs, PaperFigures& out) {
  const Forced planar = forced(runs, "planar3_forced"), stanford = forced(runs, "stanford_forced"),
               puma = forced(runs, "puma_forced");
  const std::vector<const Forced*> arms = {&planar, &stanford, &puma};
  std::vector<std::vector<double>> growth_of;
  for (const Forced* f : arms) growth_of.push_back(growth(f->setup.arm, *f->setup.desired, kGrowthTimes));

  sim::JointMotion end(stanford.setup.arm.dof());
  stanford.setup.desired->at(stanford.setup.options.duration, end);
  out.statements.push_back(
      {"equation 18", "Stanford arm, forced: its trajectory", "0 to pi at every joint",
       fmt::format("joint 2 must end at {:.4f} rad, joint 3 at {:.1f} m", end.q[1], end.q[2]),
       std::abs(end.q[1] - std::numbers::pi) < 1e-9 && std::abs(end.q[2] - std::numbers::pi) < 1e-9
           ? Verdict::reproduced
           : Verdict::refuted,
       "equation 18 is the case 0 to pi; the general law is q0 + (qT - q0)(t/T - sin(2 pi t/T)/2 pi)"});
  out.statements.push_back(leaves(
      "Figure 6(i)", "Stanford arm, forced: deviates from the desired trajectory", stanford, 2.5,
      "an integration error, not one of the dynamics: with a smaller tolerance the run follows longer"));
  const auto own = [](const Forced& f) {
    return f.fixed[0] ? seconds(*f.fixed[0], 1) : std::string("not in 10 s");
  };
  const auto near = [](const Forced& f, double printed) {
    return f.fixed[0] && std::abs(*f.fixed[0] - printed) <= printed / 5 ? Verdict::reproduced
                                                                        : Verdict::refuted;
  };
  out.statements.push_back(
      {"section 4, Figure 6(i)",
       "Stanford arm, forced: the author's own Fehlberg program, steps of 0.01 s, deviates",
       "after about 2.5 s", own(stanford), near(stanford, 2.5),
       "such steps are more accurate than a tolerance of 1e-6: they follow longer"});
  const std::size_t last =
      std::min(stanford.runs[kFehlberg].time.size(), stanford.runs[kAdams].time.size()) - 1;
  const double end_apart =
      (stanford.runs[kFehlberg].q[last] - stanford.runs[kAdams].q[last]).cwiseAbs().maxCoeff();
  const std::optional<double> apart = separation(stanford.runs[kFehlberg], stanford.runs[kAdams], kFar);
  out.statements.push_back(
      {"Figure 6(i)",
       "Stanford arm, forced: Runge-Kutta-Fehlberg and Adams-Bashforth-Moulton give similar plots",
       "very close",
       fmt::format("{} apart at {}, about {:.0f} m at 10 s", kFar, apart ? seconds(*apart, 1) : "no time",
                   100 * std::round(end_apart / 100)),
       apart ? Verdict::refuted : Verdict::reproduced,
       "equal while both are on the path; after that each run diverges because of its own errors"});
  out.statements.push_back(
      {"Figure 7(b)", "Stanford arm, forced: the end-effector along Y_1 is as in Bae and Haug",
       "similar trend", "see Figure 7", Verdict::not_checked, "neither paper's numbers are available"});
  const std::optional<double> tools_apart = tool_separation(stanford);
  out.statements.push_back(
      {"conclusion", "the comparison with Bae and Haug for the Stanford arm validates the program",
       "validates",
       fmt::format("two right programs, Fehlberg and Adams at 1e-6: end-effector {} m apart along Y_1 {}",
                   kFar, tools_apart ? "at " + seconds(*tools_apart, 1) : "at no time"),
       tools_apart ? Verdict::depends : Verdict::reproduced,
       "until then a comparison can tell a right program from a wrong one; afterwards right ones differ as "
       "much"});
  out.statements.push_back(
      leaves("Figure 6(ii)", "PUMA, forced: deviates from the desired trajectory", puma, 6,
             "the same cause, but later; with the absolute values of the inertias, as in all runs here"));

  out.statements.push_back({"section 4, Figure 6(ii)",
                            "PUMA, forced: the author's own Fehlberg program, steps of 0.01 s, deviates",
                            "after about 6 s", own(puma), near(puma, 6), "as for the Stanford arm"});

  out.tables.push_back(departures(arms));
  out.tables.push_back(growths(arms, growth_of));
  out.tables.push_back(torques_table(stanford, puma));
  out.figures.push_back(
      torques(stanford, "002_fig5_stanford", "Figure 5(i): Stanford arm, force and torques"));
  out.figures.push_back(positions(stanford, "002_fig6_stanford", "Figure 6(i): Stanford arm, forced"));
  out.figures.push_back(tool(stanford, "002_fig7_stanford", "Figure 7: Stanford arm, forced, end-effector"));
  out.figures.push_back(torques(puma, "002_fig5_puma", "Figure 5(ii): PUMA, torques"));
  out.figures.push_back(positions(puma, "002_fig6_puma", "Figure 6(ii): PUMA, forced"));
  add_motions(puma, "PUMA", out);
}

}  // namespace catena::reproduce::detail
