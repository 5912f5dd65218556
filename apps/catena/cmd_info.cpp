// SPDX-License-Identifier: Apache-2.0
// `catena info`: lists the catalogue, or describes one robot.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "base_parameters_page.hpp"
#include "catena/core/model/chain.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "catena/io/urdf_outline.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "robot_info.hpp"
#include "table.hpp"
#include "urdf_tree_page.hpp"

namespace catena::cli {
namespace {

struct InfoArguments {
  RobotOptions robot;
  bool list = false;
  bool json = false;
  bool base_parameters = false;
  bool tree = false;
};

RobotInfo about(const RobotOptions& options) {
  RobotInfo out;
  out.robot = load_robot(options.spec, out.notes, options.urdf);
  out.chain = canonical(out.robot, out.notes);
  return out;
}

void list_catalogue(bool as_json, Streams& streams) {
  auto list = Json::array();
  Table table({"<robot", "<name", "dof", "<joints", "<source"});
  constexpr std::size_t kSource = 33;
  for (const std::string& stem : catalogue()) {
    try {
      const RobotInfo robot = about({stem, {}});
      const std::string kinds = robot.kinds();
      table.add({text::printable(stem), shortened(robot.robot.name, 30), std::to_string(robot.robot.dof()),
                 kinds, shortened(robot.robot.source, kSource)});
      list.push_back({{"stem", stem},
                      {"name", robot.robot.name},
                      {"dof", robot.robot.dof()},
                      {"kinds", kinds},
                      {"source", robot.robot.source}});
    } catch (const Error& error) {
      report(error, streams);
      worsen(streams, error.exit_code());
    }
  }
  if (as_json) return write_json(list, streams.out);
  streams.out << table.str();
}

// The tree that the arm is taken from, before anything is taken from it.
void show_tree(const InfoArguments& options, Streams& streams) {
  if (!options.robot.given)
    throw Error(ErrorKind::usage, "info", "--tree needs a robot").hint("catena info arm.urdf --tree");
  const std::string& spec = options.robot.spec;
  const std::filesystem::path known = catalogue_file(spec);
  std::error_code ignored;
  if (known.empty() && !std::filesystem::exists(spec, ignored) &&
      spec.find_first_of("./") == std::string::npos)
    throw Error(ErrorKind::usage, "info --tree",
                fmt::format("'{}' is not a URDF file", text::printable(spec)))
        .need("a URDF file; robots of the catalogue are tables, not trees");
  const UrdfOptions& urdf = options.robot.urdf;
  const UrdfOutline outline = load_urdf_outline(known.empty() ? spec : known.string(), urdf);
  if (outline.tip.empty() && (!urdf.tip.empty() || !urdf.base.empty()))
    throw Error(ErrorKind::usage, text::printable(spec), outline.problem)
        .hint("without --base and --tip, --tree shows all links");
  if (options.json)
    write_json(to_json(outline), streams.out);
  else
    print(to_text(outline), streams);
}

void run_info(const InfoArguments& options, Streams& streams) {
  if (options.tree && options.base_parameters)
    throw Error(ErrorKind::usage, "info", "--tree cannot be combined with --base-parameters");
  if (options.tree) return show_tree(options, streams);
  if (options.list && options.robot.given)
    throw Error(ErrorKind::usage, "info", "--list cannot be combined with a robot")
        .given(text::printable(options.robot.spec));
  if (options.base_parameters && !options.robot.given)
    throw Error(ErrorKind::usage, "info", "--base-parameters needs a robot")
        .hint("catena info panda --base-parameters");
  if (!options.robot.given) return list_catalogue(options.json, streams);
  const RobotInfo robot = about(options.robot);
  if (options.base_parameters) {
    Notes known;
    const BaseParameters base = base_parameters(make_chain(robot.robot, known));
    if (options.json) return write_json(to_json(robot, base), streams.out);
    print(to_text(robot, base), streams);
    return;
  }
  if (options.json)
    write_json(to_json(robot), streams.out);
  else
    print(to_text(robot), streams);
}

}  // namespace

void add_info(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<InfoArguments>();
  Command command = line.command("info", "Describe a robot, or list the robots in the catalogue");
  command.robot(options->robot, false);
  command.flag("--list", options->list, "List the robots in the catalogue (default if no robot is given)");
  command.flag("--base-parameters", options->base_parameters,
               "Show the smallest set of inertial parameters that determines the dynamics");
  command.flag("--tree", options->tree,
               "Show the links and joints of a URDF file, and which of them belong to the arm");
  command.flag("--json", options->json, "Print JSON, in SI units and radians");
  command.footer("Example:  catena info planar2\nExample:  catena info panda --base-parameters");
  command.run([options, &streams] { run_info(*options, streams); });
}

}  // namespace catena::cli
