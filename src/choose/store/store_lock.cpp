// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

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

int holder(const std::string& path, off_t start, off_t length) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return 0;
  struct flock lock = whole(start, length);
  const bool found = ::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(file);
  return found && lock.l_pid > 0 ? lock.l_pid : 0;
}

}  // namespace

StoreLock::StoreLock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0) {
    problem_ = errno;
    return;
  }
  struct flock lock = whole(kOurByte, 1);
#if defined(F_OFD_SETLK)
  held_ = ::fcntl(file_, F_OFD_SETLK, &lock) == 0;  // belongs to the open file: holds within a process too
#else
  held_ = ::fcntl(file_, F_SETLK, &lock) == 0;
#endif
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
  if (file_ >= 0) ::close(file_);
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
