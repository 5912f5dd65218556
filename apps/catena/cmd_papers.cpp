// SPDX-License-Identifier: Apache-2.0
// `catena papers [METHOD]`: which code implements each equation of the papers, and which equations are misprinted.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/text.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "papers.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

struct PapersArguments {
  std::string method;  // or a paper
  bool json = false;
};

// "udut" for "include/catena/core/algo/udut.hpp: f".
std::vector<std::string> methods_of(const PaperRow& row) {
  std::vector<std::string> methods;
  for (std::size_t end = row.code.find(".hpp"); end != std::string::npos;
       end = row.code.find(".hpp", end + 1)) {
    const std::size_t slash = row.code.rfind('/', end);
    if (slash != std::string::npos) methods.push_back(row.code.substr(slash + 1, end - slash - 1));
  }
  return methods;
}

void require_known(const std::string& method, const std::vector<Paper>& papers) {
  std::vector<std::string> all;
  for (const Paper& paper : papers) {
    all.push_back(paper.number);
    for (const PaperRow& row : paper.rows)
      for (const std::string& name : methods_of(row)) all.push_back(name);
  }
  const std::vector<std::string_view> names(all.begin(), all.end());
  for (const std::string& file : files_of_method(method))
    if (std::find(names.begin(), names.end(), file) != names.end()) return;
  for (const Method<double>& m : library_methods())
    if (m.name == method)
      throw Error(ErrorKind::usage, fmt::format("METHOD '{}'", method),
                  "this method implements no equation of the papers")
          .hint("docs/papers/rivals.md describes textbook methods, and those that the papers compare with");
  throw Error(ErrorKind::usage, fmt::format("METHOD '{}'", text::printable(method)),
              "this is neither a paper nor a method of a paper")
      .need("000 to 004, or a method that 'catena papers' names")
      .hint(text::did_you_mean(method, names));
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

void run_papers(const PapersArguments& options, Streams& streams) {
  const std::vector<Paper> papers = parse_papers(kPapersText);
  if (!options.method.empty()) require_known(options.method, papers);
  auto list = Json::array();
  for (const Paper& paper : papers) {
    std::vector<const PaperRow*> rows;
    for (const PaperRow& row : paper.rows)
      if (options.method.empty() || options.method == paper.number || row.belongs_to(options.method))
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
  auto options = std::make_shared<PapersArguments>();
  Command command = line.command(
      "papers", "Show which code implements each equation of the papers, and which are misprinted");
  command.text("METHOD", options->method, "A method (udut) or a paper (002); default: all papers");
  command.flag("--json", options->json,
               "Print JSON: [{\"paper\", \"equation\", \"what\", \"code\", \"test\", \"status\"}, ..]");
  command.footer(
      "The same as PAPERS.md. METHOD is the short name of a method, such as udut; it is also the name of its "
      "file,\n"
      "test and page.\n\n"
      "Example:  catena papers gdahj");
  command.run([options, &streams] { run_papers(*options, streams); });
}

}  // namespace catena::cli
