// SPDX-License-Identifier: Apache-2.0
// `make digits`: how many digits of the results of random hard arms are correct.
//
//   measure_digits PAGE.md [ARMS STATES]
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

#include "digits/page.hpp"

int main(int argc, char** argv) {
  using namespace catena::test;
  if (argc != 2 && argc != 4) return std::fprintf(stderr, "measure_digits PAGE.md [ARMS STATES]\n"), 2;
  try {
    const int arms = argc == 4 ? std::atoi(argv[2]) : 30, states = argc == 4 ? std::atoi(argv[3]) : 2;
    const std::string page = page_of(cases(arms, states), states);
    std::ofstream out(argv[1]);
    out << page;
    if (!out.flush()) return std::fprintf(stderr, "cannot write %s\n", argv[1]), 1;
  } catch (const std::exception& e) {
    return std::fprintf(stderr, "%s\n", e.what()), 1;
  }
}
