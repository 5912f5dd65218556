// SPDX-License-Identifier: Apache-2.0
// The catena command.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "command.hpp"

// A standard stream that is closed keeps its number, else the next file to be opened would get it, and with it
// our messages. Reading and writing still fail.
static void keep_numbers() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char** argv) {
  keep_numbers();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe or a full quota is found by the write that fails
  std::signal(SIGXFSZ, SIG_IGN);
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  return catena::cli::run({argv + 1, argv + argc}, {std::cin, std::cout, std::cerr});
}
