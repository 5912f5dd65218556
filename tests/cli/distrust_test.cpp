// SPDX-License-Identifier: Apache-2.0
// What others provide: limits of the system, results of a sweep, names, pipes in place of files, modules, compilers
// (docs/robustness.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "catena/io/npy.hpp"
#include "cli/shell.hpp"
#include "cli/small_design.hpp"
#include "support/sanitizers.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kDesign = small_design(R"("reach", "peak_torque")", 40);

// --- threads ----------------------------------------------------------------------------------------------------

// Limits on memory and processes: results do not depend on how many threads there are.
TEST(Distrust, RunsWithTheThreadsThatTheSystemGrants) {
#if defined(CATENA_ASAN) || defined(CATENA_TSAN)
  GTEST_SKIP() << "a sanitizer reserves more memory than the limit";
#endif
  const Folder folder;
  const std::string q = folder.write("q.npy", write_npy(NpyShape{4096, 2}, std::vector<double>(8192, 0.5)));
  const std::string design = folder.write("design.toml", kDesign);
  const std::string batch = "catena eval planar2 --batch -w gravity,christoffel --q " + q + " -o ";
  const std::string sweep = "catena sweep " + design + " --top 0 --threads 1024 -o ";
  EXPECT_EQ(shell(batch + folder.file("one") + " --threads 1 >/dev/null").code, 0);
  for (const std::string& command :
       {batch + folder.file("few") + " --threads 1024", sweep + folder.file("few.db"),
        std::string("catena compare puma560 panda z1 --criteria reach --samples 64 --threads 3"),
        std::string(
            "catena bench planar2 --want gravity --no-methods --window 0.1 --samples 2 --threads 1024")}) {
    const Answer answer = shell("ulimit -v 600000; " + command + " 2>&1 >/dev/null");
    EXPECT_EQ(answer.code, 0) << command << '\n' << answer.out;
    if (command.find("1024") != std::string::npos) {
      EXPECT_THAT(answer.out, HasSubstr("note: the system refused to start all requested threads"))
          << command;
    }
  }
  EXPECT_EQ(folder.read("few/gravity.npy"), folder.read("one/gravity.npy"));
  EXPECT_EQ(folder.read("few/christoffel.npy"), folder.read("one/christoffel.npy"));
}

TEST(Distrust, RunsWithoutAnyThreadButItsOwn) {
  const Folder folder;
  fs::permissions(folder.file(""), fs::perms(0777));
  const std::string user = std::to_string(64000 + ::getpid() % 1000);
  // AddressSanitizer would start a process of its own to look for leaks
  const std::string alone =
      "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" prlimit --nproc=1 " +
      (::geteuid() != 0 ? "" : "setpriv --reuid=" + user + " --regid=64000 --clear-groups ");
  if (shell(alone + "catena --version >/dev/null 2>&1").code != 0) GTEST_SKIP() << "no other user can run it";
  const std::string q = folder.write("q.npy", write_npy(NpyShape{4096, 2}, std::vector<double>(8192, 0.5)));
  const std::string design = folder.write("design.toml", kDesign);
  for (const std::string& command :
       {"catena eval planar2 --batch -w gravity,christoffel --threads 4 --q " + q + " -o " +
            folder.file("out"),
        "catena sweep " + design + " --threads 4 -o " + folder.file("a.db"),
        std::string("catena compare puma560 panda z1 --criteria reach --samples 64 --threads 3")}) {
    const Answer answer = shell(alone + command + " 2>&1");
    EXPECT_EQ(answer.code, 0) << command << '\n' << answer.out;
    EXPECT_THAT(answer.out, HasSubstr("the system refused to start all requested threads")) << command;
  }
  EXPECT_THAT(catena({"sweep", folder.file("a.db"), "--json"}).out, HasSubstr("\"complete\": true"));
}

// --- results of a sweep -------------------------------------------------------------------------------------------

TEST(Distrust, OpensResultsOfOthersWithoutTrust) {
  const Folder folder;
  const std::string design = folder.write("design.toml", kDesign), good = folder.file("good.db");
  ASSERT_EQ(catena({"sweep", design, "-o", good, "--threads", "1"}).code, 0);
  const std::string remake = "ALTER TABLE point RENAME TO old; CREATE VIEW point AS SELECT * FROM old;";
  for (const auto& [sql, problem] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE sweep SET points = -1", "-1 points"},
           {"UPDATE criterion SET better = 'foo' WHERE position = 1",
            "has the unknown direction 'foo', not 'less' or 'more'"},
           {"DELETE FROM criterion WHERE position = 1", "the table 'criterion' has row 2 in place of 1"},
           {"DELETE FROM criterion WHERE position = 2",
            "the columns of 'point' do not fit 1 parameters and 1 criteria"},
           {"INSERT INTO parameter VALUES (7, 'a', 'm')", "the table 'parameter' has row 7 in place of 2"},
           {"INSERT INTO sweep SELECT * FROM sweep", "the table 'sweep' has several rows"},
           {"DELETE FROM sweep", "the table 'sweep' is empty"},
           {"UPDATE point SET point = -5 WHERE point = 3", "there is a point -5"},
           {"UPDATE point SET point = 9223372036854775807 WHERE point = 2",
            "there is a point 9223372036854775807, but the sample has 40 points and the row names no search"},
           {"UPDATE point SET point = 40 WHERE point = 2",
            "there is a point 40, but the sample has 40 points and the row names no search"},
           {"UPDATE sweep SET points = 1",
            "there is a point 1, but the sample has 1 point and the row names no search"},
           {"UPDATE point SET point = 9223372036854775807, search = 0 WHERE point = 2",
            "there is a point 9223372036854775807, but the sample has 40 points and search 0 cannot have "
            "come so far"},
           {"ALTER TABLE point ADD COLUMN more TEXT",
            "the columns of 'point' do not fit 1 parameters and 2 criteria"},
           {"DROP TABLE word", "there is no table 'word'"},
           {"CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM point; END", "it has a trigger, 't'"},
           {remake, "'point' is not an ordinary table"}}) {
    const std::string bad = folder.file("bad.db");
    fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
    ASSERT_EQ(shell("python3 -c \"import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
                    "c.executescript(sys.argv[2]); c.commit()\" " +
                    bad + " \"" + sql + "\"")
                  .code,
              0)
        << sql;
    const std::string before = folder.read("bad.db");
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--resume"}}) {
      std::vector<std::string> args = {"sweep", bad};
      args.insert(args.end(), more.begin(), more.end());
      const Answer answer = catena(args);
      EXPECT_EQ(answer.code, 5) << sql;
      EXPECT_THAT(answer.err, AllOf(HasSubstr(": the file is damaged\n"), HasSubstr(problem))) << sql;
    }
    EXPECT_EQ(catena({"sweep", design, "-o", bad, "--resume"}).code, 5) << sql;
    EXPECT_EQ(folder.read("bad.db"), before) << sql;
  }
}

TEST(Distrust, RefusesErrorsThatAreNegative) {
  const Folder folder;
  const std::string design = folder.write("design.toml", kDesign), store = folder.file("scores.db");
  ASSERT_EQ(catena({"sweep", design, "-o", store, "--threads", "1"}).code, 0);
  const std::string change =
      "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('UPDATE point SET e1 = -1'); c.commit()";
  ASSERT_EQ(shell("python3 -c \"" + change + "\" " + store).code, 0);
  const Answer answer = catena({"sweep", store});
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.err, AllOf(HasSubstr(": the file is damaged\n"), HasSubstr("criterion 1 of point 0 is "),
                                HasSubstr(" ± -1")));
}

TEST(Distrust, ResumesOnlyWhatFitsTheDesign) {
  const Folder folder;
  const std::string design = folder.write("design.toml", kDesign), db = folder.file("a.db");
  ASSERT_EQ(catena({"sweep", design, "-o", db, "--threads", "1"}).code, 0);
  for (const auto& [sql, problem] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE sweep SET points = 9223372036854775807",
            "  given   9223372036854775807 points\n  need    40 points\n"},
           {"UPDATE sweep SET points = 40; UPDATE parameter SET name = 'x'",
            "  given   parameter 'x'\n  need    parameter 'upper'\n"},
           {"UPDATE parameter SET name = 'upper'; UPDATE criterion SET stem = 'mass' WHERE position = 2",
            "  given   criterion 'mass'\n  need    criterion 'peak_torque'\n"}}) {
    ASSERT_EQ(shell("python3 -c \"import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
                    "c.executescript(sys.argv[2]); c.commit()\" " +
                    db + " \"" + sql + "\"")
                  .code,
              0);
    for (const std::string& subject : {design + " -o " + db, db}) {
      const Answer answer = shell("timeout 20 catena sweep " + subject + " --resume 2>&1");
      EXPECT_EQ(answer.code, 5) << sql << '\n' << answer.out;
      EXPECT_THAT(answer.out, HasSubstr(": the file does not fit the design that it holds\n" + problem));
    }
  }
}

// Another program may store what Catena never does; CSV has no common notation for it.
TEST(Distrust, WritesNoInfiniteNumbersToCsv) {
  const Folder folder;
  const std::string design = folder.write("design.toml", kDesign), db = folder.file("a.db");
  ASSERT_EQ(catena({"sweep", design, "-o", db, "--threads", "1"}).code, 0);
  ASSERT_EQ(shell("python3 -c \"import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('UPDATE point "
                  "SET c1 = 9e999, "
                  "e1 = -9e999, c2 = -9e999 WHERE point = 3'); c.commit()\" " +
                  db)
                .code,
            0);
  const std::string csv = catena({"sweep", db, "--csv", "-"}).out;
  EXPECT_THAT(csv,
              AllOf(HasSubstr("\n3,,"), HasSubstr(",,,m,,"), Not(HasSubstr("inf")), Not(HasSubstr("nan"))));
}

// --- names --------------------------------------------------------------------------------------------------------

TEST(Distrust, PrintsNoControlCharactersOfNames) {
  const Folder folder;
  const std::string evil = "\\u001b[31mred\\u0007\\u009b\\u202e";
  std::string text = kDesign;
  text.replace(text.find("two links"), 9, evil);
  text.replace(text.find("\"upper\""), 7, "\"" + evil + "\"");
  const std::string design = folder.write("design.toml", text), db = folder.file("a.db");
  std::string robot = catena({"convert", "planar2"}).out;
  robot.replace(robot.find("Planar 2R"), 9, evil);
  robot.replace(robot.find("joint ="), 7, "name = \"" + evil + "\"\njoint =");
  const std::string arm = folder.write("arm.toml", robot);
  const std::string scenario = folder.write(
      "fall.toml", "scenario = 1\nname = \"" + evil + "\"\nrobot = \"arm.toml\"\nduration = 0.1\n");
  const std::string odd = folder.write("\x1b[31m.toml", "catena = 1\n");
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"sweep", design, "--dry-run"},
           {"sweep", design, "-o", db, "--threads", "1"},
           {"sweep", db},
           {"sweep", db, "--json"},
           {"sweep", db, "--csv", "-"},
           {"info", arm},
           {"info", arm, "--json"},
           {"check", arm},
           {"check", arm, "--json"},
           {"verify", arm, "--states", "1"},
           {"count", arm, "--want", "gravity"},
           {"compare", arm, "planar2", "--criteria", "reach", "--samples", "16"},
           {"compare", arm, "planar2", "--criteria", "reach", "--samples", "16", "--markdown"},
           {"compare", arm, "planar2", "--criteria", "reach", "--samples", "16", "--json"},
           {"simulate", scenario},
           {"simulate", scenario, "--json"},
           {"convert", arm},
           {"convert", arm, "--json"},
           {"codegen", arm, "--want", "gravity"},
           {"info", odd},
           {"eval", odd},
           {"bench", odd}}) {
    const Answer answer = catena(args);
    const std::string all = answer.out + answer.err;
    EXPECT_THAT(all, Not(testing::IsEmpty()));
    for (const char* const control : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\x7f"})
      EXPECT_EQ(all.find(control), std::string::npos) << args[0] << ' ' << args[1] << '\n' << all;
  }
}

// --- pipes, modules, compilers --------------------------------------------------------------------------------------

TEST(Distrust, DoesNotWaitForAPipeThatNobodyNamed) {
  const Folder folder;
  ASSERT_EQ(shell("mkfifo " + folder.file("calibration.json") + " " + folder.file("arm.toml")).code, 0);
  const Answer answer = shell("CATENA_CACHE=" + folder.file("") +
                              " CATENA_CALIBRATION= timeout 20 catena info planar2 2>&1 >/dev/null");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out,
            "catena: warning: " + folder.file("calibration.json") +
                ": the calibration cannot be read\n  given   it is not a regular file\n  so      the "
                "built-in selection is used\n");
  for (const char* const variable : {"CATENA_PATH", "CATENA_ROBOTS"})
    for (const char* const command : {"info", "info planar2", "simulate --list", "sweep --list"})
      EXPECT_EQ(shell(std::string(variable) + "=" + folder.file("") + " timeout 20 catena " + command +
                      " >/dev/null")
                    .code,
                0)
          << variable << ' ' << command;
}

TEST(Distrust, ReadsADesignFromAPipeOnce) {
  const Folder folder;
  const std::string design = folder.write("design.toml", kDesign), fifo = folder.file("pipe.toml");
  const Answer answer = shell("mkfifo " + fifo + "; cat " + design + " > " + fifo +
                              " & timeout 20 catena sweep " + fifo + " --dry-run 2>&1");
  EXPECT_EQ(answer.code, 0) << answer.out;
}

// Without /proc a program does not know where it is, and must not look for its module where it happens to run.
TEST(Distrust, LoadsNoModuleFromTheWorkingFolder) {
#if defined(CATENA_ASAN)
  GTEST_SKIP() << "AddressSanitizer itself needs /proc";
#endif
  const Folder folder;
  const std::string cd = "cd '" + folder.file("") + "'; ";
  const std::string module = folder.write(
      "m.c", "#include <stdio.h>\n__attribute__((constructor)) static void loaded(void) { fclose(fopen(\"" +
                 folder.file("loaded") + "\", \"w\")); }\n");
  for (const char* const place : {"work/catena", "lib/catena"}) fs::create_directories(folder.file(place));
  ASSERT_EQ(shell(cd + "cc -shared -fPIC -o work/catena/libcatena_mpi.so m.c && "
                       "cp work/catena/libcatena_mpi.so lib/catena")
                .code,
            0);
  const std::string hidden =
      "unshare -m sh -c 'mount -t tmpfs none /proc && cd work && PATH=" CATENA_BINARY_DIR
      ":$PATH OMPI_COMM_WORLD_SIZE=1 \"$0\" \"$@\"' ";
  if (shell(cd + hidden + "true 2>/dev/null").code != 0) GTEST_SKIP() << "/proc cannot be hidden here";
  const Answer answer = shell(cd + hidden + "catena sweep two_link -o a.db 2>&1");
  EXPECT_EQ(answer.code, 2) << answer.out;
  EXPECT_THAT(answer.out,
              StartsWith("catena: error: sweep: started by an MPI launcher, but MPI is not available\n"));
  EXPECT_FALSE(fs::exists(folder.file("loaded")));
}

TEST(Distrust, StopsACompilerThatDoesNotEnd) {
  const Folder folder;
  const std::string compiler =
      folder.write("cc", "#!/bin/sh\nsleep 1000 & echo $! >> " + folder.file("pids") + "\nwait\n");
  fs::permissions(compiler, fs::perms(0755));
  const std::string run =
      "CATENA_CACHE=" + folder.file("cache") + " CC=" + compiler +
      " CATENA_COMPILER_TIMEOUT=0.3 timeout 60 catena bench planar2 --want gravity --no-methods "
      "--window 0.1 --samples 2 2>&1 >/dev/null";
  const Answer answer = shell(run);
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out, HasSubstr("was stopped after 0.3 s (CATENA_COMPILER_TIMEOUT sets the limit)"));
  EXPECT_EQ(
      shell("sleep 0.2; for pid in $(cat " + folder.file("pids") +
            "); do [ -e /proc/$pid ] && ! grep -q \"^State:.Z\" /proc/$pid/status && exit 1; done; exit 0")
          .code,
      0)
      << "what it started is gone too";
}

// --- numbers --------------------------------------------------------------------------------------------------------

TEST(Distrust, SaysThatAnAngleIsTooLargeToComputeWith) {
  const Folder folder;
  for (const std::string key : {"theta", "alpha"}) {
    std::string robot = catena({"convert", "planar2"}).out;
    robot.replace(robot.find(key + " = 0"), key.size() + 4, key + " = 1e15");
    const std::string arm = folder.write("arm.toml", robot);
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"convert", arm, "--to", "urdf"}, {"info", arm}, {"convert", arm}}) {
      const Answer answer = catena(args);
      EXPECT_EQ(answer.code, 3) << key;
      EXPECT_THAT(answer.err, HasSubstr("'" + key +
                                        "' is too large\n  given   1e+15 rad\n  need    at most 1e+05 rad in "
                                        "magnitude\n  hint    subtract whole turns\n"));
    }
  }
}

TEST(Distrust, SaysWhatUrdfCannotHold) {
  const Folder folder;
  std::string robot = catena({"convert", "planar2"}).out;
  robot.replace(robot.find("d = 0"), 5, "d = 1e100");
  const std::string arm = folder.write("arm.toml", robot);
  const Answer answer = catena({"convert", arm, "--to", "urdf"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("catena: error: " + arm + ": the robot cannot be written as URDF\n"));
}

}  // namespace
}  // namespace catena::test
