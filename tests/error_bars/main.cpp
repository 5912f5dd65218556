// SPDX-License-Identifier: Apache-2.0
// measure_error_bars RESULTS PAGE [--seeds N] [--samples N] [--threads N] [--arms A,B]
//
// Measures how often error bars hold and writes the page. An interrupted run continues with what is in RESULTS.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "catena/core/threads.hpp"
#include "catena/io/load.hpp"
#include "error_bars/page.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace catena;
  if (argc < 3) {
    std::fprintf(
        stderr,
        "usage: measure_error_bars RESULTS PAGE [--seeds N] [--samples N] [--threads N] [--arms A,B]\n");
    return 2;
  }
  test::Plan plan = {.arms = catalogue(), .threads = thread_count(0)};
  for (int k = 3; k + 1 < argc; k += 2) {
    const std::string option = argv[k];
    if (option == "--seeds")
      plan.seeds = std::stoi(argv[k + 1]);
    else if (option == "--samples")
      plan.samples = std::stoi(argv[k + 1]);
    else if (option == "--threads")
      plan.threads = std::stoi(argv[k + 1]);
    else if (option == "--arms") {
      plan.arms.clear();
      std::istringstream names(argv[k + 1]);
      for (std::string name; std::getline(names, name, ',');) plan.arms.push_back(name);
    } else
      throw std::runtime_error("no such option: " + option);
  }
  const test::Trials trials = test::measure(plan, argv[1], [](int done, int of) {
    if (done % 100 == 0 || done == of) std::fprintf(stderr, "%d of %d trials\n", done, of);
  });
  const test::Page page = test::page_of(plan, trials);
  std::ofstream out(argv[2]);
  out << page.text;
  if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + argv[2]);
  for (const std::string& what : page.broken) std::fprintf(stderr, "not as required: %s\n", what.c_str());
  return page.broken.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
