// SPDX-License-Identifier: Apache-2.0
// The figures of simulations: the curves agree with golden data, the verdicts follow from the numbers, and no printed
// digit depends on rounding.
#include "catena/reproduce/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>

#include "support/json.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;

const PaperFigures& figures(const std::string& paper) {
  static const PaperFigures of_002 = paper_figures("002"), of_004 = paper_figures("004");
  return paper == "002" ? of_002 : of_004;
}

const Figure& figure(const std::string& stem) {
  for (const Figure& f : figures(stem.substr(0, 3)).figures)
    if (f.stem == stem) return f;
  throw std::out_of_range(stem);
}

// The curves `k` of the panels from `first` on are the columns of a golden file.
void expect_golden(const std::string& stem, const std::string& file, const char* column, double tolerance,
                   std::size_t first = 0, std::size_t k = 0) {
  std::ifstream in(CATENA_TEST_DATA "/golden/" + file + ".json");
  const Json golden = Json::parse({std::istreambuf_iterator<char>(in), {}});
  const std::vector<double> t = golden["t"].numbers();
  const std::vector<FigurePanel>& panels = figure(stem).panels;
  for (std::size_t row = 0; row < t.size(); ++row) {
    const std::vector<double> want = golden[column][row].numbers();
    for (std::size_t joint = 0; joint < want.size(); ++joint) {
      const FigureCurve& curve = panels.at(first + joint).curves.at(k);
      const auto sample = static_cast<std::size_t>(std::lround(t[row] / 0.01));
      ASSERT_NEAR(curve.t.at(sample), t[row], 1e-9);
      EXPECT_NEAR(curve.y.at(sample), want[joint], tolerance)
          << stem << ", joint " << joint + 1 << ", t = " << t[row];
    }
  }
}

TEST(Figures, ShowTheGoldenFalls) {
  // Runs at a tolerance of 1e-9, and by steps of 1 ms: far less than a line is wide, a seventieth of a panel.
  expect_golden("002_fig4_stanford", "sim_stanford_002_freefall", "q", 2e-5);
  expect_golden("002_fig4_puma", "sim_puma_002_abs_freefall", "q", 2e-5);
  expect_golden("002_planar3", "sim_planar3_freefall", "q", 2e-5);
}

TEST(Figures, ShowTheGoldenTorquesAndPlaces) {
  expect_golden("002_fig5_stanford", "sim_stanford_002_forced_torques", "tau", 1e-9);
  expect_golden("002_fig5_puma", "sim_puma_002_abs_forced_torques", "tau", 1e-9);
  expect_golden("002_fig7_stanford", "sim_stanford_002_forced_torques", "tip", 1e-9, 0, 2);  // the path
  expect_golden("004_fig6_rtx", "fig6_004_rtx", "tau", 1e-9);
  expect_golden("004_fig6_stanford", "fig6_004_stanford_r_printed", "tau", 1e-9);
  expect_golden("004_fig6_stanford", "fig6_004_stanford_r_002", "tau", 1e-9, 0, 1);
  expect_golden("004_rp_pr", "inv_004_rp", "tau", 1e-9, 0);
  expect_golden("004_rp_pr", "inv_004_pr", "tau", 1e-9, 2);
}

// Table II(i) of 002, frame by frame: the place of the end-effector, with no code of the library.
Eigen::Vector3d stanford_tip(const Eigen::VectorXd& q) {
  constexpr double kOffset[] = {0.1, 0.1, 0, 0.6, 0, 0}, kTwist[] = {-90, -90, 0, 90, -90, 0};
  Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
  for (int i = 0; i < 6; ++i) {
    const double turn = i == 2 ? 0 : q[i], d = kOffset[i] + (i == 2 ? q[2] : 0),
                 twist = kTwist[i] * std::numbers::pi / 180;
    Eigen::Matrix4d step;
    step << std::cos(turn), -std::cos(twist) * std::sin(turn), std::sin(twist) * std::sin(turn), 0,
        std::sin(turn), std::cos(twist) * std::cos(turn), -std::sin(twist) * std::cos(turn), 0,  //
        0, std::sin(twist), std::cos(twist), d,                                                  //
        0, 0, 0, 1;
    T = T * step;
  }
  return T.topRightCorner<3, 1>();
}

// Figure 7 shows the runs of Figure 6: the end-effector is where their joints place it. While the runs follow, that is on the
// path, which is the exact solution; at the end both are far from it.
TEST(Figures, ShowTheEndEffectorOfTheForcedRuns) {
  std::ifstream in(CATENA_TEST_DATA "/golden/sim_stanford_002_forced_torques.json");
  const Json golden = Json::parse({std::istreambuf_iterator<char>(in), {}});
  const std::vector<FigurePanel>&joints = figure("002_fig6_stanford").panels,
        &places = figure("002_fig7_stanford").panels;
  ASSERT_EQ(joints.size(), 6u);
  ASSERT_EQ(places.size(), 3u);
  for (const std::size_t run : {0u, 1u}) {  // Fehlberg, Adams
    const std::vector<double>& t = places[0].curves.at(run).t;
    ASSERT_EQ(joints[0].curves.at(run).t, t);
    ASSERT_GT(t.size(), 1000u);
    for (std::size_t k = 0; k < t.size(); ++k) {
      Eigen::VectorXd q(6);
      for (int i = 0; i < 6; ++i) q[i] = joints[static_cast<std::size_t>(i)].curves[run].y.at(k);
      const Eigen::Vector3d tip = stanford_tip(q);
      for (std::size_t i = 0; i < 3; ++i)
        ASSERT_NEAR(places[i].curves[run].y.at(k), tip[static_cast<Eigen::Index>(i)], 1e-9 * (1 + tip.norm()))
            << "run " << run << ", t = " << t[k];
    }
    const std::vector<double> times = golden["t"].numbers();
    for (std::size_t row = 0; row < times.size(); ++row) {
      const std::vector<double> want = golden["tip"][row].numbers();
      const auto sample = static_cast<std::size_t>(std::lround(times[row] / 0.01));
      double away = 0;
      for (std::size_t i = 0; i < 3; ++i)
        away = std::max(away, std::abs(places[i].curves[run].y.at(sample) - want[i]));
      // errors of 1e-6 in each step, which grow 4e4 times in 2 s
      if (times[row] < 2.05) {
        EXPECT_LT(away, 5e-3) << "run " << run << ", t = " << times[row];
      }
      if (times[row] > 9.95) {
        EXPECT_GT(away, 1) << "run " << run << ", t = " << times[row];
      }
    }
  }
}

struct Expected {
  const char* paper;
  const char* what;
  Verdict verdict;
  const char* measured;
};
constexpr auto kYes = Verdict::reproduced, kNo = Verdict::refuted, kUnknown = Verdict::not_checked;
constexpr Expected kExpected[] = {
    {"002", "free fall matches", kYes, "until 10 s by less than 0.0001 rad"},
    {"002", "forced run matches", kYes, "until 5 s by less than 0.0001 rad"},
    {"002", "joint 2 has turned by 90° and", kNo, "first zero at 2.244 s"},
    {"002", "joint 3 increases sharply", kNo, "b_3 = 0.348 m at 0.5 s, 3.00 m at 1 s"},
    {"002", "joint 2 rotates in the", kYes, "q̈_2 = +6.475 rad/s²"},
    {"002", "because of the length a_3", kNo, "q̈_2 = +6.484 rad/s² without a_3"},
    {"002", "Stanford arm, forced: its trajectory", kNo, "joint 2 must end at 1.0472 rad"},
    {"002", "Stanford arm, forced: deviates", kYes, "Fehlberg 2."},
    {"002", "Stanford arm, forced: the author's own", kNo, "5."},
    {"002", "PUMA, forced: the author's own", kNo, "not in 10 s"},
    {"002", "similar plots", kNo, "0.01 apart at 2."},
    {"002", "is as in Bae and Haug", kUnknown, ""},
    {"002", "validates the program", Verdict::depends, "apart along Y_1 at 3."},
    {"002", "PUMA, forced: deviates", kNo, ", Adams 7."},
    {"002", "the inertias of these runs", kNo,
     "free fall ends at 1.8 s, forced ends at 4.7 s; det M = 0 on the path at 4.72 s and 5.25 s"},
    {"004", "force at joint 1", kUnknown, "182.64 to 190.14 N"},
    {"004", "RTX: gravity plays", kYes, "190.14 with gravity, 3.75 without"},
    {"004", "Stanford arm: gravity plays", kYes, "39.24 with gravity, 5.28 without"},
    {"004", "RP and PR: gravity has", kYes, "less than 1e-10"},
    {"004", "the GIM of RP", kNo, "19, 4, 3 against 22, 4, 1"},
    {"004", "the MCI of RP", kNo, "26, 6, 4 against 25, 11, 2"},
    {"004", "RP is computed in less time", Verdict::depends, "generated code: 11 against 11"},
    {"004", "RP has the larger workspace", kYes, "9.4248 a^2 against 3.9132 a^2"},
    {"004", "RP and PR have the same greatest", kNo, "2.0000 a and 1.0000 a"},
    {"004", "PR may have the larger workspace", kNo, "15.7080 b^2 against 7.9579 b^2"},
    {"004", "RP is found better than PR", Verdict::depends,
     "45, 10, 7 against 47, 15, 3; inverse dynamics 29, 11 against 35, 11: better by 3 of 5, worse by 1"},
    {"004", "the GIM of RTX", kYes, "113, 45, 4 against 156, 35, 12"},
    {"004", "the MCI of RTX", kYes, "480, 138, 17 against 597, 173, 86"},
    {"004", "RTX is computed in less time", kYes, "generated code: 19 against 56"},
    {"004", "RTX has the larger workspace", kYes, "12.5664 a^3 against 4.1888 a^3"},
    {"004", "RTX and Stanford have the same greatest", kYes, "1.0000 a^2 and 1.0000 a^2"},
    {"004", "RTX should be selected", kYes, "4 of the 4 criteria"},
    {"004", "workspace of RP: pi", Verdict::depends, "9.4248 a^2 with a_1 along the slide, 3.1416 a^2"},
    {"004", "workspace of RP with all lengths", kNo, "9.4248 a^2"},
    {"004", "workspace of PR: pi", Verdict::depends, "3.9132, 7.1416"},
    {"004", "workspace of RTX", kYes, "12.5664 a^3"},
    {"004", "workspace of the Stanford arm", kNo, "4.1888 with b_3 = 1"},
    {"004", "manipulability of RP: a_1", Verdict::depends, "largest difference 1; of b_2 less than 1e-12"},
    {"004", "manipulability of PR: a_2", kYes, "less than 1e-12"},
    {"004", "manipulability of RTX: a_2", kYes, "less than 1e-12"},
    {"004", "manipulability of the Stanford arm", kNo, "0.99; of b_3^2 abs(sin(theta_2)) less than 1e-12"},
};

TEST(Figures, HaveAVerdictOnEveryStatement) {
  std::size_t seen = 0;
  for (const Expected& want : kExpected) {
    int found = 0;
    for (const Statement& s : figures(want.paper).statements) {
      if (s.what.find(want.what) == std::string::npos) continue;
      ++found;
      EXPECT_EQ(s.verdict, want.verdict) << s.what;
      EXPECT_THAT(s.measured, HasSubstr(want.measured)) << s.what;
    }
    EXPECT_EQ(found, 1) << want.what;
    ++seen;
  }
  EXPECT_EQ(seen, figures("002").statements.size() + figures("004").statements.size());
}

// 004, Tables III and V.
TEST(Figures, HitTheWorkspacesAndManipulabilitiesOf004) {
  int workspaces = 0, manipulabilities = 0;
  for (const NumberTable& t : figures("004").tables)
    for (const auto& cells : t.rows) {
      if (t.title.starts_with("Workspaces")) {
        EXPECT_EQ(cells.at(4), "the same, error bar below 1 %") << cells[0];
        ++workspaces;
      }
      if (t.title.starts_with("Manipulability")) {
        EXPECT_EQ(cells.at(3), "less than 1e-12") << cells[0];
        ++manipulabilities;
      }
    }
  EXPECT_EQ(workspaces, 6);
  EXPECT_EQ(manipulabilities, 5);
}

// The analysis of the printed 0.5 s and of the growth of errors: numbers of an independent integration.
TEST(Figures, HaveTheNumbersBehindTheVerdicts) {
  const auto cell = [](const std::string& table, const std::string& row, std::size_t column) {
    for (const NumberTable& t : figures("002").tables)
      for (const auto& cells : t.rows)
        if (t.title.find(table) != std::string::npos && cells[0].find(row) != std::string::npos)
          return cells.at(column);
    return std::string("none");
  };
  EXPECT_EQ(cell("first at zero", "slide locked", 1), "0.59 s");
  EXPECT_EQ(cell("first at zero", "no gravity", 1), "0.62 s");
  EXPECT_EQ(cell("first at zero", "r from the joint", 1), "2.32 s");
  EXPECT_EQ(cell("grows", "Stanford", 1), "4.2e4");
  EXPECT_EQ(cell("grows", "Stanford", 5), "5.5e18");
  EXPECT_EQ(cell("grows", "PUMA", 4), "8.7e3");
  EXPECT_EQ(cell("grows", "PUMA", 5), "2.3e7");
}

TEST(Figures, PrintNoDigitThatRoundingDecides) {
  FigureOptions other;
  other.method = "aba";
  for (const char* paper : {"002", "004"}) {
    const PaperFigures again = paper_figures(paper, other);
    EXPECT_EQ(markdown(again.statements), markdown(figures(paper).statements));
    ASSERT_EQ(again.tables.size(), figures(paper).tables.size());
    for (std::size_t k = 0; k < again.tables.size(); ++k)
      EXPECT_EQ(again.tables[k].markdown(), figures(paper).tables[k].markdown());
  }
}

// docs/reproduction.md has each statement and table as it was computed when the page was last read and committed.
TEST(Figures, StandInTheDocumentation) {
  std::ifstream in(CATENA_SOURCE_DIR "/docs/reproduction.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const auto expect_lines = [&](const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(page.find("\n" + line + "\n") != std::string::npos) << line;
  };
  for (const char* paper : {"002", "004"}) {
    for (const Statement& s : figures(paper).statements) expect_lines(markdown({s}));
    for (const NumberTable& t : figures(paper).tables) expect_lines(t.markdown());
    for (const Figure& f : figures(paper).figures)
      expect_lines("![" + f.title + "](reproduction/" + f.stem + ".svg)\n\n" + f.caption);
  }
}

// The other way round: every table, row and picture of its part of the page, and every title of a panel, is still made.
TEST(Figures, HaveEverythingThatTheDocumentationShows) {
  const auto text = [](const std::string& name) {
    std::ifstream in(CATENA_SOURCE_DIR "/docs/" + name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string page = text("reproduction.md");
  for (const char* paper : {"002", "004"}) {
    const PaperFigures& made = figures(paper);
    std::string all;
    for (const NumberTable& t : made.tables) all += "\n" + t.markdown();
    for (const Figure& f : made.figures) all += "\n![" + f.title + "](reproduction/" + f.stem + ".svg)\n";
    const std::size_t begin = page.find("\n### " + made.title + "\n");
    ASSERT_NE(begin, std::string::npos) << made.title;
    const std::size_t first = page.find("\n### ", begin + 1);  // after the title of the part and its note
    std::istringstream lines(page.substr(first, page.find("\n## ", first) - first));
    int shown = 0;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("|") || line.starts_with("### ") || line.starts_with("![")) {
        ++shown;
        EXPECT_TRUE(all.find("\n" + line + "\n") != std::string::npos) << paper << ": " << line;
      }
    EXPECT_GT(shown, 20) << paper;
    for (const Figure& f : made.figures) {
      const std::string svg = text("reproduction/" + f.stem + ".svg");
      for (const FigurePanel& panel : f.panels) {
        EXPECT_FALSE(panel.title.empty()) << f.stem;
        EXPECT_THAT(svg, HasSubstr(">" + panel.title + "<")) << f.stem;
      }
    }
  }
}

// The PUMA as desired and by each integrator; both arms of 004 along their path.
TEST(Figures, HaveTheMotionsThatAReportPlays) {
  const auto names = [](const char* paper) {
    std::vector<std::string> all;
    for (const FigureMotion& m : figures(paper).motions) all.push_back(m.name);
    return all;
  };
  EXPECT_THAT(names("002"), testing::IsSupersetOf({"PUMA, path", "PUMA, Fehlberg 1e-6", "PUMA, Adams 1e-6"}));
  EXPECT_THAT(names("004"),
              testing::IsSupersetOf({"RTX along equation 23", "Stanford arm along equation 23"}));
}

TEST(Figures, AreDrawnWhole) {
  for (const char* paper : {"002", "004"}) {
    std::vector<std::string> stems;
    for (const Figure& f : figures(paper).figures) {
      stems.push_back(f.stem);
      const std::string svg = f.svg();
      EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n")) << f.stem;
      EXPECT_EQ(svg.find("nan"), std::string::npos) << f.stem;
      EXPECT_EQ(svg.find("inf"), std::string::npos) << f.stem;
      EXPECT_LT(svg.size(), 120'000u) << f.stem;
    }
    EXPECT_EQ(stems, figure_stems(paper));
  }
}

TEST(Figures, KeepWholePartsWhenStopped) {
  double done = 0;
  const PaperFigures some = paper_figures("002", {}, [&](const Advance& parts) {
    EXPECT_EQ(parts.of, 5);
    EXPECT_GE(parts.done, done);
    done = parts.done;
    return parts.done < 2;
  });
  EXPECT_EQ(done, 2);
  EXPECT_TRUE(some.cut_short);
  EXPECT_EQ(some.figures.size(), 2u);
  EXPECT_EQ(some.statements.size(), 4u);
  EXPECT_EQ(some.tables.size(), 1u);
}

TEST(Figures, AreThoseOfTwoPapers) {
  EXPECT_TRUE(has_figures("002") && has_figures("004"));
  EXPECT_FALSE(has_figures("000"));
  EXPECT_TRUE(figure_stems("000").empty());
  try {
    paper_figures("003");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "003: no figures of this paper are simulated\n  need    002 or 004");
  }
}

}  // namespace
}  // namespace catena::test
