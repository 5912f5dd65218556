// SPDX-License-Identifier: Apache-2.0
// `make verify-random`: verifies random hard arms, writes one line of CSV for each, and resumes where it stopped; then writes
// a page about them.
//
//   verify_random LOG.csv ARMS STATES PAGE.md
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "catena/check/verify.hpp"
#include "support/hard_arm.hpp"

using namespace catena;

namespace {

constexpr double kMostCondition = 1e14;
constexpr int kDecades = 14;

std::size_t decade_of(double condition) {
  return static_cast<std::size_t>(std::clamp(static_cast<int>(std::log10(condition)), 0, kDecades - 1));
}

// A line of the log.
struct Line {
  std::uint64_t seed = 0;
  int joints = 0;
  double condition = 1;
  int checks = 0, without_digits = 0;
  double margin = 0;  // the largest ratio of residual to tolerance
  int failed = 0;
  std::string which;
};

std::vector<Line> read(const std::string& log) {
  std::vector<Line> lines;
  std::ifstream in(log);
  std::string text;
  std::getline(in, text);  // the header
  while (std::getline(in, text)) {
    std::istringstream fields(text);
    Line l;
    char comma;
    fields >> l.seed >> comma >> l.joints >> comma >> l.condition >> comma >> l.checks >> comma >>
        l.without_digits >> comma >> l.margin >> comma >> l.failed >> comma;
    if (!fields) continue;  // cut off
    std::getline(fields, l.which);
    lines.push_back(l);
  }
  return lines;
}

double largest_ratio(const Verification& v) {
  double most = 0;
  for (const Residual& r : v.residuals)
    if (r.outcome == Outcome::ok && r.tolerance > 0) most = std::max(most, r.worst / r.tolerance);
  return most;
}

std::string failures(const Verification& v) {
  std::string names = v.singular.empty() ? "" : "singular";
  for (const Residual& r : v.residuals)
    if (r.outcome == Outcome::fail)
      names += fmt::format("{}{} by {} {:.1e} of {:.1e}", names.empty() ? "" : "; ", r.check, r.method,
                           r.worst, r.tolerance);
  return names;
}

std::string page(const std::vector<Line>& lines, int states) {
  std::string rows;
  int failed = 0;
  long checks = 0;
  for (int decade = 0; decade < kDecades; ++decade) {
    int arms = 0, most_joints = 0, bad = 0;
    long all = 0, without = 0;
    double margin = 0;
    for (const Line& l : lines) {
      if (decade_of(l.condition) != static_cast<std::size_t>(decade)) continue;
      ++arms;
      most_joints = std::max(most_joints, l.joints);
      all += l.checks, without += l.without_digits;
      margin = std::max(margin, l.margin);
      bad += l.failed > 0;
    }
    rows += fmt::format("| 1e{} to 1e{} | {} | {} | {} | {} | {:.2f} | {} |\n", decade, decade + 1, arms,
                        most_joints, all, without, margin, bad);
    failed += bad, checks += all;
  }
  std::string text = fmt::format(
      "# verify on random hard arms\n\n"
      "Written by `make verify-random`. {} random arms of 1 to 10 joints, revolute and prismatic, with links "
      "whose masses and "
      "sizes differ by powers of ten, thin links close to the axis of their joint and masses without "
      "extension "
      "(`tests/support/hard_arm.cpp`); about as many for each power of ten of the condition number of M. "
      "Each was verified at {} "
      "random states, as `catena verify` does: {} checks, {} arms with a failed check. "
      "[accuracy.md](accuracy.md) explains how "
      "rounding errors are told from mistakes.\n\n"
      "| condition number of M | arms | most joints | checks | of these skipped, since rounding leaves no "
      "digit | largest residual / "
      "tolerance | arms that failed |\n| --- | --- | --- | --- | --- | --- | --- |\n",
      lines.size(), states, checks, failed);
  text += rows;
  for (const Line& l : lines)
    if (l.failed > 0) text += fmt::format("\nSeed {}: {}\n", l.seed, l.which);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::cerr << "verify_random LOG.csv ARMS STATES PAGE.md\n", 2;
  const std::string log = argv[1];
  const int arms = std::atoi(argv[2]), states = std::atoi(argv[3]);
  std::vector<Line> lines = read(log);
  std::array<int, kDecades> decades = {};
  for (const Line& l : lines) ++decades[decade_of(l.condition)];
  const int quota = arms / kDecades + 20;  // the hardest arms are rare: others may take their places
  const bool fresh = lines.empty() && !std::ifstream(log);
  std::ofstream out(log, std::ios::app);
  if (fresh)
    out << "seed,joints,condition,checks,without digits,largest residual to tolerance,failed,which\n";
  for (std::uint64_t seed = lines.empty() ? 1 : lines.back().seed + 1; static_cast<int>(lines.size()) < arms;
       ++seed) {
    const Robot robot = test::hard_robot(seed);
    // The condition number first, at the states that are then verified.
    const VerifyOptions how{.states = states, .seed = seed, .tolerance = {}};
    const double condition = verify(robot, how, std::span<const Method<double>>()).condition;
    if (!(condition < kMostCondition)) continue;
    int& same = decades[decade_of(condition)];
    if (same == quota) continue;
    ++same;
    const Verification v = verify(robot, how);
    const Line& l = lines.emplace_back(Line{seed, v.dof, v.condition, static_cast<int>(v.residuals.size()),
                                            v.count(Outcome::skipped), largest_ratio(v),
                                            v.count(Outcome::fail), failures(v)});
    out << fmt::format("{},{},{:.3g},{},{},{:.2g},{},{}\n", l.seed, l.joints, l.condition, l.checks,
                       l.without_digits, l.margin, l.failed, l.which);
    if (lines.size() % 20 == 0) out.flush();
    if (lines.size() % 500 == 0) std::cerr << lines.size() << " arms\n";
  }
  std::ofstream(argv[4]) << page(lines, states);
  const bool ok = std::none_of(lines.begin(), lines.end(), [](const Line& l) { return l.failed > 0; });
  return ok ? 0 : 4;
}
