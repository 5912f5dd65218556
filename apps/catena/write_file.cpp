// SPDX-License-Identifier: Apache-2.0
#include "write_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>

#include "catena/system/files_read.hpp"
#include "command.hpp"
#include "interrupts.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

void require_free(const std::string& path, bool force) {
  system::require_no_database(path);  // before --force is suggested
  std::error_code ignored;
  if (!force && !system::written_directly(path) && fs::is_regular_file(path, ignored))
    throw Error(ErrorKind::usage, path, "the file exists").hint("choose another name, or add --force");
}

// Devices and pipes; the reader of a pipe may have gone.
void write_through(const std::string& path, std::string_view text) {
  const int reason = system::UnfinishedFile(path).try_write(text);
  if (reason == EPIPE) throw ReaderGone{};
  if (reason != 0) throw Error(ErrorKind::io, path, "cannot write").given(std::strerror(reason));
}

// Identifies a file whatever its name: the file itself, or its place if it does not exist yet.
struct Place {
  std::string path;
  std::optional<std::pair<dev_t, ino_t>> file;
  std::string canonical;

  bool operator==(const Place& other) const {
    if (file && other.file) return *file == *other.file;
    return !canonical.empty() && canonical == other.canonical;
  }
};

Place place_of(const std::string& path) {
  Place place{path, {}, {}};
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) {
    place.file = {about.st_dev, about.st_ino};
    return place;
  }
  fs::path here = path;
  std::error_code error;
  for (int k = 0; k < 40; ++k) {  // links to a file that does not exist yet
    const fs::path next = fs::read_symlink(here, error);
    if (error) break;
    here = here.parent_path() / next;
  }
  const fs::path folder = fs::weakly_canonical(here.has_parent_path() ? here.parent_path() : ".", error);
  if (!error) place.canonical = (folder / here.filename()).string();
  return place;
}

Error same_file(const std::string& output, const std::string& problem) {
  return Error(ErrorKind::usage, output, problem).need("two different files").hint("write to another file");
}

void require_not_read(const struct stat& about, const std::string& output) {
  for (const system::FileRead& input : system::files_read())
    if (input.device == about.st_dev && input.inode == about.st_ino)
      throw same_file(output, fmt::format("the output is the same file as the input '{}'", input.path));
}

// The shell has emptied the file before the command begins: `catena sweep DESIGN -o results.db > results.db`.
void require_not_a_stream(const struct stat& about, const std::string& output) {
  struct stat stream {};
  for (const auto& [descriptor, name] :
       {std::pair(STDOUT_FILENO, "standard output"), std::pair(STDERR_FILENO, "standard error")})
    if (::fstat(descriptor, &stream) == 0 && stream.st_dev == about.st_dev && stream.st_ino == about.st_ino)
      throw same_file(output, fmt::format("the output is the file that {} goes to", name));
}

}  // namespace

std::string missing_folder(const std::string& path) { return system::missing_folder(path); }

void make_folder(const std::string& path) {
  std::error_code made, found;
  fs::create_directory(path, made);
  if (fs::is_directory(path, found)) return;
  const std::error_code reason = found && found != std::errc::no_such_file_or_directory ? found : made;
  throw Error(ErrorKind::io, path, "the folder cannot be created")
      .given(reason ? reason.message() : "")
      .hint(missing_folder(path));
}

void require_writable(const std::string& path, bool force) {
  require_free(path, force);
  system::require_can_write(path);
}

void require_distinct(std::span<const std::string> outputs) {
  std::vector<Place> places;
  for (const std::string& path : outputs) {
    if (path.empty() || path == "-" || system::written_directly(path)) continue;
    if (struct stat about{}; ::stat(path.c_str(), &about) == 0) {
      require_not_read(about, path);
      require_not_a_stream(about, path);
    }
    const Place place = place_of(path);
    for (const Place& other : places)
      if (place == other)
        throw same_file(path, fmt::format("the output is the same file as the output '{}'", other.path));
    places.push_back(place);
  }
}

void require_distinct_standard_output(const Streams& streams) {
  struct stat about {};
  if (&streams.out == &std::cout && ::fstat(STDOUT_FILENO, &about) == 0 &&
      (S_ISREG(about.st_mode) || S_ISBLK(about.st_mode)))
    require_not_read(about, "standard output");
}

void require_no_stream(const std::string& path) {
  if (struct stat about{}; ::stat(path.c_str(), &about) == 0) require_not_a_stream(about, path);
}

void write_file(const std::string& path, std::string_view text, bool force) {
  require_free(path, force);
  require_distinct({&path, 1});  // from what was read since, such as meshes
  if (system::written_directly(path)) return write_through(path, text);
  const HoldInterrupts hold;
  system::write_whole_file(path, text);
}

void write_files(std::vector<system::FileText> files, bool force) {
  std::vector<std::string> paths;
  for (const system::FileText& file : files) {
    require_free(file.path, force);
    paths.push_back(file.path);
  }
  require_distinct(paths);  // from what was read since, such as meshes
  const auto direct = std::stable_partition(files.begin(), files.end(), [](const system::FileText& file) {
    return !system::written_directly(file.path);
  });
  if (direct != files.begin()) {
    const HoldInterrupts hold;
    system::write_whole_files({files.begin(), direct});
  }
  for (auto file = direct; file != files.end(); ++file) write_through(file->path, file->text);
}

}  // namespace catena::cli
