// SPDX-License-Identifier: Apache-2.0
#include "write_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "command.hpp"
#include "interrupts.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

void write_to(const fs::path& file, std::string_view text, const std::string& shown) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (out) out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (out) out.close();
  require_written(out, shown);
}

}  // namespace

void require_free(const std::string& path, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status))
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
  if (fs::is_regular_file(status) && !force)
    throw Error(ErrorKind::usage, path, "the file exists").hint("choose another name, or add --force");
}

void write_file(const std::string& path, std::string_view text, bool force) {
  require_free(path, force);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_to(path, text, path);

  // A link stays a link: the file it points to is replaced.
  const fs::path target = fs::exists(status) ? fs::canonical(path) : fs::path(path);
  fs::path neighbour = target;
  neighbour += fmt::format(".part{}", ::getpid());
  const HoldInterrupts hold;
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

}  // namespace catena::cli
