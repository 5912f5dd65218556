// SPDX-License-Identifier: Apache-2.0
#include "system/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace catena::system::detail {
namespace {

using Word = std::uint32_t;
__extension__ typedef unsigned __int128 Wide;

// The constants of the standard: the first 32 bits of the fractions of roots of the first primes.
constexpr std::array<int, 64> kPrimes = [] {
  std::array<int, 64> primes{};
  std::size_t found = 0;
  for (int candidate = 2; found < primes.size(); ++candidate) {
    bool prime = true;
    for (std::size_t k = 0; k < found; ++k) prime = prime && candidate % primes[k] != 0;
    if (prime) primes[found++] = candidate;
  }
  return primes;
}();

// The largest x with x^power <= n 2^(32 power), without its whole part.
constexpr Word root_fraction(int n, int power) {
  const Wide limit = static_cast<Wide>(n) << (32 * power);
  std::uint64_t x = 0;
  for (int bit = 36; bit >= 0; --bit) {
    const std::uint64_t more = x | std::uint64_t{1} << bit;
    Wide value = 1;
    for (int k = 0; k < power; ++k) value *= more;
    if (value <= limit) x = more;
  }
  return static_cast<Word>(x);
}

constexpr std::array<Word, 64> kRound = [] {
  std::array<Word, 64> k{};
  for (std::size_t i = 0; i < k.size(); ++i) k[i] = root_fraction(kPrimes[i], 3);
  return k;
}();

constexpr std::array<Word, 8> kStart = [] {
  std::array<Word, 8> h{};
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = root_fraction(kPrimes[i], 2);
  return h;
}();

void add_block(const unsigned char* block, std::array<Word, 8>& h) {
  std::array<Word, 64> w{};
  for (std::size_t t = 0; t < 16; ++t)
    w[t] = Word{block[4 * t]} << 24 | Word{block[4 * t + 1]} << 16 | Word{block[4 * t + 2]} << 8 |
           Word{block[4 * t + 3]};
  for (std::size_t t = 16; t < 64; ++t) {
    const Word s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const Word s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, last] = h;
  for (std::size_t t = 0; t < 64; ++t) {
    const Word choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    const Word one =
        last + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + kRound[t] + w[t];
    const Word two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    last = g, g = f, f = e, e = d + one;
    d = c, c = b, b = a, a = one + two;
  }
  const std::array<Word, 8> sum = {a, b, c, d, e, f, g, last};
  for (std::size_t i = 0; i < h.size(); ++i) h[i] += sum[i];
}

}  // namespace

std::string sha256(std::string_view text) {
  // a one, zeros up to eight bytes before the end of a block, the length in bits
  std::string tail(text.substr(text.size() - text.size() % 64));
  tail += '\x80';
  while (tail.size() % 64 != 56) tail += '\0';
  for (int k = 7; k >= 0; --k) tail += static_cast<char>(std::uint64_t{text.size()} * 8 >> 8 * k);

  std::array<Word, 8> h = kStart;
  const auto add = [&](std::string_view blocks) {
    for (std::size_t at = 0; at + 64 <= blocks.size(); at += 64)
      add_block(reinterpret_cast<const unsigned char*>(blocks.data()) + at, h);
  };
  add(text.substr(0, text.size() - text.size() % 64));
  add(tail);

  std::string digits;
  for (const Word word : h)
    for (int k = 7; k >= 0; --k) digits += "0123456789abcdef"[word >> 4 * k & 15];
  return digits;
}

}  // namespace catena::system::detail
