// SPDX-License-Identifier: Apache-2.0
#include "io/read_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "catena/core/error.hpp"
#include "catena/system/files_read.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const char* path, int flags) : number_(::open(path, flags)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string read_regular_text(const std::filesystem::path& path, const std::string& problem) {
  const auto fail = [&](const std::string& why) {
    return Error(ErrorKind::io, path.string(), problem).given(why);
  };
  const Descriptor file(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file.number() < 0) throw fail(std::strerror(errno));
  struct stat about {};
  if (::fstat(file.number(), &about) != 0) throw fail(std::strerror(errno));
  if (S_ISDIR(about.st_mode)) throw fail(std::strerror(EISDIR));
  if (!S_ISREG(about.st_mode)) throw fail("it is not a regular file");
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw fail(std::strerror(errno));
    if (got == 0) return text;
    text.append(block, 0, static_cast<std::size_t>(got));
    if (text.size() > kMostBytes) throw fail("more than 64 MB");
  }
}

std::string read_text(const std::filesystem::path& path, const std::string& need,
                      const std::function<std::string()>& hint) {
  const std::string where = path.string();
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    throw Error(ErrorKind::io, where, "this is a folder").need(need);
  const Error too_large =
      Error(ErrorKind::io, where, "the file is too large").given("more than 64 MB").need("64 MB or less");
  if (const auto size = std::filesystem::file_size(path, unknown); !unknown && size > kMostBytes)
    throw too_large;
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    const int reason = errno;
    throw Error(ErrorKind::io, where, "the file cannot be opened")
        .given(reason != 0 ? std::strerror(reason) : "")
        .hint(reason == ENOENT && hint ? hint() : "");
  }
  system::note_file_read(where);
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes) throw too_large;
  }
  if (in.bad()) throw Error(ErrorKind::io, where, "the file cannot be read to its end");
  return text;
}

}  // namespace catena::io::detail
