// SPDX-License-Identifier: Apache-2.0
// The commands of the command line: one add_<verb> for each file cmd_<verb>.cpp. Results go to `out`,
// messages to `err`; a command throws Error, or returns its exit code through Streams::code. The parser
// (CLI11) stays behind CommandLine and Command, in command_line.cpp and usage.cpp.
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
  bool given = false;  // also by an empty name
};

// What help shows of an option besides its description.
struct Shown {
  std::string type = "";   // of the value: FILE, N
  std::string value = "";  // the default
};

// One verb, while it is described. An option is "-w,--want", or a bare word for an argument that has no name.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  void robot(RobotOptions& options, bool required = true);
  void text(const std::string& option, std::string& chosen, const std::string& description, Shown shown = {});
  void text(const std::string& option, std::optional<std::string>& chosen, const std::string& description,
            Shown shown = {});
  // Many words, or an option that may be given again, with one word each time.
  void words(const std::string& option, std::vector<std::string>& chosen, const std::string& description,
             Shown shown = {});
  void flag(const std::string& option, bool& chosen, const std::string& description);

  // A file; "-" stands for the standard stream and leaves the name empty.
  void file(const std::string& option, std::string& chosen, const std::string& description);
  void folder(const std::string& option, std::string& chosen, const std::string& description);

  // One of a few words.
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

  // One number, all of the word, in the range that `need` names.
  template <class T>
  void number(const std::string& option, T& chosen, T least, T most, const std::string& need,
              const std::string& description, Shown shown) {
    const auto choose = [option, least, most, need, &chosen](const std::string& word) {
      T value{};
      const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      const bool whole = error == std::errc{} && stop == word.data() + word.size();
      if (!whole || !(value >= least && value <= most))
        throw Error(ErrorKind::usage, option + " '" + word + "'", "wrong number").need(need);
      chosen = value;
    };
    take(option, choose, description, std::move(shown));
  }

  // Anything else: `choose` gets the word and throws Error(usage) if it is wrong.
  void take(const std::string& option, const std::function<void(const std::string&)>& choose,
            const std::string& description, Shown shown);

  void footer(const std::string& text);           // below the options: what else to know, an example
  void run(const std::function<void()>& action);  // after a command line without errors

 private:
  CLI::App* app_;
};

// The program and its commands.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command command(const std::string& verb, const std::string& description);

  // Runs the command that `args` name, or prints help. Throws Error(usage), and what the command throws.
  void parse(std::vector<std::string> args, Streams& streams);

 private:
  std::unique_ptr<CLI::App> app_;
};

// Loads it and writes its notes to `err`.
Robot load(const RobotOptions& options, Streams& streams);

// A remark on `err`, in one line whatever is in it.
void tell(const std::string& note, Streams& streams);
void tell(const Note& note, Streams& streams);

// The same for many, with one line for all the bodies that cannot exist: these are for 'check' to tell.
void tell(const Notes& notes, const std::string& spec, std::size_t bodies, Streams& streams);

// The exit code of several jobs: the largest, so that their order does not matter.
void worsen(Streams& streams, int code);

// What could not be done, to `err`.
void report(const Error& error, Streams& streams);

// The same in one line, for an answer among many: "where: problem; given ...; need ...; hint".
enum class Advice { with, without };  // the hint
std::string one_line(const Error& error, Advice advice = Advice::with);

// Nobody reads what we write: no error, but the end.
struct ReaderGone {};

// After a flush: throws ReaderGone if the pipe is closed, Error(io) if the stream has failed otherwise. Set
// errno to 0 before you write.
void require_written(std::ostream& out, const std::string& where);

void add_bench(CommandLine& line, Streams& streams);
void add_check(CommandLine& line, Streams& streams);
void add_codegen(CommandLine& line, Streams& streams);
void add_compare(CommandLine& line, Streams& streams);
void add_convert(CommandLine& line, Streams& streams);
void add_count(CommandLine& line, Streams& streams);
void add_eval(CommandLine& line, Streams& streams);
void add_info(CommandLine& line, Streams& streams);
void add_methods(CommandLine& line, Streams& streams);
void add_papers(CommandLine& line, Streams& streams);
void add_reproduce(CommandLine& line, Streams& streams);
void add_simulate(CommandLine& line, Streams& streams);
void add_sweep(CommandLine& line, Streams& streams);
void add_verify(CommandLine& line, Streams& streams);

// The whole program: parses, runs, reports; returns the exit code. `args` without the program's name.
int run(std::vector<std::string> args, Streams streams);

}  // namespace catena::cli
