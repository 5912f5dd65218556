// SPDX-License-Identifier: Apache-2.0
// What all contestants share: the arms, a pool of random states, and the loop that times a call.
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/quantity.hpp"
#include "catena/io/load.hpp"

namespace catena::bench {

// So many that the branch predictor does not learn the sines.
constexpr std::size_t kStates = 4096;
// States of a small batch, whose results stay in the caches.
constexpr std::size_t kFew = 64;

// Those that are named in CATENA_BENCH_ARMS, separated by commas, or else these.
inline const std::vector<std::string>& arms() {
  static const std::vector<std::string> all = [] {
    const char* const given = std::getenv("CATENA_BENCH_ARMS");
    std::istringstream in(given && *given ? given : "panda,puma560,ur5,chain:7,chain:30,chain:100");
    std::vector<std::string> list;
    for (std::string arm; std::getline(in, arm, ',');) list.push_back(arm);
    return list;
  }();
  return all;
}

// What is generated for an arm.
inline std::vector<Quantity> generated_quantities() {
  return {Quantity::id,      Quantity::fd,       Quantity::bias,       Quantity::gravity,
          Quantity::inertia, Quantity::jacobian, Quantity::coriolis,   Quantity::inertia_inverse,
          Quantity::did_dq,  Quantity::dfd_dq,   Quantity::christoffel};
}

// Random states, one after the other: n numbers for each.
struct Pool {
  explicit Pool(int dof) : n(static_cast<std::size_t>(dof)) {
    std::mt19937_64 bits(1);
    const auto draw = [&](std::vector<double>& x, double most) {
      std::uniform_real_distribution<double> number(-most, most);
      x.resize(kStates * n);
      for (double& value : x) value = number(bits);
    };
    draw(q, std::numbers::pi), draw(qd, 2), draw(qdd, 5), draw(tau, 10);
  }
  std::span<const double> at(const std::vector<double>& x, std::size_t k) const { return {&x[k * n], n}; }

  std::size_t n;
  std::vector<double> q, qd, qdd, tau;
};

// The same arm without fixed rows, base and tool, which would cost the rivals a body each: the table of its
// canonical chain from the first joint's frame to the last link's, under gravity as seen from there.
inline Robot lean_robot(const std::string& spec) {
  Notes notes;
  Robot robot = load_robot(spec, notes);
  const Canonical table = canonical(robot, notes);
  robot.convention = Convention::modified;
  robot.links.clear();
  robot.payload.reset();
  for (const CanonicalLink& l : table.links)
    robot.links.push_back({l.name, l.joint, l.dh, l.mass, l.com, l.inertia, {}, {}});
  Dh& first = robot.links.front().dh;
  const Pose<double> turn = screw_x(std::cos(first.alpha), std::sin(first.alpha), 0.0);
  robot.gravity = transpose_times(table.base.R * turn.R, robot.gravity);
  first.a = first.alpha = 0;
  return robot;
}

// What compare.py prints beside the numbers: the name and the version of the library that is timed.
inline void name_library(const std::string& name) { benchmark::AddCustomContext("library", name); }

// The label of a benchmark that runs no generated code, although its contestant is named after it: the arm is too long.
template <class Contestant>
void mark_plain(benchmark::State& state, const Contestant& c) {
  if constexpr (requires { c.runs_plainly(); })
    if (c.runs_plainly()) state.SetLabel("plain");
}

// Times one call of a contestant over the pool. A contestant is made once for each arm.
template <class Contestant, auto call>
void enter(const std::string& name, const char* contestant, const char* spec,
           std::shared_ptr<std::unique_ptr<Contestant>> made) {
  benchmark::RegisterBenchmark((name + "/" + spec + "/" + contestant).c_str(), [=](benchmark::State& state) {
    try {
      if (!*made) *made = std::make_unique<Contestant>(lean_robot(spec));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      return;
    }
    Contestant& c = **made;
    mark_plain(state, c);
    std::size_t k = 0;
    for ([[maybe_unused]] auto _ : state) {
      (c.*call)(k);
      benchmark::ClobberMemory();
      k = (k + 1) % kStates;
    }
  });
}

}  // namespace catena::bench
