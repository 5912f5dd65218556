// SPDX-License-Identifier: Apache-2.0
#include "choose/store/sqlite.hpp"

#include <cerrno>
#include <cmath>
#include <limits>

namespace catena::choose::detail {
namespace {

// SQLite drops the system's error code when a commit fails; errno, set to 0 before the call, still has it.
SqliteFailure failure(sqlite3* db, int code) {
  if (!db) return {code, sqlite3_errstr(code)};
  const int system = errno;
  SqliteFailure found{sqlite3_extended_errcode(db), sqlite3_errmsg(db), sqlite3_system_errno(db)};
  if (found.system == 0 && found.primary() == SQLITE_IOERR) found.system = system;
  return found;
}

}  // namespace

Statement::Statement(sqlite3* db, const std::string& sql) : db_(db) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v2(db, sql.c_str(), static_cast<int>(sql.size()) + 1, &made, nullptr);
  statement_.reset(made);
  check(code);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw failure(db_, code);
}

void Statement::bind(int at, double value) {
  check(std::isnan(value) ? sqlite3_bind_null(statement_.get(), at)
                          : sqlite3_bind_double(statement_.get(), at, value));
}

void Statement::bind(int at, std::int64_t value) { check(sqlite3_bind_int64(statement_.get(), at, value)); }

void Statement::bind(int at, std::string_view text) {
  check(
      sqlite3_bind_text(statement_.get(), at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
}

void Statement::bind_null(int at) { check(sqlite3_bind_null(statement_.get(), at)); }

bool Statement::step() {
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    const SqliteFailure found = failure(db_, code);
    sqlite3_reset(statement_.get());
    throw found;
  }
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

bool Statement::null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

// SQLite stores a text in a column of numbers as it is, and would read it as 0 or as the digits that it starts with.
void Statement::require_type(int column, std::initializer_list<int> types, const char* name) const {
  const int found = sqlite3_column_type(statement_.get(), column);
  if (found == SQLITE_NULL) return;
  for (const int type : types)
    if (found == type) return;
  throw SqliteFailure{SQLITE_CORRUPT, std::string("the column '") +
                                          sqlite3_column_name(statement_.get(), column) +
                                          "' has a value that is not " + name};
}

double Statement::number(int column) const {
  require_type(column, {SQLITE_FLOAT, SQLITE_INTEGER}, "a number");
  return null(column) ? std::numeric_limits<double>::quiet_NaN()
                      : sqlite3_column_double(statement_.get(), column);
}

std::int64_t Statement::integer(int column) const {
  require_type(column, {SQLITE_INTEGER}, "a whole number");
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  require_type(column, {SQLITE_TEXT}, "a text");
  const auto* const begin = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (!begin) return {};
  return {begin, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Database::Database(const std::string& path, int flags) {
  sqlite3* made = nullptr;
  // ":memory:" and "file:..." are names of files here, too
  const std::string name = path.starts_with('/') ? path : "./" + path;
  const int code = sqlite3_open_v2(name.c_str(), &made, flags, nullptr);
  db_.reset(made);
  if (code != SQLITE_OK) throw failure(made, code);
  sqlite3_extended_result_codes(made, 1);
  // the file may come from an untrusted source ("Defense Against The Dark Arts" of SQLite's documentation)
  sqlite3_db_config(made, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  for (const int trust :
       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW})
    sqlite3_db_config(made, trust, 0, nullptr);
  execute("PRAGMA cell_size_check=ON");
}

void Database::execute(const std::string& sql) const {
  errno = 0;
  const int code = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw failure(db_.get(), code);
}

std::int64_t Database::integer(const std::string& sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const std::string& sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : std::string();
}

std::string quoted_name(std::string_view name) {
  std::string text = "\"";
  for (const char letter : name) text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return text + '"';
}

}  // namespace catena::choose::detail
