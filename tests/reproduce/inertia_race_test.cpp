// SPDX-License-Identifier: Apache-2.0
// Figures 4 and 5 of paper 000: the random arms, the race, and its drawings.
#include "catena/reproduce/inertia_race.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "catena/core/algo/crba.hpp"
#include "reproduce/scalar_race.hpp"
#include "reproduce/vector_race.hpp"

namespace catena::test {
namespace {

RaceOptions quick() {
  RaceOptions options;
  options.joints = {2, 5, 9};
  options.arms = 3;
  options.samples = 5;
  options.window = 1e-5;
  return options;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(InertiaRace, TakesArmsAsSection4OfThePaperSays) {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const Chain<double> arm = random_arm_of_000(7, seed);
    ASSERT_EQ(arm.dof(), 7);
    for (int i = 0; i < 7; ++i) {
      EXPECT_TRUE(arm.link(i).revolute());
      EXPECT_GE(arm.link(i).body.m, 1);
      EXPECT_LE(arm.link(i).body.m, 10);
    }
    const Chain<double> again = random_arm_of_000(7, seed), other = random_arm_of_000(7, seed + 1);
    EXPECT_EQ(arm.link(3).body.m, again.link(3).body.m);
    EXPECT_NE(arm.link(3).body.m, other.link(3).body.m);
  }
}

TEST(InertiaRace, MeasuresTimesInOrder) {
  int calls = 0;
  const std::vector<RaceLap> laps = inertia_race(quick(), [&](const Advance& to) {
    EXPECT_EQ(to.done, ++calls);
    EXPECT_EQ(to.of, 3);
    return true;
  });
  ASSERT_EQ(laps.size(), 3u);
  EXPECT_EQ(calls, 3);
  for (const RaceLap& lap : laps) {
    for (const Quartiles& q :
         {lap.crba, lap.gdahj, lap.gdahj_with_kinematics, lap.ratio, lap.ratio_with_kinematics,
          lap.scalar_sums, lap.scalar_sums_with_kinematics, lap.scalar_sums_ratio,
          lap.scalar_sums_ratio_with_kinematics, lap.vector_crba, lap.vector_gdahj, lap.vector_sums,
          lap.vector_ratio, lap.sums_ratio, lap.vector_gdahj_from_poses, lap.vector_sums_from_poses,
          lap.vector_ratio_from_poses, lap.sums_ratio_from_poses}) {
      EXPECT_GT(q.lower, 0);
      EXPECT_LE(q.lower, q.median);
      EXPECT_LE(q.median, q.upper);
    }
    EXPECT_TRUE(lap.arm_runs == "crba" || lap.arm_runs == "gdahj_sums") << lap.arm_runs;
  }
}

TEST(InertiaRace, StopsWhenAskedAndKeepsWhatIsRun) {
  const std::vector<RaceLap> laps = inertia_race(quick(), [](const Advance& to) { return to.done < 2; });
  ASSERT_EQ(laps.size(), 2u);
  EXPECT_EQ(laps.back().n, 5);
}

RaceLap made_up(int n, double ratio) {
  RaceLap lap{};
  lap.n = n, lap.arm_runs = "crba";
  lap.crba = lap.vector_crba = {2e-6, 1e-6, 3e-6};
  lap.gdahj = lap.vector_gdahj = {1e-6, 0.5e-6, 2e-6};
  lap.gdahj_with_kinematics = lap.vector_sums = {1.5e-6, 1e-6, 2e-6};
  lap.ratio = lap.sums_ratio = {ratio, ratio, ratio};
  lap.ratio_with_kinematics = lap.vector_ratio = {1, 1, 1};
  lap.scalar_sums = {1.1e-6, 1e-6, 1.2e-6}, lap.scalar_sums_with_kinematics = {1.3e-6, 1.2e-6, 1.4e-6};
  lap.scalar_sums_ratio = {1.7, 1.6, 1.8}, lap.scalar_sums_ratio_with_kinematics = {1.4, 1.3, 1.5};
  lap.vector_gdahj_from_poses = {0.8e-6, 0.7e-6, 0.9e-6},
  lap.vector_sums_from_poses = {0.5e-6, 0.4e-6, 0.6e-6};
  lap.vector_ratio_from_poses = {2.5, 2, 3}, lap.sums_ratio_from_poses = {4, 3, 5};
  return lap;
}

// The scalar code is another instantiation of the same templates.
TEST(InertiaRace, RacesScalarCodeThatGivesTheMatrix) {
  const Chain<double> arm = random_arm_of_000(9, 3);
  const std::vector<double> q = {0.1, -0.2, 0.3, 1.1, -2.2, 0.7, 0.4, -1.5, 2.9};
  const Posture<double> x = posture<double>(arm, q);
  MatX<double> want(9, 9);
  crba(arm, x, want.view());
  for (const auto run :
       {&reproduce::detail::ScalarRace::crba, &reproduce::detail::ScalarRace::gdahj,
        &reproduce::detail::ScalarRace::gdahj_from_poses, &reproduce::detail::ScalarRace::sums,
        &reproduce::detail::ScalarRace::sums_from_poses}) {
    reproduce::detail::ScalarRace race(arm, x);  // of nothing that another run left
    (race.*run)();
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j) EXPECT_NEAR(race.element(i, j), want(i, j), 1e-12 * want(0, 0));
  }
}

// So is the vector code that starts from known poses.
TEST(InertiaRace, RacesVectorCodeFromKnownPosesThatGivesTheMatrix) {
  const Chain<double> arm = random_arm_of_000(11, 5);
  std::vector<double> q;
  for (int i = 0; i < 11; ++i) q.push_back(0.4 * i - 1.7);
  const Posture<double> x = posture<double>(arm, q);
  MatX<double> want(11, 11);
  crba(arm, x, want.view());
  for (const auto run : {&reproduce::detail::FromPoses::gdahj, &reproduce::detail::FromPoses::sums}) {
    reproduce::detail::FromPoses race(arm, x);
    (race.*run)();
    for (int i = 0; i < 11; ++i)
      for (int j = 0; j < 11; ++j) EXPECT_NEAR(race.element(i, j), want(i, j), 1e-12 * want(0, 0));
  }
}

TEST(InertiaRace, HasErrorsOfRoundingAndSeesTheTip) {
  RaceOptions options = quick();
  options.error_joints = {2, 30};
  options.stretched_joints = {500};
  const std::vector<RaceErrors> errors = inertia_errors(options);
  ASSERT_EQ(errors.size(), 3u);
  for (const RaceErrors& e : errors)
    for (const RaceErrors::Of& of : {e.crba, e.gdahj, e.sums}) {
      EXPECT_LT(of.eq_32, 3e-16 * e.n * e.n * (e.n + 4));  // n² elements, each with the rounding of n terms
      EXPECT_LE(of.tip, of.element);
      EXPECT_LE(of.base, of.element);
      EXPECT_LT(of.element, 1e-9);
    }
  // sums about the base lose digits at the tip of a long arm, composite bodies in link frames do not
  EXPECT_LT(errors[2].crba.tip, 1e-15);
  EXPECT_TRUE(errors[2].stretched);
  EXPECT_GT(errors[2].sums.tip,
            10 * errors[2].gdahj.tip);  // rounding errors: 98 times by clang, about a thousand by gcc
}

// As many random arms as asked for up to 100 joints, and one beyond; each of them has errors.
TEST(InertiaRace, TakesTheErrorsOfAsManyArmsAsAskedFor) {
  RaceOptions options = quick();
  options.error_joints = {30, 100, 101};
  options.stretched_joints = {};
  for (const int arms : {0, 1, 3}) {
    options.arms = arms;
    for (const RaceErrors& e : inertia_errors(options))
      for (const RaceErrors::Of& of : {e.crba, e.gdahj, e.sums})
        EXPECT_EQ(of.eq_32 > 1e-17 * e.n * e.n, arms > 0 || e.n > 100)
            << arms << " arms of " << e.n << " joints";
  }
}

// docs/reproduction.md has the errors of one machine. On another, with other vector instructions, roundings differ, but not by
// an order of magnitude; below 2e-15 anything may be.
TEST(InertiaRace, HasTheErrorsThatTheDocumentationShows) {
  std::ifstream in(CATENA_SOURCE_DIR "/docs/reproduction.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const std::size_t at = page.find("\nErrors against composite bodies in long double.");
  ASSERT_NE(at, std::string::npos);
  const std::string section = page.substr(at, page.find("\n## ", at) - at);
  const auto cells_of = [&](int n, bool stretched) {
    const std::string head =
        "\n| " + std::to_string(n) + " | " + (stretched ? "planar, in a line" : "random") + " |";
    const std::size_t row = section.find(head);
    EXPECT_NE(row, std::string::npos) << head;
    std::istringstream line(
        section.substr(row + head.size(), section.find('\n', row + 1) - row - head.size()));
    std::vector<double> cells;
    for (std::string cell; std::getline(line, cell, '|');) cells.push_back(std::stod(cell));
    return cells;
  };
  const std::vector<RaceErrors> errors = inertia_errors();
  EXPECT_EQ(errors.size(), count(section, " | random |") + count(section, " | planar, in a line |"));
  for (const RaceErrors& e : errors) {
    std::vector<double> measured;
    for (const RaceErrors::Of& of : {e.crba, e.gdahj, e.sums})
      for (const double x : {of.eq_32, of.element, of.base, of.tip}) measured.push_back(x);
    const std::vector<double> shown = cells_of(e.n, e.stretched);
    ASSERT_EQ(shown.size(), measured.size()) << e.n;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const double a = std::max(shown[k], 2e-15), b = std::max(measured[k], 2e-15);
      const std::string where = fmt::format("n = {}, column {}", e.n, k);
      EXPECT_LE(b, 10 * a) << where << ": " << shown[k] << ", measured " << measured[k];
      EXPECT_GE(b, a / 100) << where << ": " << shown[k] << ", measured " << measured[k]
                            << "; in another build, roundings may cancel";
    }
  }
}

// docs/accuracy.md repeats the errors of M_nn.
TEST(InertiaRace, HasTheErrorsOfTheTipOnThePageAboutAccuracy) {
  const auto text = [](const char* name) {
    std::ifstream in(std::string(CATENA_SOURCE_DIR "/docs/") + name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string accuracy = text("accuracy.md"), page = text("reproduction.md");
  for (const int n : {10, 30, 100, 500, 1000}) {
    const std::string head = "\n| " + std::to_string(n) + " | planar, in a line |";
    const std::size_t row = page.find(head);
    ASSERT_NE(row, std::string::npos) << n;
    std::istringstream line(page.substr(row + head.size(), page.find('\n', row + 1) - row - head.size()));
    std::vector<std::string> cells;
    for (std::string cell; std::getline(line, cell, '|');) cells.push_back(cell);
    ASSERT_EQ(cells.size(), 12u);
    std::string wanted = "\n| " + std::to_string(n) + " |";  // M_nn of each method
    for (const std::size_t column : {3u, 7u, 11u}) wanted += cells[column] + '|';
    EXPECT_NE(accuracy.find(wanted + '\n'), std::string::npos) << wanted;
  }
}

TEST(InertiaRace, JudgesWhatThePaperSays) {
  const std::vector<RaceErrors> errors = {
      {100, false, {}, {1e-12, 1e-13, 1e-16, 1e-16}, {1e-12, 1e-11, 1e-16, 1e-11}}};
  const auto verdicts = [&](std::vector<RaceLap> laps) {
    std::vector<Verdict> out;
    for (const Statement& s : race_statements(laps, errors)) out.push_back(s.verdict);
    return out;
  };
  using V = Verdict;
  RaceLap slow = made_up(12, 0.9), fast = made_up(14, 2.2);
  fast.ratio_with_kinematics = {1.5, 1.5, 1.5};
  EXPECT_EQ(verdicts({slow, fast}), (std::vector<V>{V::reproduced, V::reproduced, V::reproduced}));
  fast.ratio = {3.5, 3.5, 3.5};
  EXPECT_EQ(verdicts({slow, fast})[1], V::depends);
  EXPECT_EQ(verdicts({slow, made_up(14, 0.8)})[0], V::refuted);
  EXPECT_TRUE(race_statements({}, errors).empty());
}

TEST(InertiaRace, FindsWhereOneStaysAhead) {
  const std::vector<RaceLap> laps = {made_up(2, 1.1), made_up(4, 0.9), made_up(6, 1.2), made_up(8, 1.5)};
  EXPECT_EQ(race_crossover(laps, &RaceLap::ratio), 6);
  EXPECT_EQ(race_crossover(laps, &RaceLap::ratio_with_kinematics), 0);
  EXPECT_EQ(race_crossover({}, &RaceLap::ratio), 0);
}

TEST(InertiaRace, WritesNumbersInMicroseconds) {
  const std::string csv = race_csv({made_up(2, 1.5), made_up(100, 2)});
  EXPECT_EQ(count(csv, "\n"), 3u);
  EXPECT_TRUE(csv.starts_with("n,crba_us,crba_us_lower,crba_us_upper,gdahj_us,")) << csv;
  EXPECT_NE(csv.find("\n2,2,1,3,1,0.5,2,1.5,1,2,1.5,1.5,1.5,1,1,1,1.1,1,1.2,1.3,1.2,1.4,1.7,1.6,1.8,1.4,1.3,"
                     "1.5,2,1,3,1,0.5,2,1.5,1,2,1,1,1,1.5,1.5,1.5,0."
                     "8,0.7,0.9,0.5,0.4,0.6,"
                     "2.5,2,3,4,3,5,crba\n"),
            std::string::npos)
      << csv;
}

TEST(InertiaRace, DrawsEveryCurve) {
  const std::vector<RaceLap> laps = {made_up(2, 1.5), made_up(100, 2)};
  const RaceErrors::Of of = {1e-13, 1e-14, 0, 1e-15};
  const std::string times = race_times_svg(laps), vector = race_vector_svg(laps),
                    errors = race_errors_svg({{2, false, of, of, of},
                                              {100, false, of, of, of},
                                              {2, true, of, of, of},
                                              {100, true, of, of, of}});
  for (const std::string& svg : {times, vector, errors}) {
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  }
  EXPECT_EQ(count(times, "fill-opacity"), 5u);
  EXPECT_EQ(count(times, "<circle"), 5u * 2 + 5);
  EXPECT_EQ(count(vector, "<circle"), 5u * 2 + 5);
  EXPECT_EQ(count(errors, "<circle"), 5u * 2 + 5);
}

}  // namespace
}  // namespace catena::test
