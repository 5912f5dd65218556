// SPDX-License-Identifier: Apache-2.0
// Lines in and lines out, for another program at the other end: no answer is held back while we wait for a
// question, and what is written ends with a whole line.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace catena::cli {

class LineSource {
 public:
  static constexpr std::size_t kLongest = std::size_t{64} << 20;

  explicit LineSource(std::istream& in) : in_(in) {}

  // The next line without its end, valid until the next call; false at the end. A line longer than kLongest
  // comes cut off and sets too_long(). `before_wait` is called whenever the line is not here yet.
  bool next(std::string_view& line, const std::function<void()>& before_wait);

  std::size_t number() const { return number_; }  // of the line last returned, counted from 1
  bool too_long() const { return too_long_; }

 private:
  bool fill(const std::function<void()>& before_wait);

  std::istream& in_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what is not yet returned
  std::size_t number_ = 0;
  bool too_long_ = false;
};

// Gathers whole lines and writes them in blocks. Throws what `flush` of command.hpp throws.
class LineSink {
 public:
  LineSink(std::ostream& out, std::string where) : out_(out), where_(std::move(where)) {}

  std::string& text() { return text_; }  // append whole lines here, then call line_done
  void line_done() {
    if (text_.size() >= kBlock) write();
  }
  void write();

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  std::ostream& out_;
  std::string where_;
  std::string text_;
};

}  // namespace catena::cli
