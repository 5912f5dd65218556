// SPDX-License-Identifier: Apache-2.0
// Runs the commands in this process, or the real program in a shell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/json.hpp"

namespace catena::test {

struct Answer {
  int code;
  std::string out, err;

  // The lines of standard output, parsed as JSON.
  std::vector<Json> lines() const { return json_lines(out); }
};

Answer catena(std::vector<std::string> args, const std::string& input = "");

// Runs a shell command, with the built program first in the PATH.
Answer shell(const std::string& command);

// The commands that `catena --help` lists.
std::vector<std::string> commands();

// A temporary folder, removed at the end of the test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const;
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::size_t count() const;

 private:
  std::filesystem::path path_;
};

}  // namespace catena::test
