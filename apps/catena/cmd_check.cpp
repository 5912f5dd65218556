// SPDX-License-Identifier: Apache-2.0
// `catena check ROBOT...`: the linter.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "catena/check/lint.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

struct CheckArguments {
  RobotOptions robot;
  std::vector<std::string> more;
  bool json = false;
  bool strict = false;
};

constexpr const char* kCheckFooter =
    "What is checked:\n"
    "  links   can a rigid body have this mass and inertia (signs, triangle inequality, products)?\n"
    "  scale   are masses, inertias, centres of mass and lengths consistent? Finds misplaced decimal "
    "points,\n"
    "          grams, millimetres, and degrees mistaken for radians.\n"
    "  joints  are the motor data and the limits plausible?\n"
    "  M(q)    is it singular, indefinite or ill-conditioned in 200 random configurations within the limits\n"
    "          (fewer above 100 joints, none above 1000)?\n"
    "With allow_nonphysical = true in the robot file, impossible inertias are only warnings. The exit "
    "code\n"
    "is 3 if there are errors; with --strict, also if there are warnings. For several robots, it is the "
    "largest\n"
    "of their codes.\n\n"
    "Example:  catena check puma560 stanford";

constexpr Severity kSeverities[] = {Severity::error, Severity::warning, Severity::hint};

struct Report {
  std::string spec, name;
  std::vector<Finding> findings;
  Notes notes;  // of the reader, which are no findings

  long count(Severity severity) const {
    return std::count_if(findings.begin(), findings.end(),
                         [&](const Finding& f) { return f.severity == severity; });
  }
};

Report examined(const std::string& spec, const UrdfOptions& urdf, Streams& streams) {
  Notes notes;
  const Robot robot = load_robot(spec, notes, urdf);
  std::erase_if(notes,
                [](const Note& note) { return note.kind != NoteKind::remark; });  // the linter finds them
  for (const Note& note : notes) tell(note, streams);
  return {spec, robot.name, lint(robot), std::move(notes)};
}

void write_text(const Report& report, std::ostream& out) {
  const auto line = [&](const std::string& text) { out << text::printable(text, text::kWhole) << '\n'; };
  for (const Finding& f : report.findings) {
    line(fmt::format("{}: {}: {}: {} [{}]", report.spec, name(f.severity), f.where, f.what, f.rule));
    if (!f.given.empty()) line("  given   " + f.given);
    if (!f.need.empty()) line("  need    " + f.need);
    if (!f.hint.empty()) line("  hint    " + f.hint);
  }
  std::string summary;
  for (Severity s : kSeverities)
    if (const long n = report.count(s); n > 0)
      summary += (summary.empty() ? "" : ", ") + text::counted(n, name(s));
  line(fmt::format("{}: {}", report.spec, summary.empty() ? "no problems found" : summary));
}

Json as_json(const Report& report) {
  auto findings = Json::array();
  for (const Finding& f : report.findings)
    findings.push_back({{"severity", name(f.severity)},
                        {"rule", f.rule},
                        {"where", f.where},
                        {"what", f.what},
                        {"given", f.given},
                        {"need", f.need},
                        {"hint", f.hint}});
  return {{"robot", report.spec},
          {"name", report.name},
          {"errors", report.count(Severity::error)},
          {"warnings", report.count(Severity::warning)},
          {"hints", report.count(Severity::hint)},
          {"findings", findings},
          {"notes", notes_json(report.notes)}};
}

void run_check(const CheckArguments& options, Streams& streams) {
  std::vector<std::string> specs = {options.robot.spec};
  specs.insert(specs.end(), options.more.begin(), options.more.end());
  auto list = Json::array();
  for (const std::string& spec : specs) try {
      const Report report = examined(spec, options.robot.urdf, streams);
      if (options.json)
        list.push_back(as_json(report));
      else
        write_text(report, streams.out);
      const long bad = report.count(Severity::error) + (options.strict ? report.count(Severity::warning) : 0);
      if (bad > 0) worsen(streams, static_cast<int>(ErrorKind::model));
    } catch (const Error& e) {  // the other robots are still checked
      if (options.json) list.push_back({{"robot", spec}, {"error", e.what()}, {"code", e.exit_code()}});
      cli::report(e, streams);
      worsen(streams, e.exit_code());
    }
  if (options.json) write_json(list, streams.out);
}

}  // namespace

void add_check(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<CheckArguments>();
  Command command = line.command("check", "Find impossible or suspicious data in robot models");
  command.robot(options->robot);
  command.words("MORE", options->more, "Further robots");
  command.flag("--strict", options->strict, "Treat warnings as errors");
  command.flag("--json", options->json,
               "Print JSON: [{\"robot\", \"errors\", \"findings\": [{\"severity\", \"rule\", ..}, ..]}, ..]");
  command.footer(kCheckFooter);
  command.run([options, &streams] { run_check(*options, streams); });
}

}  // namespace catena::cli
