// SPDX-License-Identifier: Apache-2.0
// `catena bench`: the contents of its output, not the times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "catena/bench/calibrate.hpp"
#include "catena/bench/contest.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/select.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kQuick = " --samples 1 --window 0.01 ";

TEST(Bench, TimesEveryImplementationAndEveryMethod) {
  const Folder folder;
  const Answer answer = shell("CATENA_CACHE=" + folder.file("cache") +
                              " catena bench planar2 --want inertia,udut --json" + kQuick + "2>/dev/null");
  ASSERT_EQ(answer.code, 0);
  const Json page = Json::parse(answer.out);
  EXPECT_GT(page["machine"]["hertz"].number(), 0);
  EXPECT_GT(page["machine"]["peak_flops"]["sse2"].number(), 0);
  std::multiset<std::string> ways;
  for (const Json& t : page["times"].elements()) {
    EXPECT_EQ(t["robot"].text(), "planar2");
    EXPECT_GT(t["ns"]["min"].number(), 0);
    EXPECT_LE(t["ns"]["min"], t["ns"]["median"]);
    EXPECT_LE(t["ns"]["median"], t["ns"]["p90"]);
    EXPECT_NEAR(t["states_per_second"].number() * t["ns"]["median"].number(), 1e9, 1);
    const double rate = t["operations"].number() / t["ns"]["median"].number() * 1e9 / t["threads"].number();
    EXPECT_NEAR(t["operations_per_cycle"].number(), rate / page["machine"]["hertz"].number(), 1e-9);
    if (t["quantity"].text() == "inertia" && t["threads"].number() == 1)
      ways.insert(t["way"].text() == "method" ? t["method"].text() : t["way"].text());
  }
  std::multiset<std::string> expected = {"arm", "generated", "batch", "batch_generated"};
  for (const Method<double>& m : methods<double>())
    if (m.quantity == Quantity::inertia) expected.emplace(m.name);
  EXPECT_EQ(ways, expected);
}

TEST(Bench, PrintsATableAndDrawsAPicture) {
  const Folder folder;
  const std::string svg = folder.file("p.svg");
  const std::string line = "CATENA_CACHE=" + folder.file("cache") +
                           " catena bench chain:2 chain:3 --no-methods --want gravity" + kQuick +
                           "--explain --plot " + svg + " 2>&1";
  const Answer answer = shell(line);
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, HasSubstr("GHz"));
  EXPECT_THAT(answer.out, HasSubstr("gravity of chain:2 (n = 2)"));
  EXPECT_THAT(answer.out, HasSubstr("ops/cycle"));
  EXPECT_THAT(answer.out, HasSubstr("catena: note: chain:3: gravity: gravity, the default"));
  EXPECT_THAT(answer.out, testing::Not(HasSubstr("\n  method ")));
  EXPECT_THAT(folder.read("p.svg"), testing::AllOf(StartsWith("<svg"), HasSubstr("gravity arm")));
  EXPECT_THAT(shell(line).out, HasSubstr("error: " + svg + ": the file exists"))
      << "reported before anything is timed";
}

TEST(Bench, SaysWhatIsWrongWithTheCall) {
  EXPECT_THAT(catena({"bench"}).err, StartsWith("catena: error: bench: ROBOT is missing"));
  EXPECT_EQ(catena({"bench"}).code, 2);
  EXPECT_THAT(catena({"bench", "planar2", "--calibrate"}).err,
              StartsWith("catena: error: bench: --calibrate cannot be combined with a robot"));
  EXPECT_THAT(catena({"bench", "planar2", "--want", "speed"}).err, HasSubstr("there is no quantity 'speed'"));
  EXPECT_THAT(catena({"bench", "planar2", "--window", "0"}).err, HasSubstr("need    0.01 to 10000"));
  EXPECT_THAT(shell("CATENA_CALIBRATION=off catena bench --calibrate 2>&1").out,
              StartsWith("catena: error: bench --calibrate: there is no place to store the result"));
  const Folder folder;
  EXPECT_THAT(catena({"bench", "planar2", "--want", "gravity", "--no-methods", "--samples", "1", "--window",
                      "0.01", "--plot", folder.file("p.svg")})
                  .err,
              HasSubstr("--plot: a curve needs at least two different numbers of joints"));
}

TEST(Bench, KeepsWhatItMeasuresForEval) {
  const Folder folder;
  const std::string with = "unset CATENA_CALIBRATION; export CATENA_CACHE=" + folder.file("cache") + "; ";
  const std::string eval =
      "echo '{\"q\": [0, 0]}' | catena eval planar2 -w inertia --explain 2>&1 >/dev/null";
  const std::string shipped =
      "catena: note: inertia: " + Selection::shipped().explain(Quantity::inertia, 2) + "\n";
  EXPECT_THAT(shell(with + eval).out, testing::StartsWith(shipped));  // digits follow
  const Answer answer = shell(with + "catena bench --calibrate --json" + kQuick);
  ASSERT_EQ(answer.code, 0);
  const Json page = Json::parse(answer.out);
  EXPECT_EQ(page["file"].text(), folder.file("cache/calibration.json"));
  EXPECT_EQ(page["races"].size(), 3u);
  EXPECT_EQ(page["races"][1]["candidates"].size(), 3u);
  EXPECT_THAT(shell(with + eval).out, HasSubstr("(calibrated"));
  EXPECT_THAT(shell("export CATENA_CALIBRATION=off; " + with.substr(with.find("export")) + eval).out,
              HasSubstr("(built-in threshold)"));

  folder.write("cache/calibration.json", "{}");
  EXPECT_THAT(shell(with + eval).out,
              testing::StartsWith("catena: warning: " + folder.file("cache/calibration.json") +
                                  ": the calibration is damaged\n  given   \"catena_calibration\": "
                                  "1 is missing\n  hint    measure again: catena "
                                  "bench --calibrate\n  so      the built-in selection is used\n" +
                                  shipped));
}

TEST(Calibrate, CoversTheNumbersOfJointsSoFarWhenItIsEnded) {
  const bench::CalibrateOptions how{.window = 1e-5, .samples = 1, .joints = {1, 2, 3, 5}};
  const std::vector<bench::Race> races = bench::calibrate(how, [](const Advance& to) {
    EXPECT_EQ(to.of, 4);
    return to.done < 2;
  });
  ASSERT_EQ(races.size(), 3u);
  for (const bench::Race& race : races) {
    EXPECT_THAT(race.joints, ElementsAre(1, 2));
    for (const auto& times : race.times) EXPECT_EQ(times.size(), 2u);
    EXPECT_FALSE(race.best.ranges.empty());
  }
}

TEST(Bench, LeavesTheStoredCalibrationWhenInterrupted) {
  const Folder folder;
  const std::string with = "unset CATENA_CALIBRATION; export CATENA_CACHE=" + folder.file("cache") + "; ";
  std::string out;
  for (const char* const seconds : {"1", "4", "20"}) {  // a busy machine may not have begun after one
    const Answer answer =
        shell(with + "timeout -s INT " + seconds + " catena bench --calibrate --window 20 --samples 5 2>&1");
    EXPECT_EQ(answer.code, 124) << "timeout's own, since the program ended by the signal";
    out = answer.out;
    if (!out.empty()) break;
  }
  EXPECT_THAT(out, HasSubstr("catena: note: interrupted; the results cover up to n = "));
  EXPECT_FALSE(std::filesystem::exists(folder.file("cache/calibration.json")));
}

TEST(BestRanges, LoseLeastAgainstTheQuickest) {
  const std::vector<int> joints = {1, 2, 3, 4, 6, 8};
  const auto best = [&](std::vector<std::vector<double>> times) {
    return bench::best_ranges(Quantity::fd, {"a", "b", "c"}, joints, times).ranges;
  };
  EXPECT_THAT(best({{1, 2, 3, 4, 6, 8}, {2, 3, 4, 5, 7, 9}, {9, 9, 9, 9, 9, 9}}),
              ElementsAre(MethodFrom{1, "a"}));
  EXPECT_THAT(best({{1, 2, 3, 9, 9, 9}, {2, 3, 4, 4, 4, 4}, {9, 9, 9, 9, 9, 9}}),
              ElementsAre(MethodFrom{1, "a"}, MethodFrom{4, "b"}));
  // a single disturbed sample does not move the crossover
  EXPECT_THAT(best({{1, 2.2, 2, 9, 9, 9}, {2, 2, 4, 4, 4, 4}, {9, 9, 9, 9, 9, 9}}),
              ElementsAre(MethodFrom{1, "a"}, MethodFrom{4, "b"}));
}

TEST(Spread, IsOfTheSamples) {
  const system::Spread s = system::spread({5, 1, 4, 2, 3, 10, 9, 8, 7, 6, 11});
  EXPECT_EQ(s.least, 1);
  EXPECT_EQ(s.median, 6);
  EXPECT_EQ(s.p90, 10);
}

}  // namespace
}  // namespace catena::test
