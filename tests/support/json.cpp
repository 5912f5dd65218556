// SPDX-License-Identifier: Apache-2.0
#include "support/json.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

namespace catena::test {
namespace {

using nlohmann::json;

void flatten(const json& value, std::vector<double>& out) {
  if (value.is_array())
    for (const json& element : value) flatten(element, out);
  else
    out.push_back(value.get<double>());
}

}  // namespace

Json Json::parse(const std::string& text) { return Json(std::make_shared<const json>(json::parse(text))); }

Json::Json(std::nullptr_t) : value_(std::make_shared<const json>(nullptr)) {}
Json::Json(bool value) : value_(std::make_shared<const json>(value)) {}
Json::Json(int value) : value_(std::make_shared<const json>(value)) {}
Json::Json(std::size_t value) : value_(std::make_shared<const json>(value)) {}
Json::Json(double value) : value_(std::make_shared<const json>(value)) {}
Json::Json(const char* text) : value_(std::make_shared<const json>(text)) {}
Json::Json(const std::string& text) : value_(std::make_shared<const json>(text)) {}
Json::Json(const std::vector<double>& numbers) : value_(std::make_shared<const json>(numbers)) {}

// A part keeps the whole alive.
Json Json::operator[](const std::string& key) const { return Json(Value(value_, &value_->at(key))); }
Json Json::operator[](std::size_t i) const { return Json(Value(value_, &value_->at(i))); }

bool Json::is_null() const { return value_->is_null(); }
bool Json::contains(const std::string& key) const { return value_->contains(key); }
std::size_t Json::size() const { return value_->size(); }

std::vector<std::string> Json::keys() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : value_->items()) all.push_back(key);
  return all;
}

std::vector<Json> Json::elements() const {
  std::vector<Json> all;
  for (const json& element : *value_) all.push_back(Json(Value(value_, &element)));
  return all;
}

double Json::number() const { return value_->get<double>(); }
long Json::integer() const { return value_->get<long>(); }
std::string Json::text() const { return value_->get<std::string>(); }
std::vector<double> Json::numbers() const {
  std::vector<double> out;
  flatten(*value_, out);
  return out;
}

std::string Json::dump() const { return value_->dump(); }

bool operator==(const Json& a, const Json& b) { return *a.value_ == *b.value_; }
bool operator<(const Json& a, const Json& b) { return *a.value_ < *b.value_; }
bool operator<=(const Json& a, const Json& b) { return *a.value_ <= *b.value_; }
std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(Json::parse(line));
  return all;
}

}  // namespace catena::test
