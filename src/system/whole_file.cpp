// SPDX-License-Identifier: Apache-2.0
#include "catena/system/whole_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::system {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = ".catena-", kEnd = ".unfinished";

Error cannot_write(const std::string& path, int reason) {
  return Error(ErrorKind::io, path, "cannot write")
      .given(reason != 0 ? std::strerror(reason) : "")
      .hint(reason == ENOENT ? missing_folder(path) : "");
}

// The descriptor that a path such as /dev/stdout or /dev/fd/3 stands for.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char *first = path.data() + folder.size(), *last = path.data() + path.size();
    if (const auto [stop, error] = std::from_chars(first, last, number);
        error == std::errc{} && stop == last && number >= 0)
      return number;
  }
  return std::nullopt;
}

// Follows symbolic links, also to a file that does not exist yet.
fs::path followed(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the system follows
  fs::path here = path;
  for (int k = 0; k <= kMostLinks; ++k) {
    std::error_code error;
    const fs::path next = fs::read_symlink(here, error);
    if (error == std::errc::invalid_argument || error == std::errc::no_such_file_or_directory) return here;
    if (error) throw cannot_write(path, error.value());
    here = here.parent_path() / next;
  }
  throw Error(ErrorKind::io, path, "the link cannot be followed").given(std::strerror(ELOOP));
}

int open_folder(const fs::path& target) {
  const fs::path parent = target.parent_path();
  const char* const folder = parent.empty() ? "." : parent.c_str();
  const int readable = ::open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (readable >= 0 || errno != EACCES) return readable;
  return ::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);  // one that may be written but not read
}

std::string random_name() {
  std::uint64_t number = 0;
  for (char* rest = reinterpret_cast<char*>(&number); rest < reinterpret_cast<char*>(&number + 1);) {
    const ssize_t got =
        ::getrandom(rest, static_cast<std::size_t>(reinterpret_cast<char*>(&number + 1) - rest), 0);
    if (got > 0)
      rest += got;
    else if (errno != EINTR)
      return {};
  }
  return fmt::format("{}{:016x}{}", kBegin, number, kEnd);
}

// A temporary file is locked while its program lives, so one that is not locked was abandoned. It stays locked until it is
// removed: a program that has just created it finds it locked, and creates another.
void remove_if_abandoned(int folder, const char* name) {
  const int file = ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat about {};
  if (::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
      ::flock(file, LOCK_EX | LOCK_NB) == 0)
    ::unlinkat(folder, name, 0);
  ::close(file);
}

void remove_abandoned(int folder) {
  constexpr int kMostEntries = 10'000;  // of a large folder only the first ones are looked at
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (again < 0) return;
  DIR* const list = ::fdopendir(again);
  if (!list) {
    ::close(again);
    return;
  }
  std::vector<std::string> found;
  for (int k = 0; k < kMostEntries; ++k) {
    const dirent* const entry = ::readdir(list);
    if (!entry) break;
    const std::string_view name = entry->d_name;
    if (name.starts_with(kBegin) && name.ends_with(kEnd)) found.emplace_back(name);
  }
  ::closedir(list);
  for (const std::string& name : found) remove_if_abandoned(folder, name.c_str());
}

// A new file whose name no other program knows; -1 and errno if it cannot be created.
int create_temporary(int folder, std::string& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = random_name();
    if (name.empty()) return -1;
    const int file =
        ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return -1;
    struct stat about {};
    // another program may have taken it for abandoned before it was locked
    const bool taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && ::fstat(file, &about) == 0 && about.st_nlink > 0) return file;
    ::close(file);
  }
  errno = EEXIST;
  return -1;
}

// Some file systems have no fsync for a folder; nothing is lost there by leaving it out.
bool fsync_unsupported(int reason) { return reason == EINVAL || reason == ENOTSUP || reason == EBADF; }

int fsync_again(int file) {
  int failed = 0;
  do failed = ::fsync(file);
  while (failed != 0 && errno == EINTR);
  return failed;
}

void require_no_folder(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored) || !fs::path(path).has_filename())
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
}

// "Database File Format" and "WAL-mode File Format" of SQLite's documentation.
constexpr std::string_view kDatabase("SQLite format 3\0", 16);
constexpr std::string_view kJournals[] = {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "\x37\x7f\x06\x82",
                                          "\x37\x7f\x06\x83"};

// The first bytes of a regular file; none of any other, which could be read only once.
std::string file_start(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, kDatabase.size()> begin = {};
  const ssize_t size = ::pread(file, begin.data(), begin.size(), 0);
  ::close(file);
  return {begin.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

// The database that SQLite keeps a file of this name beside; empty for other names.
std::string database_beside(const std::string& name) {
  for (const std::string_view end : {"-wal", "-shm", "-journal"})
    if (name.size() > end.size() && name.ends_with(end)) return name.substr(0, name.size() - end.size());
  return {};
}

}  // namespace

bool is_database(const std::string& path) { return file_start(path) == kDatabase; }

void require_no_database(const std::string& path) {
  const auto refuse = [&](const std::string& problem) {
    throw Error(ErrorKind::usage, path, problem)
        .need("the name of another file")
        .hint("write to another file; delete this one yourself if it is no longer needed");
  };
  const std::string target = descriptor_of(path) ? path : followed(path).string();
  // First by the name: to open and close a file of SQLite ends the locks that this process has on it.
  const std::string owner = database_beside(target);
  if (!owner.empty() && is_database(owner))
    refuse(fmt::format("the output would be a file that SQLite keeps beside '{}'", owner));
  const std::string start = file_start(target);
  if (start == kDatabase) refuse("the output is an SQLite file, such as the results of a sweep");
  for (const std::string_view journal : kJournals)
    if (start.starts_with(journal))
      refuse("the output is a journal of SQLite, which may hold results of a sweep");
}

std::string missing_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (folder.empty() || fs::exists(folder, error) || error) return "";
  return fmt::format("there is no folder '{}': create it first", folder.string());
}

bool written_directly(const std::string& path) {
  if (descriptor_of(path)) return true;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void require_can_write(const std::string& path) {
  require_no_folder(path);
  if (!written_directly(path)) UnfinishedFile{path};  // creates and removes one
}

UnfinishedFile::UnfinishedFile(const std::string& path) : path_(path) {
  require_no_folder(path);
  require_no_database(path);
  if (written_directly(path)) {
    const std::optional<int> descriptor = descriptor_of(path);
    file_ = descriptor ? ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0)
                       : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file_ < 0) throw cannot_write(path, errno);
    return;
  }
  const fs::path target = followed(path);
  name_ = target.filename().string();
  folder_ = open_folder(target);
  if (folder_ < 0) throw cannot_write(path, errno);
  struct stat old {};
  const bool replaces = ::fstatat(folder_, name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  int reason = replaces || errno == ENOENT ? 0 : errno;
  if (reason == 0) {
    remove_abandoned(folder_);
    file_ = create_temporary(folder_, temporary_);
    if (file_ < 0) reason = errno;
  }
  if (reason != 0) {
    ::close(folder_);
    throw cannot_write(path, reason);
  }
  if (replaces) {
    if (::fchown(file_, old.st_uid, old.st_gid) != 0) {
      // only root may keep the owner of the old file
    }
    ::fchmod(file_, old.st_mode & 0777);
  }
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept
    : path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      temporary_(std::exchange(other.temporary_, {})),
      folder_(std::exchange(other.folder_, -1)),
      file_(std::exchange(other.file_, -1)) {}

UnfinishedFile::~UnfinishedFile() {
  if (!temporary_.empty()) ::unlinkat(folder_, temporary_.c_str(), 0);
  if (file_ >= 0) ::close(file_);
  if (folder_ >= 0) ::close(folder_);
}

int UnfinishedFile::try_write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(file_, text.data(), text.size());
    if (put >= 0)
      text.remove_prefix(static_cast<std::size_t>(put));
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

void UnfinishedFile::write(std::string_view text) {
  if (const int reason = try_write(text); reason != 0) throw cannot_write(path_, reason);
}

void UnfinishedFile::synchronise() {
  if (!temporary_.empty() && fsync_again(file_) != 0 && !fsync_unsupported(errno))
    throw cannot_write(path_, errno);
}

void UnfinishedFile::remove_old() const {
  if (!temporary_.empty() && ::unlinkat(folder_, name_.c_str(), 0) != 0 && errno != ENOENT)
    throw cannot_write(path_, errno);
}

void UnfinishedFile::rename() {
  if (!temporary_.empty()) {
    if (::renameat(folder_, temporary_.c_str(), folder_, name_.c_str()) != 0)
      throw cannot_write(path_, errno);
    temporary_.clear();
  }
  if (::close(std::exchange(file_, -1)) != 0 && errno != EINTR) throw cannot_write(path_, errno);
}

void UnfinishedFile::synchronise_folder() const {
  if (folder_ >= 0 && fsync_again(folder_) != 0 && !fsync_unsupported(errno))
    throw cannot_write(path_, errno);
}

void UnfinishedFile::publish() {
  UnfinishedFile* const self[] = {this};
  publish(self);
}

void UnfinishedFile::publish(std::span<UnfinishedFile* const> files) {
  for (UnfinishedFile* file : files) file->synchronise();
  if (files.size() > 1) {
    for (const UnfinishedFile* file : files) file->remove_old();
    for (const UnfinishedFile* file : files) file->synchronise_folder();
  }
  for (UnfinishedFile* file : files) file->rename();
  for (const UnfinishedFile* file : files) file->synchronise_folder();
}

void write_whole_file(const std::string& path, std::string_view text) {
  UnfinishedFile file(path);
  file.write(text);
  file.publish();
}

void write_whole_files(std::span<const FileText> files) {
  std::vector<UnfinishedFile> unfinished;
  for (const FileText& file : files) unfinished.emplace_back(file.path).write(file.text);
  std::vector<UnfinishedFile*> all;
  for (UnfinishedFile& file : unfinished) all.push_back(&file);
  UnfinishedFile::publish(all);
}

}  // namespace catena::system
