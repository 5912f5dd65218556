// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
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
  // How the files of SQLite begin ("Database File Format" and "WAL-mode File Format" of its documentation). The header of
  // a rollback journal is zero until it is synced.
  struct Kind {
    const char* end;
    std::initializer_list<std::string_view> starts;
  };
  using namespace std::string_view_literals;
  const Kind kinds[] = {{"-journal", {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"sv, "\0\0\0\0\0\0\0\0"sv}},
                        {"-wal", {"\x37\x7f\x06\x82"sv, "\x37\x7f\x06\x83"sv}},
                        {"-shm", {"\x18\xe2\x2d\x00"sv, "\x00\x2d\xe2\x18"sv, "\0\0\0\0"sv}}};
  for (const Kind& kind : kinds) {
    const std::string start = file_start(path + kind.end);
    const auto begins = [&](std::string_view with) { return start.starts_with(with); };
    // those of a sweep that was killed, or whose results were deleted, may be replaced
    if (!start.empty() && std::none_of(kind.starts.begin(), kind.starts.end(), begins))
      throw Error(ErrorKind::usage, path + kind.end, "this file would be lost")
          .need(fmt::format("no file of this name: SQLite keeps its journal of {} there", path))
          .hint("move it, or choose another name for the results");
  }
}

void make_empty(const std::string& path) {
  if (path == ":memory:")
    throw Error(ErrorKind::usage, path, "a sweep writes its results to a file")
        .need("the name of a file")
        .hint("write ./:memory: for a file of this name");
  if (system::written_directly(path))  // such as /dev/stdout, where the summary goes
    throw Error(ErrorKind::usage, path, "a sweep writes its results to a file")
        .given("a device, a pipe or an open file")
        .need("the name of a file");
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

bool is_sqlite_file(const std::string& path) { return system::is_database(path); }

}  // namespace catena::choose
