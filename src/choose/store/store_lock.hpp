// SPDX-License-Identifier: Apache-2.0
// Ensures that a store has one writer for as long as it runs; SQLite's own locks end with each transaction.
#pragma once

#include <string>

namespace catena::choose::detail {

// A lock on a byte far beyond the end of the file, which SQLite does not use. The system releases it when the process
// ends, however it ends. It must outlive the database: closing the file would release SQLite's locks as well.
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

// The process of this machine that holds a lock of SQLite's on the database, or on what lies beside it; 0: none is
// found. Not while this process has it open.
int sqlite_lock_holder(const std::string& path);

// "process 123 (sqlite3)".
std::string process_name(int pid);

}  // namespace catena::choose::detail
