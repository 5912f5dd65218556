// SPDX-License-Identifier: Apache-2.0
#include "io/npy_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace catena::io::detail {
namespace {

template <class T>
T loaded(const char* raw, bool swap) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, raw, sizeof(T));
  if (swap) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T>
void widen_from(const NpyHead& head, const char* raw, std::size_t count, std::size_t stride, double* to,
                const std::string& where) {
  const bool swap = sizeof(T) > 1 && head.big_endian != (std::endian::native == std::endian::big);
  for (std::size_t k = 0; k < count; ++k) {
    const T value = loaded<T>(raw + k * sizeof(T), swap);
    const double wide = static_cast<double>(value);
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      // The largest integers may round to 2^63 or 2^64, which do not convert back.
      const double end = std::is_signed_v<T> ? 0x1p63 : 0x1p64;
      if (wide >= end || static_cast<T>(wide) != value)
        throw Error(ErrorKind::io, where, "an integer is too large for a double")
            .given(fmt::format("{}", value))
            .need("integers up to 2^53");
    }
    to[k * stride] = wide;
  }
}

}  // namespace

void widen(const NpyHead& head, const char* raw, std::size_t count, std::size_t stride, double* to,
           const std::string& where) {
  const auto as = [&](auto sample) { widen_from<decltype(sample)>(head, raw, count, stride, to, where); };
  if (head.kind == 'f') return head.item == 8 ? as(double{}) : as(float{});
  const bool sign = head.kind == 'i';
  switch (head.item) {
    case 1:
      return sign ? as(std::int8_t{}) : as(std::uint8_t{});
    case 2:
      return sign ? as(std::int16_t{}) : as(std::uint16_t{});
    case 4:
      return sign ? as(std::int32_t{}) : as(std::uint32_t{});
    default:
      return sign ? as(std::int64_t{}) : as(std::uint64_t{});
  }
}

void narrow(std::span<const double> values, char* to) {
  if constexpr (std::endian::native == std::endian::little) {
    if (!values.empty()) std::memcpy(to, values.data(), 8 * values.size());
  } else {
    for (const double value : values) {
      const double swapped = loaded<double>(reinterpret_cast<const char*>(&value), true);
      std::memcpy(to, &swapped, 8);
      to += 8;
    }
  }
}

std::vector<std::size_t> column_places(std::span<const std::size_t> shape) {
  const std::span<const std::size_t> inner = shape.subspan(1);
  std::size_t row = 1;
  for (const std::size_t size : inner) row *= size;
  std::vector<std::size_t> places(row), index(inner.size(), 0), stride(inner.size(), 1);
  for (std::size_t k = inner.size(); k-- > 1;) stride[k - 1] = stride[k] * inner[k];
  for (std::size_t& place : places) {
    place = 0;
    for (std::size_t k = 0; k < inner.size(); ++k) place += index[k] * stride[k];
    for (std::size_t k = 0; k < inner.size() && ++index[k] == inner[k]; ++k) index[k] = 0;
  }
  return places;
}

}  // namespace catena::io::detail
