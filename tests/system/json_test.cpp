// SPDX-License-Identifier: Apache-2.0
// The JSON that is written, against the library that reads it.
#include "catena/system/json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

namespace catena {
namespace {

std::string library_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class J>
J sample() {
  J out = {{"name", "arm \"7\"\n\t\x01 µ"},
           {"joints", 7},
           {"none", nullptr},
           {"yes", true},
           {"limits", {-2.5, 2.5}},
           {"empty", J::array()},
           {"nothing", J::object()},
           {"list", {{"a", 1}, {"b", {1, 2}}}}};
  out["pairs"].push_back({"a", "b"});  // an array of one item, which is a pair: an object
  out["pairs"].push_back(1);
  out["deep"]["er"] = std::vector<std::string>{"x", "y"};
  out["words"] = std::string("z");
  out["joints"] = 8u;
  out["array"] = std::array<double, 3>{1, 0.1, 1e300};
  return out;
}

TEST(JsonText, IsThatOfTheLibraryForEveryKindOfValue) {
  for (const int indent : {-1, 0, 2})
    EXPECT_EQ(sample<Json>().text(indent), library_text(sample<nlohmann::ordered_json>(), indent));
}

TEST(JsonText, HasNumbersThatReadBackBitForBit) {
  std::mt19937_64 random(1);
  const auto expect_back = [](double value) {
    const std::string text = Json(value).text();
    const auto back = nlohmann::json::parse(text);
    ASSERT_TRUE(back.is_number_float()) << text;
    EXPECT_EQ(back.get<double>(), value) << text;
    EXPECT_EQ(std::signbit(back.get<double>()), std::signbit(value)) << text;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) expect_back(value);
    expect_back(std::ldexp(1.0 + static_cast<double>(random() % 1000) / 1000, i % 120 - 60));
  }
  for (const double value : {0.0, -0.0, 5e-324, 1.7976931348623157e308}) expect_back(value);
}

TEST(JsonText, WritesSimpleNumbersAsTheLibraryDoes) {
  for (const double value : {0.0, -0.0, 1.0, -12.0, 0.1, 1e-4, 1.5e-4, 1e-5, 9.99e-5, 123456.789, 1e14, 1e15,
                             1e16, 123456789012345.0, 1234567890123456.0, -2.5e-300})
    EXPECT_EQ(Json(value).text(), library_text(value, -1));
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808");
}

TEST(JsonText, HasNullForNumbersThatAreNotFinite) {
  EXPECT_EQ(Json({std::nan(""), HUGE_VAL, -HUGE_VAL, 1.0}).text(), "[null,null,null,1.0]");
}

TEST(JsonText, EscapesWhatWouldControlATerminal) {
  EXPECT_EQ(Json("a\x1b[2J\x7f\xC2\x85\xE2\x80\xAE").text(), "\"a\\u001b[2J\\u007f\\u0085\\u202e\"");
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  const std::string text = Json(std::string("a\xFFz\xC3")).text();
  EXPECT_EQ(text, "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
}

TEST(JsonText, ReadsBackAsTheSameText) {
  for (int c = 1; c < 0x110000; c = c < 0x300 ? c + 1 : c * 2 + 1) {
    std::string text;  // the character as UTF-8, by the reader
    text = nlohmann::json::parse(c < 0x10000 && (c < 0xD800 || c > 0xDFFF) ? fmt::format("\"\\u{:04x}\"", c)
                                                                           : "\"\"");
    EXPECT_EQ(nlohmann::json::parse(Json(text).text()).get<std::string>(), text) << c;
  }
}

}  // namespace
}  // namespace catena
