// SPDX-License-Identifier: Apache-2.0
#include "report/base64.hpp"

#include <bit>
#include <cstdint>

namespace catena::report::detail {

namespace {

// `Word` has the size of a number.
template <class Word, class Number>
std::string encoded(std::span<const Number> values) {
  constexpr std::size_t kSize = sizeof(Word);
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t bytes = kSize * values.size();
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < bytes ? (std::bit_cast<Word>(values[i / kSize]) >> (8 * (i % kSize))) & 0xFF : 0;
  };
  std::string out;
  out.reserve((bytes + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes; i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    out += kDigits[three >> 18];
    out += kDigits[three >> 12 & 63];
    out += i + 1 < bytes ? kDigits[three >> 6 & 63] : '=';
    out += i + 2 < bytes ? kDigits[three & 63] : '=';
  }
  return out;
}

}  // namespace

std::string base64(std::span<const double> values) { return encoded<std::uint64_t>(values); }
std::string base64(std::span<const float> values) { return encoded<std::uint32_t>(values); }

}  // namespace catena::report::detail
