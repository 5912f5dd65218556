// SPDX-License-Identifier: Apache-2.0
// `catena sweep`: all arms of a design, to a file that survives everything.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "catena/choose/sweep/design_rows.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/version.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "report_option.hpp"
#include "shell_word.hpp"
#include "sweep_report.hpp"
#include "sweep_run.hpp"
#include "sweep_table.hpp"
#include "table.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

constexpr std::int64_t kTop = 10;  // shown where none is said

void list_designs(bool json, Streams& streams) {
  auto all = nlohmann::ordered_json::array();
  Table table({"<design", "points", "<what"});
  for (const std::string& stem : choose::designs()) {
    const choose::Design design = choose::load_design(stem);
    all.push_back(
        {{"stem", stem}, {"name", design.name()}, {"points", design.size()}, {"source", design.source()}});
    table.add({stem, std::to_string(design.size()), design.name()});
  }
  if (json) return write_json(all, streams.out);
  streams.out << table.str();
}

// A new store, or the one that is to be continued, if the design is still the same.
choose::Store open_store(const choose::Design& design, const SweepOptions& options,
                         const choose::StoreRun& run, Streams& streams) {
  if (!options.resume) return choose::Store::create(options.output, choose::store_head(design), run);
  if (choose::nothing_stored(options.output)) {
    tell(options.output + ": nothing to continue, the sweep begins", streams);
    return choose::Store::create(options.output, choose::store_head(design), run);
  }
  choose::Store store = choose::Store::resume(options.output, run);
  const std::vector<std::string> changed = choose::differences(store.head().design, design.text());
  if (!changed.empty()) {
    std::string list = changed[0];
    for (std::size_t k = 1; k < std::min<std::size_t>(changed.size(), 5); ++k) list += "; " + changed[k];
    if (changed.size() > 5) list += fmt::format("; and {} more", changed.size() - 5);
    throw Error(ErrorKind::usage, options.output, "the design has changed since this sweep began")
        .given(list)
        .need("the same design")
        .hint(fmt::format("'catena sweep {} --resume' continues as it began; another file begins anew",
                          shell_word(options.output)));
  }
  if (store.version() != CATENA_VERSION)
    tell(fmt::format("{}: begun by Catena {}, continued by {}: results may differ", options.output,
                     store.version(), CATENA_VERSION),
         streams);
  return store;
}

// The whole of it or nothing; a row at a time, for there may be many.
void write_csv_file(const choose::Store& store, const std::string& path, bool force, Streams& streams) {
  if (path == "-") return write_csv(store, [&](const std::string& line) { streams.out << line; });
  std::string text;
  write_csv(store, [&](const std::string& line) { text += line; });
  write_file(path, text, force);
  tell(fmt::format("{}: {}", path, counted(static_cast<long>(store.size()), "row")), streams);
}

// What is in the store, in all the ways that were asked for.
void show(const choose::Store& store, const SweepDone* done, const SweepOptions& options, Streams& streams) {
  const choose::SweepBest best =
      choose::best_of(store, options.by, weights_of(options.weights, store.head()));
  for (const std::string& remark : best.remarks) tell(remark, streams);
  const std::int64_t top = options.top >= 0 ? options.top : kTop;
  if (!options.csv.empty()) write_csv_file(store, options.csv, options.force, streams);
  if (!options.report.empty())
    write_report(sweep_report(store, best,
                              fmt::format("catena sweep {} --report {}", shell_word(store.path()),
                                          shell_word(options.report))),
                 options.report, options.force, streams);
  const std::int64_t sampled = store.sampled(), points = store.head().points;
  if (options.json) {
    nlohmann::ordered_json page = {{"name", store.head().name},
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
      auto searches = nlohmann::ordered_json::array();
      for (const choose::Searched& s : done->searches)
        searches.push_back(
            {{"start", s.start},
             {"evaluations", s.optimum.evaluations},
             {"best", s.best < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(s.best)},
             {"ended", s.optimum.ended}});
      page["searches"] = std::move(searches);
    }
    page["top"] = best_json(store, best, top);
    return write_json(page, streams.out);
  }
  if (options.csv == "-") return;
  streams.out << fmt::format("{}\n  points      {} of {}, {} feasible\n", store.head().name, sampled, points,
                             store.feasible());
  if (done) {
    streams.out << fmt::format("  computed    {} in {}, {}{}\n", done->state.computed,
                               duration_text(done->state.seconds), counted(done->threads, "thread"),
                               done->ranks > 1 ? fmt::format(" in each of {} ranks", done->ranks) : "");
    for (const choose::Searched& s : done->searches)
      streams.out << fmt::format("  search      from point {} {}: {}\n", s.start, s.optimum.ended,
                                 s.best < 0 ? "none keeps the constraints" : fmt::format("point {}", s.best));
  }
  streams.out << fmt::format("  results     {}\n", store.path());
  if (!best.points.empty()) {
    streams.out << fmt::format("  front       {} that none beats in every respect\n",
                               counted(static_cast<long>(best.front.size()), "arm"));
    if (top > 0)
      streams.out << fmt::format("  best by {}\n\n", choose::stem(options.by))
                  << best_table(store, best, top);
  }
}

void require_options(const SweepOptions& options, bool is_store) {
  if (options.csv == "-" && options.json)
    throw Error(ErrorKind::usage, "--json --csv -", "both would go to standard output").hint("name a file");
  if (is_store && !options.output.empty())
    throw Error(ErrorKind::usage, options.subject, "this is the results of a sweep, not a design")
        .hint("leave -o out: what is in it is shown, or continued with --resume");
  if (!is_store && options.output.empty() && !options.dry_run)
    throw Error(ErrorKind::usage, "sweep", "no file for the results")
        .need("-o FILE.db")
        .hint("--dry-run only says how many points there are, and how long they take");
  if (!options.csv.empty() && options.csv != "-") require_writable(options.csv, options.force);
  require_report(options.report, options.force);
}

// All but the work of the other ranks.
void lead(SweepOptions options, choose::Team* team, Streams& streams) {
  const bool is_store = choose::is_sqlite_file(options.subject) && options.subject != options.output;
  require_options(options, is_store);
  if (is_store && !options.resume) {
    const choose::Store store = choose::Store::read(options.subject);
    return show(store, nullptr, options, streams);
  }
  if (is_store) options.output = options.subject;
  const choose::Design design =
      is_store ? choose::design_of_text(choose::Store::read(options.subject).head().design)
               : choose::load_design(options.subject);
  if (options.dry_run) return dry_run(design, options, streams);
  weights_of(options.weights, choose::store_head(design));  // before anything is computed
  const int threads = options.threads > 0 ? options.threads : choose::default_threads(team != nullptr);
  choose::Store store = open_store(design, options, {team ? team->size() : 1, threads}, streams);
  const SweepDone done = run_design(design, store, team, options, streams);
  store.close();
  show(store, &done, options, streams);
}

void run(const SweepOptions& options, Streams& streams) {
  if (options.list) return list_designs(options.json, streams);
  if (!options.given)
    throw Error(ErrorKind::usage, "sweep", "no design")
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
  Command command = line.command("sweep", "Explore a design space");
  command.take("DESIGN",
               [o](const std::string& word) {
                 o->subject = word;
                 o->given = true;
               },
               "A built-in design (--list), a design file (.toml), or the results of a sweep", {});
  command.text("-o,--output", o->output, "Write the results to this SQLite file, as they come",
               {.type = "FILE.db"});
  command.flag("--resume", o->resume, "Continue the sweep in that file");
  command.number<int>("--threads", o->threads, 1, 1024, "1 to 1024",
                      "Threads that compute (default: all cores)", {.type = "N"});
  command.number<double>("--commit", o->commit, 0, 3600, "0 to 3600",
                         "Seconds of work that a sudden end may cost", {.type = "X", .value = "1"});
  command.flag("--dry-run", o->dry_run, "Say how many points there are and how long they take");
  command.number<std::int64_t>("--top", o->top, 0, 1'000'000, "0 to 1000000", "How many of the best to show",
                               {.type = "N", .value = "10"});
  using B = choose::RankBy;
  command.choice<B>("--by", o->by,
                    {{"weighted_sum", B::weighted_sum},
                     {"weighted_product", B::weighted_product},
                     {"topsis", B::topsis},
                     {"vikor", B::vikor}},
                    "What the best are the best by (default: topsis)", {.type = "RANKING"});
  command.text("--weights", o->weights, "Weights of the criteria: reach=2,mass=0 (default: 1 each)",
               {.type = "LIST"});
  command.text("--csv", o->csv, "Write all rows to this file; - for here", {.type = "FILE.csv"});
  report_option(command, o->report, "Write a page with the front, parallel coordinates and effects");
  command.flag("--force", o->force, "Replace the files of --csv and --report; never the results");
  command.flag("--json", o->json, "The summary as JSON");
  command.flag("--list", o->list, "List the built-in designs");
  command.footer(
      "What is in FILE.db is never lost: after an interrupt, a crash or a full disk --resume goes on where "
      "it was. Under "
      "mpirun the ranks share the work. With the results instead of a design it computes nothing and shows "
      "them; "
      "docs/sweep.md describes their tables, docs/design.md the design files.\n\n"
      "Example:  catena sweep two_link -o two_link.db");
  command.run([o, &streams] { run(*o, streams); });
}

}  // namespace catena::cli
