// SPDX-License-Identifier: Apache-2.0
// The real program among other programs: closed pipes, full disks, dialogues line by line, interrupts.
#include <gtest/gtest.h>
#include <sys/types.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "catena/core/simd.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

SimdLevel best_level() {
  SimdLevel best = SimdLevel::sse2;
  for (const SimdLevel level : kSimdLevels)
    if (simd_supported(level)) best = level;
  return best;
}

const std::string kMany = "yes '{\"q\":[0.1,0.2]}'";

// Waits until `eval -o` in the folder has written something: a file under a temporary name.
std::string until_written(const Folder& folder) {
  return "until [ -n \"$(find " + folder.file("") + " -name '.catena-*' -size +0)\" ]; do sleep 0.01; done; ";
}

TEST(Program, EndsQuietlyWhenItsReaderHasSeenEnough) {
  const Answer answer =
      shell("{ " + kMany + " | { catena eval planar2; echo code $? >&2; } | head -1; } 2>&1");
  // the reader's line and the exit code come in either order
  EXPECT_NE(answer.out.find("{\"inertia\""), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("code 0\n"), std::string::npos) << answer.out;
  EXPECT_EQ(answer.out.find("error"), std::string::npos) << answer.out;
}

TEST(Program, SaysThatADiskIsFull) {
  for (const std::string command :
       {"catena eval planar2 < /dev/null; echo '{\"q\":[0,0]}' | catena eval planar2", "catena info",
        "catena methods", "catena convert planar2 2>/dev/null; catena info", "catena check planar2",
        "catena check planar2 --json", "catena verify planar2 --states 1", "catena info planar2 --json",
        "catena convert planar2 --json", "catena --help"}) {
    const Answer answer =
        shell("{ " + command + "; } 2>&1 >/dev/full | tail -2; { " + command + "; } >/dev/full 2>&1");
    EXPECT_EQ(answer.out, "catena: error: standard output: cannot write\n  given   No space left on device\n")
        << command;
    EXPECT_EQ(answer.code, 5) << command;
  }
}

TEST(Program, StopsReadingWhenTheDiskIsFull) {
  EXPECT_EQ(shell("{ " + kMany + " | catena eval planar2 >/dev/full; } 2>/dev/null").code, 5);
}

TEST(Program, SaysThatTheOutputFileCannotBeWritten) {
  const Answer answer = shell("echo '{\"q\":[0,0]}' | catena eval planar2 -o /dev/full 2>&1");
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.out, "catena: error: /dev/full: cannot write\n  given   No space left on device\n");
}

TEST(Program, SaysThatItsInputCannotBeRead) {
  const Answer answer = shell("catena eval planar2 < / 2>&1");
  EXPECT_EQ(answer.code, 5);
  EXPECT_EQ(answer.out, "catena: error: standard input: cannot read\n  given   Is a directory\n");
}

TEST(Program, ReturnsTheExitCodesThatHelpPromises) {
  EXPECT_EQ(shell("catena info planar2 >/dev/null").code, 0);
  EXPECT_EQ(shell("catena eval 2>/dev/null").code, 2);
  EXPECT_EQ(shell("catena info no_such_robot 2>/dev/null").code, 2);
  EXPECT_EQ(
      shell("echo 'catena = 2' > /tmp/catena_bad_$$.toml; catena info /tmp/catena_bad_$$.toml 2>/dev/null; "
            "code=$?; rm /tmp/catena_bad_$$.toml; exit $code")
          .code,
      3);
  EXPECT_EQ(shell("echo foo | catena eval planar2 >/dev/null").code, 4);
  EXPECT_EQ(shell("catena eval planar2 -i /no/such/file 2>/dev/null").code, 5);
}

// Writes a line, reads the answer, and only then writes the next line.
TEST(Program, AnswersEachLineBeforeTheNextIsAsked) {
  int question[2], answer[2];
  ASSERT_EQ(::pipe(question), 0);
  ASSERT_EQ(::pipe(answer), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::dup2(question[0], 0);
    ::dup2(answer[1], 1);
    for (int fd : {question[0], question[1], answer[0], answer[1]}) ::close(fd);
    ::execl(CATENA_BINARY_DIR "/catena", "catena", "eval", "planar2", "-w", "gravity", nullptr);
    ::_exit(127);
  }
  ::close(question[0]);
  ::close(answer[1]);
  FILE* in = ::fdopen(answer[0], "r");
  for (int k = 0; k < 3; ++k) {
    // Each write also contains the beginning of the next line: a line is answered once it is complete.
    const std::string text = k == 0 ? "{\"q\":[0,0]}\n{\"q\":" : "[0,0]}\n{\"q\":";
    ASSERT_EQ(::write(question[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    char line[256];
    ASSERT_NE(std::fgets(line, sizeof line, in), nullptr);
    EXPECT_EQ(std::string(line).find("{\"gravity\": [19.62"), 0u) << line;
  }
  ::close(question[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 4);  // because of the incomplete last line
  std::fclose(in);
}

TEST(Program, KeepsItsMessagesOutOfTheOutputWhenStandardErrorIsClosed) {
  const Folder folder;
  const std::string out = folder.file("out.jsonl");
  shell(kMany + " | catena eval planar2 -o " + out + " 2>&- & " + until_written(folder) +
        "kill -HUP $!; wait");
  ASSERT_NE(folder.read("out.jsonl"), "");
  EXPECT_EQ(folder.read("out.jsonl").find("note"), std::string::npos);
  EXPECT_EQ(shell("catena methods >&- 2>/dev/null").code, 5);
  EXPECT_EQ(shell("catena eval planar2 <&- 2>/dev/null").code, 5);
}

TEST(Program, NeverWritesOverItsInput) {
  const Folder folder;
  const std::string line = "{\"q\":[0,0]}\n", file = folder.write("in.jsonl", line);
  std::filesystem::create_hard_link(file, folder.file("hard.jsonl"));
  std::filesystem::create_symlink("in.jsonl", folder.file("soft.jsonl"));
  const std::string robot = folder.write("arm.toml", catena({"convert", "planar2"}).out);
  const std::string cd = "cd " + folder.file("") + "; ";
  for (const std::string command :
       {"catena eval planar2 -o in.jsonl < in.jsonl", "catena eval planar2 -i in.jsonl -o in.jsonl",
        "catena eval planar2 -i soft.jsonl -o hard.jsonl", "catena eval planar2 -i in.jsonl >> hard.jsonl",
        "catena eval planar2 >> in.jsonl < soft.jsonl", "catena ik planar2 -i in.jsonl >> in.jsonl",
        "catena ik planar2 >> soft.jsonl < hard.jsonl"}) {
    const Answer answer = shell(cd + command + " 2>message");
    EXPECT_EQ(answer.code, 2) << command;
    const std::string message = folder.read("message");
    EXPECT_NE(message.find(": the output is the same file as the input '"), std::string::npos)
        << command << message;
    EXPECT_NE(message.find("'\n  need    two different files\n"), std::string::npos) << command;
    EXPECT_EQ(folder.read("in.jsonl"), line) << command;
  }
  const std::string before = folder.read("arm.toml");
  EXPECT_EQ(shell(cd + "catena eval arm.toml -o arm.toml < in.jsonl 2>/dev/null").code, 2);
  EXPECT_EQ(shell(cd + "CATENA_ROBOTS=. catena eval arm -o arm.toml < in.jsonl 2>/dev/null").code, 2);
  EXPECT_EQ(folder.read("arm.toml"), before);
  EXPECT_EQ(shell("catena eval planar2 -i /dev/null -o /dev/null").code, 0);  // devices cannot be overwritten
}

TEST(Program, ReadsFilesWithSpacesCarriageReturnsAndByteOrderMarks) {
  const Folder folder;
  const auto dos = [](const std::string& text) {
    std::string out = "\xEF\xBB\xBF";
    for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return out;
  };
  folder.write("my arm.toml", dos(catena({"convert", "planar2"}).out));
  folder.write("my arm.urdf", dos(catena({"convert", "planar2", "--to", "urdf"}).out));
  folder.write("my states.jsonl", dos("{\"q\":[0,0],\"gravity\":[0,-9.81,0]}\n"));
  for (const char* robot : {"my arm.toml", "my arm.urdf"})
    EXPECT_EQ(shell("cd " + folder.file("") + "; catena eval '" + robot +
                    "' -w gravity -i 'my states.jsonl' 2>/dev/null")
                  .out,
              "{\"gravity\": [19.620000000000001, 4.9050000000000002]}\n")
        << robot;
}

TEST(Program, SaysThatAnEnvironmentVariableIsNotFollowed) {
  const Answer answer = shell("CATENA_SIMD='sse9' catena info planar2 2>&1 >/dev/null");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out, "catena: note: CATENA_SIMD='sse9' is none of sse2, avx2, avx512; " +
                            std::string(simd_name(best_level())) + " is used\n");
  EXPECT_EQ(shell("CATENA_SIMD=sse2 catena info planar2 2>&1 >/dev/null").out, "");
  if (!simd_supported(SimdLevel::avx512)) {
    EXPECT_EQ(shell("CATENA_SIMD=avx512 catena info planar2 2>&1 >/dev/null").out,
              "catena: note: CATENA_SIMD=avx512: this machine lacks it; " +
                  std::string(simd_name(best_level())) + " is used\n");
  }
}

// The signal arrives while the program waits: complete lines are answered, the incomplete one is not, and the program
// ends by the signal.
TEST(Program, AnswersWhatItHasReadWhenInterrupted) {
  const Folder folder;
  const std::string out = folder.file("out.jsonl"), fifo = folder.file("fifo");
  const Answer answer =
      shell("mkfifo " + fifo + "; catena eval planar2 -w gravity -i " + fifo + " -o " + out +
            " 2>&1 & exec 3>" + fifo + "; printf '{\"q\":[0,0]}\\n\\n{\"q\":[0,0]}\\n{\"q\":' >&3; " +
            until_written(folder) + "kill -TERM $!; wait $!");
  EXPECT_EQ(answer.code, 128 + SIGTERM);
  EXPECT_EQ(answer.out, "catena: note: interrupted; all lines up to line 3 have been processed\n");
  const std::string line = "{\"gravity\": [19.620000000000001, 4.9050000000000002]}\n";
  EXPECT_EQ(folder.read("out.jsonl"), line + line + "{\"partial\": \"interrupted after line 3\"}\n");
}

// The signal arrives while the program computes.
TEST(Program, LosesNoLineWhenInterrupted) {
  const Folder folder;
  const std::string out = folder.file("out.jsonl");
  const Answer answer = shell(kMany + " | catena eval planar2 -o " + out + " 2>&1 & " +
                              until_written(folder) + "kill -HUP $!; wait $!");
  EXPECT_EQ(answer.code, 128 + SIGHUP);
  const std::string text = folder.read("out.jsonl");
  const auto lines = std::count(text.begin(), text.end(), '\n') - 1;
  const std::string mark = "\n{\"partial\": \"interrupted after line " + std::to_string(lines) + "\"}\n";
  EXPECT_EQ(text.substr(text.size() - std::min(text.size(), mark.size())), mark);
  EXPECT_EQ(answer.out, "catena: note: interrupted; all lines up to line " + std::to_string(lines) +
                            " have been processed\n");
}

TEST(Program, IgnoresWhatItWasToldToIgnore) {
  const Answer answer = shell(
      "trap '' HUP; { echo '{\"q\":[0,0]}'; sleep 0.3; echo '{\"q\":[0,0]}'; } | catena eval planar2 -w "
      "gravity & "
      "sleep 0.1; kill -HUP $!; wait $!");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.lines().size(), 2u);
}

TEST(Program, LeavesWholeLinesWhenInterrupted) {
  const Folder folder;
  const std::string file = folder.file("out.jsonl");
  shell(kMany + " | catena eval planar2 -o " + file + " 2>/dev/null & " + until_written(folder) +
        "kill -TERM $!; wait");
  const std::string text = folder.read("out.jsonl");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace catena::test
