// SPDX-License-Identifier: Apache-2.0
// `catena convert`: TOML <-> URDF, standard <-> modified DH. The result is read back and compared before it is
// written.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "catena/core/model/canonical.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "catena/system/json.hpp"
#include "command.hpp"
#include "json_page.hpp"
#include "same_motion.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

enum class Format { unset, toml, urdf };

struct ConvertArguments {
  RobotOptions robot;
  Format to = Format::unset;
  std::optional<Convention> convention;
  std::string output;  // empty: standard output
  bool force = false;
  bool json = false;
};

constexpr double kTolerance = 1e-9;

Format format_of(const ConvertArguments& options) {
  if (options.to != Format::unset) return options.to;
  if (options.output.empty()) return Format::toml;
  const std::string extension = std::filesystem::path(options.output).extension().string();
  if (extension == ".toml") return Format::toml;
  if (extension == ".urdf" || extension == ".xml") return Format::urdf;
  throw Error(ErrorKind::usage, options.output, "the file name does not determine the format")
      .need("a name that ends in .toml or .urdf")
      .hint("add --to toml or --to urdf");
}

// Notes what URDF cannot represent.
void note_losses(const Robot& robot, Notes& notes) {
  const auto note = [&](const std::string& what) { notes.push_back({"", what}); };
  const Vec3<double>& g = robot.gravity;
  if (g.x != 0 || g.y != 0 || g.z != -9.81)
    note(fmt::format("URDF cannot store gravity: [{}, {}, {}] is written as a comment", g.x, g.y, g.z));
  bool rotors = false, lopsided = false;
  for (const RobotLink& link : robot.links) {
    if (!link.motor) continue;
    rotors = rotors || link.motor->inertia != 0;
    lopsided = lopsided || link.motor->coulomb[0] != -link.motor->coulomb[1];
  }
  if (rotors) note("URDF cannot store motors: their inertias and gear ratios are written as comments");
  if (lopsided) note("URDF has one Coulomb friction for both directions: the mean is written");
}

// `where` is the file that it will be written to.
Robot read_back(Format format, const std::string& text, const std::string& where,
                const std::string& spec) try {
  Notes expected;
  return format == Format::urdf ? parse_urdf(text, where, {}, expected)
                                : parse_robot_file(text, where, expected);
} catch (const Error& error) {
  throw Error(ErrorKind::model, spec,
              fmt::format("the robot cannot be written as {}", format == Format::urdf ? "URDF" : "TOML"))
      .given(one_line(error, Advice::without));
}

// The names of mesh files are kept; from another folder they may not be found.
void note_lost_meshes(const Robot& robot, const Robot& written, Notes& notes) {
  const auto found = [](const Robot& r) {
    return std::count_if(r.meshes.begin(), r.meshes.end(),
                         [](const RobotMesh& m) { return !m.file.empty(); });
  };
  if (const auto lost = found(robot) - found(written); lost > 0)
    notes.push_back(
        {"",
         fmt::format("{} of {} mesh files are not found from the folder of the output: their names are kept "
                     "as they are",
                     lost, robot.meshes.size()),
         NoteKind::remark,
         {},
         {},
         "copy the files, or write the output beside the original"});
}

Json as_json(const ConvertArguments& options, Format format, const Robot& written, const Notes& notes,
             double difference, const std::string& text) {
  const char* convention = written.convention == Convention::standard ? "standard" : "modified";
  const bool file = !options.output.empty();
  return {{"robot", options.robot.spec},
          {"name", written.name},
          {"format", format == Format::urdf ? "urdf" : "toml"},
          {"convention", format == Format::urdf ? Json() : Json(convention)},
          {"output", file ? Json(options.output) : Json()},
          {"bytes", text.size()},
          {"difference", difference},
          {"notes", notes_json(notes)},
          {"text", file ? Json() : Json(text)}};
}

void run_convert(const ConvertArguments& options, Streams& streams) {
  const Format format = format_of(options);
  if (format == Format::urdf && options.convention)
    throw Error(ErrorKind::usage, "--convention", "URDF has no DH table").need("--to toml");
  if (!options.output.empty()) require_writable(options.output, options.force);
  Notes notes;
  const Robot robot = load_robot(options.robot.spec, notes, options.robot.urdf);
  require_distinct({&options.output, 1});
  const Robot changed = options.convention ? to_convention(robot, *options.convention, notes) : robot;
  if (format == Format::urdf) note_losses(changed, notes);
  const std::string text = format == Format::urdf ? write_urdf(changed) : write_robot_file(changed);
  const bool to_file = !options.output.empty();
  const Robot written = read_back(format, text, to_file ? options.output : "<written>", options.robot.spec);
  if (to_file) note_lost_meshes(robot, written, notes);
  if (!options.json) tell(notes, options.robot.spec, robot.links.size(), streams);
  const double difference = largest_difference(robot, written);
  if (!(difference <= kTolerance))
    throw Error(ErrorKind::bug, robot.name,
                "the converted robot does not move like the original; nothing was written")
        .given(fmt::format("a relative difference of {:.2g} in inertia, torque or tool pose", difference))
        .need(fmt::format("{:.0e} or less", kTolerance));
  if (!options.output.empty()) write_file(options.output, text, options.force);
  if (options.json)
    return write_json(as_json(options, format, changed, notes, difference, text), streams.out);
  if (options.output.empty()) streams.out << text;
  tell(
      fmt::format(
          "read back and compared: inertia, torques and tool pose differ by at most {:.1e} relative to their "
          "largest element",
          difference),
      streams);
}

}  // namespace

void add_convert(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<ConvertArguments>();
  Command command = line.command("convert", "Convert a robot to TOML or URDF, in either DH convention");
  command.robot(options->robot);
  command.choice<Format>("--to", options->to, {{"toml", Format::toml}, {"urdf", Format::urdf}},
                         "Output format (default: from the extension of the output file, else toml)");
  command.choice<std::optional<Convention>>(
      "--convention", options->convention,
      {{"standard", Convention::standard}, {"modified", Convention::modified}},
      "TOML: standard or modified DH (default: as in the robot)", {.type = "DH"});
  command.file("-o,--output", options->output, "Write to this file instead of standard output (-)");
  command.flag("--force", options->force, "Overwrite the output file if it exists");
  command.flag("--json", options->json,
               "Print a report as JSON: {\"output\", \"difference\", \"notes\", \"text\", ..}");
  command.footer(
      "The converted robot is read back and compared with the original before it is written.\n\n"
      "Example:  catena convert puma560 --to urdf");
  command.run([options, &streams] { run_convert(*options, streams); });
}

}  // namespace catena::cli
