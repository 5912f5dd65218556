// SPDX-License-Identifier: Apache-2.0
// What Catena throws: where, what is wrong, the value given, the rule, one thing to try.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace catena {

// The numbers are the exit codes of the command line.
enum class ErrorKind {
  usage = 2,      // a wrong call: size, option, name
  model = 3,      // a robot that cannot be read or cannot exist
  numerical = 4,  // a computation without a result
  io = 5,         // a file that cannot be read or written
  bug = 70,       // our fault
};
const char* name(ErrorKind kind);  // "usage", "model", "numerical", "io", "bug"

// Each part has a name, so that no caller needs to parse the text.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string where, std::string problem);

  Error& given(std::string text);  // the value that was found
  Error& need(std::string text);   // the rule, with the numbers put in
  Error& hint(std::string text);   // one thing to try
  Error& at_state(std::size_t k);  // the state of a batch that has no result, counted from 0

  ErrorKind kind() const { return kind_; }
  int exit_code() const { return static_cast<int>(kind_); }
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& given() const { return given_; }  // this and the next two may be empty
  const std::string& need() const { return need_; }
  const std::string& hint() const { return hint_; }
  std::optional<std::size_t> state() const { return state_; }

  // "WHERE: PROBLEM" and, each on a line of its own, given (after the state), need and hint.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  void compose();

  ErrorKind kind_;
  std::string where_, problem_, given_, need_, hint_, text_;
  std::optional<std::size_t> state_;
};

// A remark that stops nothing: what was assumed, repaired or left out while a robot was read.
enum class NoteKind {
  remark,
  negative_mass,       // of a body that the file permits
  impossible_inertia,  // the same
  mistake,             // what may be one (mistakes.hpp)
};
const char* name(NoteKind kind);  // "remark", "negative_mass", "impossible_inertia", "mistake"

// Each part has a name, as those of an Error have.
struct Note {
  std::string where;  // this and the last three may be empty
  std::string what;
  NoteKind kind = NoteKind::remark;
  std::string given = {};  // the value that was found
  std::string need = {};   // the rule
  std::string hint = {};   // one thing to try

  // "WHERE: WHAT; given GIVEN; need NEED; HINT", without the parts that are empty.
  std::string line() const;
};
using Notes = std::vector<Note>;

}  // namespace catena
