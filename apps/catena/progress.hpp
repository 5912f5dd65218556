// SPDX-License-Identifier: Apache-2.0
// The progress line of long commands on a terminal.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string>

namespace catena::cli {

// Shows "catena: verify: 3 of 100 states" after two seconds, and clears the line at the end.
class Progress {
 public:
  Progress(std::ostream& err, std::string command, std::string things)
      : err_(err),
        command_(std::move(command)),
        things_(std::move(things)),
        shown_(&err == &std::cerr && isatty(STDERR_FILENO) == 1) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Before another line is written.
  void clear() {
    if (wrote_) err_ << "\r\x1b[K" << std::flush;
    wrote_ = false;
  }

  // `more` is appended to the line.
  void operator()(std::size_t done, std::size_t of, const std::string& more = "") {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    wrote_ = true;
    err_ << fmt::format("\rcatena: {}: {} of {} {}{}\x1b[K", command_, done, of, things_, more) << std::flush;
  }

 private:
  std::ostream& err_;
  std::string command_, things_;
  bool shown_, wrote_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(2);
};

}  // namespace catena::cli
