// SPDX-License-Identifier: Apache-2.0
// `catena convert`: TOML <-> URDF, standard <-> modified DH. What is written is read back and compared first.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "catena/model/canonical.hpp"
#include "command.hpp"
#include "same_motion.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

enum class Format { unset, toml, urdf };

struct Options {
  RobotOptions robot;
  Format to = Format::unset;
  std::optional<Convention> convention;
  std::string output;
  bool force = false;
};

constexpr double kTolerance = 1e-9;

Format format_of(const Options& options) {
  if (options.to != Format::unset) return options.to;
  if (options.output.empty()) return Format::toml;
  const std::string extension = std::filesystem::path(options.output).extension().string();
  if (extension == ".toml") return Format::toml;
  if (extension == ".urdf" || extension == ".xml") return Format::urdf;
  throw Error(ErrorKind::usage, options.output, "the name does not tell the format")
      .need("a name that ends in .toml or .urdf")
      .hint("add --to toml or --to urdf");
}

void note(Streams& streams, const std::string& text) { streams.err << "catena: note: " << text << '\n'; }

// What the other format has no word for.
void tell_losses(const Robot& robot, Streams& streams) {
  const Vec3<double>& g = robot.gravity;
  if (g.x != 0 || g.y != 0 || g.z != -9.81)
    note(streams, fmt::format("URDF has no gravity: [{}, {}, {}] goes into a comment", g.x, g.y, g.z));
  bool rotors = false, lopsided = false;
  for (const RobotLink& link : robot.links) {
    if (!link.motor) continue;
    rotors = rotors || link.motor->inertia != 0;
    lopsided = lopsided || link.motor->coulomb[0] != -link.motor->coulomb[1];
  }
  if (rotors) note(streams, "URDF has no motors: their inertias and gears go into comments");
  if (lopsided) note(streams, "URDF has one dry friction for both directions: their mean is written");
}

Robot read_back(Format format, const std::string& text) {
  Notes expected;
  return format == Format::urdf ? parse_urdf(text, "<written>", {}, expected)
                                : parse_robot_file(text, "<written>", expected);
}

void run(const Options& options, Streams& streams) {
  const Format format = format_of(options);
  if (format == Format::urdf && options.convention)
    throw Error(ErrorKind::usage, "--convention", "URDF has no DH table").need("--to toml");
  if (!options.output.empty()) require_free(options.output, options.force);
  const Robot robot = load(options.robot, streams);
  Notes notes;
  const Robot changed = options.convention ? to_convention(robot, *options.convention, notes) : robot;
  for (const Note& n : notes) note(streams, fmt::format("{}: {}", n.where, n.what));
  if (format == Format::urdf) tell_losses(changed, streams);

  const std::string text = format == Format::urdf ? write_urdf(changed) : write_robot_file(changed);
  const double difference = largest_difference(robot, read_back(format, text));
  if (!(difference <= kTolerance))
    throw Error(ErrorKind::bug, robot.name,
                "the converted robot does not move like the original; nothing is written")
        .given(fmt::format("a relative difference of {:.2g} in inertia, torque or tool pose", difference))
        .need(fmt::format("{:.0e} or less", kTolerance));
  if (options.output.empty())
    streams.out << text;
  else
    write_file(options.output, text, options.force);
  note(streams, fmt::format("read back and compared: inertia, torque and tool pose differ by {:.1e} at most, "
                            "relative to their size",
                            difference));
}

}  // namespace

void add_convert(CLI::App& app, Streams& streams) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("convert", "Write a robot as TOML or URDF, in either DH convention");
  add_robot_options(*command, options->robot);
  add_choice<Format>(*command, "--to", options->to, {{"toml", Format::toml}, {"urdf", Format::urdf}},
                     "The format (default: by the name of the output, else toml)");
  add_choice<std::optional<Convention>>(
      *command, "--convention", options->convention,
      {{"standard", Convention::standard}, {"modified", Convention::modified}},
      "TOML: standard or modified DH (default: as the robot has it)")
      ->type_name("DH");
  command->add_option("-o,--output", options->output, "Write this instead of standard output")
      ->type_name("FILE");
  command->add_flag("--force", options->force, "Replace the output if it exists");
  command->footer(
      "The result is read back and compared with the robot before it is written.\n\n"
      "Example:  catena convert puma560 --to urdf");
  command->callback([options, &streams] { run(*options, streams); });
}

}  // namespace catena::cli
