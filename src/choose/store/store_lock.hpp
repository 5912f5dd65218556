// SPDX-License-Identifier: Apache-2.0
// Ensures that a store has one writer for as long as it runs; SQLite's own locks end with each transaction.
#pragma once

#include <sys/types.h>

#include <string>

namespace catena::choose::detail {

// When a process closes any descriptor of a file, the system releases all POSIX locks of the process on it, which SQLite
// relies on. So every database that is open is counted here, and a descriptor of ours is closed when none is left.
class DatabaseInUse {
 public:
  DatabaseInUse() = default;
  explicit DatabaseInUse(const std::string& path);  // before the database is opened; the file exists
  DatabaseInUse(DatabaseInUse&& other) noexcept;
  DatabaseInUse& operator=(DatabaseInUse&& other) noexcept;
  ~DatabaseInUse();  // after it is closed

 private:
  dev_t device_ = 0;
  ino_t inode_ = 0;  // 0: none
};

// A lock on a byte far beyond the end of the file, which SQLite does not use. The system releases it when the process
// ends, however it ends.
class StoreLock {
 public:
  StoreLock() = default;
  explicit StoreLock(const std::string& path);  // the file exists
  StoreLock(StoreLock&& other) noexcept;
  StoreLock& operator=(StoreLock&& other) noexcept;
  ~StoreLock();

  bool held() const { return held_; }
  int problem() const { return problem_; }  // why the file could not be opened for writing: an errno, or 0

 private:
  int file_ = -1;
  bool held_ = false;
  int problem_ = 0;
};

// The process of this machine that holds a lock of SQLite's on the database, or on what lies beside it, as the system lists
// it; 0: none is found, or the list cannot be read.
int sqlite_lock_holder(const std::string& path);

// "process 123 (sqlite3)".
std::string process_name(int pid);

}  // namespace catena::choose::detail
