// SPDX-License-Identifier: Apache-2.0
// What a snippet of the documentation prints, compared with what the page shows.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <sstream>
#include <string>

namespace catena::test {

// Collects std::cout while it exists.
class Printed {
 public:
  Printed() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~Printed() { std::cout.rdbuf(before_); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  // `shown` stands at this line of the page; blanks at the ends of lines do not count.
  void expect(const std::string& shown, int line) {
    EXPECT_EQ(without_tails(text_.str()), without_tails(shown + '\n')) << "line " << line << " of the page";
    text_.str("");
  }

 private:
  static std::string without_tails(const std::string& text) {
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);)
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    return out;
  }

  std::ostringstream text_;
  std::streambuf* before_;
};

}  // namespace catena::test
