// SPDX-License-Identifier: Apache-2.0
// A stream buffer on a file descriptor, which stops waiting for input when an interrupt arrives.
#pragma once

#include <streambuf>
#include <string>
#include <vector>

namespace catena::cli {

// Thrown instead of waiting or reading once RememberInterrupts has seen an interrupt.
struct Stopped {};

class FdInput : public std::streambuf {
 public:
  explicit FdInput(const std::string& path);  // throws Error if it cannot be opened
  FdInput(int fd, std::string where);
  ~FdInput() override;
  FdInput(const FdInput&) = delete;
  FdInput& operator=(const FdInput&) = delete;

  int fd() const { return fd_; }

 protected:
  int_type underflow() override;

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  void wait() const;

  std::string where_;
  int fd_;
  bool ours_ = false;
  std::vector<char> block_;
};

}  // namespace catena::cli
