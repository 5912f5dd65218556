// SPDX-License-Identifier: Apache-2.0
// `catena help [COMMAND]`: what `catena COMMAND --help` prints.
#include "command.hpp"

namespace catena::cli {

void add_help(CommandLine& line, Streams&) {
  auto verb = std::make_shared<std::string>();
  Command command = line.command("help", "Describe a command");
  command.text("COMMAND", *verb, "The command to describe (default: list them all)");
  command.footer("Example:  catena help eval");
  command.run([verb, &line] { line.help(*verb); });
}

}  // namespace catena::cli
