// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/store/store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "catena/core/simd.hpp"
#include "catena/system/files_read.hpp"
#include "catena/system/whole_file.hpp"
#include "catena/version.hpp"
#include "choose/store/lasting_unit.hpp"
#include "choose/store/sqlite.hpp"
#include "choose/store/store_error.hpp"
#include "choose/store/store_file.hpp"
#include "choose/store/store_head.hpp"
#include "choose/store/store_lock.hpp"
#include "choose/store/store_schema.hpp"

namespace catena::choose {
namespace {

namespace fs = std::filesystem;
using detail::Database;
using detail::make_empty;
using detail::now_text;
using detail::require_file;
using detail::SqliteFailure;
using detail::Statement;

constexpr int kBusy = 30'000;  // [ms] to wait for others, while we write
constexpr int kBusyOpen = 2'000;

std::string host_text() {
  std::array<char, 256> name = {};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

// Why the lock cannot be obtained: the file is not writable, or another sweep is writing. The last entry of the log names
// that sweep, unless it has ended.
Error not_locked(const std::string& path, const detail::StoreLock& lock) {
  if (lock.problem() != 0)
    return Error(ErrorKind::io, path, "cannot write").given(std::strerror(lock.problem()));
  Error error(ErrorKind::io, path, "another sweep is writing to this file");
  try {
    const Database db(path, SQLITE_OPEN_READONLY);
    Statement run = db.prepare("SELECT process, host, begun, ended FROM run ORDER BY run DESC LIMIT 1");
    if (run.step() && run.null(3))
      error.given(fmt::format("process {} on {}, since {} UTC", run.integer(0), run.text(1), run.text(2)));
  } catch (const SqliteFailure&) {  // the message then lacks the name
  }
  return error.hint("wait for it to finish, or stop it");
}

}  // namespace

struct Store::Impl {
  std::string path;
  detail::StoreLock lock;
  detail::DatabaseInUse use;  // declared before the database, so that it ends after it
  std::optional<Database> db;
  StoreHead head;
  std::string version;
  std::int64_t run = 0;  // 0: only read
  std::int64_t pending = 0, added = 0;
  std::optional<Statement> insert, log;

  // Runs an action and turns failures of SQLite into Error. If the database is locked, it is
  // closed first, so that the search for the process that holds the lock does not find this one.
  template <class F>
  auto guarded(bool writing, const F& action) {
    try {
      return action();
    } catch (const SqliteFailure& failure) {
      if (failure.primary() == SQLITE_BUSY || failure.primary() == SQLITE_LOCKED) drop();
      throw detail::store_error(path, failure, writing);
    }
  }

  void drop() {
    insert.reset();
    log.reset();
    db.reset();
    use = {};
    pending = 0;
  }

  void open(int flags, int busy) {
    use = detail::DatabaseInUse(path);
    db.emplace(path, flags);
    sqlite3_busy_timeout(db->get(), busy);
  }

  const Database& database() const {
    if (!db) throw Error(ErrorKind::bug, path, "the store is closed");
    return *db;
  }

  // Readers and the writer do not block each other; a commit is on disk when it returns.
  void begin_writing(const StoreRun& who) {
    db->execute("PRAGMA journal_mode=WAL");
    db->execute("PRAGMA synchronous=FULL");
    db->execute("BEGIN IMMEDIATE");
    Statement begin = db->prepare("INSERT INTO run VALUES (NULL,?,NULL,?,?,?,?,?,?,0)");
    begin.bind(1, now_text());
    begin.bind(2, host_text());
    begin.bind(3, static_cast<std::int64_t>(::getpid()));
    begin.bind(4, static_cast<std::int64_t>(who.ranks));
    begin.bind(5, static_cast<std::int64_t>(who.threads));
    begin.bind(6, CATENA_VERSION);
    begin.bind(7, simd_name(simd_level()));
    begin.run();
    run = sqlite3_last_insert_rowid(db->get());
    db->execute("COMMIT");
    sqlite3_busy_timeout(db->get(), kBusy);
    std::string marks = "?";
    for (int k = 1; k < detail::point_column_count(head); ++k) marks += ",?";
    insert.emplace(
        db->prepare("INSERT INTO point (" + detail::point_columns(head) + ") VALUES (" + marks + ")"));
    log.emplace(db->prepare("UPDATE run SET points = ? WHERE run = ?"));
  }

  void bind_parameter(int at, const StoredParameter& parameter, double value) {
    if (parameter.words.empty()) return insert->bind(at, value);
    const auto word = static_cast<std::size_t>(value);
    if (!(value >= 0) || word >= parameter.words.size())
      throw Error(ErrorKind::bug, path, fmt::format("'{}' has no value number {}", parameter.name, value));
    insert->bind(at, parameter.words[word]);
  }

  double parameter(const Statement& row, int column, const StoredParameter& of) const {
    if (of.words.empty()) return row.number(column);
    const std::string word = row.text(column);
    for (std::size_t k = 0; k < of.words.size(); ++k)
      if (of.words[k] == word) return static_cast<double>(k);
    throw SqliteFailure{SQLITE_CORRUPT, fmt::format("'{}' is not a value of parameter '{}'", word, of.name)};
  }

  static int search_number(std::int64_t stored) {
    if (stored < 0 || stored > std::numeric_limits<int>::max())
      throw SqliteFailure{SQLITE_CORRUPT, fmt::format("there is no search number {}", stored)};
    return static_cast<int>(stored);
  }

  SweepRow read_row(const Statement& from) const {
    SweepRow row;
    row.point = from.integer(0);
    if (!from.null(1)) row.search = search_number(from.integer(1));
    if (row.search && row.point < head.points)
      throw SqliteFailure{SQLITE_CORRUPT, fmt::format("point {} of the sample, which has {}, names search {}",
                                                      row.point, head.points, *row.search)};
    row.why = from.text(2);
    int column = 3;
    for (const StoredParameter& p : head.parameters) row.parameters.push_back(parameter(from, column++, p));
    // a row without scores has no errors either; a missing score has an error, if only 0
    bool scored = false;
    for (std::size_t k = 0; k < head.criteria.size(); ++k, column += 4) {
      scored |= !from.null(column) || !from.null(column + 1);
      const double value = from.number(column), error = from.number(column + 1);
      if (error < 0 && std::isfinite(error))  // infinite ones count as missing
        throw SqliteFailure{SQLITE_CORRUPT, fmt::format("criterion {} of point {} is {} ± {}", k + 1,
                                                        row.point, value, error)};
      row.scores.push_back(
          {value, error, from.text(column + 3), detail::lasting_unit(from.text(column + 2))});
    }
    if (!scored) row.scores.clear();
    return row;
  }

  std::string select() const { return "SELECT " + detail::point_columns(head) + " FROM point"; }
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::create(const std::string& path, const StoreHead& head, const StoreRun& run) {
  if (head.parameters.size() + head.criteria.size() > detail::kMostColumns)
    throw Error(ErrorKind::usage, path, "too many parameters and criteria")
        .given(fmt::format("{}", head.parameters.size() + head.criteria.size()))
        .need(fmt::format("at most {}", detail::kMostColumns));
  make_empty(path);
  auto made = std::make_unique<Impl>();
  made->path = path;
  made->head = head;
  made->version = CATENA_VERSION;
  made->lock = detail::StoreLock(path);
  if (!made->lock.held()) throw not_locked(path, made->lock);
  made->guarded(true, [&] {
    made->open(SQLITE_OPEN_READWRITE, kBusyOpen);
    // one transaction: either all tables exist or the file is still empty
    made->db->execute("BEGIN EXCLUSIVE");
    made->db->execute(fmt::format("PRAGMA application_id={};PRAGMA user_version={}",
                                  detail::kStoreApplication, detail::kStoreVersion));
    made->db->execute(detail::store_schema(head));
    detail::write_head(*made->db, head);
    made->db->execute("COMMIT");
    made->begin_writing(run);
  });
  return Store(std::move(made));
}

Store Store::resume(const std::string& path, const StoreRun& run) {
  require_file(path);
  auto made = std::make_unique<Impl>();
  made->path = path;
  made->guarded(true, [&] {
    {  // check the file before it is modified
      const Database db(path, SQLITE_OPEN_READONLY);
      sqlite3_busy_timeout(db.get(), kBusyOpen);
      detail::require_store(db, path);
      std::string version;
      detail::read_head(db, version);
    }
    made->lock = detail::StoreLock(path);
    if (!made->lock.held()) throw not_locked(path, made->lock);
    made->open(SQLITE_OPEN_READWRITE, kBusyOpen);
    made->head = detail::read_head(*made->db, made->version);
    made->begin_writing(run);
  });
  return Store(std::move(made));
}

Store Store::read(const std::string& path) {
  require_file(path);
  auto made = std::make_unique<Impl>();
  made->path = path;
  system::note_file_read(path);
  made->guarded(false, [&] {
    made->open(SQLITE_OPEN_READONLY, kBusyOpen);
    detail::require_store(*made->db, path);
    made->head = detail::read_head(*made->db, made->version);
  });
  return Store(std::move(made));
}

const std::string& Store::path() const { return impl_->path; }
const StoreHead& Store::head() const { return impl_->head; }
const std::string& Store::version() const { return impl_->version; }
std::int64_t Store::pending() const { return impl_->pending; }

void Store::add(const SweepRow& row) {
  Impl& s = *impl_;
  if (row.parameters.size() != s.head.parameters.size() ||
      (!row.scores.empty() && row.scores.size() != s.head.criteria.size()))
    throw Error(ErrorKind::bug, s.path, fmt::format("point {} does not fit the tables", row.point));
  s.guarded(true, [&] {
    const Database& db = s.database();
    if (!db.in_transaction()) db.execute("BEGIN IMMEDIATE");
    Statement& insert = *s.insert;
    insert.bind(1, row.point);
    row.search ? insert.bind(2, static_cast<std::int64_t>(*row.search)) : insert.bind_null(2);
    row.why.empty() ? insert.bind_null(3) : insert.bind(3, row.why);
    int at = 4;
    for (std::size_t k = 0; k < row.parameters.size(); ++k)
      s.bind_parameter(at++, s.head.parameters[k], row.parameters[k]);
    for (std::size_t k = 0; k < s.head.criteria.size(); ++k, at += 4) {
      if (row.scores.empty()) {
        for (int j = 0; j < 4; ++j) insert.bind_null(at + j);
        continue;
      }
      const Score& score = row.scores[k];
      insert.bind(at, score.value);
      insert.bind(at + 1, score.error);
      score.unit.empty() ? insert.bind_null(at + 2) : insert.bind(at + 2, score.unit);
      score.why.empty() ? insert.bind_null(at + 3) : insert.bind(at + 3, score.why);
    }
    insert.run();
    ++s.pending;
  });
}

void Store::commit() {
  Impl& s = *impl_;
  if (s.pending == 0) return;
  s.guarded(true, [&] {
    s.log->bind(1, s.added + s.pending);
    s.log->bind(2, s.run);
    s.log->run();
    s.database().execute("COMMIT");
  });
  s.added += s.pending;
  s.pending = 0;
}

std::vector<PointRange> Store::missing() const {
  return impl_->guarded(false, [&] {
    const std::int64_t points = impl_->head.points;
    std::vector<PointRange> gaps;
    std::int64_t next = 0;
    Statement there = impl_->database().prepare("SELECT point FROM point WHERE point < ? ORDER BY point");
    there.bind(1, points);
    while (there.step()) {
      const std::int64_t point = there.integer(0);
      if (point > next) gaps.push_back({next, point});
      next = point + 1;
    }
    if (next < points) gaps.push_back({next, points});
    return gaps;
  });
}

std::int64_t Store::size() const {
  return impl_->guarded(false, [&] { return impl_->database().integer("SELECT count(*) FROM point"); });
}

std::int64_t Store::sampled() const {
  return impl_->guarded(false, [&] {
    return impl_->database().integer(
        fmt::format("SELECT count(*) FROM point WHERE point < {}", impl_->head.points));
  });
}

std::int64_t Store::feasible() const {
  return impl_->guarded(
      false, [&] { return impl_->database().integer("SELECT count(*) FROM point WHERE why IS NULL"); });
}

std::optional<SweepRow> Store::row(std::int64_t point) const {
  return impl_->guarded(false, [&]() -> std::optional<SweepRow> {
    Statement one = impl_->database().prepare(impl_->select() + " WHERE point = ?");
    one.bind(1, point);
    if (!one.step()) return std::nullopt;
    return impl_->read_row(one);
  });
}

void Store::each(const std::function<void(const SweepRow&)>& visit) const {
  impl_->guarded(false, [&] {
    Statement all = impl_->database().prepare(impl_->select() + " ORDER BY point");
    std::int64_t before = -1;
    while (all.step()) {
      const SweepRow row = impl_->read_row(all);
      if (row.point <= before)  // the rows of a damaged file need not be in order
        throw SqliteFailure{SQLITE_CORRUPT, fmt::format("point {} follows point {}", row.point, before)};
      before = row.point;
      visit(row);
    }
  });
}

void Store::close() {
  Impl& s = *impl_;
  if (!s.db || s.run == 0) return;
  commit();
  s.guarded(true, [&] {
    Statement end = s.db->prepare("UPDATE run SET ended = ? WHERE run = ?");
    end.bind(1, now_text());
    end.bind(2, s.run);
    end.run();
  });
  s.insert.reset();
  s.log.reset();
  try {
    s.db->execute("PRAGMA journal_mode=DELETE");  // one file; not while others read it
  } catch (const SqliteFailure&) {
  }
  s.run = 0;
  s.db.reset();
  s.use = {};
  s.lock = {};
  s.guarded(false, [&] { s.open(SQLITE_OPEN_READONLY, kBusyOpen); });
}

}  // namespace catena::choose
