// SPDX-License-Identifier: Apache-2.0
#include "catena/system/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "catena/core/text.hpp"

namespace catena {
namespace {

void append_integer(std::string& out, auto value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// The fewest digits that read back as `value`, with a point or an exponent, so that readers take it for a real number:
// 1.0, 0.001, 1e-05, 1e+16.
void append_real(std::string& out, double value) {
  char buffer[32];
  const char* const end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const std::string_view all(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = all.find('e');
  int exponent = 0;
  std::from_chars(all.data() + e + (all[e + 1] == '+' ? 2 : 1), end, exponent);
  if (exponent < -4 || exponent >= 15) {
    out += all;
    return;
  }
  std::string digits;
  for (const char c : all.substr(0, e))
    if (c != '.' && c != '-') digits += c;
  if (std::signbit(value)) out += '-';
  const auto before = static_cast<std::size_t>(std::max(exponent + 1, 0));  // digits before the point
  if (exponent < 0) {
    (out += "0.").append(static_cast<std::size_t>(-exponent - 1), '0') += digits;
  } else if (digits.size() <= before) {
    (out += digits).append(before - digits.size(), '0') += ".0";
  } else {
    ((out += digits.substr(0, before)) += '.') += digits.substr(before);
  }
}

// The code point of a character of one to three bytes.
unsigned code_point(std::string_view c) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(c[k])); };
  if (c.size() == 1) return byte(0);
  if (c.size() == 2) return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
}

}  // namespace

Json::Json(std::nullptr_t) {}
Json::Json(double value) : kind_(std::isfinite(value) ? Kind::real : Kind::null) { number_.real = value; }
Json::Json(std::string text) : kind_(Kind::string), text_(std::move(text)) {}
Json::Json(std::string_view text) : kind_(Kind::string), text_(text) {}
Json::Json(const char* text) : kind_(Kind::string), text_(text) {}
Json::Json(Tag, bool value) : kind_(Kind::boolean) { number_.boolean = value; }
Json::Json(Tag, std::int64_t value) : kind_(Kind::integer) { number_.integer = value; }
Json::Json(Tag, std::uint64_t value) : kind_(Kind::natural) { number_.natural = value; }

Json::Json(std::initializer_list<Json> items) {
  const bool members =
      std::all_of(items.begin(), items.end(), [](const Json& item) { return item.is_pair(); });
  kind_ = members ? Kind::object : Kind::array;
  items_.reserve(items.size());
  for (const Json& item : items) {
    if (members) keys_.push_back(item.items_[0].text_);
    items_.push_back(members ? item.items_[1] : item);
  }
}

Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json Json::array(std::initializer_list<Json> items) {
  Json out;
  out.kind_ = Kind::array;
  out.items_ = items;
  return out;
}
Json Json::object() {
  Json out;
  out.kind_ = Kind::object;
  return out;
}

bool Json::is_pair() const {
  return kind_ == Kind::array && items_.size() == 2 && items_[0].kind_ == Kind::string;
}

void Json::push_back(Json item) {
  if (kind_ == Kind::null) kind_ = Kind::array;
  items_.push_back(std::move(item));
}

Json& Json::operator[](std::string_view key) {
  if (kind_ == Kind::null) kind_ = Kind::object;
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found != keys_.end()) return items_[static_cast<std::size_t>(found - keys_.begin())];
  keys_.emplace_back(key);
  return items_.emplace_back();
}

std::string Json::text(int indent) const {
  std::string out;
  append(out, indent, 0);
  return out;
}

void Json::append(std::string& out, int indent, int level) const {
  switch (kind_) {
    case Kind::null:
      out += "null";
      return;
    case Kind::boolean:
      out += number_.boolean ? "true" : "false";
      return;
    case Kind::integer:
      return append_integer(out, number_.integer);
    case Kind::natural:
      return append_integer(out, number_.natural);
    case Kind::real:
      return append_real(out, number_.real);
    case Kind::string:
      return append_json_string(out, text_);
    case Kind::array:
    case Kind::object:
      break;
  }
  const bool object = kind_ == Kind::object;
  const auto new_line = [&](int depth) {
    if (indent >= 0) (out += '\n').append(static_cast<std::size_t>(indent * depth), ' ');
  };
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i > 0) out += ',';
    new_line(level + 1);
    if (object) {
      append_json_string(out, keys_[i]);
      out += indent >= 0 ? ": " : ":";
    }
    items_[i].append(out, indent, level + 1);
  }
  if (!items_.empty()) new_line(level);
  out += object ? '}' : ']';
}

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kShort = "\b\f\n\r\t\"\\", kLetter = "bfnrt\"\\";
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text::utf8_length(text, i);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (const std::size_t k = kShort.find(text[i]); k != kShort.npos) {
      (out += '\\') += kLetter[k];
    } else if (text::control_length(text, i) > 0) {
      const unsigned code = code_point(text.substr(i, length));
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += kHex[code >> shift & 0xFu];
    } else {
      out += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  out += '"';
}

}  // namespace catena
