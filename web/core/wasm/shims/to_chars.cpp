// SPDX-License-Identifier: Apache-2.0
// std::to_chars for double, shortest digits, by fmt, which is linked anyway: that of libc++ brings tables of 110 kB.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

_LIBCPP_BEGIN_NAMESPACE_STD

// Written by Json, which asks for scientific notation and finite numbers: 1.25e-05, 3e+00.
to_chars_result to_chars(char* first, char* last, double value, chars_format format) {
  if (format != chars_format::scientific || !std::isfinite(value)) std::abort();
  char text[32];
  char* end = text;
  if (std::signbit(value)) *end++ = '-';
  fmt::detail::dragonbox::decimal_fp<double> decimal = {0, 0};
  if (value != 0) decimal = fmt::detail::dragonbox::to_decimal(std::fabs(value));
  const fmt::format_int digits(decimal.significand);
  *end++ = digits.data()[0];
  if (digits.size() > 1) {
    *end++ = '.';
    end = std::copy(digits.data() + 1, digits.data() + digits.size(), end);
  }
  int exponent = decimal.exponent + static_cast<int>(digits.size()) - 1;
  *end++ = 'e';
  *end++ = exponent < 0 ? '-' : '+';
  exponent = std::abs(exponent);
  if (exponent >= 100) *end++ = static_cast<char>('0' + exponent / 100);
  *end++ = static_cast<char>('0' + exponent / 10 % 10);
  *end++ = static_cast<char>('0' + exponent % 10);
  if (end - text > last - first) return {last, errc::value_too_large};
  return {std::copy(text, end, first), errc{}};
}

// toml++ names these where it prints tables, which nobody asks for.
to_chars_result to_chars(char*, char* last, double) { return {last, errc::value_too_large}; }
to_chars_result to_chars(char*, char* last, double, chars_format, int) {
  return {last, errc::value_too_large};
}
to_chars_result to_chars(char*, char* last, float) { return {last, errc::value_too_large}; }
to_chars_result to_chars(char*, char* last, float, chars_format) { return {last, errc::value_too_large}; }
to_chars_result to_chars(char*, char* last, float, chars_format, int) {
  return {last, errc::value_too_large};
}

_LIBCPP_END_NAMESPACE_STD
