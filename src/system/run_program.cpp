// SPDX-License-Identifier: Apache-2.0
// Between this program and the other one stands a guard: a copy of this process that waits for the other program, in a
// process group of their own, and kills that group when its parent dies. Handlers of signals in this program would not do:
// it may be killed, and a library should not install any.
#include "system/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>

extern char** environ;

namespace catena::system::detail {
namespace {

using How = ProgramEnd::How;

extern "C" void kill_own_group(int) { ::kill(0, SIGKILL); }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);
}

// From here on to the end of `guard`: in a copy of a program with several threads, only functions that are safe in a signal
// handler may be called.
void report(int pipe, How how, int value) {
  const ProgramEnd end = {how, value};
  if (::write(pipe, &end, sizeof end) < 0) {
    // there is nobody to report an error to
  }
}

[[noreturn]] void become(char* const* argv, const char* log, int pipe) {
  const int in = ::open("/dev/null", O_RDONLY), out = ::open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (in >= 0 && out >= 0 && ::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0 &&
      ::dup2(out, STDERR_FILENO) >= 0)
    ::execve(argv[0], argv, environ);
  report(pipe, How::not_started, errno);
  ::_exit(127);
}

[[noreturn]] void guard(char* const* argv, const char* log, int pipe, pid_t parent) {
  ::setpgid(0, 0);
  for (int signal = 1; signal < NSIG; ++signal) handle(signal, SIG_DFL);
  handle(SIGTERM, kill_own_group);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::getppid() != parent) ::_exit(1);  // the parent died before the guard could watch it
  const pid_t child = ::fork();
  if (child == 0) {
    handle(SIGTERM, SIG_DFL);
    become(argv, log, pipe);
  }
  if (child < 0) {
    report(pipe, How::not_started, errno);
    ::_exit(1);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status))
    report(pipe, How::exited, WEXITSTATUS(status));
  else
    report(pipe, How::ended_by_signal, WTERMSIG(status));
  ::_exit(0);
}

// What comes first through the pipe; `too_slow` if nothing comes in time.
ProgramEnd first_report(int pipe, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready = {pipe, POLLIN, 0};
    const int found = ::poll(&ready, 1, static_cast<int>(std::clamp<long long>(left, 0, 1'000'000)));
    if (found < 0 && errno != EINTR) return {How::unknown, errno};
    if (found > 0) {
      ProgramEnd told;
      const ssize_t got = ::read(pipe, &told, sizeof told);
      if (got == static_cast<ssize_t>(sizeof told)) return told;
      if (got >= 0 || errno != EINTR) return {How::unknown, got < 0 ? errno : 0};
    } else if (Clock::now() >= end) {
      return {How::too_slow, 0};
    }
  }
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words, const std::string& log, double seconds) {
  std::vector<std::string> copy = words;
  std::vector<char*> argv;
  for (std::string& word : copy) argv.push_back(word.data());
  argv.push_back(nullptr);
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return {How::not_started, errno};

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);  // until the guard has handlers of its own
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) guard(argv.data(), log.c_str(), pipe[1], parent);
  const int reason = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(pipe[1]);
  if (child < 0) {
    ::close(pipe[0]);
    return {How::not_started, reason};
  }
  ::setpgid(child, child);  // the guard does so as well: whoever is first
  const ProgramEnd end = first_report(pipe[0], seconds);
  if (end.how == How::too_slow || end.how == How::unknown) ::kill(-child, SIGKILL);
  ::close(pipe[0]);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return end;
}

}  // namespace catena::system::detail
