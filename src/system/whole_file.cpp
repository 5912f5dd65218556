// SPDX-License-Identifier: Apache-2.0
#include "catena/system/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "catena/core/error.hpp"

namespace catena::system {
namespace {

namespace fs = std::filesystem;

void write_to(const fs::path& file, std::string_view text, const std::string& shown) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  const bool opened = out.is_open();
  if (out) out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (out) out.close();
  if (out) return;
  const int reason = errno;
  throw Error(ErrorKind::io, shown, "cannot write")
      .given(reason != 0 ? std::strerror(reason) : "")
      .hint(!opened && reason == ENOENT ? missing_folder(file.string()) : "");
}

// Follows symbolic links, also to a file that does not exist yet.
fs::path followed(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the system follows
  fs::path here = path;
  std::error_code error;
  for (int k = 0; k <= kMostLinks; ++k) {
    if (!fs::is_symlink(fs::symlink_status(here, error))) return here;
    const fs::path next = fs::read_symlink(here, error);
    if (error) throw Error(ErrorKind::io, path, "the link cannot be followed").given(error.message());
    here = here.parent_path() / next;
  }
  throw Error(ErrorKind::io, path, "the link cannot be followed").given(std::strerror(ELOOP));
}

}  // namespace

std::string missing_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (folder.empty() || fs::exists(folder, error)) return "";
  return fmt::format("there is no folder '{}': create it first", folder.string());
}

void write_whole_file(const std::string& path, std::string_view text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status) || !fs::path(path).has_filename())
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_to(path, text, path);

  const fs::path target = followed(path);
  fs::path neighbour = target;
  neighbour += fmt::format(".part{}", ::getpid());
  try {
    write_to(neighbour, text, path);
    if (fs::exists(status)) fs::permissions(neighbour, status.permissions(), error);
    fs::rename(neighbour, target, error);
    if (error) throw Error(ErrorKind::io, path, "cannot write").given(error.message());
  } catch (...) {
    fs::remove(neighbour, error);
    throw;
  }
}

}  // namespace catena::system
