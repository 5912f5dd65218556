// SPDX-License-Identifier: Apache-2.0
// SQLite with errors as exceptions and handles that close themselves.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "catena/core/error.hpp"

namespace catena::choose::detail {

// What SQLite could not do. `code` is its extended result code, `system` what the system said, or 0.
struct SqliteFailure {
  int code;
  std::string text;
  int system = 0;

  int primary() const { return code & 0xff; }
};

class Statement {
 public:
  Statement(sqlite3* db, const std::string& sql);

  // Numbered from 1. A double that is NaN is stored as NULL.
  void bind(int at, double value);
  void bind(int at, std::int64_t value);
  void bind(int at, std::string_view text);
  void bind_null(int at);

  bool step();   // true: a row; false: the end
  void run();    // to the end, and ready for the next
  void reset();  // keeps what is bound

  // Numbered from 0. A value of another type means that the file is damaged (SQLITE_CORRUPT); NULL is NaN, 0 or empty.
  bool null(int column) const;
  double number(int column) const;
  std::int64_t integer(int column) const;
  std::string text(int column) const;

 private:
  void check(int code) const;
  void require_type(int column, std::initializer_list<int> types, const char* name) const;

  struct Close {
    void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
  };
  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, Close> statement_;
};

class Database {
 public:
  // `flags` are those of sqlite3_open_v2.
  Database(const std::string& path, int flags);

  sqlite3* get() const { return db_.get(); }
  void execute(const std::string& sql) const;
  Statement prepare(const std::string& sql) const { return {db_.get(), sql}; }
  std::int64_t integer(const std::string& sql) const;  // the first value of the first row
  std::string text(const std::string& sql) const;
  bool in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* d) const { sqlite3_close_v2(d); }
  };
  std::unique_ptr<sqlite3, Close> db_;
};

// A quoted SQL name, whatever characters it contains.
std::string quoted_name(std::string_view name);

}  // namespace catena::choose::detail
