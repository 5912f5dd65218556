// SPDX-License-Identifier: Apache-2.0
// `catena sweep`: its output, its errors, and resuming. tests/soak/sweep.py tests kills and MPI ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "catena/choose/sweep/design_rows.hpp"
#include "choose/store/stand_in.hpp"
#include "cli/shell.hpp"
#include "cli/small_design.hpp"

namespace catena::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kDesign = small_design(R"("reach", "peak_torque")", 40) + R"([[parameter]]
name = "fore"
set = "length"
link = 2
low = 0.2
high = 0.8
[[constraint]]
sum = { upper = 1, fore = 1 }
most = 1.2
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// As in `compare`: an arm that exceeds an effort limit in the motion is not feasible, and never the best.
TEST(SweepCommand, ExcludesArmsThatCannotDoTheMotion) {
  const Folder folder;
  std::string arm = catena({"convert", "planar2"}).out;
  const std::string limits = "limits = { position = [-3, 3], velocity = 10, effort = 25 }\n";
  for (std::size_t at = 0; (at = arm.find("\nmass", at)) != std::string::npos; at += limits.size() + 5)
    arm.insert(at + 1, limits);
  folder.write("arm.toml", arm);
  const std::string design =
      folder.write("design.toml",
                   "design = 1\nrobot = \"arm.toml\"\ncriteria = [\"reach\", \"peak_torque\"]\nsampling = { "
                   "kind = \"grid\" }\n"
                   "[[parameter]]\nname = \"a\"\nset = \"a\"\nlink = 1\nvalues = [0.5, 1, 2]\n");
  const Answer answer = catena({"sweep", design, "-o", folder.file("a.db"), "--threads", "1"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err.find("is unknown"), std::string::npos) << answer.err;
  const choose::Store store = choose::Store::read(folder.file("a.db"));
  int unable = 0;
  store.each([&](const choose::SweepRow& row) {
    const bool beyond = row.scores.at(1).value > 25;
    unable += beyond;
    if (beyond)
      EXPECT_THAT(row.why, AllOf(StartsWith("it cannot do the motion: joint 1 needs "),
                                 HasSubstr("its limit is 25 N m")));
    else
      EXPECT_EQ(row.why, "");
  });
  EXPECT_GT(unable, 0);
  EXPECT_LT(unable, 3);
  // without the limits, it is unknown
  folder.write("arm.toml", catena({"convert", "planar2"}).out);
  EXPECT_THAT(catena({"sweep", design, "-o", folder.file("b.db"), "--threads", "1"}).err,
              HasSubstr("note: it is unknown whether the arms of this design can do the motion: they have no "
                        "velocity and effort limits\n"));
}

TEST(SweepCommand, WritesEveryPointOfADesign) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign), db = folder.file("a.db");
  const Answer answer = catena({"sweep", design, "-o", db, "--threads", "2", "--top", "3"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out,
              AllOf(StartsWith("two links\n  points      40 of 40, "), HasSubstr("  front       "),
                    HasSubstr("best by topsis"), HasSubstr("upper [m]"), HasSubstr("reach [m]")));
  EXPECT_EQ(folder.count(), 2u) << "one file beside the design";
  const choose::Store store = choose::Store::read(db);
  const choose::Design same_design = choose::load_design(design);
  std::int64_t next = 0, shut_out = 0;
  store.each([&](const choose::SweepRow& row) {
    EXPECT_EQ(row.point, next++);
    EXPECT_EQ(row.parameters, same_design.point(row.point));
    const double sum = row.parameters[0] + row.parameters[1];
    EXPECT_EQ(row.why.empty(), sum <= 1.2) << row.why;
    shut_out += !row.why.empty();
    // the reach of two links is the sum of their lengths
    if (row.why.empty()) {
      EXPECT_NEAR(row.scores.at(0).value, sum, 1e-9 + row.scores[0].error);
    }
  });
  EXPECT_EQ(next, 40);
  EXPECT_GT(shut_out, 0);
}

TEST(SweepCommand, IsTheSameForAnyNumberOfThreads) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign);
  for (const char* threads : {"1", "3"})
    ASSERT_EQ(
        catena({"sweep", design, "-o", folder.file(std::string(threads) + ".db"), "--threads", threads}).code,
        0);
  const choose::Store one = choose::Store::read(folder.file("1.db")),
                      three = choose::Store::read(folder.file("3.db"));
  one.each([&](const choose::SweepRow& row) { EXPECT_TRUE(same(row, *three.row(row.point))) << row.point; });
  EXPECT_EQ(one.size(), three.size());
}

TEST(SweepCommand, ResumesOnlyWithTheSameDesign) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign), db = folder.file("a.db");
  ASSERT_EQ(catena({"sweep", design, "-o", db}).code, 0);
  const Answer again = catena({"sweep", design, "-o", db});
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.err,
            "catena: error: " + db +
                ": the file exists\n  hint    continue it with --resume, or choose another name\n");
  const Answer nothing_left = catena({"sweep", design, "-o", db, "--resume", "--json"});
  EXPECT_EQ(nothing_left.code, 0);
  EXPECT_EQ(Json::parse(nothing_left.out)["computed"], 0);
  const std::string other = folder.write("other.toml", with(kDesign, "density = 2700", "density = 7800"));
  const Answer changed = catena({"sweep", other, "-o", db, "--resume"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_THAT(changed.err,
              AllOf(StartsWith("catena: error: " + db +
                               ": the design has changed since the sweep was started\n  given   "),
                    HasSubstr("density"), HasSubstr("2700"), HasSubstr("7800"),
                    HasSubstr("'catena sweep " + db + " --resume' resumes with the stored design")));
  EXPECT_EQ(catena({"sweep", db, "--resume"}).code, 0) << "with the stored design";
}

TEST(SweepCommand, StartsIfThereIsNothingToResume) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign), db = folder.file("a.db");
  const Answer answer = catena({"sweep", design, "-o", db, "--resume"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr(db + ": nothing to resume; starting a new sweep"));
  EXPECT_EQ(choose::Store::read(db).size(), 40);
}

TEST(SweepCommand, ShowsResultsWithoutComputing) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign), db = folder.file("a.db");
  ASSERT_EQ(catena({"sweep", design, "-o", db}).code, 0);
  const Json page = Json::parse(catena({"sweep", db, "--json", "--top", "2"}).out);
  EXPECT_EQ(page["done"], 40);
  EXPECT_EQ(page["complete"], true);
  EXPECT_EQ(page["top"].size(), 2u);
  EXPECT_EQ(page["top"][0]["place"], 1);
  // only one criterion has a weight: the best arm is the one with the longest reach
  const Json far =
      Json::parse(catena({"sweep", db, "--json", "--top", "1", "--weights", "peak_torque=0"}).out);
  std::vector<double> reaches;
  choose::Store::read(db).each([&](const choose::SweepRow& row) {
    if (row.why.empty()) reaches.push_back(row.scores[0].value);
  });
  const double longest = *std::max_element(reaches.begin(), reaches.end());
  EXPECT_EQ(far["top"][0]["criteria"]["reach"]["value"].number(), longest);
  EXPECT_EQ(far["front"].integer(), std::count(reaches.begin(), reaches.end(), longest));
  const Answer csv = catena({"sweep", db, "--csv", "-"});
  EXPECT_THAT(csv.out, StartsWith("point,search,upper,fore,reach,reach_error,reach_unit,peak_torque,"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 41);
  EXPECT_EQ(catena({"sweep", db, "--csv", folder.file("a.csv")}).code, 0);
  EXPECT_EQ(folder.read("a.csv"), csv.out);
}

TEST(SweepCommand, StoresTheFramesOfItsRobot) {
  const Folder folder;
  const Answer converted = catena({"convert", "planar2", "-o", folder.file("arm.toml")});
  ASSERT_EQ(converted.code, 0) << converted.err;
  folder.write("arm.toml", folder.read("arm.toml") +
                               "\n[[frame]]\nname = \"camera\"\nlink = 1\nposition = [0.1, 0, 0]\n");
  const std::string design = folder.write("design.toml",
                                          "design = 1\nrobot = \"arm.toml\"\ncriteria = [\"reach\"]\n"
                                          "[sampling]\nkind = \"grid\"\n[[parameter]]\nname = \"a\"\n"
                                          "set = \"a\"\nlink = 1\nlow = 0.5\nhigh = 1\nlevels = 3\n"),
                    store = folder.file("results.db");
  const Answer swept = catena({"sweep", design, "-o", store, "--csv", folder.file("rows.csv")});
  EXPECT_EQ(swept.code, 0) << swept.err;
  const Answer shown = catena({"sweep", store, "--csv", "-"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.out, folder.read("rows.csv"));
}

TEST(SweepCommand, SaysThatResultsAreMissing) {
  const Folder folder;
  const Answer none = catena({"sweep", folder.file("nope.db")});
  EXPECT_EQ(none.code, 5);
  EXPECT_NE(none.err.find("there is no such file\n"), std::string::npos) << none.err;
  const Answer other = catena({"sweep", folder.write("text.db", "not SQLite"), "--resume"});
  EXPECT_EQ(other.code, 5);
  EXPECT_NE(other.err.find("this file does not hold the results of a sweep\n"), std::string::npos)
      << other.err;
}

TEST(SweepCommand, DrawsAPage) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign), page = folder.file("a.html");
  ASSERT_EQ(catena({"sweep", design, "-o", folder.file("a.db"), "--report", page}).code, 0);
  EXPECT_THAT(folder.read("a.html"), AllOf(HasSubstr("Effect of each parameter"), HasSubstr("Two criteria"),
                                           HasSubstr("All parameters and criteria"), HasSubstr("Best arms")));
  EXPECT_EQ(catena({"sweep", folder.file("a.db"), "--report", page}).code, 2) << "the file exists";
  EXPECT_EQ(catena({"sweep", folder.file("a.db"), "--report", page, "--force"}).code, 0);
}

TEST(SweepCommand, PageKeepsTheErrorsOfTheBestArms) {
  const Folder folder;
  const std::string design =
                        folder.write("arms.toml", with(kDesign, "\"peak_torque\"]", "\"gim_condition\"]")),
                    db = folder.file("a.db"), page = folder.file("a.html");
  ASSERT_EQ(catena({"sweep", design, "-o", db, "--report", page}).code, 0);
  const Json best = Json::parse(catena({"sweep", db, "--json", "--top", "1"}).out)["top"][0];
  const Json found = best["criteria"]["gim_condition"];
  ASSERT_GT(found["error"].number(), 0);
  EXPECT_GT(best["score_error"].number(), 0);
  const Answer table = catena({"sweep", db, "--top", "1"});
  const std::size_t sign = table.out.find(" ± ");
  ASSERT_NE(sign, std::string::npos) << table.out;
  const std::size_t first = table.out.rfind(' ', sign - 1) + 1,
                    last = table.out.find_first_of(" \n", sign + 4);
  const std::string cell = table.out.substr(first, last - first);  // "12.3 ± 0.4"
  EXPECT_THAT(folder.read("a.html"), HasSubstr(cell));
}

TEST(SweepCommand, EstimatesThePointsAndTheTime) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign);
  const Answer answer = catena({"sweep", design, "--dry-run", "--threads", "1"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out,
              AllOf(StartsWith("two links\n  points      40\n  parameter   upper: 0.2 to 0.8 m\n"),
                    HasSubstr("  criteria    reach, peak_torque\n"), HasSubstr("on 1 thread\n")));
  EXPECT_EQ(folder.count(), 1u) << "nothing is written";
  EXPECT_EQ(Json::parse(catena({"sweep", design, "--dry-run", "--json"}).out)["points"], 40);
}

TEST(SweepCommand, SearchesFromTheBestAndIsReproducible) {
  const Folder folder;
  const std::string text =
      std::string(kDesign) +
      "[optimise]\ncriterion = \"reach\"\nmethod = \"cobyla\"\nevaluations = 30\nstarts = 2\n";
  const std::string design = folder.write("arms.toml", text), db = folder.file("a.db");
  const Answer answer = catena({"sweep", design, "-o", db, "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json page = Json::parse(answer.out);
  ASSERT_EQ(page["searches"].size(), 2u);
  const choose::Store store = choose::Store::read(db);
  const auto best = store.row(page["searches"][0]["best"].integer());
  ASSERT_TRUE(best && best->search == 0 && best->why.empty());
  EXPECT_NEAR(best->scores[0].value, 1.2, 2e-3) << "as far as the constraint permits";
  // a store without the last evaluations is like one that was interrupted
  const std::string cut = folder.file("cut.db");
  {
    const choose::Design same_design = choose::load_design(design);
    choose::Store made = choose::Store::create(cut, choose::store_head(same_design));
    store.each([&](const choose::SweepRow& row) {
      if (row.point < 40 + 10 || (row.search == 1 && row.point % 1000 < 400)) made.add(row);
    });
    made.commit();
    ASSERT_LT(made.size(), store.size());
    ASSERT_GT(made.size(), 45);
  }
  const Answer resumed = catena({"sweep", design, "-o", cut, "--resume", "--json"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const choose::Store whole = choose::Store::read(cut);
  EXPECT_EQ(whole.size(), store.size());
  store.each([&](const choose::SweepRow& row) {
    const auto other = whole.row(row.point);
    EXPECT_TRUE(other && same(row, *other)) << row.point;
  });
  EXPECT_LT(Json::parse(resumed.out)["computed"].integer(), page["computed"].integer());
}

TEST(SweepCommand, RefusesInvalidInput) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", kDesign);
  const auto refused = [](std::vector<std::string> args) {
    args.insert(args.begin(), "sweep");
    const Answer answer = catena(args);
    EXPECT_TRUE(answer.out.empty());
    return std::to_string(answer.code) + " " + answer.err;
  };
  EXPECT_EQ(refused({}),
            "2 catena: error: sweep: no design is given\n  need    a design (two_link) or its file, or the "
            "results of "
            "a sweep\n"
            "  hint    'catena sweep --list' shows the built-in designs\n");
  EXPECT_EQ(refused({design}),
            "2 catena: error: sweep: the file for the results is missing\n  need    -o FILE.db\n"
            "  hint    --dry-run only reports the number of points and the estimated time\n");
  EXPECT_THAT(refused({"two_lnk", "-o", folder.file("a.db")}), HasSubstr("did you mean 'two_link'?"));
  EXPECT_THAT(
      refused({folder.write("b.toml", with(kDesign, "\"reach\"", "\"raech\"")), "-o", folder.file("a.db")}),
      AllOf(StartsWith("3 "), HasSubstr("did you mean 'reach'?")));
  EXPECT_THAT(
      refused({folder.write("c.toml", with(kDesign, "low = 0.2", "low = 0.9")), "-o", folder.file("a.db")}),
      StartsWith("3 "));
  EXPECT_EQ(refused({design, "-o", folder.file("a.db"), "--weights", "raech=2"}),
            "2 catena: error: --weights 'raech=2': no such criterion in this sweep\n  need    one of reach, "
            "peak_torque\n"
            "  hint    did you mean 'reach'?\n");
  EXPECT_THAT(refused({design, "-o", folder.file("a.db"), "--weights", "reach=-1"}),
              HasSubstr("a number, 0 or more"));
  EXPECT_THAT(refused({design, "-o", folder.file("a.db"), "--weights", "reach"}),
              HasSubstr("CRITERION=NUMBER"));
  EXPECT_THAT(refused({design, "-o", folder.file("no/a.db")}),
              AllOf(StartsWith("5 "), HasSubstr("cannot write")));
  EXPECT_THAT(refused({design, "-o", folder.file("a.db"), "--csv", "-", "--json"}),
              HasSubstr("standard output"));
  EXPECT_EQ(folder.count(), 3u) << "nothing is left behind";
  const std::string text = folder.write("text.db", std::string(2000, 'x'));
  EXPECT_THAT(refused({design, "-o", text, "--resume"}),
              AllOf(StartsWith("5 "), HasSubstr("not an SQLite file")));
}

TEST(SweepCommand, CommitsWhatIsDoneWhenItIsInterrupted) {
  const Folder folder;
  const std::string design = folder.write("arms.toml", with(kDesign, "points = 40", "points = 100000000"));
  // runs the real program, because the signal ends it; the signal is sent once there are rows
  const Answer answer =
      shell("env --default-signal=INT catena sweep " + design + " -o " +
            folder.file("a.db") +  // sh ignores SIGINT in background jobs
            " --commit-interval 0 --threads 2 2> " + folder.file("err") +
            " & pid=$!; while kill -0 $pid && [ $(python3 -c \"import sqlite3; print(sqlite3.connect('" +
            folder.file("a.db") +
            "').execute('SELECT count(*) FROM point').fetchone()[0])\" 2>/dev/null || echo 0) -lt 20 ]; do "
            ":; done; "
            "kill -INT $pid; wait $pid; echo $?");
  EXPECT_EQ(answer.out, "130\n");
  EXPECT_THAT(folder.read("err"),
              AllOf(HasSubstr("sweep: interrupted, committing finished points; resume with: catena sweep " +
                              design + " -o " + folder.file("a.db") + " --resume --threads 2\n"),
                    HasSubstr(" of 100000000 points are stored\n")));
  EXPECT_EQ(shell("ls " + folder.file("") + " | grep -c db").out, "1\n") << "a single file";
  choose::Store store = choose::Store::resume(folder.file("a.db"));
  const std::int64_t size = store.size();
  EXPECT_GE(size, 20);
}

TEST(SweepCommand, RefusesALauncherThatItCannotUse) {
  const Folder folder;
  const std::string program = folder.file("catena");
  // a copy of the program in a folder without the MPI module
  const Answer answer = shell("cp '" CATENA_BINARY_DIR "/catena' " + program + "; OMPI_COMM_WORLD_SIZE=3 " +
                              program + " sweep two_link -o " + folder.file("a.db") + " 2>&1; echo $?");
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("started by an MPI launcher, but MPI is not available\n  given   this build of "
                              "Catena has no MPI support\n  hint    run it without mpirun"),
                    HasSubstr("\n2\n")));
}

}  // namespace
}  // namespace catena::test
