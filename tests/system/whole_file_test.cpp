// SPDX-License-Identifier: Apache-2.0
// Files appear complete or not at all: what links, other programs, a full disk and a kill do to that.
#include "catena/system/whole_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <utility>

#include "catena/core/error.hpp"

namespace {

// What the library asks of the system, in this order: F for fsync, R for a renaming, U for a removal. The library is linked
// to these functions instead of those of the C library.
std::string asked;
int fail_fsync = -1;  // counts down; the call at 0 fails

// What another program does just before the library locks a file that it has created: nothing, it holds the lock, or it
// has removed the file.
enum class Rival { none, holds, removed };
Rival rival = Rival::none;

// Whether the file was locked by somebody when the library renamed or removed it: '+' or '-' for each.
std::string locked;

void note_lock(int folder, const char* name) {
  const int file = ::openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  locked += ::syscall(SYS_flock, file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? '+' : '-';
  ::close(file);
}

}  // namespace

extern "C" int flock(int file, int operation) noexcept {
  const Rival now = std::exchange(rival, Rival::none);
  if (now == Rival::holds) {
    errno = EWOULDBLOCK;
    return -1;
  }
  if (now == Rival::removed)
    std::filesystem::remove(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file)));
  return static_cast<int>(::syscall(SYS_flock, file, operation));
}

extern "C" int fsync(int file) {
  asked += 'F';
  if (fail_fsync >= 0 && fail_fsync-- == 0) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, file));
}

extern "C" int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  asked += 'R';
  note_lock(from_folder, from);
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}

extern "C" int unlinkat(int folder, const char* name, int flags) noexcept {
  asked += 'U';
  note_lock(folder, name);
  return static_cast<int>(::syscall(SYS_unlinkat, folder, name, flags));
}

namespace catena::test {
namespace {

namespace fs = std::filesystem;
using system::FileText;
using system::UnfinishedFile;
using system::write_whole_file;
using system::write_whole_files;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class WholeFileTest : public testing::Test {
 protected:
  WholeFileTest() : folder_(fs::temp_directory_path() / ("catena_whole_file_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    asked.clear();
    locked.clear();
    rival = Rival::none;
    fail_fsync = -1;
  }
  ~WholeFileTest() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }
  std::string get(const std::string& name) const {
    std::ifstream in(file(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path().filename().string());
    return all;
  }

 private:
  fs::path folder_;
};

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  return "no error";
}

TEST_F(WholeFileTest, ReplacesAFileAndLeavesNothingElse) {
  put("a", "old");
  ::chmod(file("a").c_str(), 0640);
  write_whole_file(file("a"), "new");
  EXPECT_EQ(get("a"), "new");
  EXPECT_THAT(names(), ElementsAre("a"));
  struct stat about {};
  ASSERT_EQ(::stat(file("a").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u) << "the permissions of the old file";
}

TEST_F(WholeFileTest, GivesANewFileThePermissionsOfTheUmask) {
  const mode_t before = ::umask(027);
  write_whole_file(file("a"), "new");
  ::umask(before);
  struct stat about {};
  ASSERT_EQ(::stat(file("a").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
}

TEST_F(WholeFileTest, SynchronisesTheFileBeforeItIsRenamedAndTheFolderAfterwards) {
  write_whole_file(file("a"), "text");
  EXPECT_EQ(asked, "FRF");
}

TEST_F(WholeFileTest, RenamesTheFilesOfOneResultWhenAllAreComplete) {
  const FileText both[] = {{file("a.h"), "1"}, {file("a.c"), "2"}};
  write_whole_files(both);
  EXPECT_EQ(asked, "FFUUFFRRFF");
  EXPECT_THAT(names(), UnorderedElementsAre("a.h", "a.c"));
}

TEST_F(WholeFileTest, KeepsTheOldFilesIfOneCannotBeSynchronised) {
  put("a.h", "old"), put("a.c", "old");
  fail_fsync = 1;
  const FileText both[] = {{file("a.h"), "1"}, {file("a.c"), "2"}};
  EXPECT_THAT(message([&] { write_whole_files(both); }),
              HasSubstr("a.c: cannot write\n  given   Input/output error"));
  EXPECT_EQ(get("a.h") + get("a.c"), "oldold");
  EXPECT_THAT(names(), UnorderedElementsAre("a.h", "a.c"));
}

// A limit on the size of files stands for a full disk.
TEST_F(WholeFileTest, KeepsTheOldFilesIfOneDoesNotFit) {
  put("a.h", "old"), put("a.c", "old");
  rlimit before;
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight = {1024, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const FileText both[] = {{file("a.h"), "1"}, {file("a.c"), std::string(5000, 'x')}};
  const std::string text = message([&] { write_whole_files(both); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(text, HasSubstr("a.c: cannot write\n  given   File too large"));
  EXPECT_EQ(get("a.h") + get("a.c"), "oldold");
  EXPECT_THAT(names(), UnorderedElementsAre("a.h", "a.c"));
}

TEST_F(WholeFileTest, DoesNotExistBeforeItIsPublished) {
  {
    UnfinishedFile unfinished(file("a"));
    unfinished.write("half");
    EXPECT_FALSE(fs::exists(file("a")));
    EXPECT_EQ(names().size(), 1u);
  }
  EXPECT_THAT(names(), ElementsAre());
}

// Version 0.1.0 opened NAME.partPID and followed a link that somebody had put there.
TEST_F(WholeFileTest, DoesNotWriteThroughALinkThatSomebodyPlanted) {
  put("victim", "precious");
  fs::create_symlink("victim", file("page.html.part" + std::to_string(::getpid())));
  write_whole_file(file("page.html"), "text");
  EXPECT_EQ(get("victim"), "precious");
  EXPECT_EQ(get("page.html"), "text");
}

TEST_F(WholeFileTest, ChoosesANameThatNobodyCanGuess) {
  const UnfinishedFile one(file("a")), two(file("a"));
  const std::vector<std::string> found = names();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0], found[1]);
  for (const std::string& name : found)
    EXPECT_THAT(name, testing::MatchesRegex("\\.catena-[0-9a-f]{16}\\.unfinished"));
}

TEST_F(WholeFileTest, RemovesWhatAKilledProgramLeftButNotWhatIsBeingWritten) {
  put(".catena-0123456789abcdef.unfinished", "abandoned");
  put(".catena-of-somebody", "another file");
  UnfinishedFile writing(file("b"));
  write_whole_file(file("a"), "text");
  EXPECT_EQ(names().size(), 3u) << "a, the file of somebody, and b that is being written";
  writing.write("text");
  writing.publish();
  EXPECT_THAT(names(), UnorderedElementsAre("a", "b", ".catena-of-somebody"));
}

TEST_F(WholeFileTest, IsLockedUntilItHasItsName) {
  write_whole_file(file("a"), "text");
  EXPECT_EQ(locked, "+")
      << "otherwise another program could remove it as abandoned, just before it is renamed";
}

TEST_F(WholeFileTest, IsRemovedAsAbandonedOnlyUnderItsLock) {
  put(".catena-0123456789abcdef.unfinished", "abandoned");
  UnfinishedFile writing(file("a"));
  EXPECT_EQ(asked, "U");
  EXPECT_EQ(locked, "+")
      << "otherwise a program could have created and locked a file of this name in between";
}

TEST_F(WholeFileTest, CreatesAnotherFileIfTheFirstWasLockedAsAbandoned) {
  rival = Rival::holds;
  UnfinishedFile writing(file("a"));
  EXPECT_EQ(rival, Rival::none) << "the file was locked";
  EXPECT_EQ(names().size(), 2u) << "that of the rival, and another";
  writing.write("text");
  writing.publish();
  EXPECT_EQ(get("a"), "text");
  write_whole_file(file("b"), "text");
  EXPECT_THAT(names(), UnorderedElementsAre("a", "b")) << "what the rival held has been removed";
}

TEST_F(WholeFileTest, CreatesAnotherFileIfTheFirstWasRemovedAsAbandoned) {
  rival = Rival::removed;
  UnfinishedFile writing(file("a"));
  EXPECT_EQ(rival, Rival::none) << "the file was locked";
  EXPECT_EQ(names().size(), 1u);
  writing.write("text");
  writing.publish();
  EXPECT_EQ(get("a"), "text");
}

TEST_F(WholeFileTest, FollowsLinksAlsoToAFileThatDoesNotExist) {
  fs::create_directory(file("folder"));
  fs::create_symlink("folder/target", file("link"));
  write_whole_file(file("link"), "one");
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_EQ(get("folder/target"), "one");
  write_whole_file(file("link"), "two");
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_EQ(get("folder/target"), "two");
}

TEST_F(WholeFileTest, WritesNamesUpToTheLongestThatTheSystemTakes) {
  const std::string longest(255, 'x');
  write_whole_file(file(longest), "text");
  EXPECT_EQ(get(longest), "text");
}

TEST_F(WholeFileTest, SaysAtOnceWhatCannotBeWritten) {
  put("plain", "");
  fs::create_symlink("loop", file("loop"));
  const std::pair<std::string, std::string> cases[] = {
      {"", ": this is a folder\n  need    the name of a file"},
      {"none/a", ": cannot write\n  given   No such file or directory\n  hint    there is no folder '" +
                     file("none") + "': create it first"},
      {"plain/a", ": cannot write\n  given   Not a directory"},
      {"loop", ": the link cannot be followed\n  given   Too many levels of symbolic links"},
      {std::string(256, 'x'), ": cannot write\n  given   File name too long"}};
  for (const auto& [name, text] : cases) {
    const std::string path = file(name);
    EXPECT_EQ(message([&] { system::require_can_write(path); }), path + text);
    EXPECT_EQ(message([&] { write_whole_file(path, "text"); }), path + text);
  }
  EXPECT_EQ(message([] { system::require_can_write("/proc/a"); }),
            message([] { write_whole_file("/proc/a", ""); }));
  EXPECT_EQ(get("plain"), "");
}

TEST_F(WholeFileTest, WritesDevicesAndDescriptorsDirectly) {
  EXPECT_THAT(message([] { write_whole_file("/dev/full", "text"); }), HasSubstr("No space left on device"));
  write_whole_file("/dev/null", "text");
  const int descriptor = ::open(file("a").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(::write(descriptor, "before ", 7), 7);
  write_whole_file("/dev/fd/" + std::to_string(descriptor), "after");
  ::close(descriptor);
  EXPECT_EQ(get("a"), "before after") << "at the place where the descriptor is";
}

}  // namespace
}  // namespace catena::test
