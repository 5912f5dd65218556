// SPDX-License-Identifier: Apache-2.0
// Calls the commands in this process, or the real program by the shell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/json.hpp"

namespace catena::test {

struct Answer {
  int code;
  std::string out, err;

  // Standard output as JSON lines.
  std::vector<Json> lines() const { return json_lines(out); }
};

Answer catena(std::vector<std::string> args, const std::string& input = "");

// With the built program first in the path.
Answer shell(const std::string& command);

// A folder of its own, gone at the end of the test.
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
