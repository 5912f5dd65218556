// SPDX-License-Identifier: Apache-2.0
// The quasi-velocities of a run: ξ = Uᵀ q̇, ν = D^½ ξ and D of M = U D Uᵀ at each sample, M with the rotors if the run has
// them, and the deviations s of a quasi-velocity controller.
#pragma once

#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim {

struct QuasiSamples {
  Samples xi, nu, d;  // n each; not a number where M is singular, nu also where D is not positive
  Samples s;          // n, or 0 if the drive is no quasi-velocity controller
};

QuasiSamples quasi_samples(const Arm& arm, const Options& options, const Run& run, Drive& drive);

// The quasi-velocity controller that a drive is or wraps, or null.
QuasiVelocityControl* quasi_velocity_control(Drive& drive);

}  // namespace catena::sim
