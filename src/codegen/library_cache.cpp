// SPDX-License-Identifier: Apache-2.0
#include "codegen/library_cache.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "catena/core/text.hpp"
#include "codegen/compiler.hpp"
#include "system/environment.hpp"
#include "system/machine.hpp"
#include "system/sha256.hpp"

namespace catena::codegen::detail {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = "unfinished.";

class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // Owned by this user and not writable by others.
  bool ours() const {
    struct stat about {};
    return ::fstat(descriptor_, &about) == 0 && about.st_uid == ::geteuid() && (about.st_mode & 022) == 0;
  }

  std::optional<std::string> read() const {
    std::string text;
    char part[65536];
    for (;;) {
      const ssize_t count = ::read(descriptor_, part, sizeof part);
      if (count == 0) return text;
      if (count > 0)
        text.append(part, static_cast<std::size_t>(count));
      else if (errno != EINTR)
        return std::nullopt;
    }
  }

  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count >= 0)
        text.remove_prefix(static_cast<std::size_t>(count));
      else if (errno != EINTR)
        return false;
    }
    return true;
  }

 private:
  int descriptor_;
};

// A temporary folder, deleted with its contents at the end.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& inside) : path_((inside / kUnfinished).string() + "XXXXXX") {
    made_ = ::mkdtemp(path_.data()) != nullptr;  // accessible to its owner only
    if (!made_)
      problem_ = fmt::format("'{}': {}", text::printable(inside.string(), 200), std::strerror(errno));
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (made_) fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  bool ok() const { return made_; }
  const std::string& problem() const { return problem_; }
  std::string file(const char* name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_, problem_;
  bool made_;
};

// Creates the folder and its parents, accessible to their owner only.
bool make_folder(const fs::path& path) {
  fs::path part;
  for (const fs::path& name : path) {
    part /= name;
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && errno != EACCES && errno != EROFS)
      return false;
  }
  return true;
}

// The cache folder; nothing if it cannot be used, and then `problem` says why.
std::optional<fs::path> usable_folder(std::string& problem) {
  std::optional<fs::path> path = system::detail::cache_folder();
  if (!path) {
    problem = "the compiled code is not cached: neither CATENA_CACHE nor HOME is set";
    return std::nullopt;
  }
  const std::string shown = text::printable(path->string(), 200);
  const bool made = make_folder(*path);
  const int reason = errno;
  const File folder(path->string(), O_RDONLY | O_DIRECTORY);
  if (!folder.ok())
    problem =
        fmt::format("the compiled code is not cached: '{}': {}", shown, std::strerror(made ? errno : reason));
  else if (!folder.ours())
    problem = fmt::format("the compiled code is not cached: '{}' belongs to or can be written by other users",
                          shown);
  else if (::access(path->c_str(), W_OK | X_OK) != 0)
    problem = fmt::format("the compiled code is not cached: '{}': {}", shown, std::strerror(errno));
  else
    return path;
  return std::nullopt;
}

std::shared_ptr<void> load(const std::string& path) {
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  return handle ? std::shared_ptr<void>(handle, [](void* library) { ::dlclose(library); }) : nullptr;
}

std::string file_name(const std::string& key, const std::string& content) {
  return fmt::format("{}.{}.so", key, system::detail::sha256(content));
}

// The cached library of this key. Files that do not match their checksum are removed.
std::shared_ptr<void> find_kept(const fs::path& folder, const std::string& key) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path path = entry->path();
    const std::string name = path.filename().string();
    if (!name.starts_with(key)) continue;
    {
      const File file(path.string(), O_RDONLY | O_NONBLOCK);
      const std::optional<std::string> content = file.ok() && file.ours() ? file.read() : std::nullopt;
      if (content && name == file_name(key, *content))
        if (auto library = load(path.string())) return library;
    }
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  return nullptr;
}

// Removes temporary folders that killed processes left behind a day ago or earlier.
void remove_unfinished(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kUnfinished)) continue;
    std::error_code ignored;
    const auto changed = fs::last_write_time(entry->path(), ignored);
    if (!ignored && fs::file_time_type::clock::now() - changed > std::chrono::hours(24))
      fs::remove_all(entry->path(), ignored);
  }
}

// Compiles in a temporary folder; moves the library to `cache` if there is one.
Library build(const Compiler& compiler, const std::string& source, const std::string& key,
              const std::optional<fs::path>& cache) {
  std::error_code error;
  const WorkFolder work(cache ? *cache : fs::temp_directory_path(error));
  if (!work.ok()) return {nullptr, work.problem()};
  const std::string from = work.file("arm.c"), to = work.file("arm.so");
  {
    const File file(from, O_WRONLY | O_CREAT | O_EXCL);
    if (!file.ok() || !file.write(source))
      return {nullptr, fmt::format("the source cannot be written to '{}': {}", text::printable(from, 200),
                                   std::strerror(errno))};
  }
  if (std::string problem = compile(compiler, from, to, work.file("log")); !problem.empty())
    return {nullptr, problem};
  std::optional<std::string> content;
  {
    const File file(to, O_RDONLY);
    if (file.ok() && ::fchmod(file.descriptor(), 0600) == 0) content = file.read();
  }
  if (!content || content->empty())
    return {nullptr, fmt::format("'{}' produced no library", text::printable(compiler.path, 200))};
  const std::shared_ptr<void> library = load(to);
  if (!library) {
    const char* const reason = ::dlerror();
    return {nullptr,
            fmt::format("the library that '{}' produced cannot be loaded: {}",
                        text::printable(compiler.path, 200), text::printable(reason ? reason : "", 200))};
  }
  if (!cache) return {library, ""};
  if (::rename(to.c_str(), (*cache / file_name(key, *content)).c_str()) != 0)
    return {library, fmt::format("the compiled code is not cached: '{}': {}",
                                 text::printable(cache->string(), 200), std::strerror(errno))};
  return {library, ""};
}

}  // namespace

void* Library::symbol(const std::string& name) const {
  return handle ? ::dlsym(handle.get(), name.c_str()) : nullptr;
}

Library load_library(const std::string& source) try {
  std::string asked;
  const std::optional<Compiler> compiler = find_compiler(asked);
  if (!compiler)
    return {nullptr,
            fmt::format("the compiler '{}' was not found (CC chooses another)", text::printable(asked))};
  std::string text = "catena library 1\n" + compiler->identity + '\n';
  for (const std::string& word : compiler->words) text += word + '\n';
  for (const std::string& flag : compiler_flags()) text += flag + '\n';
  const std::string key = system::detail::sha256(text + system::detail::machine_identity() + source);

  std::string problem;
  const std::optional<fs::path> cache = usable_folder(problem);
  if (cache) {
    if (auto library = find_kept(*cache, key)) return {library, ""};
    remove_unfinished(*cache);
  }
  Library library = build(*compiler, source, key, cache);
  if (library.problem.empty()) library.problem = problem;
  return library;
} catch (const std::system_error& error) {  // of the file system
  return {nullptr, text::printable(error.what(), 200)};
}

}  // namespace catena::codegen::detail
