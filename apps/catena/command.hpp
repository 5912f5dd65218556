// SPDX-License-Identifier: Apache-2.0
// The commands of the command line: one add_<verb> for each file cmd_<verb>.cpp. Results go to `out`,
// messages to `err`; a command throws Error, or returns its exit code through Streams::code. Only
// command_line.cpp and usage.cpp know the parser (CLI11).
#pragma once

#include <charconv>
#include <cmath>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/io/urdf.hpp"

namespace CLI {
class App;
}

namespace catena::cli {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  int code = 0;
};

// The options that every command with a robot shares: ROBOT --base --tip --branches.
struct RobotOptions {
  std::string spec;
  UrdfOptions urdf;
  bool given = false;  // true also for an empty name
};

// The former name of an option. It still works, but is not shown by --help, and a note on `err` names the new one.
struct Former {
  std::string option = "";                         // "--untold"
  std::map<std::string, std::string> values = {};  // values that were renamed too: {"arm", "skip-arm"}
};

// What --help shows of an option besides its description.
struct Shown {
  std::string type = "";   // of the value: FILE, N
  std::string value = "";  // the default
  Former former = {};
};

// Describes one command. An option is "-w,--want"; a positional argument is a bare word such as "ROBOT".
class Command {
 public:
  Command(CLI::App& app, Streams& streams) : app_(&app), streams_(&streams) {}

  void robot(RobotOptions& options, bool required = true);
  void text(const std::string& option, std::string& chosen, const std::string& description, Shown shown = {});
  void text(const std::string& option, std::optional<std::string>& chosen, const std::string& description,
            Shown shown = {});
  // Any number of positional arguments, or an option that can be repeated, with one value each time.
  void words(const std::string& option, std::vector<std::string>& chosen, const std::string& description,
             Shown shown = {});
  void flag(const std::string& option, bool& chosen, const std::string& description,
            const std::string& former = "");

  // A flag that has been replaced by `now`, such as "--arguments gravity". It still works, but is not shown by --help, and
  // a note on `err` names `now`.
  void former_flag(const std::string& option, bool& chosen, const std::string& now);

  // A file name; "-" stands for the standard stream and leaves `chosen` empty.
  void file(const std::string& option, std::string& chosen, const std::string& description);
  void folder(const std::string& option, std::string& chosen, const std::string& description);

  // One of a few values.
  template <class T>
  void choice(const std::string& option, T& chosen, std::map<std::string, T> choices,
              const std::string& description, Shown shown = {}) {
    std::string list;
    for (const auto& [word, value] : choices) list += (list.empty() ? "" : "|") + word;
    if (shown.type.empty()) shown.type = list;
    const auto choose = [option, choices = std::move(choices), list, &chosen](const std::string& word) {
      const auto found = choices.find(word);
      if (found == choices.end())
        throw Error(ErrorKind::usage, option + " '" + word + "'", "unknown choice").need("one of " + list);
      chosen = found->second;
    };
    take(option, choose, description, std::move(shown));
  }

  // One number within the limits, which `need` states in words.
  template <class T>
  void number(const std::string& option, T& chosen, T least, T most, const std::string& need,
              const std::string& description, Shown shown) {
    const auto choose = [option, least, most, need, &chosen](const std::string& word) {
      T value{};
      const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      const bool whole = error == std::errc{} && stop == word.data() + word.size();
      if (!whole || !(value >= least && value <= most))
        throw Error(ErrorKind::usage, option + " '" + word + "'", "invalid number").need(need);
      chosen = value;
    };
    take(option, choose, description, std::move(shown));
  }

  // Anything else: `choose` receives the value and throws Error(usage) if it is invalid.
  void take(const std::string& option, const std::function<void(const std::string&)>& choose,
            const std::string& description, Shown shown);

  void footer(const std::string& text);           // printed below the options; ends with an example
  void run(const std::function<void()>& action);  // called after a successful parse

 private:
  CLI::App* app_;
  Streams* streams_;
};

// The program and its commands.
class CommandLine {
 public:
  explicit CommandLine(Streams& streams);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command command(const std::string& verb, const std::string& description);

  // Runs the command that `args` name, or prints help. Throws Error(usage), and what the command throws.
  void parse(const std::vector<std::string>& args);

  // Prints the help page of a command, or without a name that of the program. Throws Error(usage) for an unknown one.
  void help(const std::string& verb) const;

 private:
  std::unique_ptr<CLI::App> app_;
  Streams& streams_;
};

// Loads the robot and writes its notes to `err`.
Robot load(const RobotOptions& options, Streams& streams);

// Writes a note to `err`, as one line: control characters are escaped. The parts are separated as those of an error in
// one_line().
void tell(const std::string& note, Streams& streams);
void tell(const Note& note, Streams& streams);

// The same for many notes, with one line for all impossible inertias; 'catena check' gives the details.
void tell(const Notes& notes, const std::string& spec, std::size_t bodies, Streams& streams);

// Printed as it is, because formatting would need memory.
inline constexpr const char* kOutOfMemory = "catena: error: not enough memory\n";

// Raises the exit code to `code`: of several jobs the largest counts, so that their order does not matter.
void worsen(Streams& streams, int code);

// Writes a page of text to `out`. Robots, designs and results may come from untrusted sources: control characters in their
// names are escaped, so that none reaches a terminal.
void print(const std::string& page, Streams& streams);

// Writes an error to `err`.
void report(const Error& error, Streams& streams);

// The error in one line, for one result among many: "where: problem; given ...; need ...; hint".
enum class Advice { with, without };  // whether the hint is included
std::string one_line(const Error& error, Advice advice = Advice::with);

// Thrown when the reader of a pipe has closed it. This ends the program, but is not an error.
struct ReaderGone {};

// Call it after a flush: throws ReaderGone if the pipe is closed, Error(io) if the stream failed otherwise. Set
// errno to 0 before writing.
void require_written(std::ostream& out, const std::string& where);

void add_bench(CommandLine& line, Streams& streams);
void add_check(CommandLine& line, Streams& streams);
void add_codegen(CommandLine& line, Streams& streams);
void add_compare(CommandLine& line, Streams& streams);
void add_convert(CommandLine& line, Streams& streams);
void add_count(CommandLine& line, Streams& streams);
void add_eval(CommandLine& line, Streams& streams);
void add_help(CommandLine& line, Streams& streams);
void add_ik(CommandLine& line, Streams& streams);
void add_info(CommandLine& line, Streams& streams);
void add_methods(CommandLine& line, Streams& streams);
void add_papers(CommandLine& line, Streams& streams);
void add_path(CommandLine& line, Streams& streams);
void add_playground(CommandLine& line, Streams& streams);
void add_reproduce(CommandLine& line, Streams& streams);
void add_simulate(CommandLine& line, Streams& streams);
void add_sweep(CommandLine& line, Streams& streams);
void add_verify(CommandLine& line, Streams& streams);

// The whole program: parses `args` (without the program's name), runs the command, reports errors, and returns
// the exit code.
int run(const std::vector<std::string>& args, Streams streams);

}  // namespace catena::cli
