// SPDX-License-Identifier: Apache-2.0
// While one of these lives, an interrupt waits: what is being written is written whole.
#pragma once

#include <csignal>

namespace catena::cli {

class HoldInterrupts {
 public:
  HoldInterrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~HoldInterrupts() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;

 private:
  sigset_t before_;
};

}  // namespace catena::cli
