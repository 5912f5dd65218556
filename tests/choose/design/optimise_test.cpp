// SPDX-License-Identifier: Apache-2.0
// Searches whose optimum is known in closed form.
#include "catena/choose/design/optimise.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <thread>

#include "catena/core/error.hpp"
#include "choose/design/design_helpers.hpp"

namespace catena::choose {
namespace {

// Three parameters: two ranges and a list between them.
Design design(const std::string& method, int evaluations, const std::string& more = "",
              const std::string& criterion = "weight") {
  return design_of(two_links(fmt::format(R"([sampling]
kind = "sobol"
points = 8
[[parameter]]
name = "upper"
set = "length"
link = 1
low = 0.1
high = 1.1
[[parameter]]
name = "radius"
set = "radius"
values = [0.02, 0.05]
[[parameter]]
name = "fore"
set = "length"
link = 2
low = 0.2
high = 0.8
[optimise]
criterion = "{}"
method = "{}"
evaluations = {}
tolerance = 1e-6
{})",
                                         criterion, method, evaluations, more)));
}

// A bowl with its bottom at upper = 0.3, fore = 0.6.
Evaluation bowl(const std::vector<double>& p) {
  Evaluation out;
  out.scores.resize(2);
  out.scores[0].value = p[0] + p[2];
  out.scores[1].value = (p[0] - 0.3) * (p[0] - 0.3) + (p[2] - 0.6) * (p[2] - 0.6);
  return out;
}
Evaluation call_bowl(int /*number*/, const std::vector<double>& p) { return bowl(p); }

const std::vector<double> kStart = {0.9, 0.05, 0.3};

TEST(Optimise, EveryMethodFindsTheBottom) {
  for (const auto& [method, evaluations, near] : {std::tuple("cobyla", 400, 1e-4),
                                                  {"bobyqa", 200, 1e-4},
                                                  {"crs2", 3000, 1e-3},
                                                  {"isres", 6000, 2e-2}}) {
    const Optimum found = optimise(design(method, evaluations), kStart, call_bowl);
    ASSERT_EQ(found.point.size(), 3u) << method;
    EXPECT_NEAR(found.point[0], 0.3, near) << method;
    EXPECT_NEAR(found.point[2], 0.6, near) << method;
    EXPECT_EQ(found.point[1], 0.05) << "a list keeps what it is";
    EXPECT_LE(found.evaluations, evaluations);
    EXPECT_FALSE(found.stopped);
    EXPECT_EQ(found.evaluation.scores[1].value, bowl(found.point).scores[1].value);
  }
}

// The nearest point with upper + fore <= 0.7 is (0.2, 0.5).
TEST(Optimise, AConstraintOnParametersHolds) {
  const std::string constraint = "[[constraint]]\nsum = { upper = 1, fore = 1 }\nmost = 0.7\n";
  const std::vector<double> start = {0.2, 0.05, 0.3};
  for (const auto& [method, evaluations, near] : {std::tuple("cobyla", 1000, 1e-3), {"isres", 20000, 2e-2}}) {
    const Optimum found = optimise(design(method, evaluations, constraint), start, call_bowl);
    ASSERT_EQ(found.point.size(), 3u) << method;
    EXPECT_NEAR(found.point[0], 0.2, near) << method;
    EXPECT_NEAR(found.point[2], 0.5, near) << method;
    EXPECT_LE(found.point[0] + found.point[2], 0.7) << method;
  }
}

// The same bound, on a criterion, on the length of the arm; and with `more` to be made large.
TEST(Optimise, ConstraintsOnCriteriaAndOnTheArmHold) {
  for (const char* constraint : {"[[constraint]]\ncriterion = \"reach\"\nmost = 0.7\n",
                                 "[[constraint]]\nof = \"total_length\"\nmost = 0.7\n"}) {
    const Optimum found = optimise(design("cobyla", 1000, constraint), kStart, call_bowl);
    ASSERT_EQ(found.point.size(), 3u) << constraint;
    EXPECT_NEAR(found.point[0], 0.2, 1e-3) << constraint;
    EXPECT_NEAR(found.point[2], 0.5, 1e-3) << constraint;
  }
  const Optimum far =
      optimise(design("cobyla", 1000, "[[constraint]]\ncriterion = \"weight\"\nmost = 0.02\n", "reach"),
               kStart, call_bowl);
  ASSERT_EQ(far.point.size(), 3u);
  EXPECT_NEAR(far.point[0], 0.4, 1e-3);  // on the circle of radius sqrt(0.02), 45 degrees out
  EXPECT_NEAR(far.point[2], 0.7, 1e-3);
}

TEST(Optimise, ArmsThatCannotBeArePassedBy) {
  const auto holed = [](int, const std::vector<double>& p) {
    if (p[0] > 0.5) return Evaluation{{}, "too long"};
    return bowl(p);
  };
  for (const char* method : {"cobyla", "crs2", "isres"}) {
    const Optimum found = optimise(design(method, 4000), std::vector{0.45, 0.05, 0.3}, holed);
    ASSERT_EQ(found.point.size(), 3u) << method;
    EXPECT_NEAR(found.point[0], 0.3, 5e-2) << method;
    EXPECT_NEAR(found.point[2], 0.6, 5e-2) << method;
  }
  const Optimum none = optimise(design("cobyla", 50), kStart, [](int, const std::vector<double>&) {
    return Evaluation{{}, "no arm"};
  });
  EXPECT_TRUE(none.point.empty());
  EXPECT_FALSE(none.ended.empty());
}

// A restarted search evaluates the same points, so that a store can answer the first of them.
TEST(Optimise, IsRepeatable) {
  for (const char* method : {"cobyla", "bobyqa", "crs2", "isres"}) {
    std::vector<std::vector<double>> first, second;
    const Design asked = design(method, 150);
    optimise(asked, kStart, [&](int number, const std::vector<double>& p) {
      EXPECT_EQ(number, static_cast<int>(first.size()));
      first.push_back(p);
      return bowl(p);
    });
    optimise(design("isres", 33), kStart, call_bowl);  // another search between leaves no trace
    optimise(asked, kStart, [&](int, const std::vector<double>& p) {
      second.push_back(p);
      return bowl(p);
    });
    EXPECT_EQ(first, second) << method;
    EXPECT_GT(first.size(), 10u);
  }
}

// Each thread has its own random numbers.
TEST(Optimise, SearchesInThreadsDoNotDisturbOneAnother) {
  const auto visited = [](std::vector<std::vector<double>>& out) {
    optimise(design("isres", 2000), kStart, [&](int, const std::vector<double>& p) {
      out.push_back(p);
      return bowl(p);
    });
  };
  std::vector<std::vector<double>> alone, one, two;
  visited(alone);
  std::thread first([&] { visited(one); }), second([&] { visited(two); });
  first.join();
  second.join();
  EXPECT_EQ(one, alone);
  EXPECT_EQ(two, alone);
}

TEST(Optimise, PointsStayInTheirRanges) {
  for (const char* method : {"cobyla", "bobyqa", "crs2", "isres"})
    optimise(design(method, 300), std::vector{5.0, 0.05, -3.0}, [&](int, const std::vector<double>& p) {
      EXPECT_TRUE(p[0] >= 0.1 && p[0] <= 1.1 && p[2] >= 0.2 && p[2] <= 0.8) << method;
      return bowl(p);
    });
}

TEST(Optimise, CanBeStoppedAndLetsExceptionsThrough) {
  for (const char* method : {"cobyla", "bobyqa", "crs2", "isres"}) {
    int calls = 0;
    const Optimum found = optimise(
        design(method, 300), kStart,
        [&](int, const std::vector<double>& p) {
          ++calls;
          return bowl(p);
        },
        [&] { return calls == 7; });
    EXPECT_TRUE(found.stopped) << method;
    EXPECT_EQ(found.evaluations, 7) << method;
    EXPECT_EQ(found.ended, "stopped");
    EXPECT_EQ(found.point.size(), 3u);
    EXPECT_THROW(optimise(design(method, 300), kStart,
                          [](int number, const std::vector<double>& p) {
                            if (number == 5) throw std::runtime_error("the store is full");
                            return bowl(p);
                          }),
                 std::runtime_error)
        << method;
  }
}

TEST(Optimise, RefusesWhatItCannotDo) {
  const Design none = design_of(two_links(
      "[sampling]\nkind = \"grid\"\n[[parameter]]\nname = \"r\"\nset = \"radius\"\nvalues = [0.1]\n"));
  EXPECT_THROW(optimise(none, std::vector{0.1}, call_bowl), Error);
  EXPECT_THROW(optimise(design("cobyla", 10), std::vector{0.1}, call_bowl), Error);
}

}  // namespace
}  // namespace catena::choose
