// SPDX-License-Identifier: Apache-2.0
// Paper 002, Table II(ii): the PUMA with its inertias as printed, four of them negative.
#include <fmt/format.h>

#include <numbers>
#include <random>

#include "core/math/linear.hpp"
#include "reproduce/follow.hpp"
#include "reproduce/runs.hpp"

namespace catena::reproduce::detail {
namespace {

using catena::detail::eigenvalues;

constexpr int kPostures = 500;

// At how many of the same random postures M is positive definite.
int definite_at(const Arm& arm) {
  std::mt19937_64 random(2);
  int found = 0;
  for (int k = 0; k < kPostures; ++k) {
    Eigen::VectorXd q(arm.dof());
    for (double& x : q) x = std::numbers::pi * (static_cast<double>(random() >> 11) * 0x1p-52 - 1);
    found += eigenvalues(arm.inertia(q))[0] > 0;
  }
  return found;
}

std::string ended(const sim::Run& run) {
  return run.end == sim::End::complete ? "runs to its end" : "ends at " + seconds(run.end_time, 1);
}

}  // namespace

void puma_as_printed_002(const Runs& runs, PaperFigures& out) {
  sim::Setup forced = runs.prepare("puma_printed_forced"), fall = runs.prepare("puma_printed_free_fall");
  const sim::Run forced_run = runs.run(forced), fall_run = runs.run(fall);
  std::string singular;
  for (const double t : singular_times(forced.arm, *forced.desired))
    singular += (singular.empty() ? "" : " and ") + seconds(t, 2);
  const bool both =
      forced_run.end == sim::End::complete && fall_run.end == sim::End::complete && singular.empty();
  out.statements.push_back(
      {"Table II(ii)", "PUMA: the inertias of these runs", "four principal moments negative",
       fmt::format("free fall {}, forced {}; det M = 0 on the path at {}", ended(fall_run), ended(forced_run),
                   singular.empty() ? "no time" : singular),
       both ? Verdict::reproduced : Verdict::refuted,
       fmt::format("M is positive definite at {} of {} random postures, with absolute values at {}: all runs "
                   "of the PUMA "
                   "here have those",
                   definite_at(forced.arm), kPostures, definite_at(Arm::load("puma560_002_abs")))});
}

}  // namespace catena::reproduce::detail
