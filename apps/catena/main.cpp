// SPDX-License-Identifier: Apache-2.0
// The catena command.
#include <csignal>
#include <iostream>

#include "command.hpp"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe or a full quota is found by the write that fails
  std::signal(SIGXFSZ, SIG_IGN);
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  return catena::cli::run({argv + 1, argv + argc}, {std::cin, std::cout, std::cerr});
}
