// SPDX-License-Identifier: Apache-2.0
// Numbers, matrices and quantities as JSON text.
#include "catena/io/json_write.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

#include "support/arms.hpp"

namespace catena::test {
namespace {

TEST(JsonWrite, GivesNumbersThatReadBackTheSame) {
  Random random(5);
  std::vector<double> numbers = {
      0, -0.0, 1, -2.2250738585072014e-308, std::numeric_limits<double>::max(), 5e-324, 0.1};
  for (int k = 0; k < 100; ++k) numbers.push_back(random(-1, 1) * std::exp2(random(-1000, 1000)));
  for (const double number : numbers) {
    std::string text = "x";
    append_json(text, number);
    EXPECT_EQ(std::strtod(text.c_str() + 1, nullptr), number);
  }
}

TEST(JsonWrite, GivesMatricesByRows) {
  const std::vector<double> columns = {1, 2, 3, 4, 5, 6};
  std::string text, row, one;
  append_json_matrix(text, columns, 2);
  EXPECT_EQ(text, "[[1, 3, 5], [2, 4, 6]]");
  append_json(row, std::span<const double>(columns));
  EXPECT_EQ(row, "[1, 2, 3, 4, 5, 6]");
  append_json(one, std::string_view("a\"b"));
  EXPECT_EQ(one, "\"a\\\"b\"");
}

TEST(JsonWrite, GivesQuantitiesByTheirNamesAndShapes) {
  const auto text = [](Quantity quantity, int dof) {
    std::vector<double> values(static_cast<std::size_t>(size_of(quantity, dof)));
    std::iota(values.begin(), values.end(), 1.0);
    std::string out;
    append_json(out, quantity, dof, values);
    return out;
  };
  EXPECT_EQ(text(Quantity::id, 3), "\"id\": [1, 2, 3]");
  EXPECT_EQ(text(Quantity::inertia, 2), "\"inertia\": [[1, 3], [2, 4]]");
  EXPECT_EQ(text(Quantity::manipulability, 2), "\"manipulability\": 1");
  EXPECT_EQ(text(Quantity::christoffel, 2),
            "\"christoffel\": [[[1, 5], [3, 7]], [[2, 6], [4, 8]]]");  // [i][j][k]
  EXPECT_EQ(text(Quantity::udut, 2), "\"U\": [[1, 3], [2, 4]], \"d\": [5, 6]");
}

}  // namespace
}  // namespace catena::test
