// SPDX-License-Identifier: Apache-2.0
// CommandLine and Command, implemented with CLI11.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <ostream>
#include <string_view>
#include <utility>

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

// CLI11 prints an empty line after the options if hidden ones follow, and another one before the footer.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    constexpr std::string_view kTwo = "\n\n\n";
    for (std::size_t at; (at = text.find(kTwo)) != std::string::npos;) text.erase(at, 1);
    return text;
  }
};

}  // namespace

void Command::robot(RobotOptions& options, bool required) {
  const auto choose = [&options](const std::string& spec) {
    options.spec = spec;
    options.given = true;
  };
  app_->add_option_function<std::string>("ROBOT", choose,
                                         "A catalogue name (puma560), a file (.toml, .urdf) or a generated "
                                         "chain (chain:6)")
      ->required(required)
      ->type_name("");
  const auto link = [&](const char* option, std::string& chosen, const char* description) {
    const auto choose_link = [option, &chosen](const std::string& name) {
      if (name.empty())
        throw Error(ErrorKind::usage, fmt::format("{} ''", option), "the name of the link is empty")
            .need("the name of a link; 'catena info ROBOT --tree' shows them");
      chosen = name;
    };
    take(option, choose_link, description, {.type = "LINK"});
  };
  link("--base", options.urdf.base, "URDF: first link of the chain (default: the root link)");
  link("--tip", options.urdf.tip,
       "URDF: last link of the chain (default: the tool of the arm, see docs/urdf.md)");
  using Branches = UrdfOptions::Branches;
  choice<Branches>("--branches", options.urdf.branches, {{"lump", Branches::lump}, {"drop", Branches::drop}},
                   "URDF: lump links off the chain, with their joints locked (default), or drop them");
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

void Command::flag(const std::string& option, bool& chosen, const std::string& description,
                   const std::string& former) {
  app_->add_flag(option, chosen, description);
  if (!former.empty()) former_flag(former, chosen, option);
}

void Command::former_flag(const std::string& option, bool& chosen, const std::string& now) {
  const auto set = [option, now, &chosen, &streams = *streams_](std::int64_t) {
    tell(fmt::format("{} is deprecated; use {}", option, now), streams);
    chosen = true;
  };
  app_->add_flag_function(option, set)->group("");
}

void Command::file(const std::string& option, std::string& chosen, const std::string& description) {
  const auto choose = [option, &chosen](const std::string& name) {
    if (name.empty())
      throw Error(ErrorKind::usage, long_name(option), "the file name is empty")
          .need("a file name, or - for the standard stream");
    chosen = name == "-" ? "" : name;
  };
  take(option, choose, description, {.type = "FILE"});
}

void Command::folder(const std::string& option, std::string& chosen, const std::string& description) {
  const auto choose = [option, &chosen](const std::string& name) {
    if (name.empty())
      throw Error(ErrorKind::usage, long_name(option), "the folder name is empty")
          .need("the name of a folder");
    chosen = name;
  };
  take(option, choose, description, {.type = "DIR"});
}

void Command::take(const std::string& option, const std::function<void(const std::string&)>& choose,
                   const std::string& description, Shown shown) {
  CLI::Option* const current = app_->add_option_function<std::string>(option, choose, description);
  show(*current, shown);
  if (shown.former.option.empty()) return;
  const auto translate = [=, name = long_name(option), former = shown.former,
                          &streams = *streams_](const std::string& word) {
    if (current->count() > 0)
      throw Error(ErrorKind::usage, fmt::format("{} {}", name, former.option),
                  "the same option under two names")
          .hint(fmt::format("omit {}, which is deprecated", former.option));
    const auto renamed = former.values.find(word);
    const std::string& value = renamed == former.values.end() ? word : renamed->second;
    tell(fmt::format("{} is deprecated; use {} {}", former.option, name, value), streams);
    choose(value);
  };
  app_->add_option_function<std::string>(shown.former.option, translate)->group("");
}

void Command::footer(const std::string& text) { app_->footer(fitted(text)); }
void Command::run(const std::function<void()>& action) { app_->callback(action); }

CommandLine::CommandLine(Streams& streams)
    : app_(std::make_unique<CLI::App>("Dynamics of serial robot arms")), streams_(streams) {
  const auto formatter = std::make_shared<HelpFormatter>();
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
      "ROBOT is the name of a robot in the catalogue ('catena info' lists them), a robot file (.toml, "
      ".urdf)\n"
      "or a generated chain (chain:30, mixed:12, snake:100, planar:2). METHOD is the short name of a "
      "method,\n"
      "such as udut; it is also the name of its file, test and page ('catena methods' lists them).\n"
      "'catena help COMMAND' or 'catena COMMAND --help' describes a command.\n"
      "Exit codes: 0 success, 2 wrong usage, 3 invalid model, 4 numerical failure, 5 input or output error,\n"
      "70 internal error (a bug).\n\n"
      "Example:  catena info puma560");
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& verb, const std::string& description) {
  CLI::App* command = app_->add_subcommand(verb, description);
  command->group("Commands");
  return Command(*command, streams_);
}

void CommandLine::parse(const std::vector<std::string>& args) {
  if (args.empty()) {
    streams_.out << app_->help();
    return;
  }
  require_verb(*app_, args);
  try {
    app_->parse(std::vector<std::string>(args.rbegin(), args.rend()));  // CLI11 wants the last argument first
  } catch (const CLI::Success& e) {                                     // help or version
    app_->exit(e, streams_.out, streams_.err);
  } catch (const CLI::ParseError& e) {
    throw usage_error(*app_, e, args);
  }
}

void CommandLine::help(const std::string& verb) const {
  if (!verb.empty()) require_verb(*app_, {verb});
  const CLI::App& about = verb.empty() ? *app_ : *app_->get_subcommand(verb);
  // App::help would describe the command that is running.
  streams_.out << app_->get_formatter()->make_help(&about, verb.empty() ? "catena" : "catena " + verb,
                                                   CLI::AppFormatMode::Normal);
}

}  // namespace catena::cli
