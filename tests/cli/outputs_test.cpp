// SPDX-License-Identifier: Apache-2.0
// The files that commands write: never over their input or each other, complete or not at all, refused before anything is
// computed if they cannot be written (docs/robustness.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "catena/io/npy.hpp"
#include "cli/counts_lines.hpp"
#include "cli/shell.hpp"
#include "cli/small_design.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kDesign = small_design(R"("reach")", 8);

// A folder with a robot, a scenario with its torques, a design and its results.
struct Inputs {
  Folder folder;

  Inputs() {
    folder.write("arm.toml", catena({"convert", "planar2"}).out);
    folder.write("torques.csv", "t,tau1,tau2\n0,0,0\n1,0,0\n");
    folder.write("fall.toml",
                 "scenario = 1\nrobot = \"arm.toml\"\n[drive]\nkind = \"table\"\nfile = \"torques.csv\"\n");
    folder.write("path.toml",
                 "scenario = 1\nrobot = \"planar2\"\n[drive]\nkind = \"feed_forward\"\n[trajectory]\nkind = "
                 "\"cycloid\"\nfrom = [0, 0]\nto = [1, 1]\nduration = 1\n");
    folder.write("design.toml", kDesign);
    folder.write("named.toml",
                 "design = 1\nrobot = \"arm.toml\"\ncriteria = [\"reach\"]\nsampling = { kind = \"grid\" }\n"
                 "[[parameter]]\nname = \"a\"\nset = \"a\"\nlink = 1\nvalues = [1, 0.5]\n");
    EXPECT_EQ(catena({"sweep", file("design.toml"), "-o", file("old.db"), "--threads", "1"}).code, 0);
    folder.write("q.npy", write_npy(NpyShape{2, 2}, std::vector<double>{0, 0, 1, 1}));
    folder.write("in.jsonl", "{\"q\":[0,0]}\n");
  }
  std::string file(const std::string& name) const { return folder.file(name); }
  void link(const std::string& name, const std::string& to) const {
    fs::remove(file(name));
    fs::create_symlink(to, file(name));
  }
};

TEST(Outputs, AreNeverAnInputOrAnotherOutput) {
  const Inputs in;
  in.link("arm.html", "arm.toml");
  in.link("torques.html", "torques.csv");
  in.link("arm.svg", "arm.toml");
  in.link("new.html", "new.csv");
  in.link("page.html", "out/reproduction.md");
  in.link("path.html", "path.toml");
  fs::create_directory(in.file("out"));
  fs::create_directory(in.file("code"));
  in.link("code/catena_x.h", "../arm.toml");
  const std::vector<std::string> kept = {"arm.toml",    "torques.csv", "fall.toml",
                                         "design.toml", "q.npy",       "in.jsonl"};
  std::vector<std::string> before;
  for (const std::string& name : kept) before.push_back(in.folder.read(name));

  const std::string cd = "cd '" + in.file("") + "'; ";
  for (const std::string command : {"sweep design.toml -o new.db --csv new.db",
                                    "sweep design.toml -o new.db --csv ./new.db",
                                    "sweep design.toml -o new.db --csv new.db-wal",
                                    "sweep design.toml -o new.db --csv design.toml",
                                    "sweep named.toml -o new.db --csv arm.toml",
                                    "sweep design.toml -o new.db --csv new.csv --report new.html",
                                    "simulate fall.toml -o torques.csv",
                                    "simulate fall.toml --report torques.html",
                                    "simulate fall.toml --report arm.html",
                                    "simulate arm.toml --free-fall 1s -o new.csv --report new.html",
                                    "compare arm.toml planar2 --report arm.html",
                                    "compare arm.toml planar2 --trajectory path.toml --report path.html",
                                    "convert arm.toml -o arm.toml",
                                    "convert arm.toml -o ../$(basename $PWD)/arm.toml",
                                    "codegen arm.toml --name x -o code",
                                    "bench arm.toml --plot arm.svg",
                                    "eval arm.toml -i in.jsonl -o in.jsonl",
                                    "eval arm.toml -i in.jsonl -o arm.toml",
                                    "eval arm.toml --batch -w gravity --q q.npy -o q.npy",
                                    "reproduce 004 -o out --report page.html"}) {
    const Answer answer = shell(cd + "catena " + command + " --force 2>message");
    const std::string text = in.folder.read("message");
    EXPECT_EQ(answer.code, 2) << command << '\n' << text;
    EXPECT_THAT(text, AllOf(HasSubstr(": the output is the same file as the "),
                            HasSubstr("\n  need    two different files\n  hint    write to another file\n")))
        << command;
    for (std::size_t k = 0; k < kept.size(); ++k) EXPECT_EQ(in.folder.read(kept[k]), before[k]) << command;
    EXPECT_FALSE(fs::exists(in.file("new.db"))) << command;
  }
  in.link("null.html", "/dev/null");
  EXPECT_EQ(shell(cd + "catena sweep old.db --csv /dev/null --report null.html 2>/dev/null >/dev/null").code,
            0);
  EXPECT_EQ(shell(cd + "catena sweep old.db --csv other.csv --report other.html 2>/dev/null >/dev/null").code,
            0);
}

// Whatever the command: the results of a sweep that it neither reads nor writes are as safe as its own.
TEST(Outputs, NeverReplaceTheResultsOfASweep) {
  const Inputs in;
  for (const char* const name : {"old.html", "old.csv", "old.svg", "old.npy", "old.toml", "old.jsonl",
                                 "out/gravity.npy", "out/catena_x.h", "out/reproduction.md"}) {
    fs::create_directory(in.file("out"));
    in.link(name, in.file("old.db"));
  }
  fs::create_hard_link(in.file("old.db"), in.file("hard.csv"));
  in.folder.write("old.db-wal", ""), in.folder.write("old.db-shm", "");
  // what a killed sweep leaves, under a name that does not tell it
  in.folder.write("journal.csv", std::string("\x37\x7f\x06\x82\0\x2d\xe2\x18", 8));
  const std::string before = in.folder.read("old.db"), journal = in.folder.read("journal.csv");
  const std::string cd = "cd '" + in.file("") + "'; ";
  for (const std::string command :
       {"eval arm.toml --q 0,0 -w gravity -o old.db",
        "eval arm.toml -i in.jsonl -o old.jsonl",
        "eval arm.toml --q 0,0 -w gravity -o old.db-wal",
        "eval arm.toml --q 0,0 -w gravity -o old.db-journal",
        "eval arm.toml --q 0,0 -w gravity -o journal.csv",
        "eval arm.toml --q 0,0 -w gravity -o /dev/fd/3 3<>old.db",
        "eval arm.toml --batch -w gravity --q q.npy -o old.npy",
        "eval arm.toml --batch -w gravity --q q.npy -o out",
        "sweep design.toml -o new.db --csv old.db",
        "sweep design.toml -o new.db --csv old.csv",
        "sweep design.toml -o new.db --report old.html",
        "sweep old.db --csv old.db",
        "sweep old.db --csv old.csv",
        "sweep old.db --csv hard.csv",
        "sweep old.db --csv old.db-shm",
        "sweep old.db --report old.html",
        "sweep old.db --resume --csv old.csv",
        "sweep design.toml -o old.db --resume --csv old.csv",
        "simulate fall.toml -o old.csv",
        "simulate fall.toml --report old.html",
        "path planar2 --points '0,0;1,1' --velocity 1 --acceleration 1 -o old.csv",
        "compare arm.toml planar2 --report old.html",
        "convert arm.toml -o old.toml",
        "convert arm.toml --to urdf -o old.db",
        "codegen arm.toml --name x -o out",
        "playground arm.toml -o old.html",
        "bench arm.toml --plot old.svg",
        "bench arm.toml --plot old.db",
        "reproduce 004 -o out",
        "reproduce 004 -o new --report old.html"}) {
    const Answer answer = shell(cd + "timeout 60 catena " + command + " --force 2>message");
    const std::string text = in.folder.read("message");
    EXPECT_EQ(answer.code, 2) << command << '\n' << text;
    EXPECT_THAT(
        text,
        AllOf(testing::AnyOf(HasSubstr(": the output is an SQLite file, such as the results of a sweep\n"),
                             HasSubstr(": the output is a journal of SQLite, which may hold"),
                             HasSubstr(": the output would be a file that SQLite keeps beside '")),
              HasSubstr("\n  need    the name of another file\n  hint    write to another file; delete this "
                        "one yourself if it is no longer needed\n")))
        << command;
    EXPECT_TRUE(in.folder.read("old.db") == before) << command;
    EXPECT_EQ(in.folder.read("journal.csv"), journal) << command;
    EXPECT_FALSE(fs::exists(in.file("new.db"))) << command;
  }
}

// The shell has emptied them before the command begins, or they are appended to.
TEST(Outputs, AreNotTheFilesOfStandardOutputAndError) {
  const Inputs in;
  const std::string cd = "cd '" + in.file("") + "'; ", before = in.folder.read("old.db");
  struct Case {
    std::string command, messages, need = "two different files";
  };
  const std::string a_file = "the name of a file";
  for (const Case& c : {Case{"sweep design.toml -o new.db >new.db 2>message", "message"},
                        Case{"sweep design.toml -o new.db --json >./new.db 2>message", "message"},
                        Case{"sweep design.toml -o new.db 2>new.db 1>message", "new.db"},
                        Case{"sweep design.toml -o /dev/stdout >new.db 2>message", "message", a_file},
                        Case{"sweep design.toml -o /dev/fd/3 3>new.db 2>message", "message", a_file},
                        Case{"sweep old.db --resume 1<>old.db 2>message", "message"},
                        Case{"sweep old.db --resume >>old.db 2>message", "message"},
                        Case{"sweep old.db >>old.db 2>message", "message"},
                        Case{"convert planar2 -o new.toml --force 2>new.toml", "new.toml"},
                        Case{"sweep old.db --resume 2>>old.db", "old.db"}}) {
    EXPECT_EQ(shell(cd + "catena " + c.command).code, 2) << c.command;
    EXPECT_THAT(in.folder.read(c.messages), HasSubstr("\n  need    " + c.need)) << c.command;
    EXPECT_FALSE(fs::exists(in.file("new.db-wal"))) << c.command;
    EXPECT_TRUE(in.folder.read("old.db").starts_with(before)) << c.command;
    fs::remove(in.file("new.db"));
  }
  EXPECT_EQ(shell(cd + "catena sweep old.db >/dev/null 2>&1").code, 0)
      << "a message behind them does no harm";
}

// --- files of eval ------------------------------------------------------------------------------------------------

TEST(Outputs, OfEvalReplaceAFileOnlyWhenTheyAreComplete) {
  const Inputs in;
  in.folder.write("file", "precious\n");
  const std::string cd = "cd '" + in.file("") + "'; ", gravity = "catena eval planar2 -w gravity -o file ";
  const std::size_t files = in.folder.count();
  EXPECT_EQ(shell(cd + gravity + "--q 0,0,0 --force 2>/dev/null").code, 2);
  EXPECT_EQ(in.folder.read("file"), "precious\n") << "the state has the wrong length";
  const Answer there = shell(cd + gravity + "--q 0,0 2>&1");
  EXPECT_EQ(there.code, 2);
  EXPECT_EQ(there.out,
            "catena: error: file: the file exists\n  hint    choose another name, or add --force\n");
  EXPECT_EQ(in.folder.read("file"), "precious\n");
  EXPECT_EQ(shell(cd + gravity + "--force < . 2>/dev/null").code, 5);
  EXPECT_EQ(in.folder.read("file"), "precious\n") << "the input cannot be read";
  EXPECT_EQ(
      shell(cd + "ulimit -f 16; yes '{\"q\":[0,0]}' | head -5000 | " + gravity + "--force 2>/dev/null").code,
      5);
  EXPECT_EQ(in.folder.read("file"), "precious\n") << "the disk is full";
  EXPECT_EQ(in.folder.count(), files) << "nothing is left behind";
  EXPECT_EQ(shell(cd + gravity + "--q 0,0 --force").code, 0);
  EXPECT_EQ(in.folder.read("file"), "{\"gravity\": [19.620000000000001, 4.9050000000000002]}\n");
  EXPECT_EQ(shell(cd + "echo '{\"q\":[0]}' | " + gravity + "--force 2>/dev/null").code, 4);
  EXPECT_THAT(in.folder.read("file"), testing::StartsWith("{\"line\": 1, \"error\": "))
      << "the answer to a bad line";
}

TEST(Outputs, OfAKilledEvalDoNotExist) {
  const Folder folder;
  const std::string out = folder.file("out.jsonl");
  shell("yes '{\"q\":[0,0]}' | catena eval planar2 -o " + out + " >/dev/null 2>&1 & until [ -n \"$(find " +
        folder.file("") + " -size +100k)\" ]; do sleep 0.01; done; kill -KILL $!; wait $! 2>/dev/null");
  ASSERT_EQ(folder.count(), 1u);
  EXPECT_THAT(fs::directory_iterator(folder.file(""))->path().filename().string(),
              testing::MatchesRegex("\\.catena-[0-9a-f]{16}\\.unfinished"));
  EXPECT_EQ(catena({"eval", "planar2", "--q", "0,0", "-o", out}).code, 0);
  EXPECT_EQ(folder.count(), 1u) << "the next run has cleaned up";
}

TEST(Outputs, OfEvalAreStreamsOnPipesAndDescriptors) {
  const Folder folder;
  const std::string cd = "cd '" + folder.file("") + "'; ",
                    line = "{\"gravity\": [19.620000000000001, 4.9050000000000002]}\n";
  const std::string gravity = "catena eval planar2 -w gravity --q 0,0 -o ";
  EXPECT_EQ(shell(cd + gravity + "/dev/stdout | cat").out, line);
  EXPECT_EQ(shell(cd + "echo first > a; " + gravity + "/dev/stdout >> a; cat a").out, "first\n" + line);
  EXPECT_EQ(shell(cd + "mkfifo pipe; cat pipe & " + gravity + "pipe; wait").out, line);
  // each line is there before the next is asked
  EXPECT_EQ(shell(cd + "mkfifo in out; catena eval planar2 -w gravity -i in -o out & exec 4>in 3<out; "
                       "for k in 1 2; do echo '{\"q\":[0,0]}' >&4; read -r answer <&3; echo \"$answer\"; "
                       "done; exec 4>&-; wait")
                .out,
            line + line);
}

TEST(Outputs, AreRefusedBeforeAnythingIsComputed) {
  const Inputs in;
  const std::string long_name(300, 'x');
  in.link("loop.csv", "loop.csv"), in.link("loop.html", "loop.html"), in.link("loop.db", "loop.db");
  in.link("loop", "loop"), in.link("loop.npy", "loop.npy"), in.link("loop.svg", "loop.svg");
  const std::string cd = "cd '" + in.file("") + "'; ";
  const std::string slow = "sweep two_link -o new.db ",
                    batch = "eval arm.toml --batch -w gravity --q q.npy -o ";
  for (const auto& [command, problem] : std::vector<std::pair<std::string, std::string>>{
           {slow + "--csv " + long_name, "File name too long"},
           {slow + "--report loop.html", "Too many levels of symbolic links"},
           {slow + "--csv none/a.csv", "No such file or directory"},
           {slow + "--csv /proc/a.csv", "No such file or directory"},
           {"sweep two_link -o " + long_name, "File name too long"},
           {"sweep two_link -o loop.db", "Too many levels of symbolic links"},
           {"simulate puma_forced -o loop.csv", "Too many levels of symbolic links"},
           {"simulate puma_forced -o " + long_name + ".csv", "File name too long"},
           {"compare puma560 panda --report " + long_name + ".html", "File name too long"},
           {"convert puma560 --to urdf -o loop", "Too many levels of symbolic links"},
           {"codegen puma560 -o " + long_name, "File name too long"},
           {"codegen puma560 -o loop", "Too many levels of symbolic links"},
           {"bench panda --plot loop.svg", "Too many levels of symbolic links"},
           {"reproduce 002 -o " + long_name, "File name too long"},
           {batch + long_name, "File name too long"},
           {batch + long_name + ".npy", "File name too long"},
           {batch + "loop", "Too many levels of symbolic links"},
           {batch + "loop.npy", "Too many levels of symbolic links"},
           {"eval arm.toml -i in.jsonl -o " + long_name, "File name too long"}}) {
    const Answer answer = shell(cd + "timeout 20 catena " + command + " 2>&1 >/dev/null");
    EXPECT_EQ(answer.code, 5) << command << '\n' << answer.out;
    EXPECT_THAT(answer.out, HasSubstr(problem)) << command;
  }
  const Answer memory = shell(cd + "timeout 20 catena sweep two_link -o :memory: 2>&1");
  EXPECT_EQ(memory.code, 2);
  EXPECT_EQ(memory.out,
            "catena: error: :memory:: a sweep writes its results to a file\n  need    the name of a file\n"
            "  hint    write ./:memory: for a file of this name\n");
}

// Runs a command as a user without privileges, for whom the test skips where that is not possible.
std::string as_user() {
  if (::geteuid() != 0) return "";
  return "setpriv --reuid=" + std::to_string(64000 + ::getpid() % 1000) + " --regid=64000 --clear-groups ";
}

TEST(Outputs, AreRefusedIfTheUserMayNotWriteThem) {
  const Inputs in;
  if (shell(as_user() + "catena --version >/dev/null 2>&1").code != 0)
    GTEST_SKIP() << "no other user can run it";
  fs::permissions(in.file("old.db"), fs::perms(0444));
  fs::permissions(in.file(""), fs::perms(0555));
  const std::string cd = "cd '" + in.file("") + "'; ";
  for (const std::string command :
       {"sweep two_link -o new.db", "sweep design.toml -o old.db --resume", "sweep old.db --resume",
        "sweep old.db --csv a.csv", "simulate puma_forced -o a.csv", "convert puma560 -o a.toml",
        "codegen planar2 -o .", "codegen planar2 -o code", "eval arm.toml --batch -w gravity --q q.npy -o .",
        "eval arm.toml --batch -w gravity --q q.npy -o out", "reproduce 002 -o out"}) {
    const Answer answer = shell(cd + as_user() + "timeout 20 catena " + command + " 2>&1 >/dev/null");
    EXPECT_EQ(answer.code, 5) << command << '\n' << answer.out;
    EXPECT_THAT(answer.out, AllOf(HasSubstr("Permission denied"), Not(HasSubstr("another sweep"))))
        << command;
  }
  fs::permissions(in.file(""), fs::perms(0755));
}

TEST(Outputs, OfAKilledBatchDoNotExist) {
  const Inputs in;
  in.folder.write("many.npy", write_npy(NpyShape{400'000, 2}, std::vector<double>(800'000, 0.5)));
  const std::string out = in.file("out");
  fs::create_directory(out);
  shell("catena eval planar2 --batch -w gravity,christoffel --q " + in.file("many.npy") + " -o " + out +
        " >/dev/null 2>&1 & until [ -n \"$(find " + out +
        " -size +100k)\" ]; do sleep 0.01; done; kill -KILL $!; wait $! 2>/dev/null");
  for (const auto& entry : fs::directory_iterator(out))
    EXPECT_THAT(entry.path().filename().string(),
                testing::MatchesRegex("\\.catena-[0-9a-f]{16}\\.unfinished"));
  EXPECT_EQ(
      catena({"eval", "planar2", "--batch", "-w", "gravity,christoffel", "--q", in.file("q.npy"), "-o", out})
          .code,
      0);
  EXPECT_EQ(std::distance(fs::directory_iterator(out), {}), 2) << "the next run has cleaned up";
}

// A limit on the size of files stands for a full disk: the header would fit, the source does not.
TEST(Outputs, OfOneResultAppearTogetherOrNotAtAll) {
  if (kCountsLines) GTEST_SKIP() << kLimitsCounts;
  const Folder folder;
  const std::string command = "catena codegen puma560 -o " + folder.file("") + " 2>&1 >/dev/null";
  const Answer answer = shell("ulimit -f 16; " + command);
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.out, HasSubstr("catena_puma560.c: cannot write\n  given   File too large"));
  EXPECT_EQ(folder.count(), 0u);
  EXPECT_EQ(shell(command).code, 0);
  EXPECT_EQ(folder.count(), 2u);
  EXPECT_LT(folder.read("catena_puma560.h").size(), 8192u);
}

// The same limit: the new tables would fit, the reports do not. The old files stay, both of them.
TEST(Outputs, AreATableAndItsReportOrNeither) {
  const Inputs in;
  for (const char* const command :
       {"simulate arm.toml --free-fall 100ms -o table.csv", "sweep old.db --csv table.csv"}) {
    in.folder.write("table.csv", "old");
    in.folder.write("page.html", "old");
    const std::string line =
        "cd " + in.file("") + " && catena " + command + " --report page.html --force 2>&1 >/dev/null";
    const Answer answer = shell("ulimit -f 16; " + line);
    EXPECT_EQ(answer.code, 5) << command;
    EXPECT_THAT(answer.out, HasSubstr("page.html: cannot write\n  given   File too large")) << command;
    EXPECT_EQ(in.folder.read("table.csv"), "old") << command;
    EXPECT_EQ(in.folder.read("page.html"), "old") << command;
    EXPECT_EQ(shell(line).code, 0) << command;
    EXPECT_NE(in.folder.read("table.csv"), "old") << command;
    EXPECT_LT(in.folder.read("table.csv").size(), 8192u) << command;
    EXPECT_NE(in.folder.read("page.html"), "old") << command;
  }
}

TEST(Outputs, OfAScenarioStayInTheWorkingFolder) {
  const Inputs in;
  fs::create_directory(in.file("work"));
  fs::create_directory(in.file("work/sub"));
  in.link("work/away", "..");
  in.link("work/hanging.csv", "../hanging.csv");
  const auto run = [&](const std::string& output, const std::string& more) {
    in.folder.write("fall.toml", "scenario = 1\nrobot = \"planar2\"\nduration = 0.1\n[output]\nfile = \"" +
                                     output + "\"\n");
    return shell("cd '" + in.file("work") + "'; catena simulate ../fall.toml " + more + " 2>&1");
  };
  for (const std::string& output :
       {std::string("../a.csv"), std::string("sub/../../a.csv"), in.file("a.csv"), std::string("away/a.csv"),
        std::string("hanging.csv"), std::string("/dev/stdout")}) {
    const Answer answer = run(output, "");
    EXPECT_EQ(answer.code, 3) << output;
    EXPECT_THAT(answer.out,
                HasSubstr("fall.toml:5:8: the output of a scenario must stay in the folder where the command "
                          "runs\n  given   '" +
                          output + "'\n"))
        << output;
  }
  EXPECT_FALSE(fs::exists(in.file("a.csv")) || fs::exists(in.file("hanging.csv")));
  EXPECT_EQ(run("sub/a.csv", "").code, 0);
  EXPECT_EQ(run("./b.csv", "").code, 0);
  EXPECT_TRUE(fs::exists(in.file("work/sub/a.csv")) && fs::exists(in.file("work/b.csv")));
  EXPECT_EQ(run("../a.csv", "-o ../a.csv").code, 0) << "who says so on the command line may";
  EXPECT_TRUE(fs::exists(in.file("a.csv")));
}

TEST(Outputs, GoWhereStandardOutputGoes) {
  const Folder folder;
  const std::string command = "catena simulate planar2 --free-fall 0.1s -o /dev/stdout 2>/dev/null";
  const std::string text = shell(command + " | cat").out;
  EXPECT_THAT(text, testing::StartsWith("t,"));
  EXPECT_EQ(shell("echo first > " + folder.file("a") + "; " + command + " >> " + folder.file("a")).code, 0);
  EXPECT_EQ(folder.read("a"), "first\n" + text);
  EXPECT_EQ(shell(command + " | head -0").code, 0);
}

}  // namespace
}  // namespace catena::test
