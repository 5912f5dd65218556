// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "catena/choose/store/store.hpp"
#include "catena/core/error.hpp"
#include "catena/system/whole_file.hpp"
#include "choose/store/sqlite.hpp"

namespace catena::choose {
namespace detail {

namespace fs = std::filesystem;

namespace {

std::string file_start(const std::string& path) {
  std::array<char, 8> begin = {};
  std::ifstream in(path, std::ios::binary);
  in.read(begin.data(), begin.size());
  return {begin.data(), static_cast<std::size_t>(in.gcount())};
}

}  // namespace

void require_free_journal(const std::string& path) {
  constexpr std::string_view kJournal("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  for (const char* const end : {"-journal", "-wal", "-shm"}) {
    const std::string start = file_start(path + end);
    // a sweep that was killed while it made its tables leaves a journal, whose header is zero until it is synced
    const bool ours =
        end == std::string_view("-journal") && (start == kJournal || start == std::string(8, '\0'));
    if (!start.empty() && !ours)
      throw Error(ErrorKind::usage, path + end, "this file would be lost")
          .need(fmt::format("no file of this name: SQLite keeps its journal of {} there", path))
          .hint("move it, or choose another name for the results");
  }
}

void make_empty(const std::string& path) {
  if (path == ":memory:")
    throw Error(ErrorKind::usage, path, "a sweep writes its results to a file")
        .need("the name of a file")
        .hint("write ./:memory: for a file of this name");
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw Error(ErrorKind::io, path, "this is a folder").need("the name of a file");
  const bool exists = fs::exists(path, ignored);
  if (exists && !(fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0))
    throw Error(ErrorKind::usage, path, "the file exists")
        .hint("continue it with --resume, or choose another name");
  require_free_journal(path);
  if (exists) return;
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
  if (fs::file_size(path, ignored) == 0) detail::require_free_journal(path);
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
