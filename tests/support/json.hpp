// SPDX-License-Identifier: Apache-2.0
// JSON for tests to read and compare. The library behind it is compiled once: it takes seconds in every file.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace catena::test {

class Json {
 public:
  static Json parse(const std::string& text);  // throws where the text is not JSON

  Json(std::nullptr_t);
  Json(bool value);
  Json(int value);
  Json(std::size_t value);
  Json(double value);
  Json(const char* text);
  Json(const std::string& text);
  Json(const std::vector<double>& numbers);

  // These throw for what is not there.
  Json operator[](const std::string& key) const;
  Json operator[](const char* key) const { return (*this)[std::string(key)]; }
  Json operator[](std::size_t i) const;
  Json operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

  bool is_null() const;
  bool contains(const std::string& key) const;
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  std::vector<std::string> keys() const;
  std::vector<Json> elements() const;

  // These throw for another type.
  double number() const;
  long integer() const;
  std::string text() const;
  std::vector<double> numbers() const;  // of an array of any depth, row by row

  std::string dump() const;

  friend bool operator==(const Json& a, const Json& b);
  friend bool operator<(const Json& a, const Json& b);
  friend bool operator<=(const Json& a, const Json& b);
  friend std::ostream& operator<<(std::ostream& out, const Json& json);

 private:
  using Value = std::shared_ptr<const nlohmann::json>;
  explicit Json(Value value) : value_(std::move(value)) {}
  Value value_;
};

// One value on each line.
std::vector<Json> json_lines(const std::string& text);

}  // namespace catena::test
