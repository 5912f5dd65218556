// SPDX-License-Identifier: Apache-2.0
// The base parameters of an arm: the smallest set of inertial parameters that determines its dynamics, and the largest that
// can be identified from its motion.
//
// Source   Gautier and Khalil 1990: closed-form rules for parameters of a link that do not affect its joint (model/regroup.hpp);
//          Gautier 1991: linear dependence is found numerically, from the torques due to each parameter alone.
// Keeps    inverse and forward dynamics under the arm's own gravity; not the potential energy, nor the dynamics under
//          another gravity along axes where the arm's own has no component.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena {

// The inertial parameters of a link, in its frame: mass, first moments, moments of inertia about the frame's origin.
inline constexpr std::array<std::string_view, 10> kInertialParameters = {"m",   "hx",  "hy",  "hz",  "Ixx",
                                                                         "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};

struct BaseParameter {
  enum class Kind {
    base,       // a base parameter; its value includes what was regrouped into it
    regrouped,  // acts only as part of base parameters; its value is zero
    idle,       // no torque depends on it; its value is zero
  } kind;
  double value;
};

struct BaseParameters {
  std::vector<std::array<BaseParameter, 10>> links;  // (n)
  int count = 0;                                     // of kind base

  int count_of(BaseParameter::Kind kind) const;
};

inline constexpr int kMostJointsForBaseParameters = 100;

// Throws Error(usage) for longer arms: it would take minutes.
BaseParameters base_parameters(const Chain<double>& arm);

// The arm with other bodies: ten parameters for each link, in the order above. Links need not be physical.
Chain<double> with_bodies(const Chain<double>& arm, const std::vector<std::array<double, 10>>& bodies);
std::vector<std::array<double, 10>> bodies_of(const Chain<double>& arm);

}  // namespace catena
