// SPDX-License-Identifier: Apache-2.0
#include "simulate_summary.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/system/json.hpp"
#include "json_page.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

std::string list(const Eigen::Ref<const Eigen::VectorXd>& x) {
  std::string out;
  for (Eigen::Index i = 0; i < x.size(); ++i) out += (i > 0 ? "  " : "") + shown(x[i]);
  return out;
}

std::vector<double> vector(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return {x.data(), x.data() + x.size()};
}

// The kinds of the moving joints.
std::vector<JointKind> joint_kinds(const Arm& arm) {
  std::vector<JointKind> kinds;
  for (const RobotLink& link : arm.robot().links)
    if (link.joint != JointKind::fixed) kinds.push_back(link.joint);
  return kinds;
}

std::string event_text(const sim::Event& event, const Arm& arm) {
  const bool turns = joint_kinds(arm).at(static_cast<std::size_t>(event.joint)) == JointKind::revolute;
  return fmt::format("joint {} reached its {} limit at {} s, at {} {}", event.joint + 1,
                     event.upper ? "upper" : "lower", shown(event.time), shown(event.speed),
                     turns ? "rad/s" : "m/s");
}

// Whether any of it is not zero.
bool any(const std::vector<double>& work) {
  for (const double w : work)
    if (w != 0) return true;
  return false;
}

// JSON has no infinities: they become null.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

}  // namespace

const char* name(sim::DriveKind kind) {
  using K = sim::DriveKind;
  switch (kind) {
    case K::none:
      return "none";
    case K::constant:
      return "constant";
    case K::table:
      return "table";
    case K::feed_forward:
      return "feed_forward";
    case K::pd:
      return "pd";
    case K::pd_gravity:
      return "pd_gravity";
    case K::pid:
      return "pid";
    case K::computed_torque:
      return "computed_torque";
    case K::quasi_velocity:
      return "quasi_velocity";
  }
  return "";
}

std::string summary(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run) {
  const sim::Options& o = setup.options;
  std::string out = text::printable(scenario.name, 100) + '\n';
  const auto line = [&](const char* label, const std::string& text) {
    out += fmt::format("  {:<11} {}\n", label, text);
  };
  line("robot",
       fmt::format("{}, {}", text::printable(setup.arm.name(), 80), text::counted(setup.arm.dof(), "joint")));
  line("drive", name(scenario.drive.kind));
  const bool fixed = o.integrator == "rk4" || o.integrator == "semi_implicit_euler";
  line("integrator", fixed ? fmt::format("{}, {}, step {} s", o.integrator, o.method, o.step)
                           : fmt::format("{}, {}, rtol {}, atol {}", o.integrator, o.method, o.rtol, o.atol));
  const std::string why = sim::partial(run, o.duration);
  line("simulated", fmt::format("{} s, {}", shown(run.end_time), text::counted(run.time.size(), "sample")));
  if (!why.empty()) line("partial", why);
  if (const std::string wrong = sim::unbalanced(run); !wrong.empty()) line("unbalanced", wrong);
  const sim::Statistics& s = run.statistics;
  line("computing",
       fmt::format("{}{}, {} rejected, {}, {:.2g} ms", text::counted(s.steps, "step"),
                   s.implicit == 0 ? "" : fmt::format(" ({} by bdf, since the motion is stiff)", s.implicit),
                   s.rejected, text::counted(s.evaluations, "evaluation"), 1e3 * s.seconds));
  if (run.time.empty()) return out;
  const std::size_t last = run.time.size() - 1;
  line("energy", fmt::format("kinetic {} to {} J, potential {} to {} J", shown(run.kinetic[0]),
                             shown(run.kinetic[last]), shown(run.potential[0]), shown(run.potential[last])));
  std::string work;
  for (const auto& [who, done] : {std::pair<const char*, const std::vector<double>&>{"drive", run.by_drive},
                                  {"friction", run.by_friction},
                                  {o.pushes.empty() ? "tip" : "tip and pushes", run.by_tip},
                                  {"limits", run.by_limits}})
    if (any(done)) work += fmt::format("{}{} {} J", work.empty() ? "" : ", ", who, shown(done[last]));
  if (!work.empty()) line("work by", work);
  const sim::EnergyBalance& b = run.balance;
  line("imbalance",
       fmt::format("energy and work differ by up to {:.1e} J ({:.1e} J allowed){}", b.integration, b.allowed,
                   b.interpolation <= b.integration
                       ? ""
                       : fmt::format(", {:.1e} J more in samples between steps", b.interpolation)));
  constexpr std::size_t kMostEvents = 5;
  for (std::size_t k = 0; k < std::min(kMostEvents, run.events.size()); ++k)
    line(k == 0 ? "events" : "", event_text(run.events[k], setup.arm));
  if (run.events.size() > kMostEvents) line("", fmt::format("and {} more", run.events.size() - kMostEvents));
  if (setup.desired) {
    const sim::Deviation far = sim::largest_deviation(run, *setup.desired);
    line("deviation", fmt::format("at most {:.2g} from the trajectory, of joint {} at {} s", far.largest,
                                  far.joint + 1, shown(far.time)));
  }
  line("final q", list(run.q[last]));
  line("final qd", list(run.qd[last]));
  line("tool", list(run.tool[last]) + " m");
  return out;
}

Json summary_json(const sim::Scenario& scenario, const sim::Setup& setup, const sim::Run& run) {
  const sim::Options& o = setup.options;
  const sim::Statistics& s = run.statistics;
  const std::string why = sim::partial(run, o.duration);
  Json events = Json::array();
  for (const sim::Event& e : run.events)
    events.push_back(
        {{"t", e.time}, {"joint", e.joint + 1}, {"limit", e.upper ? "upper" : "lower"}, {"speed", e.speed}});
  Json out = {{"name", scenario.name},
              {"robot", setup.arm.name()},
              {"dof", setup.arm.dof()},
              {"drive", name(scenario.drive.kind)},
              {"method", o.method},
              {"integrator", o.integrator},
              {"rtol", o.rtol},
              {"atol", o.atol},
              {"duration", o.duration},
              {"end", sim::name(run.end)},
              {"end_time", run.end_time},
              {"partial", why.empty() ? Json(nullptr) : Json(why)},
              {"samples", run.time.size()},
              {"steps", s.steps},
              {"implicit", s.implicit},
              {"rejected", s.rejected},
              {"evaluations", s.evaluations},
              {"restarts", s.restarts},
              {"seconds", s.seconds},
              {"imbalance", number(run.balance.integration)},
              {"imbalance_allowed", number(run.balance.allowed)},
              {"interpolation", number(run.balance.interpolation)},
              {"deviation", nullptr},
              {"events", events},
              {"notes", notes_json(run.notes)},
              {"start", nullptr},
              {"final", nullptr}};
  if (setup.desired && !run.time.empty()) {
    const sim::Deviation far = sim::largest_deviation(run, *setup.desired);
    out["deviation"] = {{"largest", far.largest}, {"t", far.time}, {"joint", far.joint + 1}};
  }
  const auto sample = [&](std::size_t k) {
    return Json{{"t", run.time[k]},
                {"q", vector(run.q[k])},
                {"qd", vector(run.qd[k])},
                {"tau", vector(run.tau[k])},
                {"kinetic", number(run.kinetic[k])},
                {"potential", number(run.potential[k])},
                {"by_drive", number(run.by_drive[k])},
                {"by_friction", number(run.by_friction[k])},
                {"by_tip", number(run.by_tip[k])},
                {"by_limits", number(run.by_limits[k])},
                {"tool", vector(run.tool[k])}};
  };
  if (!run.time.empty()) {
    out["start"] = sample(0);
    out["final"] = sample(run.time.size() - 1);
  }
  return out;
}

}  // namespace catena::cli
