// SPDX-License-Identifier: Apache-2.0
// The store: rows are read as written, committed rows are kept, other files are rejected.
#include "catena/choose/store/store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "catena/core/error.hpp"
#include "choose/store/stand_in.hpp"

namespace catena::test {
namespace {

using choose::PointRange;
using choose::Store;
using choose::SweepRow;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// A temporary folder, removed at the end of the test.
class StoreTest : public testing::Test {
 protected:
  StoreTest()
      : folder_(std::filesystem::temp_directory_path() / ("catena_store_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~StoreTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

 private:
  std::filesystem::path folder_;
};

// What another program would do.
void sql(const std::string& path, const std::string& text) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(db, text.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_close(db);
}

std::vector<std::string> query(const std::string& path, const std::string& text) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::vector<std::string> rows;
  const auto one = [](void* to, int columns, char** values, char**) {
    std::string row;
    for (int k = 0; k < columns; ++k) row += (k > 0 ? "|" : "") + std::string(values[k] ? values[k] : "NULL");
    static_cast<std::vector<std::string>*>(to)->push_back(row);
    return 0;
  };
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(db, text.c_str(), one, &rows, &message), SQLITE_OK) << message;
  sqlite3_close(db);
  return rows;
}

template <class F>
std::string refusal(const F& action) {
  try {
    action();
  } catch (const Error& e) {
    return std::to_string(e.exit_code()) + " " + e.what();
  }
  return "done";
}

TEST_F(StoreTest, GivesBackWhatWentIn) {
  {
    Store store = Store::create(file("a.db"), stand_in_head(100));
    for (std::int64_t k = 99; k >= 0; --k) store.add(stand_in_row(k));
    SweepRow found = stand_in_row(7);
    found.point = 104;
    found.search = 2;
    store.add(found);
    EXPECT_EQ(store.pending(), 101);
    store.close();
  }
  EXPECT_EQ(files(), 1u) << "one file, nothing beside it";
  const Store store = Store::read(file("a.db"));
  EXPECT_EQ(store.head().design, "points = 100\n");
  EXPECT_EQ(store.head().parameters[2].words, (std::vector<std::string>{"R", "P"}));
  EXPECT_EQ(store.head().criteria[1].better, choose::Better::less);
  std::int64_t next = 0;
  store.each([&](const SweepRow& row) {
    if (next < 100) {
      EXPECT_TRUE(same(row, stand_in_row(next))) << next;
      EXPECT_TRUE(same(*store.row(next), row));
    }
    ++next;
  });
  EXPECT_EQ(next, 101);
  EXPECT_EQ(store.row(104)->search, 2);
  EXPECT_FALSE(store.row(103).has_value());
  EXPECT_EQ(store.size(), 101);
  EXPECT_EQ(store.sampled(), 100);
  EXPECT_TRUE(store.missing().empty());
}

TEST_F(StoreTest, IsPlainTablesForOtherPrograms) {
  Store store = Store::create(file("a.db"), stand_in_head(10), {.ranks = 3, .threads = 4});
  for (std::int64_t k = 0; k < 10; ++k) store.add(stand_in_row(k));
  store.commit();
  EXPECT_THAT(query(file("a.db"),
                    "SELECT point, kind, reach_unit, feasible, why FROM result WHERE point IN (0,1,2,3,5)"),
              ElementsAre("0|R|m|1|NULL", "1|P|m|1|it has no \"mass\"", "2|R|m^2|1|NULL",
                          "3|P|m|0|no such arm: 3", "5|P|m|0|reach <= 2 is broken"));
  EXPECT_THAT(query(file("a.db"), "SELECT Reach_, mass FROM result WHERE point = 6"),
              ElementsAre("0.111111111111111|NULL"))
      << "a parameter with the name of a criterion is renamed; a missing score is NULL";
  EXPECT_THAT(query(file("a.db"), "SELECT reach_error, mass_error FROM result WHERE point = 4"),
              ElementsAre("0.004|0.0"));
  EXPECT_THAT(query(file("a.db"), "SELECT name, design, points FROM sweep"),
              ElementsAre("stand-in|points = 10\n|10"));
  EXPECT_THAT(query(file("a.db"), "SELECT name, unit FROM parameter"),
              ElementsAre("upper|m", "Reach|", "kind|"));
  EXPECT_THAT(query(file("a.db"), "SELECT stem, unit, better, what FROM criterion"),
              ElementsAre("reach|m|more|how far", "mass|kg|less|how heavy"));
  EXPECT_THAT(query(file("a.db"), "SELECT ended, ranks, threads, points FROM run"),
              ElementsAre("NULL|3|4|10"));
  EXPECT_THAT(query(file("a.db"), "PRAGMA application_id"), ElementsAre("1128354899")) << "CATS";
  EXPECT_THAT(query(file("a.db"), "PRAGMA user_version"), ElementsAre("1"));
  EXPECT_THAT(query(file("a.db"), "PRAGMA integrity_check"), ElementsAre("ok"));
}

// A lock of SQLite's on the database that a process other than this one sees.
bool locked_for_others(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int db = ::open(path.c_str(), O_RDWR);
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_start = 0x40000002, lock.l_len = 510;  // shared bytes
    ::_exit(db >= 0 && ::fcntl(db, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

// Closing any descriptor of a file releases the POSIX locks of the process on it.
TEST_F(StoreTest, KeepsTheLocksOfSqliteWhenAnotherStoreOfTheProcessFails) {
  Store store = Store::create(file("a.db"), stand_in_head(10));
  store.add(stand_in_row(0));
  store.commit();
  ASSERT_TRUE(locked_for_others(file("a.db")));
  EXPECT_THAT(refusal([&] { Store::resume(file("a.db")); }),
              HasSubstr("another sweep is writing to this file"));
  EXPECT_TRUE(locked_for_others(file("a.db")));
  Store moved = std::move(store);
  EXPECT_TRUE(locked_for_others(file("a.db")));
  moved.close();
  Store again = Store::resume(file("a.db"));
  EXPECT_EQ(again.size(), 1);
}

TEST_F(StoreTest, KnowsWhatIsMissing) {
  Store store = Store::create(file("a.db"), stand_in_head(10));
  EXPECT_THAT(store.missing(), ElementsAre(PointRange{0, 10}));
  for (const std::int64_t k : {0, 1, 4, 7}) store.add(stand_in_row(k));
  EXPECT_THAT(store.missing(), ElementsAre(PointRange{2, 4}, PointRange{5, 7}, PointRange{8, 10}));
}

TEST_F(StoreTest, KeepsWhatIsCommittedWhenTheProcessIsKilled) {
  const pid_t child = ::fork();
  if (child == 0) {
    Store store = Store::create(file("a.db"), stand_in_head(10));
    for (std::int64_t k = 0; k < 4; ++k) store.add(stand_in_row(k));
    store.commit();
    for (std::int64_t k = 4; k < 8; ++k) store.add(stand_in_row(k));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  Store store = Store::resume(file("a.db"));
  EXPECT_THAT(store.missing(), ElementsAre(PointRange{4, 10}));
  for (std::int64_t k = 4; k < 10; ++k) store.add(stand_in_row(k));
  store.close();
  EXPECT_EQ(store.size(), 10) << "and can be read after its end";
  EXPECT_THAT(query(file("a.db"), "SELECT ended IS NULL, points FROM run"), ElementsAre("1|4", "0|6"));
  EXPECT_THAT(query(file("a.db"), "PRAGMA integrity_check"), ElementsAre("ok"));
}

TEST_F(StoreTest, CanBeReadWhileItIsWritten) {
  Store store = Store::create(file("a.db"), stand_in_head(10));
  store.add(stand_in_row(0));
  store.commit();
  store.add(stand_in_row(1));
  const Store reader = Store::read(file("a.db"));
  EXPECT_EQ(reader.size(), 1) << "what is committed";
  store.commit();
  EXPECT_EQ(reader.size(), 2);
}

TEST_F(StoreTest, RefusesToReplaceAFile) {
  { Store store = Store::create(file("a.db"), stand_in_head(10)); }
  EXPECT_EQ(
      refusal([&] { Store::create(file("a.db"), stand_in_head(10)); }),
      "2 " + file("a.db") + ": the file exists\n  hint    continue it with --resume, or choose another name");
  std::ofstream(file("empty.db"));
  EXPECT_TRUE(choose::nothing_stored(file("empty.db")));
  EXPECT_EQ(refusal([&] { Store::create(file("empty.db"), stand_in_head(10)); }), "done")
      << "as mktemp leaves it";
  EXPECT_FALSE(choose::nothing_stored(file("empty.db")));
  EXPECT_TRUE(choose::nothing_stored(file("none.db")));
  EXPECT_THAT(
      refusal([&] { Store::create(file("no/folder/a.db"), stand_in_head(10)); }),
      AllOf(StartsWith("5 "), HasSubstr("cannot write\n  given   No such file or directory\n  hint")));
}

TEST_F(StoreTest, DeletesNoFileThatOnlyHasTheNameOfAJournal) {
  for (const std::string end : {"-journal", "-wal", "-shm"}) {
    const std::string path = file("notes" + end + ".db");
    std::ofstream(path + end) << "written by hand";
    const std::string expected =
        "2 " + path + end +
        ": this file would be lost\n  need    no file of this name: SQLite keeps its "
        "journal of " +
        path + " there\n  hint    move it, or choose another name for the results";
    EXPECT_EQ(refusal([&] { Store::create(path, stand_in_head(10)); }), expected);
    EXPECT_FALSE(std::filesystem::exists(path));
    std::ofstream{path};  // empty
    EXPECT_EQ(refusal([&] { choose::nothing_stored(path); }), expected);
    EXPECT_EQ(refusal([&] { Store::create(path, stand_in_head(10)); }), expected);
    EXPECT_EQ(std::filesystem::file_size(path + end), 15U);
  }
  // of results that were deleted
  std::ofstream(file("deleted.db-wal"), std::ios::binary)
      << std::string("\x37\x7f\x06\x82") << std::string(28, 'x');
  std::ofstream(file("deleted.db-shm"), std::ios::binary)
      << std::string("\x18\xe2\x2d\0", 4) << std::string(60, 'x');
  EXPECT_EQ(refusal([&] { Store::create(file("deleted.db"), stand_in_head(10)); }), "done");
  // left by a sweep that was killed before its first commit
  for (const std::string& start : {std::string(8, '\0'), std::string("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")}) {
    std::ofstream(file("killed.db-journal"), std::ios::binary) << start << std::string(504, '\0');
    std::ofstream{file("killed.db")};
    EXPECT_TRUE(choose::nothing_stored(file("killed.db")));
  }
  EXPECT_EQ(refusal([&] { Store::create(file("killed.db"), stand_in_head(10)); }), "done");
}

TEST_F(StoreTest, RefusesValuesOfAnotherType) {
  struct Case {
    const char *change, *reason;
  };
  for (const Case& c :
       {Case{"UPDATE point SET c1 = '12 apples'", "the column 'c1' has a value that is not a number"},
        Case{"UPDATE point SET e1 = x'00'", "the column 'e1' has a value that is not a number"},
        Case{"UPDATE point SET p1 = 'long'", "the column 'p1' has a value that is not a number"},
        Case{"UPDATE point SET search = 'x'", "the column 'search' has a value that is not a whole number"},
        Case{"UPDATE point SET w1 = x'4142'", "the column 'w1' has a value that is not a text"}}) {
    const std::string path = file("typed.db");
    std::filesystem::remove(path);
    {
      Store store = Store::create(path, stand_in_head(10));
      store.add(stand_in_row(0));
      store.close();
    }
    sql(path, c.change);
    const Store store = Store::read(path);
    EXPECT_EQ(refusal([&] { store.row(0); }),
              "5 " + path + ": the file is damaged\n  given   " + c.reason +
                  "\n  hint    the .recover command of the sqlite3 shell may rescue its contents");
  }
  const std::string path = file("typed.db");
  sql(path, "UPDATE sweep SET points = 'many'");
  EXPECT_THAT(refusal([&] { Store::read(path); }),
              HasSubstr("the column 'points' has a value that is not a whole number"));
}

// Indices below the number of points belong to the sample, the others to searches.
TEST_F(StoreTest, RefusesPointsThatNoSweepHas) {
  struct Case {
    const char *change, *reason;
  };
  for (const Case& c :
       {Case{
            "UPDATE point SET point = 9223372036854775807 WHERE point = 2",
            "there is a point 9223372036854775807, but the sample has 10 points and the row names no search"},
        Case{"UPDATE point SET point = 12 WHERE point = 2",
             "there is a point 12, but the sample has 10 points and the row names no search"},
        Case{"UPDATE sweep SET points = 1",
             "there is a point 1, but the sample has 1 point and the row names no search"},
        Case{"UPDATE sweep SET points = 0",
             "there is a point 0, but the sample has 0 points and the row names no search"},
        Case{"UPDATE point SET point = 9223372036854775807 WHERE point = 10",
             "there is a point 9223372036854775807, but the sample has 10 points and search 0 cannot have "
             "come so far"},
        Case{"UPDATE point SET search = 1 WHERE point = 2",
             "point 2 of the sample, which has 10, names search 1"}}) {
    const std::string path = file("points.db");
    std::filesystem::remove(path);
    {
      Store store = Store::create(path, stand_in_head(10));
      for (std::int64_t k = 0; k < 10; ++k) store.add(stand_in_row(k));
      SweepRow found = stand_in_row(10);
      found.search = 0;
      store.add(found);
      store.close();
    }
    EXPECT_EQ(refusal([&] { Store::read(path).each([](const SweepRow&) {}); }), "done");
    sql(path, c.change);
    const std::string expected =
        "5 " + path + ": the file is damaged\n  given   " + c.reason +
        "\n  hint    the .recover command of the sqlite3 shell may rescue its contents";
    EXPECT_EQ(refusal([&] { Store::read(path).each([](const SweepRow&) {}); }), expected);
    EXPECT_EQ(refusal([&] { Store::resume(path).each([](const SweepRow&) {}); }), expected);
  }
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
  std::ofstream(file("text.db")) << std::string(4096, 'x');
  sql(file("foreign.db"), "CREATE TABLE t (x)");
  { Store store = Store::create(file("newer.db"), stand_in_head(10)); }
  sql(file("newer.db"), "PRAGMA user_version = 2");
  for (const auto& open : {+[](const std::string& path) { return Store::resume(path); },
                           +[](const std::string& path) { return Store::read(path); }}) {
    EXPECT_EQ(
        refusal([&] { open(file("text.db")); }),
        "5 " + file("text.db") + ": this is not an SQLite file\n  need    a file written by 'catena sweep'");
    EXPECT_EQ(
        refusal([&] { open(file("foreign.db")); }),
        "5 " + file("foreign.db") +
            ": this SQLite file belongs to another program\n  need    a file written by 'catena sweep'");
    EXPECT_THAT(refusal([&] { open(file("newer.db")); }),
                AllOf(HasSubstr(
                    "the file was written by a newer version of Catena\n  given   version 2 of the tables\n"
                    "  need    at most version 1")));
    EXPECT_THAT(refusal([&] { open(file("none.db")); }), HasSubstr("there is no such file"));
    EXPECT_THAT(refusal([&] { open(std::filesystem::temp_directory_path()); }),
                HasSubstr("this is a folder"));
  }
  EXPECT_THAT(query(file("foreign.db"), "SELECT name FROM sqlite_master"), ElementsAre("t"))
      << "and is left alone";
}

// Runs `action` in another process, which then waits to be killed.
class Elsewhere {
 public:
  template <class F>
  explicit Elsewhere(const F& action) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    child_ = ::fork();
    if (child_ == 0) {
      [[maybe_unused]] const auto kept = action();
      EXPECT_EQ(::write(ready[1], "x", 1), 1);
      while (true) ::pause();
    }
    char letter = 0;
    EXPECT_EQ(::read(ready[0], &letter, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Elsewhere() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;
  std::string pid() const { return std::to_string(child_); }

 private:
  pid_t child_;
};

TEST_F(StoreTest, RefusesAFileThatAnotherSweepWrites) {
  {
    const Elsewhere other([&] { return Store::create(file("a.db"), stand_in_head(10)); });
    const std::string text = refusal([&] { Store::resume(file("a.db")); });
    EXPECT_THAT(
        text, StartsWith("5 " + file("a.db") + ": another sweep is writing to this file\n  given   process " +
                         other.pid() + " on "));
    EXPECT_THAT(text, HasSubstr("UTC\n  hint    wait for it to finish, or stop it"));
    EXPECT_EQ(refusal([&] { Store::read(file("a.db")); }), "done");
  }
  EXPECT_EQ(refusal([&] { Store::resume(file("a.db")); }), "done") << "killed: its lock is gone with it";
}

TEST_F(StoreTest, SaysWhoHasLockedAFile) {
  { Store store = Store::create(file("a.db"), stand_in_head(10)); }
  const Elsewhere other([&] {
    sqlite3* db = nullptr;
    sqlite3_open(file("a.db").c_str(), &db);
    sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
    return db;
  });
  EXPECT_THAT(refusal([&] { Store::resume(file("a.db")); }),
              AllOf(StartsWith("5 " + file("a.db") + ": the file is locked\n  given   by process " +
                               other.pid() + " (test_choose)"),
                    HasSubstr("hint    wait for it to finish, or stop it")));
}

TEST_F(StoreTest, SaysThatADiskIsFull) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    Store store = Store::create(file("a.db"), stand_in_head(1'000'000));
    for (std::int64_t k = 0; k < 100; ++k) store.add(stand_in_row(k));
    store.commit();
    const rlimit limit = {400'000, 400'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string text = refusal([&] {
      for (std::int64_t k = 100; k < 1'000'000; ++k) {
        store.add(stand_in_row(k));
        if (k % 100 == 99) store.commit();
      }
    });
    const bool told = text.starts_with("5 " + file("a.db") + ": there is not enough space") &&
                      text.find("committed results are kept; free some space, then continue with --resume") !=
                          std::string::npos;
    if (!told) std::fprintf(stderr, "%s\n", text.c_str());
    ::_exit(told ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  Store store = Store::resume(file("a.db"));
  const std::int64_t size = store.size();
  EXPECT_GE(size, 100);
  EXPECT_EQ(size % 100, 0) << "whole transactions";
  EXPECT_THAT(store.missing(), ElementsAre(PointRange{size, 1'000'000}));
  EXPECT_THAT(query(file("a.db"), "PRAGMA integrity_check"), ElementsAre("ok"));
}

TEST_F(StoreTest, TakesNoPointTwice) {
  Store store = Store::create(file("a.db"), stand_in_head(10));
  store.add(stand_in_row(3));
  EXPECT_THAT(refusal([&] { store.add(stand_in_row(3)); }),
              AllOf(StartsWith("70 "), HasSubstr("duplicate point")));
}

TEST_F(StoreTest, RefusesMoreColumnsThanThereIsRoomFor) {
  choose::StoreHead head = stand_in_head(10);
  head.parameters.resize(399, {"x", "m"});
  EXPECT_EQ(refusal([&] { Store::create(file("a.db"), head); }),
            "2 " + file("a.db") + ": too many parameters and criteria\n  given   401\n  need    at most 400");
}

}  // namespace
}  // namespace catena::test
