// SPDX-License-Identifier: Apache-2.0
#include "io/read_text.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "catena/core/error.hpp"

namespace catena::io::detail {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

}  // namespace

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
