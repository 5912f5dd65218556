// SPDX-License-Identifier: Apache-2.0
// `catena methods`: lists the methods of each quantity.
#include <fmt/format.h>

#include <ostream>

#include "catena/core/library_methods.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "json_page.hpp"

namespace catena::cli {
namespace {

struct Options {
  bool json = false;
};

void run(const Options& options, Streams& streams) {
  if (options.json) {
    auto list = Json::object();
    for (const Method<double>& m : library_methods())
      list[std::string(info(m.quantity).name)].push_back(m.stem);
    return write_json(list, streams.out);
  }
  for (const QuantityInfo& quantity : kQuantities) {
    streams.out << fmt::format("{:<20} {}\n", quantity.name, quantity.what);
    for (const Method<double>& m : library_methods())
      if (m.quantity == quantity.quantity) streams.out << fmt::format("  {:<18} {}\n", m.stem, m.summary);
  }
}

}  // namespace

void add_methods(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<Options>();
  Command command = line.command("methods", "List the quantities and the methods that compute them");
  command.flag("--json", options->json, "Print JSON: {\"inertia\": [\"crba\", ..], ..}");
  command.footer(
      "A method is one way to compute a quantity. Its short name, such as udut, is also the name of its "
      "file, test\n"
      "and page. Pass it to other commands as --method.\n\n"
      "Example:  catena methods --json");
  command.run([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
