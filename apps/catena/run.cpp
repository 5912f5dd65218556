// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "command.hpp"
#include "catena/io/load.hpp"

namespace catena::cli {

void add_robot_options(CLI::App& command, RobotOptions& options) {
  command.add_option("robot", options.spec, "A catalogue stem (puma560), a file (.toml, .urdf) or chain:N")->required();
  command.add_option("--base", options.urdf.base, "URDF: first link of the chain (default: the root)");
  command.add_option("--tip", options.urdf.tip, "URDF: last link of the chain (default: end of the longest)");
  command
      .add_option("--branches", options.urdf.branches, "URDF: what hangs off the chain: lump (locked at zero) or drop")
      ->transform(CLI::CheckedTransformer(std::map<std::string, UrdfOptions::Branches>{
          {"lump", UrdfOptions::Branches::lump}, {"drop", UrdfOptions::Branches::drop}}));
}

Robot load(const RobotOptions& options, Streams& streams) {
  Notes notes;
  Robot robot = load_robot(options.spec, notes, options.urdf);
  for (const Note& note : notes) streams.err << fmt::format("catena: note: {}: {}\n", note.where, note.what);
  return robot;
}

int run(std::vector<std::string> args, Streams streams) {
  CLI::App app("Dynamics of robot arms");
  app.name("catena");
  app.set_version_flag("--version", "catena " CATENA_VERSION);
  app.require_subcommand(1);
  add_info(app, streams);
  add_check(app, streams);
  add_convert(app, streams);
  add_eval(app, streams);
  add_methods(app, streams);
  add_verify(app, streams);
  try {
    std::reverse(args.begin(), args.end());
    app.parse(std::move(args));
    return streams.code;
  } catch (const CLI::ParseError& e) {
    const int code = app.exit(e, streams.out, streams.err);
    return code == 0 ? 0 : static_cast<int>(ErrorKind::usage);
  } catch (const Error& e) {
    streams.err << "catena: error: " << e.what() << '\n';
    return e.exit_code();
  } catch (const std::exception& e) {
    streams.err << "catena: bug: " << e.what() << '\n';
    return static_cast<int>(ErrorKind::bug);
  }
}

}  // namespace catena::cli
