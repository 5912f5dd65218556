// SPDX-License-Identifier: Apache-2.0
// A temporary folder of a fuzzer, which is its working folder and is removed when it ends.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

namespace catena::fuzz {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "catena_fuzz_XXXXXX").string();
    if (!::mkdtemp(name.data()) || ::chdir(name.c_str()) != 0) std::abort();
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::current_path("/", ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + '/' + name; }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }

  // A file that `clear` keeps.
  void plant(const std::string& name, std::string_view text) {
    write(name, text);
    planted_.insert(name);
  }

  // Removes all other files.
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      if (!planted_.contains(entry.path().filename().string())) std::filesystem::remove_all(entry.path());
  }

 private:
  std::string path_;
  std::set<std::string> planted_;
};

inline std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace catena::fuzz
