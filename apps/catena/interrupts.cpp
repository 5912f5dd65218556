// SPDX-License-Identifier: Apache-2.0
#include "interrupts.hpp"

#include <unistd.h>

#include <cerrno>

namespace catena::cli {
namespace {

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t came = 0;
std::string last_words;  // set while no handler is installed

extern "C" void remember(int signal) {
  came = signal;
  const int before = errno;
  const char* rest = last_words.data();
  for (std::size_t left = last_words.size(); left > 0;) {
    const ssize_t wrote = ::write(STDERR_FILENO, rest, left);
    if (wrote <= 0) break;
    rest += wrote;
    left -= static_cast<std::size_t>(wrote);
  }
  errno = before;
  for (const int each : kInterrupts) {
    struct sigaction now;
    ::sigaction(each, nullptr, &now);
    if (now.sa_handler == remember) std::signal(each, SIG_DFL);
  }
}

}  // namespace

HoldInterrupts::HoldInterrupts() {
  sigset_t set;
  sigemptyset(&set);
  for (const int each : kInterrupts) sigaddset(&set, each);
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

RememberInterrupts::RememberInterrupts(const std::string& words) {
  came = 0;
  last_words = words;
  for (int k = 0; k < kSignals; ++k) {
    ::sigaction(kInterrupts[k], nullptr, &before_[k]);
    if (before_[k].sa_handler == SIG_IGN) continue;
    struct sigaction ours = {};
    ours.sa_handler = remember;
    sigemptyset(&ours.sa_mask);  // and no SA_RESTART: it ends a wait
    ::sigaction(kInterrupts[k], &ours, nullptr);
  }
}

RememberInterrupts::~RememberInterrupts() {
  for (int k = 0; k < kSignals; ++k) ::sigaction(kInterrupts[k], &before_[k], nullptr);
  if (came != 0) std::raise(came);
}

int RememberInterrupts::which() { return came; }

}  // namespace catena::cli
