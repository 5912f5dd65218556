// SPDX-License-Identifier: Apache-2.0
// What an interrupt may not do: cut off what is being written, or lose what has been read.
#pragma once

#include <csignal>
#include <string>

namespace catena::cli {

// While one of these lives, an interrupt waits: what is being written is written whole.
class HoldInterrupts {
 public:
  HoldInterrupts();
  ~HoldInterrupts() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

// While one of these lives, the first interrupt is kept in mind and the second ends the program, as does the
// first one again at the end of this life. What comes within a fifth of a second is one interrupt: `timeout`
// sends it to the program and again to its group. Interrupts that are ignored (nohup) stay so. `words` go to standard error at
// once, whatever the program is doing: a launcher may not leave it much time.
class RememberInterrupts {
 public:
  explicit RememberInterrupts(const std::string& words = "");
  ~RememberInterrupts();
  RememberInterrupts(const RememberInterrupts&) = delete;
  RememberInterrupts& operator=(const RememberInterrupts&) = delete;

  static int which();  // the signal that came, or 0

 private:
  static constexpr int kSignals = 3;
  struct sigaction before_[kSignals];
};

}  // namespace catena::cli
