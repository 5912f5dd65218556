// SPDX-License-Identifier: Apache-2.0
#include "interrupts.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>

namespace catena::cli {
namespace {

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};

constexpr std::int64_t kOneInterrupt = 200'000'000;  // ns within which signals count as one interrupt

volatile std::sig_atomic_t came = 0;
std::atomic<std::int64_t> first = 0;  // time of the first interrupt; 0: none so far
static_assert(std::atomic<std::int64_t>::is_always_lock_free);
std::string last_words;  // changed only while no handler is installed

std::int64_t nanoseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

extern "C" void remember(int signal) {
  const std::int64_t now = nanoseconds();
  std::int64_t before_this = 0;
  if (!first.compare_exchange_strong(before_this, now)) {
    if (now - before_this < kOneInterrupt) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
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
  first = 0;
  last_words = words;
  for (int k = 0; k < kSignals; ++k) {
    ::sigaction(kInterrupts[k], nullptr, &before_[k]);
    if (before_[k].sa_handler == SIG_IGN) continue;
    struct sigaction ours = {};
    ours.sa_handler = remember;
    sigemptyset(&ours.sa_mask);  // no SA_RESTART: the signal must end a wait
    ::sigaction(kInterrupts[k], &ours, nullptr);
  }
}

RememberInterrupts::~RememberInterrupts() {
  for (int k = 0; k < kSignals; ++k) ::sigaction(kInterrupts[k], &before_[k], nullptr);
  if (came != 0) std::raise(came);
}

int RememberInterrupts::which() { return came; }

}  // namespace catena::cli
