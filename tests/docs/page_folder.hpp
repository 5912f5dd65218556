// SPDX-License-Identifier: Apache-2.0
// The folder where the snippets of a page run: temporary, with the files that the page shows.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace catena::test {

using PageFiles = std::vector<std::pair<std::string, std::string>>;  // names and contents

// The working folder while it exists.
class PageFolder {
 public:
  explicit PageFolder(const PageFiles& files) : before_(std::filesystem::current_path()) {
    std::string name = (std::filesystem::temp_directory_path() / "catena_page_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::filesystem::filesystem_error("mkdtemp", name, {});
    folder_ = name;
    std::filesystem::current_path(folder_);
    for (const auto& [file, text] : files) std::ofstream(file) << text << '\n';
  }
  ~PageFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
    std::filesystem::remove_all(folder_, ignored);
  }
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;

 private:
  std::filesystem::path before_, folder_;
};

}  // namespace catena::test
