// SPDX-License-Identifier: Apache-2.0
#include "cli/shell.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "command.hpp"

namespace catena::test {

Answer catena(std::vector<std::string> args, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int code = cli::run(std::move(args), {in, out, err});
  return {code, out.str(), err.str()};
}

Answer shell(const std::string& command) {
  const std::string line = "PATH='" CATENA_BINARY_DIR "':\"$PATH\"; " + command;
  Answer answer{-1, "", ""};
  FILE* pipe = ::popen(line.c_str(), "r");
  if (!pipe) return answer;
  char block[4096];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, pipe)) > 0;) answer.out.append(block, got);
  const int status = ::pclose(pipe);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

std::vector<std::string> commands() {
  std::istringstream help(catena({"--help"}).out);
  std::vector<std::string> names;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Commands:")
      listed = true;
    else if (line.empty())
      listed = false;
    else if (listed && line.starts_with("  ") && line[2] != ' ')
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

Folder::Folder()
    : path_(std::filesystem::temp_directory_path() / ("catena_cli_test_" + std::to_string(::getpid()))) {
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name) const { return (path_ / name).string(); }

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name), std::ios::binary) << text;
  return file(name);
}

std::string Folder::read(const std::string& name) const {
  std::ifstream in(file(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t Folder::count() const {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
}

}  // namespace catena::test
