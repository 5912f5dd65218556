// SPDX-License-Identifier: Apache-2.0
// Formulation: which velocities are integrated, and how their rates follow from the torques. Most integrate q̇;
// the diagonalised equations integrate ν or ξ.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "catena/core/model/chain.hpp"
#include "catena/core/model/posture.hpp"

namespace catena::sim::detail {

class Formulation {
 public:
  virtual ~Formulation() = default;

  virtual bool integrates_qd() const { return false; }  // v is q̇
  virtual bool takes_roots() const { return false; }    // of D in M = U D Uᵀ: M must be positive definite

  // q̇ from the velocities v that are integrated, and back.
  virtual void qd_from(const Posture<double>& x, std::span<const double> v, std::span<double> qd) = 0;
  virtual void from_qd(const Posture<double>& x, std::span<const double> qd, std::span<double> v) = 0;

  // ∂T/∂v at constant q from ∂T/∂q̇ = M q̇. Call qd_from for the same posture first.
  virtual void by_velocities(std::span<const double> v, std::span<const double> by_qd,
                             std::span<double> by_v) = 0;

  // v̇ from the total joint torques. Call qd_from for the same posture first.
  virtual void rate(const Posture<double>& x, std::span<const double> qd, std::span<const double> tau,
                    std::span<double> vd) = 0;
  // q̈ from v̇. Call rate first.
  virtual void qdd_from(const Posture<double>& x, std::span<const double> vd, std::span<double> qdd) = 0;
};

// One of simulation_methods() for this arm and its gravity; `tip` as in Options. Throws Error(usage) for an unknown
// name, and for a method that does not support rotors.
std::unique_ptr<Formulation> make_formulation(const std::string& method, const Chain<double>& arm,
                                              const Force<double>& tip, bool rotors);

}  // namespace catena::sim::detail
