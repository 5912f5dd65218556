// SPDX-License-Identifier: Apache-2.0
#include "codegen/compiler.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catena/core/text.hpp"
#include "system/environment.hpp"
#include "system/run_program.hpp"

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

// [s] The largest arms that are compiled take less than a minute.
double time_limit() {
  constexpr double kDefault = 300;
  const std::string given = system::detail::environment("CATENA_COMPILER_TIMEOUT").value_or("");
  double seconds = 0;
  const auto [stop, error] = std::from_chars(given.data(), given.data() + given.size(), seconds);
  const bool valid = error == std::errc{} && stop == given.data() + given.size() && std::isfinite(seconds);
  return valid && seconds > 0 ? seconds : kDefault;
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
  using How = system::detail::ProgramEnd::How;
  const double limit = time_limit();
  const system::detail::ProgramEnd end = system::detail::run_program(words, log, limit);
  const std::string shown = text::printable(compiler.path);
  if (end.how == How::exited && end.value == 0) return "";
  if (end.how == How::not_started)
    return fmt::format("'{}' cannot be started: {}", shown, std::strerror(end.value));
  if (end.how == How::too_slow)
    return fmt::format("'{}' was stopped after {:.6g} s (CATENA_COMPILER_TIMEOUT sets the limit)", shown,
                       limit);
  const std::string said = complaint(log);
  return fmt::format("'{}' failed{}{}", shown, said.empty() ? "" : ": ", said);
}

}  // namespace catena::codegen::detail
