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

  // q̇ from the velocities v that are integrated, and back.
  virtual void qd_from(const Posture<double>& x, std::span<const double> v, std::span<double> qd) = 0;
  virtual void from_qd(const Posture<double>& x, std::span<const double> qd, std::span<double> v) = 0;

  // v̇ from all torques at the joints. After qd_from at the same place.
  virtual void rate(const Posture<double>& x, std::span<const double> qd, std::span<const double> tau,
                    std::span<double> vd) = 0;
  // q̈ from v̇. After rate.
  virtual void qdd_from(const Posture<double>& x, std::span<const double> vd, std::span<double> qdd) = 0;
};

// One of simulation_methods() for this arm, whose gravity counts; `tip` as in Options. Throws Error(usage) for a
// name that is none, and for a method that cannot take rotors.
std::unique_ptr<Formulation> make_formulation(const std::string& method, const Chain<double>& arm,
                                              const Force<double>& tip, bool rotors);

}  // namespace catena::sim::detail
