// SPDX-License-Identifier: Apache-2.0
// `make verify-random`: verifies random hard arms, writes one line of CSV for each, and resumes where it stopped.
// verify_random LOG ARMS [STATES]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "catena/check/verify.hpp"
#include "support/hard_arm.hpp"

using namespace catena;

namespace {

constexpr double kMostCondition = 1e14;
constexpr int kDecades = 14;

std::size_t decade_of(double condition) {
  return static_cast<std::size_t>(std::clamp(static_cast<int>(std::log10(condition)), 0, kDecades - 1));
}

// What is in the log: the last seed, the number of arms, and of those with a condition number from 1 to 10, 10 to 100, ..
struct Progress {
  std::uint64_t seed = 0;
  int arms = 0;
  std::array<int, kDecades> decades = {};
};
Progress progress_of(const std::string& log) {
  Progress at;
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    const std::size_t fields = static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    if (fields != 7) continue;  // cut off
    at.seed = std::strtoull(line.c_str(), nullptr, 10);
    ++at.arms;
    const std::size_t condition = line.find(',', line.find(',') + 1) + 1;
    ++at.decades[decade_of(std::strtod(line.c_str() + condition, nullptr))];
  }
  return at;
}

double smallest_margin(const Verification& v) {
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

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::cerr << "verify_random LOG ARMS [STATES]\n", 2;
  const std::string log = argv[1];
  const int arms = std::atoi(argv[2]), states = argc > 3 ? std::atoi(argv[3]) : 3;
  Progress at = progress_of(log);
  const int quota = (arms + kDecades - 1) / kDecades;  // as many arms for each power of ten of the condition number
  const bool fresh = at.arms == 0 && !std::ifstream(log);
  std::ofstream out(log, std::ios::app);
  if (fresh)
    out << "seed,joints,condition,checks,without digits,largest residual to tolerance,failed,which\n";
  int failed = 0;
  for (std::uint64_t seed = at.seed + 1; at.arms < arms; ++seed) {
    const Robot robot = test::hard_robot(seed);
    // The condition number first, at the states that are then verified.
    const VerifyOptions how{.states = states, .seed = seed, .tolerance = {}};
    const double condition = verify(robot, how, std::span<const Method<double>>()).condition;
    if (!(condition < kMostCondition)) continue;
    int& same = at.decades[decade_of(condition)];
    if (same == quota) continue;
    ++same;
    const Verification v = verify(robot, how);
    ++at.arms;
    failed += !v.ok();
    out << fmt::format("{},{},{:.3g},{},{},{:.2g},{},{}\n", seed, v.dof, v.condition, v.residuals.size(),
                       v.count(Outcome::skipped), smallest_margin(v), v.count(Outcome::fail), failures(v));
    if (at.arms % 20 == 0) out.flush();
    if (at.arms % 500 == 0) std::cerr << at.arms << " arms, " << failed << " failed in this run\n";
  }
  return failed == 0 ? 0 : 4;
}
