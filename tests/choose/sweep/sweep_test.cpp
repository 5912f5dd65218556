// SPDX-License-Identifier: Apache-2.0
// The sweep: every point exactly once, for any number of threads, ranks and interruptions.
#include "catena/choose/sweep/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "catena/core/error.hpp"
#include "choose/store/stand_in.hpp"
#include "choose/sweep/chunks.hpp"
#include "choose/sweep/sweep_message.hpp"

namespace catena::test {
namespace {

using choose::PointRange;
using choose::Store;
using choose::SweepOptions;
using choose::SweepRow;
using testing::HasSubstr;

class SweepTest : public testing::Test {
 protected:
  SweepTest()
      : folder_(std::filesystem::temp_directory_path() / ("catena_sweep_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~SweepTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

// All rows of the stand-in, each as it should be.
void expect_whole(const Store& store, std::int64_t points) {
  std::int64_t next = 0;
  store.each([&](const SweepRow& row) {
    EXPECT_TRUE(same(row, stand_in_row(next))) << next;
    ++next;
  });
  EXPECT_EQ(next, points);
}

TEST_F(SweepTest, WritesEveryPointOnce) {
  for (const int threads : {1, 2, 5}) {
    const std::string path = file(std::to_string(threads) + ".db");
    Store store = Store::create(path, stand_in_head(5000));
    std::atomic<std::int64_t> computed = 0;
    const auto rows = [&](PointRange range) {
      computed += range.last - range.first;
      return stand_in_rows(range);
    };
    const choose::SweepResult result = choose::run_sweep(rows, store, {.threads = threads});
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.state.done, 5000);
    EXPECT_EQ(computed, 5000);
    EXPECT_EQ(store.pending(), 0);
    expect_whole(Store::read(path), 5000);
  }
}

TEST_F(SweepTest, StopsWhenToldAndGoesOnWhereItWas) {
  int runs = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, 10);
    Store store = runs == 0 ? Store::create(file("a.db"), stand_in_head(3000)) : Store::resume(file("a.db"));
    const std::int64_t before = store.size();
    std::atomic<std::int64_t> asked = 0;
    std::atomic<bool> told = false;
    const auto rows = [&](PointRange range) {  // from the 700th point on only after the request to stop
      if ((asked += range.last - range.first) >= 700)
        while (!told && before + asked < 3000) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return stand_in_rows(range);
    };
    const auto result =
        choose::run_sweep(rows, store, {.threads = 2, .most_points = 10}, [&](const Advance&) {
          told = asked >= 700;
          return !told;
        });
    EXPECT_EQ(store.size(), before + result.state.computed);
    EXPECT_EQ(result.state.computed, asked) << "all that was asked for is written";
    complete = result.complete;
  }
  EXPECT_GE(runs, 4);
  expect_whole(Store::read(file("a.db")), 3000);
}

TEST_F(SweepTest, DoesNothingWhenAllIsDone) {
  Store store = Store::create(file("a.db"), stand_in_head(50));
  choose::run_sweep(stand_in_rows, store);
  const auto again = choose::run_sweep(
      [](PointRange) -> std::vector<SweepRow> { throw Error(ErrorKind::bug, "", "asked again"); }, store);
  EXPECT_TRUE(again.complete);
  EXPECT_EQ(again.state.computed, 0);
}

TEST_F(SweepTest, KeepsWhatIsDoneWhenAPointThrows) {
  {
    Store store = Store::create(file("a.db"), stand_in_head(1000));
    const auto rows = [](PointRange range) {
      if (range.first <= 500 && 500 < range.last) throw Error(ErrorKind::numerical, "point 500", "no result");
      return stand_in_rows(range);
    };
    try {
      choose::run_sweep(rows, store, {.threads = 2, .most_points = 10});
      FAIL() << "it threw nothing";
    } catch (const Error& e) {
      EXPECT_STREQ(e.what(), "point 500: no result");
    }
  }
  Store store = Store::resume(file("a.db"));
  EXPECT_GT(store.size(), 400);
  EXPECT_FALSE(store.row(500).has_value());
  EXPECT_TRUE(choose::run_sweep(stand_in_rows, store).complete);
  expect_whole(store, 1000);
}

TEST_F(SweepTest, HoldsFewRowsInMemory) {
  // the writer is blocked in its watch: the others must not run far ahead
  Store store = Store::create(file("a.db"), stand_in_head(100'000));
  std::atomic<std::int64_t> computed = 0;
  const auto rows = [&](PointRange range) {
    computed += range.last - range.first;
    return stand_in_rows(range);
  };
  std::int64_t ahead = 0;
  choose::run_sweep(rows, store, {.threads = 2, .most_points = 10}, [&](const Advance& s) {
    std::int64_t before = -1;
    while (before != computed) {  // until they wait
      before = computed;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(s.of, 100'000);
    EXPECT_EQ(s.computed, s.done);  // the store was empty
    ahead = std::max(ahead, computed - static_cast<std::int64_t>(s.done));
    return s.done < 1000;
  });
  EXPECT_GT(ahead, 0);
  EXPECT_LE(ahead, 10 * (2 * 4 + 2)) << "four chunks wait for each thread, and one is in its hands";
}

// Ranks that are threads of this process.
class Mail {
 public:
  explicit Mail(int size) : boxes_(static_cast<std::size_t>(size)) {}

  int size() const { return static_cast<int>(boxes_.size()); }
  void put(int to, choose::Team::Message message) {
    const std::scoped_lock lock(mutex_);
    boxes_[static_cast<std::size_t>(to)].push_back(std::move(message));
  }
  std::optional<choose::Team::Message> get(int of) {
    const std::scoped_lock lock(mutex_);
    auto& box = boxes_[static_cast<std::size_t>(of)];
    if (box.empty()) return std::nullopt;
    choose::Team::Message message = std::move(box.front());
    box.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<choose::Team::Message>> boxes_;
};

class ThreadRank : public choose::Team {
 public:
  ThreadRank(Mail& mail, int rank) : mail_(mail), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return mail_.size(); }
  void send(int to, std::string bytes) override { mail_.put(to, {rank_, std::move(bytes)}); }
  std::optional<Message> receive() override { return mail_.get(rank_); }

 private:
  Mail& mail_;
  int rank_;
};

// `size` ranks; those but 0 run `serve`. Elsewhere each is a process of its own.
struct Company {
  template <class F>
  Company(int size, const F& serve) : mail(size), leader(mail, 0) {
    for (int k = 1; k < size; ++k)
      others.emplace_back([this, k, serve] {
        ThreadRank own(mail, k);
        serve(own);
      });
  }
  ~Company() {
    choose::dismiss(leader);
    for (std::thread& each : others) each.join();
  }
  Mail mail;
  ThreadRank leader;
  std::vector<std::thread> others;
};

TEST_F(SweepTest, SharesTheWorkWithOtherRanks) {
  std::atomic<std::int64_t> elsewhere = 0;
  Store store = Store::create(file("a.db"), stand_in_head(20'000));
  {
    Company team(3, [&](choose::Team& own) {
      const auto prepare = [&](const std::string& design) -> choose::Rows {
        EXPECT_EQ(design, "points = 20000\n");
        return [&](PointRange range) {
          elsewhere += range.last - range.first;
          return stand_in_rows(range);
        };
      };
      choose::serve_sweep(prepare, {.threads = 2, .team = &own});
    });
    const auto slow = [](PointRange range) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      return stand_in_rows(range);
    };
    const auto result =
        choose::run_sweep(slow, store, {.threads = 1, .most_points = 20, .team = &team.leader});
    EXPECT_TRUE(result.complete);
    EXPECT_TRUE(result.lost.empty());
  }
  EXPECT_GT(elsewhere, 10'000) << "they are quicker";
  expect_whole(store, 20'000);
}

TEST_F(SweepTest, DoesAgainWhatASilentRankHad) {
  Store store = Store::create(file("a.db"), stand_in_head(2000));
  {
    // rank 1 takes its chunks and disappears; rank 2 works
    Company team(3, [&](choose::Team& own) {
      if (own.rank() == 2)
        return choose::serve_sweep([](const std::string&) { return stand_in_rows; },
                                   {.threads = 1, .team = &own});
      own.send(0, choose::detail::say_ready({4, 2}));
    });
    const auto result = choose::run_sweep(
        stand_in_rows, store, {.threads = 1, .most_points = 10, .team = &team.leader, .patience = 0.2});
    EXPECT_TRUE(result.complete);
    EXPECT_THAT(result.lost, testing::ElementsAre(1));
  }
  expect_whole(store, 2000);
}

TEST_F(SweepTest, WritesOnceWhatARankDoesTooLate) {
  Store store = Store::create(file("a.db"), stand_in_head(300));
  {
    // rank 1 answers after the end was announced, and then once more
    Company team(2, [&](choose::Team& own) {
      own.send(0, choose::detail::say_ready({2, 1}));
      std::vector<PointRange> chunks;
      std::optional<choose::Team::Message> message;
      while (chunks.size() < 2)
        if ((message = own.receive()) &&
            choose::detail::what_is_said(message->bytes) == choose::detail::Say::chunk)
          chunks.push_back(choose::detail::hear_chunk(message->bytes));
      std::this_thread::sleep_for(std::chrono::milliseconds(300));  // longer than the patience of rank 0
      for (const PointRange& chunk : chunks)
        own.send(0, choose::detail::say_rows({chunk, 0.1, stand_in_rows(chunk)}));
    });
    const auto slow = [](PointRange range) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      return stand_in_rows(range);
    };
    const auto result =
        choose::run_sweep(slow, store, {.threads = 1, .most_points = 1, .team = &team.leader, .patience = 0});
    EXPECT_TRUE(result.complete);
  }
  expect_whole(store, 300);
}

TEST_F(SweepTest, TellsWhatARankThrew) {
  Store store = Store::create(file("a.db"), stand_in_head(10'000));
  {
    Company team(2, [&](choose::Team& own) {
      choose::serve_sweep(
          [](const std::string&) -> choose::Rows {
            return [](PointRange) -> std::vector<SweepRow> {
              throw Error(ErrorKind::numerical, "arm", "no result");
            };
          },
          {.threads = 1, .team = &own});
    });
    const auto slow = [](PointRange range) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      return stand_in_rows(range);
    };
    try {
      choose::run_sweep(slow, store, {.threads = 1, .most_points = 1, .team = &team.leader});
      FAIL() << "it threw nothing";
    } catch (const Error& e) {
      EXPECT_EQ(e.exit_code(), 4);
      EXPECT_STREQ(e.what(), "rank 1: arm: no result");
    }
  }
}

TEST_F(SweepTest, DismissesRanksThatHaveNothingToDo) {
  Company team(3, [](choose::Team& own) {
    choose::serve_sweep([](const std::string&) { return stand_in_rows; }, {.threads = 1, .team = &own});
  });
}

TEST(SweepMessage, ComesBackAsItWasSent) {
  choose::detail::Computed sent = {{3, 12}, 0.25, stand_in_rows({3, 12})};
  sent.rows[0].search = 4;
  const choose::detail::Computed got = choose::detail::hear_rows(choose::detail::say_rows(sent));
  EXPECT_EQ(got.chunk, sent.chunk);
  EXPECT_EQ(got.seconds, 0.25);
  ASSERT_EQ(got.rows.size(), 9u);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_TRUE(same(got.rows[k], sent.rows[k])) << k;
  const std::string whole = choose::detail::say_rows(sent);
  for (const std::size_t size : {std::size_t{1}, whole.size() / 2, whole.size() - 1})
    EXPECT_THROW(choose::detail::hear_rows(whole.substr(0, size)), Error);
  EXPECT_THROW(choose::detail::what_is_said("?"), Error);
  EXPECT_THROW(choose::detail::what_is_said(""), Error);
}

TEST(Chunks, BeginWithOnePointAndThenTakeAboutTheSameTime) {
  choose::detail::Chunks chunks({{0, 10'000}}, {.seconds = 0.1, .most = 500});
  EXPECT_EQ(*chunks.take(), (PointRange{0, 1})) << "nobody knows how long it takes";
  chunks.learn(1, 0.001);
  EXPECT_EQ(*chunks.take(), (PointRange{1, 101}));
  chunks.learn(100, 1e-9);
  EXPECT_EQ(*chunks.take(), (PointRange{101, 601})) << "no more than the most";
}

TEST(Chunks, BecomeSmallAtTheEnd) {
  choose::detail::Chunks chunks({{0, 40}, {50, 60}}, {.seconds = 1, .most = 500});
  chunks.workers(2);
  chunks.learn(1000, 1);
  std::vector<PointRange> all;
  while (const auto chunk = chunks.take()) all.push_back(*chunk);
  EXPECT_EQ(all.front(), (PointRange{0, 13})) << "a quarter of 50";
  EXPECT_EQ(all.back(), (PointRange{59, 60}));
  std::int64_t points = 0;
  for (const PointRange& range : all) points += range.last - range.first;
  EXPECT_EQ(points, 50);
}

}  // namespace
}  // namespace catena::test
