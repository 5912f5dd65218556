// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <utility>
#include <vector>

#include "catena/core/text.hpp"

namespace catena::choose::detail {
namespace {

constexpr off_t kOurByte = off_t{1} << 61;  // beyond the end of any database

// SQLite's bytes ("File locking and concurrency" of its documentation): pending, reserved and shared in the database,
// and in its index of the write-ahead log those of writer, checkpoint, recovery and readers.
constexpr off_t kPending = 0x40000000, kReserved = 2, kShared = 512;  // pending and reserved; with shared
constexpr off_t kLogWriter = 120, kLogAll = 8;

struct flock whole(off_t start, off_t length) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}

// The process that has locked one of these bytes of a file, from /proc/locks: "1: POSIX ADVISORY WRITE 4711 08:01:1234 0 EOF".
// To ask by fcntl, the file would have to be opened and closed, which releases the locks of this process. The device is not
// compared, since file systems in layers show another one here; these bytes of this inode are enough.
int holder(const std::string& path, off_t start, off_t length) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return 0;
  std::ifstream list("/proc/locks");
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, place, first, last;
    int pid = 0;
    if (!(words >> number >> kind >> mode >> access >> pid >> place >> first >> last)) continue;
    unsigned int major = 0, minor = 0;
    unsigned long long inode = 0, from = 0;
    if (kind != "POSIX" || pid <= 0 ||
        std::sscanf(place.c_str(), "%x:%x:%llu", &major, &minor, &inode) != 3 ||
        std::sscanf(first.c_str(), "%llu", &from) != 1)
      continue;
    unsigned long long to = ~0ULL;
    if (last != "EOF" && std::sscanf(last.c_str(), "%llu", &to) != 1) continue;
    const auto low = static_cast<unsigned long long>(start),
               high = low + static_cast<unsigned long long>(length) - 1;
    if (inode == about.st_ino && from <= high && to >= low) return pid;
  }
  return 0;
}

// Databases of this process that are open, and descriptors of ours that wait until they are closed.
struct Uses {
  struct File {
    int count = 0;
    std::vector<int> waiting;
  };
  std::mutex mutex;
  std::map<std::pair<dev_t, ino_t>, File> files;
};

Uses& uses() {
  static Uses* const all = new Uses;  // never destroyed: stores may be
  return *all;
}

void close_when_unused(int file) {
  struct stat about {};
  if (::fstat(file, &about) == 0) {
    const std::scoped_lock lock(uses().mutex);
    const auto found = uses().files.find({about.st_dev, about.st_ino});
    if (found != uses().files.end()) {
      struct flock ours = whole(kOurByte, 1);
      ours.l_type = F_UNLCK;
      ::fcntl(file, F_OFD_SETLK, &ours);
      found->second.waiting.push_back(file);
      return;
    }
  }
  ::close(file);
}

}  // namespace

DatabaseInUse::DatabaseInUse(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return;
  const std::scoped_lock lock(uses().mutex);
  ++uses().files[{about.st_dev, about.st_ino}].count;
  device_ = about.st_dev, inode_ = about.st_ino;
}

DatabaseInUse::DatabaseInUse(DatabaseInUse&& other) noexcept
    : device_(other.device_), inode_(std::exchange(other.inode_, 0)) {}

DatabaseInUse& DatabaseInUse::operator=(DatabaseInUse&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(inode_, other.inode_);
  return *this;
}

DatabaseInUse::~DatabaseInUse() {
  if (inode_ == 0) return;
  const std::scoped_lock lock(uses().mutex);
  const auto found = uses().files.find({device_, inode_});
  if (--found->second.count > 0) return;
  for (const int file : found->second.waiting) ::close(file);
  uses().files.erase(found);
}

StoreLock::StoreLock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0) {
    problem_ = errno;
    return;
  }
  struct flock lock = whole(kOurByte, 1);
  held_ = ::fcntl(file_, F_OFD_SETLK, &lock) == 0;  // belongs to the open file: holds within a process too
  // A file system without locks: then there are none to wait for.
  if (!held_ && errno != EAGAIN && errno != EACCES) held_ = true;
}

StoreLock::StoreLock(StoreLock&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      held_(std::exchange(other.held_, false)),
      problem_(other.problem_) {}

StoreLock& StoreLock::operator=(StoreLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(held_, other.held_);
  std::swap(problem_, other.problem_);
  return *this;
}

StoreLock::~StoreLock() {
  if (file_ >= 0) close_when_unused(file_);
}

int sqlite_lock_holder(const std::string& path) {
  // writers first: readers of a write-ahead log always hold the shared bytes and block nobody
  if (const int pid = holder(path + "-shm", kLogWriter, 1)) return pid;
  if (const int pid = holder(path, kPending, kReserved)) return pid;
  if (const int pid = holder(path, kPending, kShared)) return pid;
  return holder(path + "-shm", kLogWriter, kLogAll);
}

std::string process_name(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(in, name);
  return "process " + std::to_string(pid) + (name.empty() ? "" : " (" + text::printable(name) + ")");
}

}  // namespace catena::choose::detail
