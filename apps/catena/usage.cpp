// SPDX-License-Identifier: Apache-2.0
#include "usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena::cli {
namespace {

// The command that was being parsed, or the program.
const CLI::App& current(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : *parsed.front();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string near(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return text::did_you_mean(word, views);
}

std::string see_help(const CLI::App& command) {
  const bool top = command.get_parent() == nullptr;
  return fmt::format("run 'catena {}--help'", top ? "" : command.get_name() + " ");
}

// The first argument that no option and no positional took.
Error unexpected(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  const std::string argument = rest.empty() ? "" : rest.front();
  const bool option = argument.starts_with("-");
  Error error(ErrorKind::usage, fmt::format("'{}'", text::printable(argument)),
              option ? "unknown option" : "one argument too many");
  const std::string guess = option ? near(argument.substr(0, argument.find('=')), option_names(command)) : "";
  error.hint(guess.empty() ? see_help(command) : guess);
  return error;
}

}  // namespace

void require_verb(const CLI::App& app, const std::vector<std::string>& args) {
  if (args.empty() || args.front().starts_with("-")) return;
  std::vector<std::string> verbs;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == args.front()) return;
    verbs.push_back(command->get_name());
  }
  const std::string guess = near(args.front(), verbs);
  throw Error(ErrorKind::usage, fmt::format("'{}'", text::printable(args.front())), "unknown command")
      .need(fmt::format("one of {}", fmt::join(verbs, ", ")))
      .hint(guess.empty() ? "run 'catena --help'" : guess);
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = current(app);
  const std::string where = command.get_parent() ? command.get_name() : std::string();
  if (!command.remaining().empty()) return unexpected(command);
  if (!app.remaining().empty()) return unexpected(app);
  if (dynamic_cast<const CLI::RequiredError*>(&error)) {
    for (const CLI::Option* option : command.get_options())
      if (option->get_required() && option->count() == 0)
        return Error(ErrorKind::usage, where, fmt::format("{} is missing", option->get_name(true)))
            .need(option->get_description())
            .hint(see_help(command));
    return Error(ErrorKind::usage, where, "a command is missing").hint(see_help(command));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string option = std::string(error.what()).substr(0, std::string(error.what()).find(':'));
    const bool again = std::string_view(error.what()).find("At Most") != std::string_view::npos;
    return Error(ErrorKind::usage, where,
                 fmt::format("{} {}", option, again ? "is given more than once" : "needs one value"))
        .hint(see_help(command));
  }
  std::string what = error.what();
  while (!what.empty() && what.back() == '\n') what.pop_back();
  return Error(ErrorKind::usage, where, what).hint(see_help(command));
}

}  // namespace catena::cli
