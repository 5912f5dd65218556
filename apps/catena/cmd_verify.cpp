// SPDX-License-Identifier: Apache-2.0
// `catena verify ROBOT`: checks all methods against each other and against the identities of mechanics.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string_view>

#include "catena/check/verify.hpp"
#include "catena/core/text.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "payload_option.hpp"
#include "progress.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

struct VerifyArguments {
  RobotOptions robot;
  int states = 0;  // 0: usual_states
  std::uint64_t seed = 1;
  double tolerance = 0;
  bool json = false, motors = false;
  std::optional<std::string> payload;
};

constexpr int kMostStates = 1000000;

constexpr const char* kVerifyFooter =
    "The residual is max|x - y| / max(max|y|, scale), where scale is the magnitude of the terms that were "
    "summed. The tolerance is 1000 n eps, or 10 (h² + n eps / h) with h = eps^(1/3) for finite differences. "
    "A larger residual passes only if it is rounding error. To find out, the arm and the state are perturbed "
    "slightly: rounding error then changes by 10 % or more, the residual of a wrong formula does not. With "
    "--tolerance X, no residual above X passes. Each line shows the state that comes closest to its "
    "tolerance. A result that is not a number fails. The exit code is 4 if any check fails.\n\n"
    "Example:  catena verify puma560 --states 20";

// As the table shows it: failures stand out.
std::string_view word(Outcome outcome) { return outcome == Outcome::fail ? "FAIL" : name(outcome); }

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json as_json(const Robot& robot, const Verification& v) {
  auto rows = Json::array();
  for (const Residual& r : v.residuals)
    rows.push_back({{"check", r.check},
                    {"method", r.method},
                    {"against", r.against},
                    {"worst", number(r.worst)},
                    {"tolerance", number(r.tolerance)},
                    {"outcome", name(r.outcome)},
                    {"note", r.note}});
  return {{"robot", robot.name},    {"dof", v.dof}, {"states", v.states}, {"condition", number(v.condition)},
          {"singular", v.singular}, {"ok", v.ok()}, {"residuals", rows}};
}

void write_table(const Robot& robot, const Verification& v, std::ostream& out) {
  std::size_t check = 5, method = 6, against = 7;
  for (const Residual& r : v.residuals) {
    check = std::max(check, r.check.size());
    method = std::max(method, r.method.size());
    against = std::max(against, r.against.size());
  }
  const auto line = [&](std::string_view a, std::string_view b, std::string_view c, std::string_view worst,
                        std::string_view tolerance, std::string_view outcome) {
    out << fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>8}  {:>9}  {}\n", a, check, b, method, c, against, worst,
                       tolerance, outcome);
  };
  out << fmt::format("{}: {}, {}\n\n", text::printable(robot.name, kWidth), text::counted(v.dof, "joint"),
                     text::counted(v.states, "state"));
  line("check", "method", "against", "worst", "tolerance", "result");
  for (const Residual& r : v.residuals) {
    const bool skipped = r.outcome == Outcome::skipped;
    const std::string note = r.note.empty() ? "" : fmt::format(" ({})", r.note);
    line(r.check, r.method, r.against, skipped ? "-" : fmt::format("{:.1e}", std::abs(r.worst)),
         skipped ? "-" : fmt::format("{:.1e}", r.tolerance), std::string(word(r.outcome)) + note);
  }
  out << fmt::format("\n{} ok, {} failed", v.count(Outcome::ok), v.count(Outcome::fail));
  for (const Outcome o : {Outcome::allowed, Outcome::skipped})
    if (const int n = v.count(o); n > 0) out << fmt::format(", {} {}", n, name(o));
  out << (std::isfinite(v.condition) ? fmt::format("; condition number of M up to {:.1e}\n", v.condition)
                                     : "\n");
}

Verification verified(const Robot& robot, const VerifyOptions& how, Streams& streams) {
  Progress progress(streams.err, "verify", "states");
  return verify(robot, how, [&](const Advance& to) {
    progress(static_cast<std::size_t>(to.done), static_cast<std::size_t>(to.of));
    return RememberInterrupts::which() == 0;
  });
}

void run_verify(const VerifyArguments& options, Streams& streams) {
  const Robot robot = load(options.robot, options.payload, options.motors, streams);
  const int states = options.states > 0 ? options.states : usual_states(std::max(robot.dof(), 1));
  VerifyOptions how{.states = states, .seed = options.seed, .tolerance = {}, .motors = options.motors};
  if (options.tolerance > 0) how.tolerance = options.tolerance;
  const RememberInterrupts interrupts;
  const Verification v = verified(robot, how, streams);
  if (options.json)
    write_json(as_json(robot, v), streams.out);
  else
    write_table(robot, v, streams.out);
  if (!v.singular.empty())
    report(Error(ErrorKind::numerical, robot.name, v.singular).hint("run 'catena check' on the robot"),
           streams);
  if (!v.ok()) streams.code = static_cast<int>(ErrorKind::numerical);
  streams.out.flush();
  if (v.states < how.states)
    tell(fmt::format("interrupted; the results are those of the first {} of {} states", v.states, how.states),
         streams);
}

}  // namespace

void add_verify(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<VerifyArguments>();
  Command command =
      line.command("verify", "Check all methods against each other and against the identities of mechanics");
  command.robot(options->robot);
  command.number("--states", options->states, 1, kMostStates,
                 fmt::format("a whole number from 1 to {}", kMostStates),
                 "Number of random states (default: 100; fewer for more than 30 joints)", {.type = "N"});
  constexpr std::uint64_t kMostSeed = std::numeric_limits<std::uint64_t>::max();
  command.number("--seed", options->seed, std::uint64_t{0}, kMostSeed,
                 fmt::format("a whole number from 0 to {}", kMostSeed),
                 "Random seed; the same seed reproduces the table",
                 {.type = "N", .value = std::to_string(options->seed)});
  command.number("--tolerance", options->tolerance, std::numeric_limits<double>::denorm_min(),
                 std::numeric_limits<double>::max(), "a finite positive number",
                 "Residuals above it fail (default: 1000 n eps, more for rounding errors)", {.type = "X"});
  payload_option(command, options->payload);
  motors_option(command, options->motors, " in further checks");
  command.flag(
      "--json", options->json,
      "Print JSON: {\"ok\", \"residuals\": [{\"check\", \"method\", \"against\", \"worst\", ..}, ..]}");
  command.footer(kVerifyFooter);
  command.run([options, &streams] { run_verify(*options, streams); });
}

}  // namespace catena::cli
