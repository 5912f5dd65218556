// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "command.hpp"

int main(int argc, char** argv) {
  return catena::cli::run({argv + 1, argv + argc}, {std::cin, std::cout, std::cerr});
}
