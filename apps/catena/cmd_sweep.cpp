// SPDX-License-Identifier: Apache-2.0
// `catena sweep`: evaluates all arms of a design, into a crash-safe SQLite file.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "catena/choose/sweep/design_rows.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/core/text.hpp"
#include "catena/core/threads.hpp"
#include "catena/system/json.hpp"
#include "catena/version.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "report_option.hpp"
#include "shell_word.hpp"
#include "sweep_report.hpp"
#include "sweep_run.hpp"
#include "sweep_table.hpp"
#include "table.hpp"
#include "threads_option.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

constexpr std::int64_t kTop = 10;  // default of --top

void list_designs(bool json, Streams& streams) {
  auto all = Json::array();
  Table table({"<design", "points", "<description"});
  for (const std::string& stem : choose::designs()) {
    const choose::Design design = choose::load_design(stem);
    all.push_back(
        {{"stem", stem}, {"name", design.name()}, {"points", design.size()}, {"source", design.source()}});
    table.add({stem, std::to_string(design.size()), design.name()});
  }
  if (json) return write_json(all, streams.out);
  streams.out << table.str();
}

// A store that is resumed must have the points, parameters and criteria of its design: it may come from an untrusted
// source.
void require_head_of_design(const choose::Store& store, const choose::Design& design) {
  const choose::StoreHead expected = choose::store_head(design), &found = store.head();
  const auto wrong = [&](const std::string& given, const std::string& need) {
    throw Error(ErrorKind::io, store.path(), "the file does not fit the design that it holds")
        .given(given)
        .need(need);
  };
  if (found.points != expected.points)
    wrong(text::counted(found.points, "point"), text::counted(expected.points, "point"));
  if (found.parameters.size() != expected.parameters.size())
    wrong(text::counted(found.parameters.size(), "parameter"),
          text::counted(expected.parameters.size(), "parameter"));
  for (std::size_t k = 0; k < found.parameters.size(); ++k)
    if (found.parameters[k].name != expected.parameters[k].name ||
        found.parameters[k].words != expected.parameters[k].words)
      wrong("parameter '" + found.parameters[k].name + "'",
            "parameter '" + expected.parameters[k].name + "'");
  if (found.criteria.size() != expected.criteria.size())
    wrong(fmt::format("{} criteria", found.criteria.size()),
          fmt::format("{} criteria", expected.criteria.size()));
  for (std::size_t k = 0; k < found.criteria.size(); ++k)
    if (found.criteria[k].stem != expected.criteria[k].stem)
      wrong("criterion '" + found.criteria[k].stem + "'", "criterion '" + expected.criteria[k].stem + "'");
}

// Creates a new store, or opens the one to resume if its design is still the same.
choose::Store open_store(const choose::Design& design, const SweepOptions& options,
                         const choose::StoreRun& run, Streams& streams) {
  if (!options.resume) return choose::Store::create(options.output, choose::store_head(design), run);
  if (choose::nothing_stored(options.output)) {
    tell(options.output + ": nothing to resume; starting a new sweep", streams);
    return choose::Store::create(options.output, choose::store_head(design), run);
  }
  choose::Store store = choose::Store::resume(options.output, run);
  const std::vector<std::string> changed = choose::differences(store.head().design, design.text());
  if (!changed.empty()) {
    std::string list = changed[0];
    for (std::size_t k = 1; k < std::min<std::size_t>(changed.size(), 5); ++k) list += "; " + changed[k];
    if (changed.size() > 5) list += fmt::format("; and {} more", changed.size() - 5);
    throw Error(ErrorKind::usage, options.output, "the design has changed since the sweep was started")
        .given(list)
        .need("the same design")
        .hint(fmt::format(
            "'catena sweep {} --resume' resumes with the stored design; use another file for a new sweep",
            shell_word(options.output)));
  }
  require_head_of_design(store, design);
  if (store.version() != CATENA_VERSION)
    tell(fmt::format("{}: started with Catena {}, resumed with {}; results may differ", options.output,
                     store.version(), CATENA_VERSION),
         streams);
  return store;
}

// Writes the table and the report, which appear together, so that no kill leaves one of these rows beside one of earlier
// rows. Standard output is written row by row.
void write_table_and_report(const choose::Store& store, const choose::SweepBest& best,
                            const SweepOptions& options, Streams& streams) {
  const bool table = !options.csv.empty() && options.csv != "-", page = !options.report.empty();
  std::vector<system::FileText> files;
  if (table) {
    std::string& text = files.emplace_back(system::FileText{options.csv, {}}).text;
    write_csv(store, [&](const std::string& line) { text += line; });
  }
  if (page)
    files.push_back({options.report, report::page(sweep_report(
                                         store, best,
                                         fmt::format("catena sweep {} --report {}", shell_word(store.path()),
                                                     shell_word(options.report))))});
  write_files(std::move(files), options.force);
  if (table) tell(fmt::format("{}: {}", options.csv, text::counted(store.size(), "row")), streams);
  if (page) tell_report(options.report, streams);
  if (options.csv == "-")
    write_csv(store, [&](const std::string& line) {
      streams.out << line;
      require_written(streams.out, "standard output");
    });
}

// Shows the contents of the store in all requested formats.
void show(const choose::Store& store, const SweepDone* done, const SweepOptions& options, Streams& streams) {
  const choose::SweepBest best =
      choose::best_of(store, options.by, weights_of(options.weights, store.head()));
  for (const std::string& remark : best.remarks) tell(remark, streams);
  const std::int64_t top = options.top >= 0 ? options.top : kTop;
  write_table_and_report(store, best, options, streams);
  const std::int64_t sampled = store.sampled(), points = store.head().points;
  if (options.json) {
    Json page = {{"name", store.head().name},
                 {"store", store.path()},
                 {"points", points},
                 {"done", sampled},
                 {"rows", store.size()},
                 {"feasible", store.feasible()},
                 {"complete", done ? done->complete : sampled == points},
                 {"front", best.front.size()},
                 {"by", std::string(choose::stem(options.by))}};
    if (done) {
      page["computed"] = done->state.computed;
      page["seconds"] = done->state.seconds;
      page["threads"] = done->threads;
      page["ranks"] = done->ranks;
      auto searches = Json::array();
      for (const choose::Searched& s : done->searches)
        searches.push_back({{"start", s.start},
                            {"evaluations", s.optimum.evaluations},
                            {"best", s.best < 0 ? Json(nullptr) : Json(s.best)},
                            {"ended", s.optimum.ended}});
      page["searches"] = std::move(searches);
    }
    page["top"] = best_json(store, best, top);
    return write_json(page, streams.out);
  }
  if (options.csv == "-") return;
  print(fmt::format("{}\n  points      {} of {}, {} feasible\n", store.head().name, sampled, points,
                    store.feasible()),
        streams);
  if (done) {
    streams.out << fmt::format("  computed    {} in {}, {}{}\n", done->state.computed,
                               duration_text(done->state.seconds), text::counted(done->threads, "thread"),
                               done->ranks > 1 ? fmt::format(" in each of {} ranks", done->ranks) : "");
    for (const choose::Searched& s : done->searches)
      streams.out << fmt::format(
          "  search      from point {} {}: {}\n", s.start, s.optimum.ended,
          s.best < 0 ? "no point satisfies the constraints" : fmt::format("point {}", s.best));
  }
  print(fmt::format("  results     {}\n", store.path()), streams);
  if (!best.points.empty()) {
    streams.out << fmt::format("  front       {} not dominated by any other\n",
                               text::counted(best.front.size(), "arm"));
    if (top > 0)
      print(fmt::format("  best by {}\n\n", choose::stem(options.by)) + best_table(store, best, top),
            streams);
  }
}

void require_options(const SweepOptions& options, bool is_store) {
  if (options.csv == "-" && options.json)
    throw Error(ErrorKind::usage, "--json --csv -", "both would be written to standard output")
        .hint("name a file");
  if (is_store && !options.output.empty())
    throw Error(ErrorKind::usage, options.subject, "this file holds the results of a sweep, not a design")
        .hint("omit -o to show the results; add --resume to resume the sweep");
  if (!is_store && options.output.empty() && options.subject.ends_with(".db")) {
    std::error_code ignored;
    const bool there = std::filesystem::exists(options.subject, ignored);
    throw Error(ErrorKind::io, text::printable(options.subject),
                there ? "this file does not hold the results of a sweep" : "there is no such file")
        .need("the results that a sweep has written with -o")
        .hint("'catena sweep DESIGN -o FILE.db' computes some");
  }
  if (!is_store && options.output.empty() && !options.dry_run)
    throw Error(ErrorKind::usage, "sweep", "the file for the results is missing")
        .need("-o FILE.db")
        .hint("--dry-run only reports the number of points and the estimated time");
  if (!options.csv.empty() && options.csv != "-") require_writable(options.csv, options.force);
  require_report(options.report, options.force);
}

// What the command writes besides standard output. SQLite's own files beside the results are among them.
void require_distinct_files(const SweepOptions& options, const std::string& store, bool new_store) {
  std::vector<std::string> outputs;
  if (new_store)
    outputs.push_back(store);
  else
    require_no_stream(store);
  for (const char* const beside : {"-wal", "-shm", "-journal"}) outputs.push_back(store + beside);
  outputs.insert(outputs.end(), {options.csv, options.report});
  require_distinct(outputs);
}

// The work of rank 0, or of the only process.
void lead(SweepOptions options, choose::Team* team, Streams& streams) {
  const bool is_store = choose::is_sqlite_file(options.subject) && options.subject != options.output;
  require_options(options, is_store);
  if (is_store && !options.resume) {
    const choose::Store store = choose::Store::read(options.subject);
    require_distinct_files(options, options.subject, false);
    require_distinct_standard_output(streams);
    return show(store, nullptr, options, streams);
  }
  if (is_store) options.output = options.subject;
  const choose::Design design =
      is_store ? choose::design_of_text(choose::Store::read(options.subject).head().design)
               : choose::load_design(options.subject);
  if (options.dry_run) return dry_run(design, options, streams);
  weights_of(options.weights, choose::store_head(design));  // before anything is computed
  const int threads = team ? choose::threads_of_rank(options.threads) : thread_count(options.threads);
  require_distinct_files(options, options.output, !is_store);
  choose::Store store = open_store(design, options, {team ? team->size() : 1, threads}, streams);
  const SweepDone done = run_design(design, store, team, options, streams);
  store.close();
  show(store, &done, options, streams);
}

void run_sweep(const SweepOptions& options, Streams& streams) {
  if (options.list) return list_designs(options.json, streams);
  if (!options.given)
    throw Error(ErrorKind::usage, "sweep", "no design is given")
        .need("a design (two_link) or its file, or the results of a sweep")
        .hint("'catena sweep --list' shows the built-in designs");
  const std::unique_ptr<choose::Team> team = choose::launched_by_mpi() ? choose::mpi_team() : nullptr;
  if (team && team->rank() != 0) return serve(*team, options);
  try {
    lead(options, team && team->size() > 1 ? team.get() : nullptr, streams);
  } catch (...) {
    if (team) choose::dismiss(*team);
    throw;
  }
  if (team) choose::dismiss(*team);
}

}  // namespace

void add_sweep(CommandLine& line, Streams& streams) {
  auto o = std::make_shared<SweepOptions>();
  Command command = line.command("sweep", "Evaluate and rank all arms of a design");
  command.take("DESIGN",
               [o](const std::string& word) {
                 o->subject = word;
                 o->given = true;
               },
               "A built-in design (--list), a design file (.toml), or the results of a sweep (.db)", {});
  command.text("-o,--output", o->output, "Write the results to this SQLite file while they are computed",
               {.type = "FILE.db"});
  command.flag("--resume", o->resume, "Resume the sweep in that file: only missing points are computed");
  threads_option(command, o->threads, "Number of threads");
  command.number<double>("--commit-interval", o->commit, 0, 3600, "0 to 3600",
                         "Seconds between commits: a crash loses at most this much work",
                         {.type = "X", .value = "1", .former = {"--commit"}});
  command.flag("--dry-run", o->dry_run, "Only report the number of points and the estimated time");
  command.number<std::int64_t>("--top", o->top, 0, 1'000'000, "0 to 1000000", "Number of best arms to show",
                               {.type = "N", .value = "10"});
  using B = choose::RankBy;
  command.choice<B>("--rank-by", o->by,
                    {{"weighted_sum", B::weighted_sum},
                     {"weighted_product", B::weighted_product},
                     {"topsis", B::topsis},
                     {"vikor", B::vikor}},
                    "weighted_sum, weighted_product, topsis (default) or vikor",
                    {.type = "RANKING", .former = {"--by"}});
  command.text("--weights", o->weights, "Weights of the criteria: reach=2,workspace=0 (default: 1 each)",
               {.type = "LIST"});
  command.text("--csv", o->csv, "Write all rows to this CSV file; - writes to standard output",
               {.type = "FILE.csv"});
  report_option(command, o->report,
                "Write an HTML report: Pareto front, parallel coordinates, effects of the parameters");
  command.flag("--force", o->force, "Overwrite the files of --csv and --report; never the results");
  command.flag("--json", o->json, "Print the summary as JSON");
  command.flag("--list", o->list, "List the built-in designs");
  command.footer(
      "A sweep is crash-safe: after an interrupt, a crash or a full disk, --resume computes only the points "
      "that are "
      "missing from FILE.db. Under mpirun, the ranks share the work. Given results instead of a design, the "
      "command "
      "shows them without computing anything. docs/sweep.md describes the tables of the results, "
      "docs/design.md the "
      "design files.\n\n"
      "Example:  catena sweep two_link -o two_link.db");
  command.run([o, &streams] { run_sweep(*o, streams); });
}

}  // namespace catena::cli
