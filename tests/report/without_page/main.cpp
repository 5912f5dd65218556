// SPDX-License-Identifier: Apache-2.0
// A program whose Catena has no page, because npm was missing when it was built: 0 if it says so, and writes nothing.
#include <cstdio>
#include <filesystem>
#include <string>

#include "catena/report/report.hpp"

int main() {
  const std::string file = "report_without_page.html";
  try {
    catena::report::write_report({.title = "t"}, file);
  } catch (const catena::Error& error) {
    const std::string want = file +
                             ": this catena was built without the page of its reports\n"
                             "  need    npm (Debian: nodejs, npm) and a network when catena is built\n"
                             "  hint    install them, then 'make web build' in the source folder";
    std::printf("%s\n", error.what());
    const bool right = error.what() == want && error.exit_code() == 5;
    return right && !catena::report::has_page() && !std::filesystem::exists(file) ? 0 : 1;
  }
  return 2;
}
