// SPDX-License-Identifier: Apache-2.0
// Buffered lines of input and output for a dialogue with another program: all answers are written before waiting for
// the next line of input, and the output always ends with a complete line.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "catena/system/whole_file.hpp"

namespace catena::cli {

class LineSource {
 public:
  static constexpr std::size_t kLongest = std::size_t{64} << 20;

  explicit LineSource(std::istream& in) : in_(in) {}

  // Sets `line` to the next line without its newline, valid until the next call; false at the end of the input. A
  // line longer than kLongest is truncated and sets too_long(). `before_wait` is called before waiting for input.
  bool next(std::string_view& line, const std::function<void()>& before_wait);

  std::size_t number() const { return number_; }  // of the line last returned, counted from 1
  bool too_long() const { return too_long_; }

 private:
  bool fill(const std::function<void()>& before_wait);

  std::istream& in_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the part of buffer_ that has not been returned yet
  std::size_t number_ = 0;
  bool too_long_ = false;
};

// Collects complete lines and writes them in blocks, to a stream or to a file. Throws what `require_written` of command.hpp
// throws.
class LineSink {
 public:
  LineSink(std::ostream& out, std::string where) : out_(&out), where_(std::move(where)) {}
  explicit LineSink(system::UnfinishedFile& file) : file_(&file), where_(file.path()) {}

  std::string& text() { return text_; }  // append complete lines here, then call line_done
  void line_done() {
    if (text_.size() >= kBlock) write();
  }
  void write();

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  void write_to_file();

  std::ostream* out_ = nullptr;  // one of the two
  system::UnfinishedFile* file_ = nullptr;
  std::string where_;
  std::string text_;
};

}  // namespace catena::cli
