// SPDX-License-Identifier: Apache-2.0
// `catena compare`: compares arms by criteria and ranks them.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/text.hpp"
#include "catena/report/report.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "compare_table.hpp"
#include "doubts.hpp"
#include "json_page.hpp"
#include "payload_option.hpp"
#include "progress.hpp"
#include "report_option.hpp"
#include "table.hpp"
#include "threads_option.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

using choose::Criterion;
using choose::Scores;

void list_criteria(bool json, Streams& streams) {
  const std::vector<const Criterion*> defaults = default_criteria();
  const auto by_default = [&](const Criterion& c) {
    return std::any_of(defaults.begin(), defaults.end(),
                       [&](const Criterion* d) { return d->stem == c.stem; });
  };
  if (json) {
    auto all = Json::array();
    for (const Criterion& c : choose::criteria())
      all.push_back({{"stem", c.stem},
                     {"unit", c.unit},
                     {"better", c.better == choose::Better::more ? "more" : "less"},
                     {"what", c.what},
                     {"sampled", c.sampled},
                     {"timed", c.timed},
                     {"motion", c.on_path},
                     {"motors", c.motors},
                     {"default", by_default(c)}});
    return write_json(all, streams.out);
  }
  Table table({"<", "<criterion", "<unit", "<better", "<evaluation", "<meaning"});
  for (const Criterion& c : choose::criteria())
    table.add({by_default(c) ? "*" : "", std::string(c.stem), choose::unit_text(c.unit), better_text(c),
               c.timed     ? "timed"
               : c.sampled ? "sampled"
                           : "exact",
               std::string(c.what)});
  streams.out << table.str()
              << "\n* compared by default, if neither --criteria nor --weights is given; shoulder_reach is "
                 "then only shown\n";
}

Scores evaluated(const ComparePlan& plan, const std::vector<Arm>& arms, Streams& streams) {
  Progress progress(streams.err, "compare", "arms");
  const auto watch = [&](const Advance& to) {
    progress(static_cast<std::size_t>(to.done), static_cast<std::size_t>(to.of));
    return true;  // an interrupt ends the program: there is nothing to keep
  };
  return choose::evaluate(arms, plan.question.criteria, plan.task, watch);
}

void run_compare(const CompareOptions& options, Streams& streams) {
  if (options.json && options.markdown)
    throw Error(ErrorKind::usage, "--json --markdown", "only one output format can be chosen")
        .hint("omit one of them");
  if (options.list) return list_criteria(options.json, streams);
  ComparePlan planned = plan(options);
  require_report(options.report, options.force);
  std::vector<Arm> arms;  // all robots are read before anything is computed
  for (const std::string& spec : planned.specs) {
    RobotOptions one = options.robot;
    one.spec = spec;
    arms.emplace_back(load(one, streams));
    if (planned.task.trajectory && planned.task.trajectory->dof() != arms.back().dof())
      throw Error(ErrorKind::usage, fmt::format("--trajectory '{}'", planned.trajectory),
                  fmt::format("the trajectory does not fit '{}'", spec))
          .given(text::counted(planned.task.trajectory->dof(), "joint"))
          .need(text::counted(arms.back().dof(), "joint"));
  }
  require_distinct({&options.report, 1});
  Scores scores = evaluated(planned, arms, streams);
  Compared all{std::move(planned), std::move(arms), {}, std::move(scores), {}, {}};
  for (std::size_t i = 0; i < all.arms.size(); ++i) {
    const Robot& robot = all.arms[i].robot();
    all.entrants.push_back({all.plan.names[i], &robot, {}, doubts(robot)});
    if (all.plan.has_motion()) all.entrants.back().motion = choose::motion_limits(all.arms[i], all.plan.task);
  }
  all.result = choose::compare(all.scores, all.entrants, all.plan.question);
  all.verdict = choose::verdict(all.result, all.entrants, all.plan.question);

  if (options.json)
    write_json(comparison_json(all), streams.out);
  else
    print(comparison_text(all, options.markdown), streams);
  if (!options.report.empty()) {
    const choose::ComparisonPlots plots =
        choose::comparison_plots(all.arms, all.plan.task, all.scores, all.plan.question, all.result);
    write_file(options.report, report_page(comparison_report(all, plots, command_line(options)), streams),
               options.force);
    tell(fmt::format("{}: report of the comparison, for a web browser", options.report), streams);
  }
}

}  // namespace

void add_compare(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<CompareOptions>();
  Command command = line.command("compare", "Compare arms by criteria and rank them");
  command.robot(o->robot, false);
  command.words("MORE", o->more, "Further robots");
  command.text("--criteria", o->criteria, "Criteria to compare by (default: those that --list marks)",
               {.type = "CRITERION,.."});
  command.text("--weights", o->weights,
               "Weights of the criteria (default: 1); without --criteria, these are compared",
               {.type = "CRITERION=X,.."});
  command.words("--require", o->require,
                "Requirement on ranked arms, such as 'reach>=0.8' or joint_limits; can be repeated",
                {.type = "CONDITION"});
  command.choice<choose::Missing>(
      "--missing", o->missing,
      {{"skip-criterion", choose::Missing::skip_criterion}, {"skip-arm", choose::Missing::skip_arm}},
      "What to leave out of the ranking if a value is unavailable (default: skip-criterion)",
      {.former = {"--untold", {{"criterion", "skip-criterion"}, {"arm", "skip-arm"}}}});
  command.number("--samples", o->samples, 2, 100'000'000, "a whole number from 2 to 100000000",
                 "Number of random states for sampled criteria",
                 {.type = "N", .value = std::to_string(o->samples)});
  command.number<std::uint64_t>("--seed", o->seed, 0, ~std::uint64_t{0}, "a whole number, 0 or more",
                                "Random seed; the same seed reproduces the table",
                                {.type = "N", .value = "1"});
  payload_option(command, o->payload);
  command.text("--trajectory", o->trajectory,
               "Motion for torques and energies (default: each joint by π, or its range if less)",
               {.type = "SCENARIO"});
  motors_option(command, o->motors, "; the default here");
  command.flag("--without-motors", o->without_motors,
               "Leave out the motors of the robot files, which are included by default");
  command.text("--characteristic-length", o->length,
               "Weighs rotation against translation in condition numbers (default: the reach)",
               {.type = "LENGTH", .former = {"--length"}});
  threads_option(command, o->threads, "Number of arms evaluated at the same time");
  command.flag("--markdown", o->markdown, "Print the tables in Markdown");
  command.flag("--json", o->json, "Print everything as JSON (docs/compare.md)");
  report_option(command, o->report, "Write an HTML report with the arms side by side, plots and tables");
  command.flag("--force", o->force, "Overwrite existing files");
  command.flag("--list", o->list, "List the criteria");
  command.footer(
      "Arms that fail a requirement are not ranked; a requirement that cannot be evaluated counts as failed. "
      "Arms that exceed a limit in the motion are not ranked either, and arms whose files lack limits are "
      "listed "
      "separately. The other arms are ranked by weighted sum, weighted product, TOPSIS and VIKOR. "
      "docs/compare.md explains "
      "the "
      "rankings and what the result depends on.\n\n"
      "Example:  catena compare rtx stanford_004 --require 'reach>=0.8'");
  command.run([o, &streams] { run_compare(*o, streams); });
}

}  // namespace catena::cli
