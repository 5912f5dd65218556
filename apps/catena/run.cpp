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
#include "util/text.hpp"

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
  add_reproduce(app, streams);
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

CLI::Option* add_file(CLI::App& command, const std::string& option, std::string& file,
                      const std::string& description) {
  const auto choose = [option, &file](const std::string& name) {
    if (name.empty())
      throw Error(ErrorKind::usage, option.substr(option.find("--")), "the name is empty")
          .need("the name of a file, or - for the standard stream");
    file = name == "-" ? "" : name;
  };
  return command.add_option_function<std::string>(option, choose, description)->type_name("FILE");
}

Robot load(const RobotOptions& options, Streams& streams) {
  Notes notes;
  Robot robot = load_robot(options.spec, notes, options.urdf);
  tell(notes, options.spec, robot.links.size(), streams);
  return robot;
}

void tell(const std::string& note, Streams& streams) {
  streams.err << "catena: note: " << detail::printable(note, detail::kWhole) << '\n';
}

void tell(const Note& note, Streams& streams) {
  tell(note.where.empty() ? note.what : note.where + ": " + note.what, streams);
}

void tell(const Notes& notes, const std::string& spec, std::size_t bodies, Streams& streams) {
  int impossible = 0;
  for (const Note& note : notes)
    if (note.what.find("not physically possible") != std::string::npos)
      ++impossible;
    else
      tell(note, streams);
  if (impossible > 0)
    tell(fmt::format("{}: {} of {} bodies cannot exist, as the file allows; see 'catena check'", spec,
                     impossible, bodies),
         streams);
}

void worsen(Streams& streams, int code) { streams.code = std::max(streams.code, code); }

void report(const Error& error, Streams& streams) {
  streams.err << "catena: error: " << error.what() << '\n';
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
    report(e, streams);
    return e.exit_code();
  } catch (const std::bad_alloc&) {
    const Error error(ErrorKind::numerical, "", "not enough memory");
    report(error, streams);
    return error.exit_code();
  } catch (const std::exception& e) {
    streams.err << "catena: bug: " << detail::printable(e.what(), detail::kWhole) << '\n';
    return static_cast<int>(ErrorKind::bug);
  }
}

}  // namespace catena::cli
