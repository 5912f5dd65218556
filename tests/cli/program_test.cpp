// SPDX-License-Identifier: Apache-2.0
// The real program among other programs: pipes that close, disks that are full, questions one at a time.
#include <gtest/gtest.h>
#include <sys/types.h>

#include <csignal>
#include <cstdlib>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

const std::string kMany = "yes '{\"q\":[0.1,0.2]}'";

TEST(Program, EndsQuietlyWhenItsReaderHasSeenEnough) {
  const Answer answer =
      shell("{ " + kMany + " | { catena eval planar2; echo code $? >&2; } | head -1; } 2>&1");
  // the reader's line and the code come in either order
  EXPECT_NE(answer.out.find("{\"inertia\""), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("code 0\n"), std::string::npos) << answer.out;
  EXPECT_EQ(answer.out.find("error"), std::string::npos) << answer.out;
}

TEST(Program, SaysThatADiskIsFull) {
  for (const std::string command :
       {"catena eval planar2 < /dev/null; echo '{\"q\":[0,0]}' | catena eval planar2", "catena info",
        "catena methods", "catena convert planar2 2>/dev/null; catena info"}) {
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
  EXPECT_EQ(answer.out, "catena: error: input: cannot read\n  given   Is a directory\n");
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

// Writes a question, reads the answer, and only then writes the next.
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
    // The second half of the next question comes along: a line is answered when it is whole.
    const std::string text = k == 0 ? "{\"q\":[0,0]}\n{\"q\":" : "[0,0]}\n{\"q\":";
    ASSERT_EQ(::write(question[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    char line[256];
    ASSERT_NE(std::fgets(line, sizeof line, in), nullptr);
    EXPECT_EQ(std::string(line).find("{\"gravity\": [19.62"), 0u) << line;
  }
  ::close(question[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 4);  // the half line at the end
  std::fclose(in);
}

TEST(Program, LeavesWholeLinesWhenInterrupted) {
  const Folder folder;
  const std::string file = folder.file("out.jsonl");
  shell(kMany + " | catena eval planar2 -o " + file + " 2>/dev/null & until [ -s " + file +
        " ]; do sleep 0.01; done; kill -TERM $!; wait");
  const std::string text = folder.read("out.jsonl");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace catena::test
