// SPDX-License-Identifier: Apache-2.0
#include "fd_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "catena/core/error.hpp"
#include "catena/system/files_read.hpp"
#include "interrupts.hpp"

namespace catena::cli {

FdInput::FdInput(const std::string& path)
    : where_(path), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), ours_(true), block_(kBlock) {
  const auto refuse = [&](int reason) {
    return Error(ErrorKind::io, path, "the file cannot be opened").given(std::strerror(reason));
  };
  if (fd_ < 0) throw refuse(errno);
  struct stat about;
  if (::fstat(fd_, &about) == 0 && S_ISDIR(about.st_mode)) {
    ::close(fd_);
    throw refuse(EISDIR);
  }
  system::note_file_read(fd_, path);
}

FdInput::FdInput(int fd, std::string where) : where_(std::move(where)), fd_(fd), block_(kBlock) {
  system::note_file_read(fd_, where_);
}

FdInput::~FdInput() {
  if (ours_) ::close(fd_);
}

// Signals are blocked between the test and ppoll, so that no interrupt is missed.
void FdInput::wait() const {
  const HoldInterrupts hold;
  if (RememberInterrupts::which() != 0) throw Stopped{};
  pollfd source = {fd_, POLLIN, 0};
  ::ppoll(&source, 1, nullptr, &hold.before());
  if (RememberInterrupts::which() != 0) throw Stopped{};
}

FdInput::int_type FdInput::underflow() {
  ssize_t got;
  do {
    wait();
    got = ::read(fd_, block_.data(), block_.size());
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (got < 0) throw Error(ErrorKind::io, where_, "cannot read").given(std::strerror(errno));
  setg(block_.data(), block_.data(), block_.data() + got);
  return got == 0 ? traits_type::eof() : traits_type::to_int_type(block_[0]);
}

}  // namespace catena::cli
