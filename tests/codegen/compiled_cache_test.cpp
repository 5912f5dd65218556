// SPDX-License-Identifier: Apache-2.0
// Compiled caches its libraries safely, and works without a compiler, a folder or disk space.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "codegen/compile_fixture.hpp"
#include "support/eigen.hpp"
#include "system/sha256.hpp"

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Compile, CallsTheCompilerOnceForEachArm) {
  for (int k = 0; k < 3; ++k) {
    const Compiled code(planar());
    ASSERT_TRUE(code.native()) << problem(code);
    EXPECT_EQ(problem(code), "nothing");
    EXPECT_EQ(runs(), 1);
  }
  Robot renamed = planar().robot();
  renamed.name = "another name */";
  EXPECT_TRUE(Compiled(Arm(renamed)).native());
  EXPECT_EQ(runs(), 1) << "the name is not part of it";
  EXPECT_TRUE(Compiled(planar(), {Quantity::inertia, Quantity::id, Quantity::id}).native());
  EXPECT_EQ(runs(), 2);
  EXPECT_TRUE(Compiled(planar(), {Quantity::id, Quantity::inertia}).native());
  EXPECT_EQ(runs(), 2) << "the order of the wishes is not part of it";
  renamed.links[0].mass *= 1.0000000001;
  EXPECT_TRUE(Compiled(Arm(renamed)).native());
  EXPECT_EQ(runs(), 3) << "its numbers are";
  script("compiler", "echo run >> '" + folder.file("runs") + "'\n\nexec cc \"$@\"");
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), 4) << "and so is the compiler";
  EXPECT_EQ(kept().size(), 4u) << "nothing else is left";
}

TEST_F(Compile, KeepsItsFilesToItself) {
  const mode_t before = ::umask(0);
  EXPECT_TRUE(Compiled(planar()).native());
  ::umask(before);
  struct stat about {};
  ASSERT_EQ(::stat(folder.file("cache").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0700u);
  ASSERT_EQ(kept().size(), 1u);
  ASSERT_EQ(::stat(kept()[0].c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST_F(Compile, FindsItsFolderByTheEnvironment) {
  const Variable none("CATENA_CACHE", "");
  {
    const Variable xdg("XDG_CACHE_HOME", folder.file("xdg"));
    EXPECT_TRUE(Compiled(planar()).native());
    EXPECT_FALSE(fs::is_empty(folder.file("xdg/catena")));
  }
  const Variable no_xdg("XDG_CACHE_HOME", "not/absolute"), home("HOME", folder.file("home"));
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_FALSE(fs::is_empty(folder.file("home/.cache/catena")));
  EXPECT_FALSE(fs::exists("not"));
  const Variable no_home("HOME", "");
  const Compiled homeless(planar());
  EXPECT_TRUE(homeless.native());
  EXPECT_EQ(problem(homeless), "the compiled code is not cached: neither CATENA_CACHE nor HOME is set");
}

TEST_F(Compile, LoadsNoFileThatIsNotWhatItsNameSays) {
  EXPECT_TRUE(Compiled(planar()).native());
  ASSERT_EQ(kept().size(), 1u);
  const fs::path file = kept()[0];
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  std::string flipped = whole;
  flipped[flipped.size() / 2] ^= 1;
  int expected = 1;
  for (const std::string& broken : {whole.substr(0, whole.size() / 2), std::string(), flipped, whole + "x",
                                    std::string("#!/bin/sh\necho stolen\n")}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << broken;
    const Compiled code(planar());
    ASSERT_TRUE(code.native()) << problem(code);
    EXPECT_EQ(runs(), ++expected);
    expect_agreement(planar(), code, 1e-13);
    ASSERT_EQ(kept().size(), 1u) << "the broken one is gone";
    EXPECT_EQ(fs::file_size(kept()[0]), whole.size());
  }
  // a file that others can write to, a symbolic link, a folder, and a file with the right name that is not a library
  ::chmod(file.c_str(), 0666);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  fs::rename(kept()[0], folder.file("elsewhere"));
  fs::create_symlink(folder.file("elsewhere"), file);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(kept()[0])));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  for (const fs::path& left : kept()) fs::remove_all(left);
  const std::string key = file.filename().string().substr(0, 64), text = "no library";
  folder.write("cache/" + key + "." + system::detail::sha256(text) + ".so", text);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), ++expected);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), expected);
}

TEST_F(Compile, RefusesAFolderOfOthersButDoesWithout) {
  fs::create_directory(folder.file("cache"));
  fs::permissions(folder.file("cache"), fs::perms::all);
  const Compiled open(planar());
  EXPECT_TRUE(open.native());
  EXPECT_EQ(problem(open), "the compiled code is not cached: '" + folder.file("cache") +
                               "' belongs to or can be written by other users");
  EXPECT_TRUE(kept().empty());
  expect_agreement(planar(), open, 1e-13);

  folder.write("file", "");
  const Variable no_folder("CATENA_CACHE", folder.file("file") + "/cache");
  const Compiled unkept(planar());
  EXPECT_TRUE(unkept.native());
  EXPECT_EQ(problem(unkept),
            "the compiled code is not cached: '" + folder.file("file/cache") + "': Not a directory");

  const Variable sealed("CATENA_CACHE", "/proc/self");
  const Compiled unwritable(planar());
  EXPECT_TRUE(unwritable.native());
  EXPECT_THAT(problem(unwritable), StartsWith("the compiled code is not cached: '/proc/self': "));

  fs::create_directory_symlink(folder.file("cache"), folder.file("link"));
  const Variable linked("CATENA_CACHE", folder.file("link"));
  EXPECT_THAT(problem(Compiled(planar())),
              StartsWith("the compiled code is not cached: '" + folder.file("link") + "': "));
}

// Runs in a separate process; returns its exit code.
template <class Body>
pid_t in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  return child;
}
int end_of(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Compile, LetsProcessesStartAtOnce) {
  std::vector<pid_t> children;
  for (int k = 0; k < 6; ++k)
    children.push_back(in_child([&] {
      const Compiled code(planar());
      const VectorXd v = VectorXd::Constant(2, 0.4);
      return code.native() && !code.note() && (code.id(v, v, v) - planar().id(v, v, v)).norm() < 1e-12 ? 0
                                                                                                       : 1;
    }));
  for (const pid_t child : children) EXPECT_EQ(end_of(child), 0);
  const int before = runs();
  EXPECT_GE(before, 1);
  EXPECT_TRUE(Compiled(planar()).native());
  EXPECT_EQ(runs(), before);
  for (const fs::path& path : kept()) EXPECT_EQ(path.extension(), ".so") << "nothing unfinished is left";
}

// --- without -------------------------------------------------------------------------------------------------
TEST_F(Compile, DoesWithoutACompiler) {
  const auto expect_plain = [&](const std::string& cc, const std::string& why) {
    const Variable broken("CC", cc);
    const Compiled code(planar());
    EXPECT_FALSE(code.native()) << cc;
    EXPECT_EQ(problem(code), "'Planar 2R' is computed by the library, without generated code: " + why);
    EXPECT_EQ(code.note()->where, "Compiled");
    expect_agreement(planar(), code, 0);
    EXPECT_TRUE(kept().empty());
    EXPECT_NE(error_text([&] { code.id(VectorXd::Zero(3), VectorXd::Zero(2), VectorXd::Zero(2)); }),
              "no error");
    Workspace work(code);
    MatrixXd M(2, 2);
    code.inertia(VectorXd::Zero(2), work, M);
    EXPECT_EQ(M, planar().inertia(VectorXd::Zero(2)));
  };
  expect_plain("/no/such/compiler", "the compiler '/no/such/compiler' was not found (CC chooses another)");
  expect_plain("nonesuch-cc -O2", "the compiler 'nonesuch-cc -O2' was not found (CC chooses another)");
  expect_plain(folder.file(""), "the compiler '" + folder.file("") + "' was not found (CC chooses another)");
  const std::string failing =
      script("failing", "echo some words >&2; echo 'x.c:1: error: No space left on device' >&2; exit 1");
  expect_plain(failing, "'" + failing + "' failed: x.c:1: error: No space left on device");
  const std::string silent = script("silent", "exit 3");
  expect_plain(silent, "'" + silent + "' failed");
  const std::string killed = script("killed", "kill -9 $$");
  expect_plain(killed, "'" + killed + "' failed");
  const std::string idle = script("idle", "exit 0");
  expect_plain(idle, "'" + idle + "' produced no library");
  const std::string odd = folder.write("odd", "not a program");
  ::chmod(odd.c_str(), 0755);
  expect_plain(odd, "'" + odd + "' cannot be started: Exec format error");
  const std::string garbage =
      script("garbage", "while [ \"$1\" != -o ]; do shift; done; echo garbage > \"$2\"");
  const Variable broken("CC", garbage);
  const Compiled code(planar());
  EXPECT_FALSE(code.native());
  EXPECT_THAT(problem(code), HasSubstr("'" + garbage + "' produced cannot be loaded: "));
}

TEST_F(Compile, StandsAFullDisk) {
  const pid_t child = in_child([&] {
    const struct rlimit little = {1000, 1000};
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &little);
    const Compiled code(planar());
    const VectorXd v = VectorXd::Constant(2, 0.4);
    const bool plain = !code.native() && code.id(v, v, v) == planar().id(v, v, v);
    return plain && problem(code).find("the source cannot be written to '") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(end_of(child), 0);
  EXPECT_TRUE(kept().empty());
}

TEST_F(Compile, RunsNoShell) {
  const Variable hostile("CC", "cc; touch " + folder.file("stolen"));
  EXPECT_FALSE(Compiled(planar()).native());
  const Variable words("CC", "cc -DNOTHING=$(touch${IFS}" + folder.file("stolen") + ")");
  EXPECT_TRUE(Compiled(planar()).native()) << "its words are words";
  EXPECT_FALSE(fs::exists(folder.file("stolen")));
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(system::detail::sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(system::detail::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(system::detail::sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace catena::test
