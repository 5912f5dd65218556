// SPDX-License-Identifier: Apache-2.0
// `catena papers [STEM]`: which equation of which paper is computed where, and what is misprinted.
#include <fmt/format.h>

#include <ostream>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/text.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "papers.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

struct Options {
  std::string stem;
  bool json = false;
};

// The stem of "include/catena/core/algo/udut.hpp: f", or nothing.
std::vector<std::string> stems_of(const PaperRow& row) {
  std::vector<std::string> stems;
  for (std::size_t end = row.code.find(".hpp"); end != std::string::npos;
       end = row.code.find(".hpp", end + 1)) {
    const std::size_t slash = row.code.rfind('/', end);
    if (slash != std::string::npos) stems.push_back(row.code.substr(slash + 1, end - slash - 1));
  }
  return stems;
}

void require_known(const std::string& stem, const std::vector<Paper>& papers) {
  std::vector<std::string> all;
  for (const Paper& paper : papers) {
    all.push_back(paper.number);
    for (const PaperRow& row : paper.rows)
      for (const std::string& s : stems_of(row)) all.push_back(s);
  }
  const std::vector<std::string_view> names(all.begin(), all.end());
  for (std::string_view name : names)
    if (name == stem) return;
  for (const Method<double>& m : library_methods())
    if (m.stem == stem)
      throw Error(ErrorKind::usage, fmt::format("STEM '{}'", stem), "no equation of the papers is its own")
          .hint("it is a textbook method or a rival in the papers' tables: docs/papers/rivals.md");
  throw Error(ErrorKind::usage, fmt::format("STEM '{}'", text::printable(stem)),
              "no paper and no stem of one")
      .need("000 to 004, or a stem that 'catena papers' names")
      .hint(text::did_you_mean(stem, names));
}

void write_text(const Paper& paper, const std::vector<const PaperRow*>& rows, std::ostream& out) {
  out << wrapped(fmt::format("{}  {}", paper.number, paper.title), 5) << '\n';
  for (const PaperRow* row : rows) {
    out << "  " << wrapped(fmt::format("{:<6} {}", row->equation, row->what), 9) << '\n';
    if (row->code != "-") out << "         " << wrapped(row->code, 11) << '\n';
    if (row->status != "as printed") out << "         " << wrapped(row->status, 11) << '\n';
  }
  out << '\n';
}

void run(const Options& options, Streams& streams) {
  const std::vector<Paper> papers = parse_papers(kPapersText);
  if (!options.stem.empty()) require_known(options.stem, papers);
  auto list = nlohmann::ordered_json::array();
  for (const Paper& paper : papers) {
    std::vector<const PaperRow*> rows;
    for (const PaperRow& row : paper.rows)
      if (options.stem.empty() || options.stem == paper.number || row.belongs_to(options.stem))
        rows.push_back(&row);
    if (rows.empty()) continue;
    if (!options.json) {
      write_text(paper, rows, streams.out);
      continue;
    }
    for (const PaperRow* row : rows)
      list.push_back({{"paper", row->paper},
                      {"equation", row->equation},
                      {"what", row->what},
                      {"code", row->code},
                      {"test", row->test},
                      {"status", row->status}});
  }
  if (options.json) write_json(list, streams.out);
}

}  // namespace

void add_papers(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<Options>();
  Command command = line.command("papers", "Map the papers' equations to the code, with their misprints");
  command.text("STEM", options->stem, "A stem (udut) or a paper (002); default: all");
  command.flag("--json", options->json,
               "As [{\"paper\", \"equation\", \"what\", \"code\", \"test\", \"status\"}, ..]");
  command.footer("The same as PAPERS.md. Example:  catena papers gdahj");
  command.run([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
