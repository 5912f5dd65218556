// SPDX-License-Identifier: Apache-2.0
#include "catena/system/files_read.hpp"

#include <sys/stat.h>

#include <mutex>

namespace catena::system {
namespace {

struct Record {
  std::mutex mutex;
  bool on = false;
  std::vector<FileRead> files;
};

Record& record() {
  static Record only;
  return only;
}

void add(const struct stat& about, const std::string& path) {
  if (!S_ISREG(about.st_mode) && !S_ISBLK(about.st_mode)) return;
  Record& all = record();
  const std::scoped_lock lock(all.mutex);
  if (!all.on) return;
  for (const FileRead& file : all.files)
    if (file.device == about.st_dev && file.inode == about.st_ino) return;
  all.files.push_back({about.st_dev, about.st_ino, path});
}

}  // namespace

void record_files_read() {
  Record& all = record();
  const std::scoped_lock lock(all.mutex);
  all.on = true;
  all.files.clear();
}

std::vector<FileRead> files_read() {
  Record& all = record();
  const std::scoped_lock lock(all.mutex);
  return all.files;
}

void note_file_read(int descriptor, const std::string& path) {
  struct stat about {};
  if (::fstat(descriptor, &about) == 0) add(about, path);
}

void note_file_read(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) add(about, path);
}

}  // namespace catena::system
