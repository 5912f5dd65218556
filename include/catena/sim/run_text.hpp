// SPDX-License-Identifier: Apache-2.0
// A run as a file: t, q, q̇, q̈, τ, energies, work, the energy imbalance, the position of the tool, and the desired q
// if there is a trajectory.
//
// A run that ended early is marked as partial: by a last line "# partial: why" (CSV), by a last line {"partial": "why"}
// (JSON lines), by `partial` = 1 instead of 0 (.npz). A run whose energy does not balance is marked in the same way as
// unbalanced.
#pragma once

#include <string>

#include "catena/sim/quasi_samples.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

// "complete", "at_limit", "interrupted", "failed" or "unbalanced".
const char* name(End end);

// Why the run ended early; empty if it was computed to its end.
std::string partial(const Run& run, double duration);

// By how much its energy does not balance; empty if it does.
std::string unbalanced(const Run& run);

// Columns t, q1.., qd1.., qdd1.., tau1.., kinetic, potential, by_drive, by_friction, by_tip, by_limits, imbalance, x,
// y, z, want1.., and with `quasi` xi1.., nu1.., d1.., s1..; numbers read back as the same double, "nan" for values that are
// not finite.
std::string run_csv(const Run& run, double duration, const Trajectory* desired = nullptr,
                    const QuasiSamples* quasi = nullptr);

// {"t": .., "q": [..], ..} for each sample, with the names of the columns; 17 significant digits, null for values that
// are not finite.
std::string run_jsonl(const Run& run, double duration, const Trajectory* desired = nullptr,
                      const QuasiSamples* quasi = nullptr);

// Arrays of doubles: t (m), q, qd, qdd, tau, want, xi, nu, d, s (m, n), tool (m, 3), the others (m), partial and
// unbalanced (). Throws Error(io) beyond 4 GB.
std::string run_npz(const Run& run, double duration, const Trajectory* desired = nullptr,
                    const QuasiSamples* quasi = nullptr);

}  // namespace catena::sim
