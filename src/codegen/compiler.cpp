// SPDX-License-Identifier: Apache-2.0
#include "codegen/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catena/core/text.hpp"
#include "system/environment.hpp"

extern char** environ;

namespace catena::codegen::detail {
namespace {

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_program(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? std::optional(name) : std::nullopt;
  std::istringstream folders(system::detail::environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(path)) return path;
  }
  return std::nullopt;
}

// The real path of a file, its size and its modification time.
std::string file_identity(const std::string& path) {
  std::error_code error;
  const std::string real = std::filesystem::canonical(path, error).string();
  struct stat about {};
  if (error || ::stat(real.c_str(), &about) != 0) return path;
  return fmt::format("{} {} {}.{}", real, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

// The first line that contains "error", else the first line.
std::string complaint(const std::string& log) {
  std::ifstream in(log);
  std::string first;
  for (std::string line; std::getline(in, line);) {
    if (line.find("error") != std::string::npos) return text::printable(line, 200);
    if (first.empty()) first = line;
  }
  return text::printable(first, 200);
}

}  // namespace

std::optional<Compiler> find_compiler(std::string& asked) {
  asked = system::detail::environment("CC").value_or("cc");
  std::vector<std::string> words = split_words(asked);
  if (words.empty()) words = {"cc"};
  const std::optional<std::string> path = find_program(words[0]);
  if (!path) return std::nullopt;
  words.erase(words.begin());
  return Compiler{*path, words, file_identity(*path)};
}

// The flags for the frame pointer and the registers give shorter instructions: code that exceeds the micro-op cache is
// limited by instruction fetch (gcc 12, Zen 3, derivatives of id of the Panda: 1.15 times as fast).
const std::vector<std::string>& compiler_flags() {
  static const std::vector<std::string> flags = {"-O3",
                                                 "-march=native",
                                                 "-ffp-contract=fast",
                                                 "-fno-math-errno",
                                                 "-fno-tree-slp-vectorize",
                                                 "-fno-omit-frame-pointer",
                                                 "-frename-registers",
                                                 "-shared",
                                                 "-fPIC"};
  return flags;
}

std::string compile(const Compiler& compiler, const std::string& from, const std::string& to,
                    const std::string& log) {
  std::vector<std::string> words = {compiler.path};
  words.insert(words.end(), compiler.words.begin(), compiler.words.end());
  words.insert(words.end(), compiler_flags().begin(), compiler_flags().end());
  words.insert(words.end(), {"-o", to, from, "-lm"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawn(&child, compiler.path.c_str(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failure != 0)
    return fmt::format("'{}' cannot be started: {}", text::printable(compiler.path), std::strerror(failure));

  int status = 0;
  pid_t ended = 0;
  do ended = ::waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR);
  if (ended < 0) return "";  // SIGCHLD is ignored in this program: whether the library exists decides
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  const std::string said = complaint(log);
  return fmt::format("'{}' failed{}{}", text::printable(compiler.path), said.empty() ? "" : ": ", said);
}

}  // namespace catena::codegen::detail
