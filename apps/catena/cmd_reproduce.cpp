// SPDX-License-Identifier: Apache-2.0
// `catena reproduce [PAPER...]`: repeats the operation counts, simulations and figures of the papers, beside what they
// print.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <system_error>

#include "catena/core/text.hpp"
#include "command.hpp"
#include "interrupts.hpp"
#include "json_page.hpp"
#include "progress.hpp"
#include "report_option.hpp"
#include "reproduce_report.hpp"
#include "reproduction.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

struct ReproduceArguments {
  std::vector<std::string> papers;
  std::string folder, report;
  bool no_times = false, force = false, json = false;
};

constexpr const char* kReproduceFooter =
    "Operation counts are measured by running the algorithms on operation-counting scalars; the simulations "
    "are "
    "run. The "
    "figures of 000 and the simulations of 002 are timed, which takes some seconds and differs from run to "
    "run; --no-times leaves them "
    "out. With "
    "-o DIR, the page is DIR/reproduction.md and the figures are in DIR/reproduction. After an "
    "interrupt, finished parts are kept.\n\n"
    "Example:  catena reproduce 002 --no-times --report out.html";

// The papers in their order, each once; all if none is named.
std::vector<std::string> chosen(const std::vector<std::string>& named) {
  const std::span<const std::string_view> all = paper_numbers();
  for (const std::string& paper : named)
    if (std::find(all.begin(), all.end(), paper) == all.end())
      throw Error(ErrorKind::usage, fmt::format("PAPER '{}'", text::printable(paper)), "unknown paper")
          .need("000 to 004")
          .hint("'catena papers' lists them");
  std::vector<std::string> papers;
  for (const std::string_view paper : all)
    if (named.empty() || std::find(named.begin(), named.end(), paper) != named.end())
      papers.emplace_back(paper);
  return papers;
}

// Writes the page and the figures into a folder.
class Output {
 public:
  Output(const std::string& folder, const std::vector<std::string>& papers, bool times, bool simulations,
         bool force)
      : folder_(folder), force_(force) {
    std::vector<std::string> names;
    if (times) names = {kCsv, kTimes, kVectorTimes, kErrors};
    if (simulations) names.emplace_back(kSimulations);
    for (const std::string& paper : papers)
      for (const std::vector<std::string>& stems : {figure_stems(paper), diagram_stems(paper)})
        for (const std::string& stem : stems) names.push_back(drawing(stem));
    std::error_code error;
    fs::create_directories(names.empty() ? folder_ : folder_ / kFigures, error);
    if (error) throw Error(ErrorKind::io, folder, "the folder cannot be created").given(error.message());
    names.emplace_back(kPage);
    for (const std::string& name : names) {  // before anything is measured
      require_writable(path(name), force);
      paths_.push_back(path(name));
    }
  }

  void write_page(const std::string& text) {
    write_file(path(kPage), text, force_ || written_);
    written_ = true;
  }
  void write_figures(const std::vector<RaceLap>& laps, const std::vector<RaceErrors>& errors) const {
    write_files({{path(kCsv), race_csv(laps)},
                 {path(kTimes), race_times_svg(laps)},
                 {path(kVectorTimes), race_vector_svg(laps)},
                 {path(kErrors), race_errors_svg(errors)}},
                force_);
  }
  void write_times(const std::vector<SimulationTimes>& times) const {
    write_file(path(kSimulations), simulation_times_csv(times), force_);
  }
  void write_figures(const PaperSection& paper) const {
    std::vector<system::FileText> files;
    for (const Diagram& d : paper.diagrams) files.push_back({path(drawing(d.stem)), d.svg});
    if (paper.figures)
      for (const Figure& figure : paper.figures->figures)
        files.push_back({path(drawing(figure.stem)), figure.svg()});
    write_files(std::move(files), force_);
  }

  const std::vector<std::string>& paths() const { return paths_; }

  static constexpr const char* kFigures = "reproduction";

 private:
  static constexpr const char* kPage = "reproduction.md";
  static constexpr const char* kCsv = "reproduction/000_times.csv";
  static constexpr const char* kTimes = "reproduction/000_times.svg";
  static constexpr const char* kVectorTimes = "reproduction/000_vector_times.svg";
  static constexpr const char* kErrors = "reproduction/000_errors.svg";
  static constexpr const char* kSimulations = "reproduction/002_times.csv";

  static std::string drawing(const std::string& stem) { return fmt::format("{}/{}.svg", kFigures, stem); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
  std::vector<std::string> paths_;
  bool force_, written_ = false;
};

bool interrupted() { return RememberInterrupts::which() != 0; }

Watch shown_by(Progress& progress) {
  return [&progress](const Advance& to) {
    progress(static_cast<std::size_t>(to.done), static_cast<std::size_t>(to.of));
    return !interrupted();
  };
}

std::vector<RaceLap> race(Streams& streams) {
  Progress progress(streams.err, "reproduce", "numbers of joints timed");
  return inertia_race({}, shown_by(progress));
}

std::vector<SimulationTimes> timed_simulations(Streams& streams) {
  Progress progress(streams.err, "reproduce", "arms of 002 timed");
  return simulation_times({}, shown_by(progress));
}

PaperFigures simulated(const std::string& paper, Streams& streams) {
  Progress progress(streams.err, "reproduce", fmt::format("parts of {} simulated", paper));
  return paper_figures(paper, {}, shown_by(progress));
}

std::string command_line(const ReproduceArguments& options) {
  std::string line = "catena reproduce";
  for (const std::string& paper : options.papers) line += ' ' + paper;
  return line + (options.no_times ? " --no-times" : "") + " --report out.html";
}

void run_reproduce(const ReproduceArguments& options, Streams& streams) {
  const std::vector<std::string> papers = chosen(options.papers);
  const bool times = !options.no_times && papers.front() == "000", files = !options.folder.empty(),
             simulations =
                 !options.no_times && std::find(papers.begin(), papers.end(), "002") != papers.end();
  if (options.json && files)
    throw Error(ErrorKind::usage, "--json --output", "JSON goes to standard output").hint("omit one of them");
  require_report(options.report, options.force);
  std::optional<Output> output;
  if (files) output.emplace(options.folder, papers, times, simulations, options.force);
  std::vector<std::string> all = output ? output->paths() : std::vector<std::string>();
  all.push_back(options.report);
  require_distinct(all);
  const std::string figures = output ? Output::kFigures : "";

  const RememberInterrupts remember;
  Reproduction found;
  std::string sections, page;
  for (const std::string& paper : papers) {
    if (interrupted()) break;
    PaperSection section{paper_counts(paper), paper_claims(paper), paper_diagrams(paper), std::nullopt};
    if (has_figures(paper)) section.figures = simulated(paper, streams);
    found.papers.push_back(std::move(section));
    sections += paper_page(found.papers.back(), figures);
    page = head_page(found.papers) + sections;
    if (output) output->write_figures(found.papers.back());
    if (output) output->write_page(page);  // finished papers are written before the next one starts
  }
  if (times && !interrupted()) {
    found.errors = inertia_errors();
    found.laps = race(streams);
    sections += figures_page(found.laps, found.errors, figures, interrupted());
    page = head_page(found.papers, found.timed()) + sections;
    if (output && !found.laps.empty()) output->write_figures(found.laps, found.errors);
    if (output) output->write_page(page);
  }
  if (simulations && !interrupted()) {
    found.simulations = timed_simulations(streams);
    sections += simulation_times_page(found.simulations, figures);
    page = head_page(found.papers, found.timed(), found.simulated()) + sections;
    if (output && !found.simulations.empty()) output->write_times(found.simulations);
    if (output) output->write_page(page);
  }
  if (!options.report.empty())
    write_report(reproduction_report(found, command_line(options)), options.report, options.force, streams);
  if (options.json)
    write_json(as_json(found), streams.out);
  else if (!output && options.report.empty())
    streams.out << page;
  streams.out.flush();
  if (interrupted()) tell("interrupted; the finished parts are complete", streams);
}

}  // namespace

void add_reproduce(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<ReproduceArguments>();
  Command command =
      line.command("reproduce", "Repeat the measurements of the papers and compare with the printed values");
  command.words("PAPER", options->papers, "000 to 004 (default: all)");
  command.folder("-o,--output", options->folder, "Write the page and the figures into this folder");
  report_option(command, options->report, "Write an HTML report: verdicts, figures, the moving arm");
  command.flag("--force", options->force, "Overwrite existing files");
  command.flag("--no-times", options->no_times,
               "Leave out timings, so that the output is the same on every machine");
  command.flag("--json", options->json,
               "Print JSON: [{\"paper\", \"table\", \"row\", \"printed\", \"measured\", \"remark\"}, ..]");
  command.footer(kReproduceFooter);
  command.run([options, &streams] { run_reproduce(*options, streams); });
}

}  // namespace catena::cli
