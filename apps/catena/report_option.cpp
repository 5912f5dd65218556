// SPDX-License-Identifier: Apache-2.0
#include "report_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "write_file.hpp"

namespace catena::cli {

void report_option(Command& command, std::string& chosen, const std::string& description) {
  command.take("--report",
               [&chosen](const std::string& name) {
                 if (std::filesystem::path(name).extension() != ".html")
                   throw Error(ErrorKind::usage, "--report '" + name + "'",
                               "this is not the name of an HTML file")
                       .need("a name that ends in .html");
                 chosen = name;
               },
               description, {.type = "FILE.html"});
}

void require_report(const std::string& path, bool force) {
  if (path.empty()) return;
  require_writable(path, force);
}

std::string report_page(const report::Report& report, Streams& streams) {
  std::vector<std::string> told;
  for (const report::Recording& run : report.runs) {
    if (!run.robot || run.robot->missing.empty()) continue;
    if (std::find(told.begin(), told.end(), run.robot->missing) != told.end()) continue;
    told.push_back(run.robot->missing);
    tell(run.robot->missing, streams);
  }
  return report::page(report);
}

void write_report(const report::Report& page, const std::string& path, bool force, Streams& streams) {
  if (path.empty()) return;
  write_file(path, report_page(page, streams), force);
  tell_report(path, streams);
}

void tell_report(const std::string& path, Streams& streams) {
  tell(fmt::format("{}: report for a web browser", path), streams);
}

}  // namespace catena::cli
