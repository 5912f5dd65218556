// SPDX-License-Identifier: Apache-2.0
// `catena reproduce`: its output files, and that docs/reproduction.md is up to date.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "catena/reproduce/diagrams.hpp"
#include "catena/reproduce/figures.hpp"
#include "catena/reproduce/inertia_race.hpp"
#include "catena/reproduce/simulation_times.hpp"
#include "catena/sim/simulation.hpp"
#include "cli/shell.hpp"

namespace catena::test {
namespace {

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> stems_of(const char* paper) {
  std::vector<std::string> stems = figure_stems(paper);
  for (const std::string& stem : diagram_stems(paper)) stems.push_back(stem);
  return stems;
}

// A text with its numbers taken out of it.
struct Numbered {
  explicit Numbered(const std::string& text) {
    static const std::regex number("-?[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]+)?");
    for (auto found = std::sregex_iterator(text.begin(), text.end(), number); found != std::sregex_iterator();
         ++found)
      numbers.push_back(std::stod(found->str()));
    words = std::regex_replace(text, number, "0");
  }
  std::string words;
  std::vector<double> numbers;
};

// The same drawing, up to the rounding of a machine: a pixel, or one of 255 shades.
void expect_same_drawing(const std::string& drawn, const std::string& committed, const std::string& label) {
  const Numbered a(drawn), b(committed);
  EXPECT_EQ(a.words, b.words) << label;
  ASSERT_EQ(a.numbers.size(), b.numbers.size()) << label;
  for (std::size_t k = 0; k < a.numbers.size(); ++k)
    ASSERT_LE(std::abs(a.numbers[k] - b.numbers[k]), 1) << label << ", number " << k;
}

// The words and numbers that a drawing shows: titles, axes and their ticks.
std::string shown_in(const std::string& svg) {
  static const std::regex shown("<(text|title)[^>]*>(.*)</(text|title)>");
  std::string out;
  for (auto found = std::sregex_iterator(svg.begin(), svg.end(), shown); found != std::sregex_iterator();
       ++found)
    out += found->str() + '\n';
  return out;
}

// Without the three lines of the table of verdicts that count claims about times.
std::string without_counted_times(std::string page) {
  for (const char* line : {"\n| 000 |", "\n| 002 |", "\n| all |"}) {
    const std::size_t at = page.find(line);
    if (at != std::string::npos) page.erase(at, page.find('\n', at + 1) - at);
  }
  return page;
}

TEST(Reproduce, PrintsWhatTheDocumentationShows) {
  const Folder folder;
  const Answer answer = catena({"reproduce", "--no-times", "-o", folder.file("docs")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string whole = file_text(CATENA_SOURCE_DIR "/docs/reproduction.md"),
                    page = without_counted_times(whole),
                    written = without_counted_times(folder.read("docs/reproduction.md"));
  EXPECT_TRUE(page.starts_with(written)) << "docs/reproduction.md is out of date; run\n"
                                            "  catena reproduce -o docs --force\n";
  EXPECT_TRUE(
      page.substr(std::min(page.size(), written.size())).starts_with("\n## Figures 4 and 5 of 000\n"));
  for (const char* paper : {"001", "002", "003", "004"})
    for (const std::string& stem : stems_of(paper)) {
      const std::string name = "reproduction/" + stem + ".svg";
      EXPECT_NE(page.find("](" + name + ")"), std::string::npos) << stem;
      const std::string drawn = folder.read("docs/" + name),
                        committed = file_text(CATENA_SOURCE_DIR "/docs/" + name);
      EXPECT_TRUE(drawn.ends_with("</svg>\n")) << stem;
      EXPECT_GT(shown_in(drawn).size(), 50u) << stem;
      EXPECT_EQ(shown_in(drawn), shown_in(committed)) << stem;
      // the forced runs of 002 double the errors of a machine many times
      if (paper != std::string("002")) expect_same_drawing(drawn, committed, stem);
    }
}

// The table of verdicts counts every row of the page that has a verdict, those about times too.
TEST(Reproduce, CountsEveryVerdictOfTheDocumentation) {
  const std::string page = file_text(CATENA_SOURCE_DIR "/docs/reproduction.md");
  const auto occurrences = [](const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  };
  const auto section = [&](const std::string& title) {
    const std::size_t at = page.find("\n## " + title + "\n");
    EXPECT_NE(at, std::string::npos) << title;
    return page.substr(at, page.find("\n## ", at + 1) - at);
  };
  std::vector<std::size_t> sum(5, 0);
  const auto expect = [&](const std::string& name, const std::vector<std::size_t>& counts) {
    std::string line = "\n| " + name + " |";
    for (const std::size_t n : counts) line += ' ' + std::to_string(n) + " |";
    EXPECT_NE(page.find(line + '\n'), std::string::npos) << line;
  };
  for (const std::string paper : {"000", "001", "002", "003", "004"}) {
    std::string rows = section(paper);
    if (paper == "000") rows += section("Figures 4 and 5 of 000");
    if (paper == "002") rows += section("Simulation times of the arms of 002");
    std::vector<std::size_t> counts = {0};
    for (const char* verdict :
         {"| **reproduced** |", "| **refuted** |", "| **depends** |", "| **not checked** |"}) {
      counts.push_back(occurrences(rows, verdict));
      counts[0] += counts.back();
    }
    expect(paper, counts);
    for (std::size_t k = 0; k < 5; ++k) sum[k] += counts[k];
  }
  expect("all", sum);
}

// The laps of a file that race_csv wrote.
std::vector<RaceLap> laps_of(const std::string& csv) {
  std::vector<RaceLap> laps;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);  // the headings
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    if (cells.size() != 56) {
      ADD_FAILURE() << line;
      return laps;
    }
    const auto of = [&](std::size_t column, double unit) {
      const auto number = [&](std::size_t k) { return unit * std::stod(cells[1 + 3 * column + k]); };
      return Quartiles{number(0), number(1), number(2)};
    };
    laps.push_back({std::stoi(cells[0]), of(0, 1e-6), of(1, 1e-6), of(2, 1e-6),  of(3, 1),     of(4, 1),
                    of(5, 1e-6),         of(6, 1e-6), of(7, 1),    of(8, 1),     of(9, 1e-6),  of(10, 1e-6),
                    of(11, 1e-6),        of(12, 1),   of(13, 1),   of(14, 1e-6), of(15, 1e-6), of(16, 1),
                    of(17, 1),           cells[55]});
  }
  return laps;
}

// Times cannot be repeated, but those of the page, of the file and of the drawings are of one run, as are the verdicts.
TEST(Reproduce, HasTheTimesOfOneRunInTheDocumentation) {
  const std::string docs = CATENA_SOURCE_DIR "/docs/", csv = file_text(docs + "reproduction/000_times.csv"),
                    page = file_text(docs + "reproduction.md");
  const std::vector<RaceLap> laps = laps_of(csv);
  ASSERT_EQ(laps.size(), RaceOptions{}.joints.size());
  EXPECT_EQ(race_csv(laps), csv);
  expect_same_drawing(race_times_svg(laps), file_text(docs + "reproduction/000_times.svg"), "scalar");
  expect_same_drawing(race_vector_svg(laps), file_text(docs + "reproduction/000_vector_times.svg"), "vector");
  for (const Statement& s : race_statements(laps, {})) {
    const std::string row = markdown({s}).substr(markdown({}).size());
    const std::size_t at = page.find(row.substr(0, row.find(s.measured)));
    ASSERT_NE(at, std::string::npos) << row;
    const Numbered expected(row), there(page.substr(at, page.find('\n', at) + 1 - at));
    EXPECT_EQ(there.words, expected.words);
    ASSERT_EQ(there.numbers.size(), expected.numbers.size()) << row;
    for (std::size_t k = 0; k < expected.numbers.size(); ++k)  // four digits in the file
      EXPECT_NEAR(there.numbers[k], expected.numbers[k], 0.006 * std::abs(expected.numbers[k])) << row;
  }
  const std::size_t scalar = page.find("\nThe times, as [CSV]"),
                    sums = page.find("\nScalar, by sums along the chain:\n", scalar),
                    vector = page.find("\nVector, kinematics included:\n", sums),
                    known = page.find("\nVector, poses given:\n", vector),
                    errors = page.find("\nErrors against", known);
  ASSERT_NE(errors, std::string::npos);
  const auto expect_rows = [&](const std::string& text, const auto&... columns) {
    for (const RaceLap& lap : laps) {
      const std::size_t at = text.find("\n| " + std::to_string(lap.n) + " |");
      ASSERT_NE(at, std::string::npos) << lap.n;
      std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
      line = std::regex_replace(line, std::regex("([0-9])-"), "$1 ");  // (lower-upper)
      const std::vector<double> shown = Numbered(line).numbers;
      std::vector<double> expected = {static_cast<double>(lap.n)};
      const auto add = [&](const Quartiles& q, double unit) {
        for (const double v : {q.median, q.lower, q.upper}) expected.push_back(unit * v);
      };
      (add(lap.*columns, (lap.*columns).median < 1e-3 ? 1e6 : 1), ...);
      ASSERT_EQ(shown.size(), expected.size()) << line;
      for (std::size_t k = 0; k < shown.size(); ++k)
        EXPECT_NEAR(shown[k], expected[k], 0.006 * expected[k]) << line;  // three digits
    }
  };
  expect_rows(page.substr(scalar, sums - scalar), &RaceLap::crba, &RaceLap::gdahj,
              &RaceLap::gdahj_with_kinematics, &RaceLap::ratio, &RaceLap::ratio_with_kinematics);
  expect_rows(page.substr(sums, vector - sums), &RaceLap::crba, &RaceLap::scalar_sums,
              &RaceLap::scalar_sums_with_kinematics, &RaceLap::scalar_sums_ratio,
              &RaceLap::scalar_sums_ratio_with_kinematics);
  expect_rows(page.substr(vector, known - vector), &RaceLap::vector_crba, &RaceLap::vector_gdahj,
              &RaceLap::vector_sums, &RaceLap::vector_ratio, &RaceLap::sums_ratio);
  expect_rows(page.substr(known, errors - known), &RaceLap::vector_crba, &RaceLap::vector_gdahj_from_poses,
              &RaceLap::vector_sums_from_poses, &RaceLap::vector_ratio_from_poses,
              &RaceLap::sums_ratio_from_poses);
}

// The same for the simulation times of 002: every method that `simulate` takes, and the times of one run.
TEST(Reproduce, HasTheSimulationTimesOfOneRunInTheDocumentation) {
  const std::string docs = CATENA_SOURCE_DIR "/docs/", page = file_text(docs + "reproduction.md");
  const std::size_t at = page.find("\n## Simulation times of the arms of 002\n");
  ASSERT_NE(at, std::string::npos);
  const std::string section = page.substr(at);
  std::istringstream lines(file_text(docs + "reproduction/002_times.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line + '\n', simulation_times_csv({}));
  std::vector<std::string> methods;
  std::vector<SimulationTimes> times;
  double before = 0;
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    std::string method;
    std::getline(in, method, ',');
    methods.push_back(method);
    std::vector<double> expected;
    for (std::string cell; std::getline(in, cell, ',');) expected.push_back(std::stod(cell));
    ASSERT_EQ(expected.size(), 18u) << line;
    times.push_back({method, {}});
    for (std::size_t a = 0; a < kSimulatedArms.size(); ++a) {
      const auto of = [&](std::size_t k) {
        return Quartiles{expected[6 * a + k], expected[6 * a + k + 1], expected[6 * a + k + 2]};
      };
      times.back().arms[a] = {of(0), of(3)};
    }
    const double mean = (expected[3] + expected[9] + expected[15]) / 3;
    EXPECT_GE(mean, 0.999 * before) << "the fastest first: " << method;
    before = mean;
    const std::string head = "\n| `" + method + "` |";
    const std::size_t row = section.find(head);
    ASSERT_NE(row, std::string::npos) << method;
    std::string cells = section.substr(row + head.size(), section.find('\n', row + 1) - row - head.size());
    const std::vector<double> shown =
        Numbered(std::regex_replace(cells, std::regex("([0-9])-"), "$1 ")).numbers;
    ASSERT_EQ(shown.size(), expected.size()) << cells;
    for (std::size_t k = 0; k < shown.size(); ++k)
      EXPECT_NEAR(shown[k], expected[k], 0.006 * expected[k]) << method;  // three digits
  }
  std::vector<std::string> known(sim::simulation_methods().begin(), sim::simulation_methods().end());
  std::sort(methods.begin(), methods.end()), std::sort(known.begin(), known.end());
  EXPECT_EQ(methods, known);
  for (const Statement& s : simulation_statements(times)) {
    const std::string row = markdown({s}).substr(markdown({}).size());
    const std::size_t there = section.find(row.substr(0, row.find(s.measured)));
    ASSERT_NE(there, std::string::npos) << row;
    const Numbered want(row), got(section.substr(there, section.find('\n', there) + 1 - there));
    EXPECT_EQ(got.words, want.words);
    ASSERT_EQ(got.numbers.size(), want.numbers.size()) << row;
    for (std::size_t k = 0; k < want.numbers.size(); ++k)  // two digits, of four in the file
      EXPECT_NEAR(got.numbers[k], want.numbers[k], 0.011) << row;
  }
}

TEST(Reproduce, TakesPapersInTheirOrderEachOnce) {
  const Answer answer = catena({"reproduce", "003", "000", "003", "--no-times"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::size_t first = answer.out.find("\n## 000\n"), second = answer.out.find("\n## 003\n");
  EXPECT_LT(first, second);
  EXPECT_EQ(answer.out.find("\n## 003\n", second + 1), std::string::npos);
  EXPECT_EQ(answer.out.find("## 001"), std::string::npos);
  EXPECT_EQ(answer.out.find("## Figures"), std::string::npos);
  EXPECT_NE(answer.out.find("| 003 |"), std::string::npos);  // the verdicts counted
  EXPECT_NE(answer.out.find("| all |"), std::string::npos);
}

TEST(Reproduce, TimesOnlyThePaperThatHasTimes) {
  EXPECT_EQ(catena({"reproduce", "004"}).out, catena({"reproduce", "004", "--no-times"}).out);
}

TEST(Reproduce, ListsRowsAsJson) {
  const Answer answer = catena({"reproduce", "000", "004", "--no-times", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json list = Json::parse(answer.out);
  bool gdahj = false, eq_16 = false, words = false, verdict = false;
  for (const Json& row : list.elements()) {
    for (const char* key : {"paper", "table", "row", "printed", "measured", "remark"})
      EXPECT_TRUE(row.contains(key)) << row;
    if (row["paper"] == "000" && row["table"] == "Table I" && row["row"] == "GDAHJ, without kinematics") {
      gdahj = true;
      EXPECT_EQ(row["printed"]["mul"], "3n^2 + 88n - 3");
      EXPECT_EQ(row["measured"]["mul"], "3n^2 + 61n - 35");
      EXPECT_EQ(row["measured"]["at"]["30"], Json::parse(R"({"mul": 4495, "add": 4050})"));
    }
    if (row["row"] == "eq 16, MCI") {
      eq_16 = true;
      EXPECT_EQ(row["printed"]["at"]["6"]["add"], 753.5);
    }
    if (row["row"] == "RTX: gravity plays an important role") {
      verdict = true;
      EXPECT_EQ(row["where"], "section 5");
      EXPECT_EQ(row["verdict"], "reproduced");
      EXPECT_EQ(row["printed"]["words"], "important");
      EXPECT_EQ(row["measured"]["words"], "largest force or torque 190.14 with gravity, 3.75 without");
    }
    if (row["row"] == "with kinematics") {
      words = true;
      EXPECT_EQ(row["printed"], Json::parse("{}"));
      EXPECT_EQ(row["measured"]["words"], "from n = 11 on");
    }
  }
  EXPECT_TRUE(gdahj && eq_16 && words && verdict);
}

TEST(Reproduce, WritesAPageAndFigures) {
  const Folder folder;
  const std::string out = folder.file("new/deep");  // created if it does not exist
  const Answer answer = catena({"reproduce", "000", "-o", out});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  const std::string page = folder.read("new/deep/reproduction.md");
  EXPECT_TRUE(without_counted_times(page).starts_with(
      without_counted_times(catena({"reproduce", "000", "--no-times"}).out)));
  EXPECT_NE(page.find("](reproduction/000_times.svg)"), std::string::npos);
  EXPECT_NE(page.find("the greatest ratio of times is below the limit"), std::string::npos);
  EXPECT_NE(page.find("\n| 1000 |"), std::string::npos);
  EXPECT_TRUE(folder.read("new/deep/reproduction/000_times.csv").starts_with("n,crba_us,"));
  EXPECT_TRUE(folder.read("new/deep/reproduction/000_times.svg").ends_with("</svg>\n"));
  EXPECT_TRUE(folder.read("new/deep/reproduction/000_vector_times.svg").ends_with("</svg>\n"));
  EXPECT_TRUE(folder.read("new/deep/reproduction/000_errors.svg").ends_with("</svg>\n"));
}

TEST(Reproduce, LinksDrawingsOnlyWhereItWritesThem) {
  const Answer answer = catena({"reproduce", "004"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.out.find("\n### Torques and choice of an arm: Figure 6, Tables III and V\n"),
            std::string::npos);
  EXPECT_NE(answer.out.find("| **reproduced** |"), std::string::npos);
  EXPECT_EQ(answer.out.find("]("), std::string::npos);
}

TEST(Reproduce, WritesAReport) {
  const Folder folder;
  const std::string out = folder.file("out.html");
  const Answer answer = catena({"reproduce", "004", "--report", out});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find("out.html: report for a web browser"), std::string::npos) << answer.err;
  const std::string page = folder.read("out.html");
  for (const char* part : {"\"kind\":\"reproduce\"", "catena reproduce 004 --report out.html",
                           "\"text\":\"reproduced\",\"mark\":\"good\"", "RTX along equation 23",
                           "Figure 6(a) to (c): RTX, force and torques", "004, Table V"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(catena({"reproduce", "004", "--report", out}).code, 2);  // the file exists
  EXPECT_EQ(catena({"reproduce", "004", "--report", folder.file("out.txt")}).code, 2);
  EXPECT_EQ(catena({"reproduce", "004", "--report", folder.file("none/out.html")}).code, 5);
}

TEST(Reproduce, ReplacesNothingUnlessForced) {
  const Folder folder;
  folder.write("reproduction.md", "mine\n");
  const std::string out = std::filesystem::path(folder.file("x")).parent_path().string();
  const Answer refused = catena({"reproduce", "001", "-o", out});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("the file exists"), std::string::npos) << refused.err;
  EXPECT_EQ(folder.read("reproduction.md"), "mine\n");
  EXPECT_EQ(catena({"reproduce", "001", "-o", out, "--force"}).code, 0);
  EXPECT_NE(folder.read("reproduction.md").find("](reproduction/001_fig2.svg)"), std::string::npos);
  EXPECT_EQ(folder.count(), 2u);  // the page, and the folder of its figures
}

TEST(Reproduce, RefusesWhatItCannotDo) {
  const Answer paper = catena({"reproduce", "007"});
  EXPECT_EQ(paper.code, 2);
  EXPECT_EQ(paper.err,
            "catena: error: PAPER '007': unknown paper\n"
            "  need    000 to 004\n"
            "  hint    'catena papers' lists them\n");
  EXPECT_EQ(catena({"reproduce", "--json", "-o", "x", "--no-times"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists("x"));
  const Folder folder;
  const std::string file = folder.write("file", "");
  EXPECT_EQ(catena({"reproduce", "001", "-o", file}).code, 5);
  EXPECT_EQ(catena({"reproduce", "001", "-o", ""}).code, 2);
}

// The timings take seconds; the signal arrives before they end.
TEST(Reproduce, KeepsWhatIsFinishedWhenInterrupted) {
  const Folder folder;
  const std::string out = folder.file("out");
  const Answer answer =
      shell("exec 2>/dev/null; catena reproduce 000 -o " + out +
            " & "
            "while ! [ -e " +
            out + "/reproduction.md ]; do sleep 0.05; done; sleep 0.5; kill -TERM $!; wait $!");
  EXPECT_EQ(answer.code, 128 + SIGTERM);
  const std::string page = folder.read("out/reproduction.md");
  EXPECT_TRUE(without_counted_times(page).starts_with(
      without_counted_times(catena({"reproduce", "000", "--no-times"}).out)));
  EXPECT_NE(page.find("Interrupted after n = "), std::string::npos);
  EXPECT_TRUE(folder.read("out/reproduction/000_times.csv").ends_with("\n"));
  EXPECT_TRUE(folder.read("out/reproduction/000_times.svg").ends_with("</svg>\n"));
}

}  // namespace
}  // namespace catena::test
