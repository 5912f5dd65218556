// SPDX-License-Identifier: Apache-2.0
// CommandLine and Command on CLI11.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "catena/version.hpp"
#include "command.hpp"
#include "table.hpp"
#include "usage.hpp"

namespace catena::cli {
namespace {

void show(CLI::Option& option, const Shown& shown) {
  option.type_name(shown.type);
  if (!shown.value.empty()) option.default_str(shown.value);
}

// The long name of "-o,--output".
std::string long_name(const std::string& option) { return option.substr(option.find("--")); }

}  // namespace

void Command::robot(RobotOptions& options, bool required) {
  const auto choose = [&options](const std::string& spec) {
    options.spec = spec;
    options.given = true;
  };
  app_->add_option_function<std::string>("ROBOT", choose,
                                         "A catalogue stem (puma560), a file (.toml, .urdf) or chain:N")
      ->required(required)
      ->type_name("");
  text("--base", options.urdf.base, "URDF: first link of the chain (default: the root)", {.type = "LINK"});
  text("--tip", options.urdf.tip, "URDF: last link of the chain (default: end of the longest)",
       {.type = "LINK"});
  using Branches = UrdfOptions::Branches;
  choice<Branches>("--branches", options.urdf.branches, {{"lump", Branches::lump}, {"drop", Branches::drop}},
                   "URDF: what hangs off the chain: lump (locked at zero) or drop");
}

void Command::text(const std::string& option, std::string& chosen, const std::string& description,
                   Shown shown) {
  show(*app_->add_option(option, chosen, description), shown);
}

void Command::text(const std::string& option, std::optional<std::string>& chosen,
                   const std::string& description, Shown shown) {
  take(
      option, [&chosen](const std::string& word) { chosen = word; }, description, std::move(shown));
}

void Command::words(const std::string& option, std::vector<std::string>& chosen,
                    const std::string& description, Shown shown) {
  CLI::Option* words = app_->add_option(option, chosen, description);
  if (option.starts_with('-')) words->allow_extra_args(false);
  show(*words, shown);
}

void Command::flag(const std::string& option, bool& chosen, const std::string& description) {
  app_->add_flag(option, chosen, description);
}

void Command::file(const std::string& option, std::string& chosen, const std::string& description) {
  const auto choose = [option, &chosen](const std::string& name) {
    if (name.empty())
      throw Error(ErrorKind::usage, long_name(option), "the name is empty")
          .need("the name of a file, or - for the standard stream");
    chosen = name == "-" ? "" : name;
  };
  take(option, choose, description, {.type = "FILE"});
}

void Command::folder(const std::string& option, std::string& chosen, const std::string& description) {
  const auto choose = [option, &chosen](const std::string& name) {
    if (name.empty())
      throw Error(ErrorKind::usage, long_name(option), "the name is empty").need("the name of a folder");
    chosen = name;
  };
  take(option, choose, description, {.type = "DIR"});
}

void Command::take(const std::string& option, const std::function<void(const std::string&)>& choose,
                   const std::string& description, Shown shown) {
  show(*app_->add_option_function<std::string>(option, choose, description), shown);
}

void Command::footer(const std::string& text) { app_->footer(fitted(text)); }
void Command::run(const std::function<void()>& action) { app_->callback(action); }

CommandLine::CommandLine() : app_(std::make_unique<CLI::App>("Dynamics of robot arms")) {
  const auto formatter = std::make_shared<CLI::Formatter>();
  formatter->column_width(26);
  formatter->label("REQUIRED", "");
  formatter->label("Positionals", "Arguments");
  formatter->label("SUBCOMMAND", "COMMAND");
  formatter->label("OPTIONS", "options");
  app_->formatter(formatter);
  app_->name("catena");
  app_->set_version_flag("--version", "catena " CATENA_VERSION, "Print the version and exit");
  app_->set_help_flag("-h,--help", "Print this help and exit");
  app_->require_subcommand(1);
  app_->footer(
      "ROBOT is a robot of the catalogue ('catena info' lists it), a file (.toml, .urdf) or a generated one\n"
      "(chain:30, mixed:12, snake:100, planar:2). 'catena COMMAND --help' says more.\n"
      "Exit codes: 0 ok, 2 usage, 3 model, 4 numerical, 5 input/output, 70 our bug.\n\n"
      "Example:  catena info puma560");
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& verb, const std::string& description) {
  CLI::App* command = app_->add_subcommand(verb, description);
  command->group("Commands");
  return Command(*command);
}

void CommandLine::parse(std::vector<std::string> args, Streams& streams) {
  if (args.empty()) {
    streams.out << app_->help();
    return;
  }
  require_verb(*app_, args);
  std::reverse(args.begin(), args.end());
  try {
    app_->parse(std::move(args));
  } catch (const CLI::Success& e) {  // help or version
    app_->exit(e, streams.out, streams.err);
  } catch (const CLI::ParseError& e) {
    throw usage_error(*app_, e);
  }
}

}  // namespace catena::cli
