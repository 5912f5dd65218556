// SPDX-License-Identifier: Apache-2.0
// The shell around the commands: parses, runs one, reports what went wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <ostream>

#include "catena/io/load.hpp"
#include "command.hpp"
#include "table.hpp"
#include "usage.hpp"

namespace catena::cli {
namespace {

void add_commands(CLI::App& app, Streams& streams) {
  add_info(app, streams);
  add_check(app, streams);
  add_convert(app, streams);
  add_eval(app, streams);
  add_methods(app, streams);
  add_verify(app, streams);
  add_count(app, streams);
  add_papers(app, streams);
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    command->footer(fitted(command->get_footer()));
  }
}

void dress(CLI::App& app) {
  const auto formatter = std::make_shared<CLI::Formatter>();
  formatter->column_width(26);
  formatter->label("REQUIRED", "");
  formatter->label("Positionals", "Arguments");
  formatter->label("SUBCOMMAND", "COMMAND");
  formatter->label("OPTIONS", "options");
  app.formatter(formatter);
  app.name("catena");
  app.set_version_flag("--version", "catena " CATENA_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.footer(
      "ROBOT is a robot of the catalogue ('catena info' lists it), a file (.toml, .urdf) or a generated one\n"
      "(chain:30, mixed:12, snake:100, planar:2). 'catena COMMAND --help' says more.\n"
      "Exit codes: 0 ok, 2 usage, 3 model, 4 numerical, 5 input/output, 70 our bug.\n\n"
      "Example:  catena info puma560");
}

void parse(CLI::App& app, std::vector<std::string> args, Streams& streams) {
  if (args.empty()) {
    streams.out << app.help();
    return;
  }
  require_verb(app, args);
  std::reverse(args.begin(), args.end());
  try {
    app.parse(std::move(args));
  } catch (const CLI::Success& e) {  // help or version
    app.exit(e, streams.out, streams.err);
  } catch (const CLI::ParseError& e) {
    throw usage_error(app, e);
  }
}

int report(const Error& e, Streams& streams) {
  streams.err << "catena: error: " << e.what() << '\n';
  return e.exit_code();
}

}  // namespace

void add_robot_options(CLI::App& command, RobotOptions& options) {
  command.add_option("ROBOT", options.spec, "A catalogue stem (puma560), a file (.toml, .urdf) or chain:N")
      ->required()
      ->type_name("");
  command.add_option("--base", options.urdf.base, "URDF: first link of the chain (default: the root)")
      ->type_name("LINK");
  command.add_option("--tip", options.urdf.tip, "URDF: last link of the chain (default: end of the longest)")
      ->type_name("LINK");
  using Branches = UrdfOptions::Branches;
  add_choice<Branches>(command, "--branches", options.urdf.branches,
                       {{"lump", Branches::lump}, {"drop", Branches::drop}},
                       "URDF: what hangs off the chain: lump (locked at zero) or drop");
}

Robot load(const RobotOptions& options, Streams& streams) {
  Notes notes;
  Robot robot = load_robot(options.spec, notes, options.urdf);
  int impossible = 0;  // these are for 'check' to tell, one line is enough here
  for (const Note& note : notes)
    if (note.what.find("not physically possible") != std::string::npos)
      ++impossible;
    else
      streams.err << fmt::format("catena: note: {}: {}\n", note.where, note.what);
  if (impossible > 0)
    streams.err << fmt::format(
        "catena: note: {}: {} of {} bodies cannot exist, as the file allows; see 'catena check'\n",
        options.spec, impossible, robot.links.size());
  return robot;
}

void require_written(std::ostream& out, const std::string& where) {
  if (out) return;
  const int reason = errno;
  if (reason == EPIPE) throw ReaderGone{};
  throw Error(ErrorKind::io, where, "cannot write").given(reason != 0 ? std::strerror(reason) : "");
}

int run(std::vector<std::string> args, Streams streams) {
  CLI::App app("Dynamics of robot arms");
  dress(app);
  add_commands(app, streams);
  try {
    parse(app, std::move(args), streams);
    if (streams.out) errno = 0;  // else it tells why an earlier write failed
    streams.out.flush();
    require_written(streams.out, "standard output");
    return streams.code;
  } catch (const ReaderGone&) {
    return streams.code;
  } catch (const Error& e) {
    return report(e, streams);
  } catch (const std::bad_alloc&) {
    return report(Error(ErrorKind::numerical, "", "not enough memory"), streams);
  } catch (const std::exception& e) {
    streams.err << "catena: bug: " << e.what() << '\n';
    return static_cast<int>(ErrorKind::bug);
  }
}

}  // namespace catena::cli
