// SPDX-License-Identifier: Apache-2.0
#include "usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/quantity.hpp"
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
    if (!option->get_group().empty())  // deprecated names have no group
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

std::string before_equals(const std::string& argument) { return argument.substr(0, argument.find('=')); }

// "A robot" -> "a robot", for a description that continues a sentence.
std::string uncapitalised(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

// The first argument that matches no option or positional.
Error unexpected(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  const std::string argument = rest.empty() ? "" : rest.front();
  const bool option = argument.starts_with("-");
  Error error(ErrorKind::usage, fmt::format("'{}'", text::printable(argument)),
              option ? "unknown option" : "unexpected argument");
  const std::string guess = option ? near(before_equals(argument), option_names(command)) : "";
  error.hint(guess.empty() ? see_help(command) : guess);
  return error;
}

Error missing(const CLI::App& command, const std::string& where) {
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0)
      return Error(ErrorKind::usage, where, fmt::format("{} is missing", option->get_name(true)))
          .need(uncapitalised(option->get_description()))
          .hint(see_help(command));
  return Error(ErrorKind::usage, where, "the command is missing").hint(see_help(command));
}

// An option with too many values or none. Options take one value, and the next word is that value whatever it
// looks like: only the last word of a command line can be an option without one.
Error wrong_count(const CLI::App& command, const std::string& where, const std::vector<std::string>& args) {
  const auto error = [&](const std::string& what) {
    return Error(ErrorKind::usage, where, what).hint(see_help(command));
  };
  for (const CLI::Option* option : command.get_options())
    if (option->get_items_expected_max() == 1 && option->count() > 1)
      return error(fmt::format("{} is given more than once", option->get_name()));
  const CLI::Option* last = args.empty() ? nullptr : command.get_option_no_throw(before_equals(args.back()));
  return error(last ? fmt::format("{} needs a value", last->get_name()) : "an option needs a value");
}

// A flag with a value that is neither true nor false; all other values are converted by Command.
Error wrong_value(const CLI::App& command, const std::string& where) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() != 0 || option->count() == 0) continue;
    try {
      option->as<bool>();
    } catch (const CLI::ConversionError&) {
      return Error(ErrorKind::usage, where, fmt::format("{} takes no value", option->get_name()))
          .given(text::printable(option->results().back()))
          .hint(see_help(command));
    }
  }
  return Error(ErrorKind::usage, where, "a value cannot be read").hint(see_help(command));
}

}  // namespace

void require_verb(const CLI::App& app, const std::vector<std::string>& args) {
  if (args.empty() || args.front().starts_with("-")) return;
  std::vector<std::string> verbs;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == args.front()) return;
    verbs.push_back(command->get_name());
  }
  std::string guess = near(args.front(), verbs);
  if (const QuantityInfo* const quantity = find_quantity(args.front()))
    guess = fmt::format("'catena eval ROBOT --want {}' computes it", quantity->name);
  throw Error(ErrorKind::usage, fmt::format("'{}'", text::printable(args.front())), "unknown command")
      .need(fmt::format("one of {}", fmt::join(verbs, ", ")))
      .hint(guess.empty() ? "run 'catena --help'" : guess);
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& args) {
  const CLI::App& command = current(app);
  const std::string where = command.get_parent() ? command.get_name() : std::string();
  if (!command.remaining().empty()) return unexpected(command);
  if (!app.remaining().empty()) return unexpected(app);
  if (dynamic_cast<const CLI::RequiredError*>(&error)) return missing(command, where);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return wrong_count(command, where, args);
  if (dynamic_cast<const CLI::ConversionError*>(&error)) return wrong_value(command, where);
  return Error(ErrorKind::usage, where, text::printable(error.what(), text::kWhole)).hint(see_help(command));
}

}  // namespace catena::cli
