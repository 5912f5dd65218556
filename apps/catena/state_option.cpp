// SPDX-License-Identifier: Apache-2.0
#include "state_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "catena/core/text.hpp"

namespace catena::cli {
namespace {

// Removes an unsigned number from the front of `text`; false if there is none.
bool take_number(std::string_view& text, double& value) {
  if (text.empty() || text[0] == '-') return false;  // from_chars would accept a second sign
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return true;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// [+|-] NUMBER [deg], or [+|-] [NUMBER [*]] pi [/ NUMBER].
bool read(std::string_view text, double& value) {
  const double sign = take_word(text, "-") ? -1 : 1;
  if (sign > 0) take_word(text, "+");
  double factor = 1;
  const bool has_factor = take_number(text, factor);
  value = sign * factor;
  if (has_factor && text.empty()) return std::isfinite(value);
  if (has_factor && text == "deg") {
    value *= std::numbers::pi / 180;
    return std::isfinite(value);
  }
  if (has_factor) take_word(text, "*");
  if (!take_word(text, "pi")) return false;
  value *= std::numbers::pi;
  double divisor = 1;
  if (take_word(text, "/") && !take_number(text, divisor)) return false;
  value /= divisor;
  return text.empty() && std::isfinite(value);
}

StateLine::Numbers joints(const char* option, const std::optional<std::string>& text) {
  return text ? StateLine::Numbers{true, numbers(option, *text)} : StateLine::Numbers{};
}

std::vector<double> exactly(const char* option, const std::string& text, std::size_t count,
                            const char* need) {
  std::vector<double> values = numbers(option, text);
  if (values.size() != count)
    throw Error(ErrorKind::usage, option, "wrong number of values")
        .given(fmt::format("{}", values.size()))
        .need(need);
  return values;
}

}  // namespace

std::vector<double> numbers(const std::string& option, std::string_view text) {
  std::vector<double> out;
  std::size_t at = 0;
  const auto skip_blanks = [&] { at = std::min(text.find_first_not_of(" \t", at), text.size()); };
  skip_blanks();
  for (bool more = true; more;) {
    const std::string_view word = text.substr(at, text.find_first_of(", \t", at) - at);
    double value = 0;
    if (!read(word, value))
      throw Error(
          ErrorKind::usage, option,
          fmt::format("value {} is {}", out.size() + 1, word.empty() ? "missing" : "not a finite number"))
          .given(text::printable(word.empty() ? text : word))
          .need("numbers separated by commas, such as 0,-1.5e-3,pi/2,30deg")
          .hint(text.ends_with(".npy") ? "add --batch to read states from .npy files" : "");
    out.push_back(value);
    at += word.size();
    skip_blanks();
    more = at < text.size();
    if (more && text[at] == ',') {
      ++at;
      skip_blanks();
    }
  }
  return out;
}

bool StateOptions::given() const { return q || qd || qdd || tau || gravity || wrench; }

StateLine StateOptions::state() const {
  StateLine line;
  line.q = joints("--q", q);
  line.qd = joints("--qd", qd);
  line.qdd = joints("--qdd", qdd);
  line.tau = joints("--tau", tau);
  if (gravity) {
    const std::vector<double> g = exactly("--gravity", *gravity, 3, "3 numbers, x,y,z in the base frame");
    line.gravity = Vec3<double>{g[0], g[1], g[2]};
  }
  if (wrench) {
    const std::vector<double> w =
        exactly("--wrench", *wrench, 6, "6 numbers, mx,my,mz,fx,fy,fz in the tool frame");
    line.tip = Force<double>{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
  }
  return line;
}

}  // namespace catena::cli
