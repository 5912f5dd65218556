// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_head.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <chrono>
#include <ctime>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "catena/version.hpp"
#include "choose/store/store_schema.hpp"

namespace catena::choose::detail {

std::string now_text() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text = {};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &utc);  // as SQLite's
  return {text.data(), size};
}

void require_store(const Database& db, const std::string& path) {
  if (db.integer("PRAGMA application_id") != kStoreApplication)
    throw Error(ErrorKind::io, path, "this SQLite file belongs to another program")
        .need("a file written by 'catena sweep'");
  const std::int64_t version = db.integer("PRAGMA user_version");
  if (version > kStoreVersion)
    throw Error(ErrorKind::io, path, "the file was written by a newer version of Catena")
        .given(fmt::format("version {} of the tables", version))
        .need(fmt::format("at most version {}, for this Catena {}", kStoreVersion, CATENA_VERSION));
}

namespace {

// The indices of a search are at most this far from those of the one before: twice its evaluations and some more
// (choose/sweep/search.cpp), of which a design asks for less than 2^31.
constexpr std::int64_t kMostOfSearch = std::int64_t{1} << 33;

SqliteFailure damaged(const std::string& what) { return {SQLITE_CORRUPT, what}; }

// Checks that Catena's tables are ordinary tables and that the file has no triggers. What users add, such as views, is
// never read.
void require_tables(const Database& db) {
  for (const char* const name : {"sweep", "parameter", "word", "criterion", "point", "run"}) {
    Statement found = db.prepare("SELECT type, sql FROM sqlite_master WHERE name = ?");
    found.bind(1, name);
    if (!found.step()) throw damaged(fmt::format("there is no table '{}'", name));
    if (found.text(0) != "table" || !found.text(1).starts_with("CREATE TABLE "))
      throw damaged(fmt::format("'{}' is not an ordinary table", name));
  }
  Statement trigger = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'");
  if (trigger.step()) throw damaged(fmt::format("it has a trigger, '{}'", text::printable(trigger.text(0))));
}

// The columns of `point` fit the parameters and criteria, of which none is missing.
void require_columns(const Database& db, const StoreHead& head) {
  std::string columns;
  Statement column = db.prepare("SELECT name FROM pragma_table_xinfo('point') WHERE hidden = 0 ORDER BY cid");
  while (column.step()) columns.append(columns.empty() ? 0 : 1, ',').append(column.text(0));
  if (columns != point_columns(head))
    throw damaged(fmt::format("the columns of 'point' do not fit {} parameters and {} criteria",
                              head.parameters.size(), head.criteria.size()));
}

// Numbered from `first` on without a gap.
void require_position(const char* table, std::int64_t given, std::size_t expected) {
  if (given != static_cast<std::int64_t>(expected))
    throw damaged(fmt::format("the table '{}' has row {} in place of {}", table, given, expected));
}

// Indices below `points` are those of the sample, larger ones those of searches. That a point of the sample names no search
// is checked when its row is read, since only the rows of searches, which are few, are looked at here.
void require_points(const Database& db, std::int64_t points) {
  if (const std::int64_t least = db.integer("SELECT min(point) FROM point"); least < 0)
    throw damaged(fmt::format("there is a point {}", least));
  Statement beyond = db.prepare(
      "SELECT point, search FROM point WHERE point >= ?1 AND (search IS NULL OR (typeof(search) = 'integer' "
      "AND point - ?1 >= (search + 1) * ?2)) ORDER BY point LIMIT 1");
  beyond.bind(1, points);
  beyond.bind(2, kMostOfSearch);
  if (!beyond.step()) return;
  const std::string found = fmt::format("there is a point {}, but the sample has {}", beyond.integer(0),
                                        text::counted(points, "point"));
  if (beyond.null(1)) throw damaged(found + " and the row names no search");
  throw damaged(fmt::format("{} and search {} cannot have come so far", found, beyond.integer(1)));
}

}  // namespace

StoreHead read_head(const Database& db, std::string& version) {
  require_tables(db);
  StoreHead head;
  Statement sweep = db.prepare("SELECT name, design, points, catena FROM sweep");
  if (!sweep.step()) throw SqliteFailure{SQLITE_CORRUPT, "the table 'sweep' is empty"};
  head.name = sweep.text(0);
  head.design = sweep.text(1);
  head.points = sweep.integer(2);
  version = sweep.text(3);
  if (head.points < 0) throw damaged(fmt::format("{} points", head.points));
  if (sweep.step()) throw damaged("the table 'sweep' has several rows");
  Statement parameter = db.prepare("SELECT name, unit, position FROM parameter ORDER BY position");
  while (parameter.step()) {
    head.parameters.push_back({parameter.text(0), parameter.text(1)});
    require_position("parameter", parameter.integer(2), head.parameters.size());
  }
  Statement word = db.prepare("SELECT parameter, word, value FROM word ORDER BY parameter, value");
  while (word.step()) {
    const std::int64_t k = word.integer(0);
    if (k < 1 || k > static_cast<std::int64_t>(head.parameters.size()))
      throw SqliteFailure{SQLITE_CORRUPT, "the table 'word' names no parameter"};
    std::vector<std::string>& words = head.parameters[static_cast<std::size_t>(k) - 1].words;
    require_position("word", word.integer(2), words.size());
    words.push_back(word.text(1));
  }
  Statement criterion =
      db.prepare("SELECT stem, unit, better, what, position FROM criterion ORDER BY position");
  while (criterion.step()) {
    const std::string better = criterion.text(2);
    if (better != "less" && better != "more")
      throw damaged(fmt::format("criterion '{}' has the unknown direction '{}', not 'less' or 'more'",
                                text::printable(criterion.text(0)), text::printable(better)));
    head.criteria.push_back({criterion.text(0), criterion.text(1),
                             better == "less" ? Better::less : Better::more, criterion.text(3)});
    require_position("criterion", criterion.integer(4), head.criteria.size());
  }
  if (head.parameters.size() + head.criteria.size() > kMostColumns)
    throw damaged("too many parameters and criteria");
  require_columns(db, head);
  require_points(db, head.points);
  return head;
}

void write_head(const Database& db, const StoreHead& head) {
  Statement sweep = db.prepare("INSERT INTO sweep VALUES (?,?,?,?,?)");
  sweep.bind(1, head.name);
  sweep.bind(2, head.design);
  sweep.bind(3, head.points);
  sweep.bind(4, CATENA_VERSION);
  sweep.bind(5, now_text());
  sweep.run();
  Statement parameter = db.prepare("INSERT INTO parameter VALUES (?,?,?)");
  Statement word = db.prepare("INSERT INTO word VALUES (?,?,?)");
  for (std::size_t k = 0; k < head.parameters.size(); ++k) {
    const auto position = static_cast<std::int64_t>(k + 1);
    parameter.bind(1, position);
    parameter.bind(2, head.parameters[k].name);
    parameter.bind(3, head.parameters[k].unit);
    parameter.run();
    for (std::size_t v = 0; v < head.parameters[k].words.size(); ++v) {
      word.bind(1, position);
      word.bind(2, static_cast<std::int64_t>(v));
      word.bind(3, head.parameters[k].words[v]);
      word.run();
    }
  }
  Statement criterion = db.prepare("INSERT INTO criterion VALUES (?,?,?,?,?)");
  for (std::size_t k = 0; k < head.criteria.size(); ++k) {
    const StoredCriterion& c = head.criteria[k];
    criterion.bind(1, static_cast<std::int64_t>(k + 1));
    criterion.bind(2, c.stem);
    criterion.bind(3, c.unit);
    criterion.bind(4, c.better == Better::less ? "less" : "more");
    criterion.bind(5, c.what);
    criterion.run();
  }
}

}  // namespace catena::choose::detail
