// SPDX-License-Identifier: Apache-2.0
// Compiling with a temporary cache.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "catena/codegen/compiled.hpp"
#include "support/compiled.hpp"
#include "support/environment.hpp"

namespace catena::test {

// A temporary cache, and a compiler that records each run.
class Compile : public testing::Test {
 protected:
  std::string script(const std::string& name, const std::string& text) const {
    const std::string path = folder.write(name, "#!/bin/sh\n" + text + "\n");
    ::chmod(path.c_str(), 0755);
    return path;
  }
  int runs() const {
    std::ifstream in(folder.file("runs"));
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
  }
  std::vector<std::filesystem::path> kept() const {
    std::vector<std::filesystem::path> all;
    if (std::filesystem::exists(folder.file("cache")))
      for (const auto& entry : std::filesystem::directory_iterator(folder.file("cache")))
        all.push_back(entry.path());
    return all;
  }

  SourceFolder folder;
  Variable cache{"CATENA_CACHE", folder.file("cache")};
  Variable compiler{"CC", script("compiler", "echo run >> '" + folder.file("runs") + "'\nexec cc \"$@\"")};
};

inline std::string problem(const Compiled& arm) { return arm.note() ? arm.note()->what : "nothing"; }

inline const Arm& planar() {
  static const Arm arm = Arm::load("planar2");
  return arm;
}

// Two states, with and without a wrench, under two gravities.
void expect_agreement(const Arm& arm, const Compiled& code, double tolerance);

template <class Call>
std::string error_text(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace catena::test
