// SPDX-License-Identifier: Apache-2.0
#include "catena/core/error.hpp"

#include <utility>

#include "catena/core/text.hpp"

namespace catena {

const char* name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::model:
      return "model";
    case ErrorKind::numerical:
      return "numerical";
    case ErrorKind::io:
      return "io";
    case ErrorKind::bug:
      break;
  }
  return "bug";
}

const char* name(NoteKind kind) {
  switch (kind) {
    case NoteKind::remark:
      break;
    case NoteKind::negative_mass:
      return "negative_mass";
    case NoteKind::impossible_inertia:
      return "impossible_inertia";
    case NoteKind::mistake:
      return "mistake";
  }
  return "remark";
}

std::string Note::line() const {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!given.empty()) text += "; given " + given;
  if (!need.empty()) text += "; need " + need;
  if (!hint.empty()) text += "; " + hint;
  return text;
}

Error::Error(ErrorKind kind, std::string where, std::string problem)
    : kind_(kind), where_(std::move(where)), problem_(std::move(problem)) {
  compose();
}

Error& Error::given(std::string text) {
  given_ = std::move(text);
  compose();
  return *this;
}

Error& Error::need(std::string text) {
  need_ = std::move(text);
  compose();
  return *this;
}

Error& Error::hint(std::string text) {
  hint_ = std::move(text);
  compose();
  return *this;
}

Error& Error::at_state(std::size_t k) {
  state_ = k;
  compose();
  return *this;
}

void Error::compose() {
  // Names and paths are untrusted: they must neither control a terminal nor start a new line.
  const auto shown = [](const std::string& text) { return text::printable(text, text::kWhole); };
  text_ = where_.empty() ? shown(problem_) : shown(where_) + ": " + shown(problem_);
  if (state_)
    text_ += "\n  given   state " + std::to_string(*state_) +
             (given_.empty() ? " (counted from 0)" : ", " + shown(given_));
  else if (!given_.empty())
    text_ += "\n  given   " + shown(given_);
  if (!need_.empty()) text_ += "\n  need    " + shown(need_);
  if (!hint_.empty()) text_ += "\n  hint    " + shown(hint_);
}

}  // namespace catena
