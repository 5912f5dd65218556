// SPDX-License-Identifier: Apache-2.0
// Results of a sweep from an attacker: any bytes as an SQLite file, or, if they do not begin as one, as the SQL that
// changes sound results. They are read, ranked and resumed, or give Error(io); nothing else is written.
#include <sqlite3.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "catena/choose/store/store.hpp"
#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/core/error.hpp"
#include "choose/store/stand_in.hpp"
#include "fuzz/scratch_folder.hpp"

namespace {

namespace choose = catena::choose;

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr std::int64_t kPoints = 12;

std::string sound_store(const std::string& path) {
  choose::Store store = choose::Store::create(path, catena::test::stand_in_head(kPoints));
  for (std::int64_t k = 0; k < kPoints; k += 2) store.add(catena::test::stand_in_row(k));
  store.close();
  return path;
}

// What an attacker does to a file with another program. The handler ends statements that would take long.
void change(const std::string& path, const std::string& sql) {
  sqlite3* db = nullptr;
  require(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 100'000);
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);  // no other files
  int budget = 50;
  sqlite3_progress_handler(
      db, 1000, [](void* left) { return static_cast<int>(--*static_cast<int*>(left) < 0); }, &budget);
  for (const char* const free : {"PRAGMA writable_schema=ON", "PRAGMA journal_mode=DELETE"})
    sqlite3_exec(db, free, nullptr, nullptr, nullptr);
  sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close_v2(db);
}

void read_all(const std::string& path) {
  const choose::Store store = choose::Store::read(path);
  const choose::StoreHead& head = store.head();
  require(head.points >= 0);
  std::int64_t before = -1, rows = 0;
  store.each([&](const choose::SweepRow& row) {
    require(row.point > before && row.parameters.size() == head.parameters.size());
    require(row.scores.empty() || row.scores.size() == head.criteria.size());
    for (std::size_t k = 0; k < row.parameters.size(); ++k)
      if (const std::size_t words = head.parameters[k].words.size(); words > 0)
        require(row.parameters[k] >= 0 && row.parameters[k] < static_cast<double>(words));
    before = row.point;
    ++rows;
  });
  require(rows == store.size() && store.sampled() <= rows && store.feasible() <= rows);
  std::int64_t missing = 0;
  for (const choose::PointRange& gap : store.missing()) missing += gap.last - gap.first;
  require(missing + store.sampled() == head.points);
  const choose::SweepBest best =
      choose::best_of(store, choose::RankBy::topsis, std::vector<double>(head.criteria.size(), 1.0));
  require(best.points.size() == best.scores.size() && best.points.size() == best.places.size());
  for (const double score : best.scores) require(!std::isnan(score));
}

void resume(const std::string& path) {
  choose::Store store = choose::Store::resume(path);
  const choose::StoreHead& head = store.head();
  const auto gaps = store.missing();
  if (!gaps.empty()) {
    choose::SweepRow row;
    row.point = gaps.front().first;
    row.parameters.assign(head.parameters.size(), 0.0);
    store.add(row);
  }
  store.close();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static catena::fuzz::ScratchFolder folder;
  static const std::string sound = [] {
    const std::string bytes = catena::fuzz::text_of(sound_store(folder.file("sound.db")));
    folder.plant("sound.db", bytes);
    return bytes;
  }();
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string path = folder.file("input.db");
  folder.clear();
  if (input.starts_with("SQLite format 3")) {
    folder.write("input.db", input);
  } else {
    folder.write("input.db", sound);
    change(path, std::string(input));
  }
  for (const auto& action : {read_all, resume}) {
    try {
      action(path);
    } catch (const catena::Error& e) {
      require(e.kind() == catena::ErrorKind::io);
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    require(name == "sound.db" || name.starts_with("input.db"));
  }
  return 0;
}
