// SPDX-License-Identifier: Apache-2.0
// `catena playground [ROBOT]`: opens the playground in a browser: a page in which the arm can be dragged, edited and let go.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <system_error>

#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "command.hpp"
#include "playground_page.hpp"
#include "write_file.hpp"

extern char** environ;

namespace catena::cli {
namespace fs = std::filesystem;

namespace {

struct PlaygroundArguments {
  RobotOptions robot;
  std::optional<std::string> output;  // "-": standard output; none: opened in a browser
  bool force = false;
};

std::string file_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) throw Error(ErrorKind::io, text::printable(path.string()), "cannot be read");
  return text;
}

// A file as it stands, with its comments, unless options choose a part of it; a built-in robot by its name.
PlaygroundStart start_of(const RobotOptions& options, const Robot& robot) {
  const std::vector<std::string> names = catalogue();
  const bool known = std::find(names.begin(), names.end(), options.spec) != names.end();
  const fs::path file = known ? catalogue_file(options.spec) : fs::path(options.spec);
  if (known && file.empty()) return {options.spec, "", ""};
  const bool whole = options.urdf.base.empty() && options.urdf.tip.empty() &&
                     options.urdf.branches == UrdfOptions{}.branches;
  std::error_code ignored;
  if (whole && fs::is_regular_file(file, ignored)) return {"", file_text(file), file.filename().string()};
  return {"", write_robot_file(robot), options.spec};
}

// A folder of its own for the page, so that nobody else can put something else in its place.
fs::path new_folder() {
  std::error_code code;
  std::string name = (fs::temp_directory_path(code) / "catena-XXXXXX").string();
  if (code || !::mkdtemp(name.data()))
    throw Error(ErrorKind::io, text::printable(name), "this folder cannot be created")
        .hint("write the page yourself: catena playground -o FILE.html");
  return name;
}

// Whether the desktop's program for opening files took it.
bool opened(const std::string& path) {
#ifdef __APPLE__
  std::string program = "open";
#else
  std::string program = "xdg-open";
#endif
  std::string file = path;
  std::array<char*, 3> words = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, words.data(), environ) != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void run_playground(const PlaygroundArguments& options, Streams& streams) {
  if (options.output && options.output->empty())
    throw Error(ErrorKind::usage, "--output", "the file name is empty")
        .need("a file name, or - for standard output");
  const bool file = options.output && *options.output != "-";
  if (file) require_writable(*options.output, options.force);
  fs::path page = playground_page();
  std::string html;
  if (options.robot.given)
    html = with_start(file_text(page), page.string(), start_of(options.robot, load(options.robot, streams)));
  else if (options.output)
    html = file_text(page);
  if (file) {
    require_distinct({&*options.output, 1});
    write_file(*options.output, html, options.force);
  } else if (options.output) {
    streams.out << html;
  } else {
    if (!html.empty()) {
      page = new_folder() / "playground.html";
      write_file(page.string(), html, false);
    }
    streams.out << page.string() << '\n';
    streams.out.flush();  // before the browser starts
    if (!opened(page.string())) tell("no browser could be started: open the file above in one", streams);
  }
}

}  // namespace

void add_playground(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<PlaygroundArguments>();
  Command command =
      line.command("playground", "Open a web page in which you can drag an arm, edit it or let it fall");
  command.robot(options->robot, false);
  command.text("-o,--output", options->output,
               "Write the page to this file, or to standard output (-), instead of opening it",
               {.type = "FILE"});
  command.flag("--force", options->force, "Overwrite the output file if it exists");
  command.footer(
      "The page is one file that needs no server and no network; every number in it is computed by Catena's "
      "core,\n"
      "compiled to WebAssembly. 'make playground' builds it; CATENA_PLAYGROUND names it if it is elsewhere. "
      "The path of\n"
      "the page that was opened is printed. docs/playground.md describes the page.\n\n"
      "Example:  catena playground panda -o panda.html");
  command.run([options, &streams] { run_playground(*options, streams); });
}

}  // namespace catena::cli
