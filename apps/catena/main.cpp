// SPDX-License-Identifier: Apache-2.0
// The program `catena`.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <iostream>
#include <new>

#include "command.hpp"

// Reserves the file descriptors of standard streams that are closed: otherwise the next file to be opened would get
// the descriptor, and with it our messages. Reading and writing still fail.
static void reserve_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char** argv) {
  reserve_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // closed pipes and full quotas are reported by the write that fails
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return catena::cli::run({argv + 1, argv + argc}, {std::cin, std::cout, std::cerr});
  } catch (const std::bad_alloc&) {  // of the streams, of the arguments, or while an error was reported
    static_cast<void>(
        !::write(STDERR_FILENO, catena::cli::kOutOfMemory, std::strlen(catena::cli::kOutOfMemory)));
    return static_cast<int>(catena::ErrorKind::numerical);
  }
}
