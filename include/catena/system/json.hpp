// SPDX-License-Identifier: Apache-2.0
// A JSON value for output: what --json prints and what reports contain.
//
//   Json arm = {{"name", "puma560"}, {"joints", 6}, {"limits", {-2.8, 2.8}}};
//   arm["sources"].push_back("Corke 1996");
//   std::string text = arm.text();
//
// A list in braces is an object if each of its items is a pair in braces that begins with a string, otherwise an array.
// docs/decisions/0009-json.md says why this is not the library that reads JSON.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace catena {

class Json {
 public:
  Json(std::nullptr_t = nullptr);
  Json(double value);  // null if it is not finite
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  Json(std::initializer_list<Json> items);
  template <std::same_as<bool> B>
  Json(B value) : Json(Tag{}, value) {}
  template <std::integral I>
  requires(!std::same_as<I, bool>) Json(I value) : Json(Tag{}, static_cast<Number<I>>(value)) {}
  template <std::ranges::input_range R>
  requires(!std::convertible_to<R, std::string_view> && !std::same_as<std::remove_cvref_t<R>, Json>)
      Json(const R& items)
      : Json(array()) {
    for (const auto& item : items) push_back(Json(item));
  }

  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  static Json array(std::initializer_list<Json> items = {});
  static Json object();

  // Appends to an array, or to null, which becomes an array.
  void push_back(Json item);
  Json& back() { return items_.back(); }
  const std::vector<Json>& items() const { return items_; }

  // The member of an object, or of null, which becomes one; null if it was not there. Members keep their order.
  Json& operator[](std::string_view key);

  std::size_t size() const { return items_.size(); }  // of an array or object; else 0
  bool empty() const { return is_null() || (is_list() && items_.empty()); }
  bool is_null() const { return kind_ == Kind::null; }

  // `indent` blanks for each level and a line for each item; negative: all in one line without blanks. Bytes that are not
  // UTF-8, as in the name of a file, are replaced by U+FFFD.
  std::string text(int indent = -1) const;

 private:
  enum class Kind : std::uint8_t { null, boolean, integer, natural, real, string, array, object };
  struct Tag {};
  template <class I>
  using Number = std::conditional_t<std::signed_integral<I>, std::int64_t, std::uint64_t>;
  Json(Tag, bool value);
  Json(Tag, std::int64_t value);
  Json(Tag, std::uint64_t value);

  bool is_list() const { return kind_ == Kind::array || kind_ == Kind::object; }
  bool is_pair() const;  // of a key and a value, as in {"key", value}
  void append(std::string& out, int indent, int level) const;

  Kind kind_ = Kind::null;
  union {
    bool boolean;
    std::int64_t integer;
    std::uint64_t natural;
    double real;
  } number_ = {};
  std::string text_;
  std::vector<std::string> keys_;  // of an object, one for each item
  std::vector<Json> items_;
};

// Appends the text between quotation marks, with those characters escaped that JSON does not allow there or that would
// control a terminal.
void append_json_string(std::string& out, std::string_view text);

}  // namespace catena
