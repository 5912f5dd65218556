// SPDX-License-Identifier: Apache-2.0
#include "choose/store/store_head.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <chrono>
#include <ctime>

#include "catena/core/error.hpp"
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

StoreHead read_head(const Database& db, std::string& version) {
  StoreHead head;
  Statement sweep = db.prepare("SELECT name, design, points, catena FROM sweep");
  if (!sweep.step()) throw SqliteFailure{SQLITE_CORRUPT, "the table 'sweep' is empty"};
  head.name = sweep.text(0);
  head.design = sweep.text(1);
  head.points = sweep.integer(2);
  version = sweep.text(3);
  Statement parameter = db.prepare("SELECT name, unit FROM parameter ORDER BY position");
  while (parameter.step()) head.parameters.push_back({parameter.text(0), parameter.text(1)});
  Statement word = db.prepare("SELECT parameter, word FROM word ORDER BY parameter, value");
  while (word.step()) {
    const std::int64_t k = word.integer(0);
    if (k < 1 || k > static_cast<std::int64_t>(head.parameters.size()))
      throw SqliteFailure{SQLITE_CORRUPT, "the table 'word' names no parameter"};
    head.parameters[static_cast<std::size_t>(k) - 1].words.push_back(word.text(1));
  }
  Statement criterion = db.prepare("SELECT stem, unit, better, what FROM criterion ORDER BY position");
  while (criterion.step())
    head.criteria.push_back({criterion.text(0), criterion.text(1),
                             criterion.text(2) == "less" ? Better::less : Better::more, criterion.text(3)});
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
