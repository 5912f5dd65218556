// SPDX-License-Identifier: Apache-2.0
// The files that a program has read, so that a command can refuse to write to one of them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace catena::system {

struct FileRead {
  dev_t device;
  ino_t inode;
  std::string path;  // as it was named
};

// Nothing is recorded unless a program asks for it; this also forgets earlier files.
void record_files_read();
std::vector<FileRead> files_read();

// Called wherever a file is opened that the user named, or that such a file named. Devices and pipes are left out.
void note_file_read(int descriptor, const std::string& path);
void note_file_read(const std::string& path);

}  // namespace catena::system
