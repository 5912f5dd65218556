// SPDX-License-Identifier: Apache-2.0
// Files that are written completely or not at all, whatever ends the program (docs/robustness.md).
//
// A file is written under a temporary name in the folder of its final place, .catena-RANDOM.unfinished, synchronised with
// the disk, and renamed. Until then the old file, if there is one, is untouched. Temporary files of killed programs are
// removed by the next program that writes to the folder.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace catena::system {

// A hint for a file that cannot be created; empty if its folder exists.
std::string missing_folder(const std::string& path);

// Whether the path names a device, a pipe or a descriptor (/dev/stdout, /dev/fd/3): these are written directly.
bool written_directly(const std::string& path);

// Whether this is a regular file that begins as SQLite's databases do, under whatever name.
bool is_database(const std::string& path);

// Throws Error(usage) if the path leads to a database of SQLite, such as the results of a sweep, or to one of the files that
// SQLite keeps beside it: no output may replace these. UnfinishedFile calls it, and thereby all that follows.
void require_no_database(const std::string& path);

// Throws Error(io) if a file of this name could not be written: a folder, a name that is too long, a loop of links, no
// such folder, no permission. Call it before a long computation.
void require_can_write(const std::string& path);

// A file that is being written. It does not exist under its name until `publish`.
class UnfinishedFile {
 public:
  // Symbolic links are followed, also to a file that does not exist yet. Throws Error(io), or Error(usage) if it would
  // replace a database.
  explicit UnfinishedFile(const std::string& path);
  ~UnfinishedFile();  // removes what was not published
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return file_; }

  int try_write(std::string_view text);  // 0, or the errno of what failed
  void write(std::string_view text);     // throws Error(io)

  // Gives the file its name; it replaces a file of that name, whose permissions it takes over. Throws Error(io).
  void publish();

  // The same for the files of one result, which are all synchronised before the first is renamed. Files that they
  // replace are removed before, so that files of an earlier result are never taken for some of these: a program killed
  // in between leaves some of the files, each complete, and no others.
  static void publish(std::span<UnfinishedFile* const> files);

 private:
  void synchronise();
  void remove_old() const;
  void rename();
  void synchronise_folder() const;

  std::string path_;              // as the user named it
  std::string name_, temporary_;  // in the folder; empty if it is written directly
  int folder_ = -1, file_ = -1;
};

// Writes a file completely or not at all. Devices and pipes are written directly. Throws Error(io).
void write_whole_file(const std::string& path, std::string_view text);

struct FileText {
  std::string path, text;
};
// The files of one result: see UnfinishedFile::publish.
void write_whole_files(std::span<const FileText> files);

}  // namespace catena::system
