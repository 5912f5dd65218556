// SPDX-License-Identifier: Apache-2.0
// The zip format (PKWARE's application note): for each member a local header and its bytes, then the directory.
#include "io/npz.hpp"

#include <array>
#include <cstdint>
#include <string_view>

#include "catena/core/error.hpp"

namespace catena::io::detail {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint16_t kVersion = 20, kDate = 0x0021;  // 1 January 1980: the same run gives the same bytes

// CRC-32 of IEEE 802.3, bit by bit into a table, byte by byte over the text.
std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1u) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      t[i] = c;
    }
    return t;
  }();
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xFFu] ^ (crc >> 8);
  return ~crc;
}

void put16(std::string& out, std::uint32_t value) {
  for (int k = 0; k < 2; ++k) out += static_cast<char>(value >> (8 * k) & 0xFFu);
}
void put32(std::string& out, std::uint32_t value) {
  for (int k = 0; k < 4; ++k) out += static_cast<char>(value >> (8 * k) & 0xFFu);
}

// The fields that both headers share, from the version on.
void put_member(std::string& out, std::uint32_t crc, std::uint32_t size, std::size_t name) {
  put16(out, kVersion);
  put16(out, 0);  // flags
  put16(out, 0);  // stored
  put16(out, 0);  // time
  put16(out, kDate);
  put32(out, crc);
  put32(out, size);
  put32(out, size);
  put16(out, static_cast<std::uint32_t>(name));
  put16(out, 0);  // extra
}

}  // namespace

std::string npz(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out, directory;
  for (const auto& [stem, bytes] : members) {
    const std::string name = stem + ".npy";
    if (out.size() + bytes.size() + 4096 > 0xFFFFFFFFu)
      throw Error(ErrorKind::io, "npz", "too much data for one .npz archive")
          .need("less than 4 GB")
          .hint("keep fewer samples, or write .csv or .jsonl");
    const auto offset = static_cast<std::uint32_t>(out.size());
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const std::uint32_t crc = crc32(bytes);
    put32(out, kLocal);
    put_member(out, crc, size, name.size());
    out += name;
    out += bytes;
    put32(directory, kCentral);
    put16(directory, kVersion);  // made by
    put_member(directory, crc, size, name.size());
    put16(directory, 0);  // comment
    put16(directory, 0);  // disk
    put16(directory, 0);  // internal attributes
    put32(directory, 0);  // external attributes
    put32(directory, offset);
    directory += name;
  }
  const auto begin = static_cast<std::uint32_t>(out.size());
  out += directory;
  put32(out, kEnd);
  put16(out, 0);  // this disk
  put16(out, 0);  // the directory's disk
  put16(out, static_cast<std::uint32_t>(members.size()));
  put16(out, static_cast<std::uint32_t>(members.size()));
  put32(out, static_cast<std::uint32_t>(directory.size()));
  put32(out, begin);
  put16(out, 0);  // comment
  return out;
}

}  // namespace catena::io::detail
