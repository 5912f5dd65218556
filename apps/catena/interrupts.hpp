// SPDX-License-Identifier: Apache-2.0
// Handling of interrupts (SIGINT, SIGTERM, SIGHUP): output is never cut off and input that was read is never lost.
#pragma once

#include <csignal>
#include <string>

namespace catena::cli {

// Blocks interrupts during its lifetime, so that what is being written is completed.
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

// During its lifetime, the first interrupt is only remembered and a second one ends the program. The destructor
// raises the remembered interrupt again. Interrupts within 0.2 s count as one, because `timeout` sends the signal to
// the program and again to its process group. Interrupts that are ignored (nohup) stay ignored. The handler writes
// `words` to standard error immediately, since a launcher may leave the program little time.
class RememberInterrupts {
 public:
  explicit RememberInterrupts(const std::string& words = "");
  ~RememberInterrupts();
  RememberInterrupts(const RememberInterrupts&) = delete;
  RememberInterrupts& operator=(const RememberInterrupts&) = delete;

  static int which();  // the signal that arrived, or 0

 private:
  static constexpr int kSignals = 3;
  struct sigaction before_[kSignals];
};

}  // namespace catena::cli
