// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/error.hpp"

namespace catena::codegen::detail {

std::string c_literal(double value, CReal real) {
  std::string digits;
  if (real == CReal::binary32) {
    const auto narrow = static_cast<float>(value);
    if (!std::isfinite(narrow))
      throw Error(ErrorKind::numerical, "--real float", "a constant of the program is too large")
          .given(fmt::format("{}", value))
          .hint("use --real double");
    digits = fmt::format("{}", narrow);
  } else {
    digits = fmt::format("{}", value);
  }
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return real == CReal::binary32 ? digits + "f" : digits;
}

std::string sum_of(std::span<const std::string> terms) {
  if (terms.size() == 1) return terms.front();
  const std::size_t half = terms.size() / 2;
  return fmt::format("({} + {})", sum_of(terms.first(half)), sum_of(terms.subspan(half)));
}

std::string wrapped(std::string line) {
  std::string all;
  while (line.size() > kCodeWidth) {
    const std::size_t plus = line.rfind(" + ", kCodeWidth - 3), minus = line.rfind(" - ", kCodeWidth - 3);
    const std::size_t at =
        std::max(plus == std::string::npos ? 0 : plus, minus == std::string::npos ? 0 : minus);
    if (at < 20) break;  // only the indentation is left
    all += line.substr(0, at) + '\n';
    line = "     " + line.substr(at);
  }
  return all + line + '\n';
}

}  // namespace catena::codegen::detail
