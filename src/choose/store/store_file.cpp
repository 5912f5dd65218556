// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "catena/choose/store/store.hpp"
#include "catena/core/error.hpp"
#include "catena/system/whole_file.hpp"
#include "choose/store/sqlite.hpp"

namespace catena::choose {
namespace detail {

namespace fs = std::filesystem;

void make_empty(const std::string& path) {
  if (path == ":memory:")
    throw Error(ErrorKind::usage, path, "a sweep writes its results to a file")
        .need("the name of a file")
        .hint("write ./:memory: for a file of this name");
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
  if (fs::exists(path, ignored)) {
    if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0) return;
    throw Error(ErrorKind::usage, path, "the file exists")
        .hint("continue it with --resume, or choose another name");
  }
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    const int reason = errno;
    throw Error(ErrorKind::io, path, "cannot write")
        .given(std::strerror(reason))
        .hint(system::missing_folder(path));
  }
  ::close(file);
}

void require_file(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) throw Error(ErrorKind::io, path, "there is no such file");
  if (fs::is_directory(path, ignored))
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
}

}  // namespace detail

namespace fs = std::filesystem;

bool nothing_stored(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return true;
  if (!fs::is_regular_file(path, ignored)) return false;
  try {
    return detail::Database(path, SQLITE_OPEN_READWRITE).integer("PRAGMA page_count") == 0;
  } catch (const detail::SqliteFailure&) {
    return false;
  }
}

bool is_sqlite_file(const std::string& path) {
  if (std::error_code ignored; !fs::is_regular_file(path, ignored)) return false;  // a pipe is read only once
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::array<char, 16> begin = {};
  std::ifstream in(path, std::ios::binary);
  return in.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == kMagic;
}

}  // namespace catena::choose
