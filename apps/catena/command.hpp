// SPDX-License-Identifier: Apache-2.0
// The commands of the command line: one add_<verb> for each file cmd_<verb>.cpp. Results go to `out`,
// messages to `err`; a command throws Error, or returns its exit code through Streams::code.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iosfwd>
#include <map>
#include <string>

#include "catena/error.hpp"
#include "catena/io/urdf.hpp"
#include "catena/model/robot.hpp"

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
};
void add_robot_options(CLI::App& command, RobotOptions& options);

// An option that takes one of a few words.
template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& option, T& chosen,
                        std::map<std::string, T> words, const std::string& description) {
  std::string list;
  for (const auto& [word, value] : words) list += (list.empty() ? "" : "|") + word;
  const auto choose = [option, words = std::move(words), list, &chosen](const std::string& word) {
    const auto found = words.find(word);
    if (found == words.end())
      throw Error(ErrorKind::usage, option + " '" + word + "'", "unknown choice").need("one of " + list);
    chosen = found->second;
  };
  return command.add_option_function<std::string>(option, choose, description)->type_name(list);
}

// An option that takes one number, all of the word, in the range that `need` names.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& option, T& chosen, T least, T most,
                        const std::string& need, const std::string& description) {
  const auto choose = [option, least, most, need, &chosen](const std::string& word) {
    T value{};
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc{} && stop == word.data() + word.size();
    if (!whole || !(value >= least && value <= most))
      throw Error(ErrorKind::usage, option + " '" + word + "'", "wrong number").need(need);
    chosen = value;
  };
  return command.add_option_function<std::string>(option, choose, description);
}

// An option that takes a file; "-" stands for the standard stream and leaves the name empty.
CLI::Option* add_file(CLI::App& command, const std::string& option, std::string& file,
                      const std::string& description);

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

// Nobody reads what we write: no error, but the end.
struct ReaderGone {};

// After a flush: throws ReaderGone if the pipe is closed, Error(io) if the stream has failed otherwise. Set
// errno to 0 before you write.
void require_written(std::ostream& out, const std::string& where);

void add_check(CLI::App& app, Streams& streams);
void add_convert(CLI::App& app, Streams& streams);
void add_count(CLI::App& app, Streams& streams);
void add_eval(CLI::App& app, Streams& streams);
void add_info(CLI::App& app, Streams& streams);
void add_methods(CLI::App& app, Streams& streams);
void add_papers(CLI::App& app, Streams& streams);
void add_reproduce(CLI::App& app, Streams& streams);
void add_verify(CLI::App& app, Streams& streams);

// The whole program: parses, runs, reports; returns the exit code. `args` without the program's name.
int run(std::vector<std::string> args, Streams streams);

}  // namespace catena::cli
