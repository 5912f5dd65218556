// SPDX-License-Identifier: Apache-2.0
#include "write_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "catena/system/whole_file.hpp"
#include "command.hpp"
#include "interrupts.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

// Devices and pipes; the reader of a pipe may have gone.
void write_through(const std::string& path, std::string_view text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  if (out) out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (out) out.close();
  require_written(out, path);
}

}  // namespace

std::string missing_folder(const std::string& path) { return system::missing_folder(path); }

void require_free(const std::string& path, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status) || !fs::path(path).has_filename())
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
  if (fs::is_regular_file(status) && !force)
    throw Error(ErrorKind::usage, path, "the file exists").hint("choose another name, or add --force");
}

void require_writable(const std::string& path, bool force) {
  require_free(path, force);
  if (const std::string hint = missing_folder(path); !hint.empty())
    throw Error(ErrorKind::io, path, "cannot write").given("No such file or directory").hint(hint);
}

void write_file(const std::string& path, std::string_view text, bool force) {
  require_free(path, force);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_through(path, text);
  const HoldInterrupts hold;
  system::write_whole_file(path, text);
}

}  // namespace catena::cli
