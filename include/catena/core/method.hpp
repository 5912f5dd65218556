// SPDX-License-Identifier: Apache-2.0
// A method: one formulation of one quantity, on any scalar; and the state that it is asked at.
#pragma once

#include <span>
#include <string_view>

#include "catena/core/model/chain.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/core/quantity.hpp"

namespace catena {

// What a quantity may depend on. Spans that a quantity does not need may be empty.
template <class T>
struct State {
  std::span<const T> q, qd, qdd, tau;
  Vec3<T> gravity;  // in the robot's base frame
  Force<T> tip;     // wrench that the arm exerts on its surroundings at the tool, in tool axes
};

template <class T>
struct Method {
  Quantity quantity;
  std::string_view stem;
  std::string_view summary;
  // Writes size_of(quantity, n) numbers, matrices column by column. Makes its own workspace: for repeated
  // calls use the algorithms themselves, or `Arm`.
  void (*run)(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<T> out);
  bool poses = false;  // starts from the poses of all frames in the base, which some papers do not count
  bool roots = false;  // takes the square roots of D in M = U D Uᵀ: M must be positive definite
};

}  // namespace catena
