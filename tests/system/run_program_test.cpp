// SPDX-License-Identifier: Apache-2.0
// Other programs end in time, and none outlives the one that started it.
#include "system/run_program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using system::detail::ProgramEnd;
using system::detail::run_program;
using How = ProgramEnd::How;

class RunProgramTest : public testing::Test {
 protected:
  RunProgramTest()
      : folder_(fs::temp_directory_path() / ("catena_run_program_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~RunProgramTest() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string get(const std::string& name) const {
    std::ifstream in(file(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  ProgramEnd shell(const std::string& script, double seconds = 60) const {
    return run_program({"/bin/sh", "-c", script}, file("log"), seconds);
  }
  // The number that a program wrote to the file, once it is there.
  pid_t number_in(const std::string& name) const {
    for (int k = 0; k < 1000 && !get(name).ends_with('\n'); ++k) ::usleep(10'000);
    return std::stoi(get(name));
  }

 private:
  fs::path folder_;
};

// Whether the process ends within ten seconds.
bool ends(pid_t process) {
  for (int k = 0; k < 1000; ++k) {
    if (::kill(process, 0) != 0 && errno == ESRCH) return true;
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string pid, name, state;
    if (in >> pid >> name >> state; state == "Z") return true;  // it only waits for somebody to ask
    ::usleep(10'000);
  }
  return false;
}

TEST_F(RunProgramTest, TellsHowAProgramEnded) {
  EXPECT_EQ(shell("exit 0").how, How::exited);
  EXPECT_EQ(shell("exit 7").value, 7);
  EXPECT_EQ(shell("kill -ABRT $$").how, How::ended_by_signal);
  EXPECT_EQ(shell("kill -ABRT $$").value, SIGABRT);
  const ProgramEnd missing = run_program({"/no/such/program"}, file("log"), 60);
  EXPECT_EQ(missing.how, How::not_started);
  EXPECT_EQ(missing.value, ENOENT);
  shell("echo out; echo err >&2; cat");
  EXPECT_EQ(get("log"), "out\nerr\n");
}

TEST_F(RunProgramTest, TellsSoAlsoIfTheEndOfChildrenIsIgnored) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(shell("exit 7").value, 7);
  std::signal(SIGCHLD, before);
}

TEST_F(RunProgramTest, KillsAProgramThatTakesTooLongWithAllThatItStarted) {
  EXPECT_EQ(shell("sleep 1000 & echo $! > '" + file("pid") + "'; wait", 0.3).how, How::too_slow);
  EXPECT_TRUE(ends(number_in("pid")));
}

// However the program ends: it is interrupted, asked to end, or killed.
TEST_F(RunProgramTest, LeavesNoProgramBehind) {
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    fs::remove(file("pid"));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      shell("sleep 1000 & echo $! > '" + file("pid") + "'; wait");
      ::_exit(0);
    }
    const pid_t sleeping = number_in("pid");
    ::kill(child, signal);
    ::waitpid(child, nullptr, 0);
    EXPECT_TRUE(ends(sleeping)) << signal;
  }
}

}  // namespace
}  // namespace catena::test
