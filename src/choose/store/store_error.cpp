// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_error.hpp"

#include <cerrno>
#include <cstring>

#include "choose/store/store_lock.hpp"

namespace catena::choose::detail {
namespace {

constexpr const char* kStays = "committed results are kept; ";

Error locked(const std::string& path) {
  Error error(ErrorKind::io, path, "the file is locked");
  if (const int pid = sqlite_lock_holder(path))
    return error.given("by " + process_name(pid)).hint("wait for it to finish, or stop it");
  return error.given("by another program").hint("wait for it to finish");
}

}  // namespace

Error store_error(const std::string& path, const SqliteFailure& failure, bool writing) {
  const std::string stays = writing ? kStays : "";
  const std::string said =
      failure.system != 0 ? failure.text + ": " + std::strerror(failure.system) : failure.text;
  switch (failure.primary()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return locked(path);
    case SQLITE_NOTADB:
      return Error(ErrorKind::io, path, "this is not an SQLite file")
          .need("a file written by 'catena sweep'");
    case SQLITE_CORRUPT:
      return Error(ErrorKind::io, path, "the file is damaged")
          .given(failure.text)
          .hint("the .recover command of the sqlite3 shell may rescue its contents");
    case SQLITE_FULL:
      return Error(ErrorKind::io, path, "the disk is full")
          .hint(stays + "free some space, then continue with --resume");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return Error(ErrorKind::io, path, "the file is not writable").given(said);
    case SQLITE_CONSTRAINT:
      if (failure.text != "UNIQUE constraint failed: point.point")  // one that Catena did not put there
        return Error(ErrorKind::io, path, "the results cannot be written to the file").given(failure.text);
      return {ErrorKind::bug, path, "duplicate point: " + failure.text};
    case SQLITE_CANTOPEN:
      return Error(ErrorKind::io, path, "cannot open the file").given(said);
    case SQLITE_IOERR:
      if (failure.system == ENOSPC || failure.system == EDQUOT || failure.system == EFBIG)
        return Error(ErrorKind::io, path, "there is not enough space")
            .given(said)
            .hint(stays + "free some space, then continue with --resume");
      return Error(ErrorKind::io, path, writing ? "cannot write" : "cannot read").given(said);
    case SQLITE_NOMEM:
      return {ErrorKind::numerical, path, "not enough memory"};
    default:
      return Error(ErrorKind::io, path, "SQLite failed").given(said);
  }
}

}  // namespace catena::choose::detail
