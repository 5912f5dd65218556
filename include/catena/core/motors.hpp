// SPDX-License-Identifier: Apache-2.0
// Arms with their motors: what rotor inertia and friction do to each quantity. With motors, the equation of motion is
//
//   τ = (M + R) q̈ + C q̇ + g + friction(q̇),   R = diag(gear² x motor inertia),
//
// τ is the torque of the motors as seen at the joints, and "M" of every quantity is M + R. R is constant, so that C, the
// Christoffel symbols and dM/dt are those of the links. Friction is viscous and Coulomb friction; its derivative with respect to q̇ is the
// viscous coefficient, also at rest.
#pragma once

#include "catena/core/algo/actuation.hpp"
#include "catena/core/method.hpp"

namespace catena {

constexpr MotorEffect motor_effect(Quantity quantity) { return info(quantity).motors; }

// The terms of a quantity with MotorEffect::added that depend on the state, (n) numbers: taken before its method runs,
// since results may overwrite the vectors of the state.
template <class T>
void motor_terms(Quantity quantity, const Chain<T>& arm, const State<T>& s, std::span<T> terms) {
  if (quantity == Quantity::id || quantity == Quantity::slotine_li) {
    friction<T>(arm, s.qd, terms);
    for (int i = 0; i < arm.dof(); ++i) terms[i] = terms[i] + arm.link(i).rotor * s.qdd[i];
  } else if (quantity == Quantity::nle) {
    friction<T>(arm, s.qd, terms);
  } else if (quantity == Quantity::joint_momentum) {
    for (int i = 0; i < arm.dof(); ++i) terms[i] = arm.link(i).rotor * s.qd[i];
  } else if (quantity == Quantity::kinetic_energy) {
    T twice = T(0);
    for (int i = 0; i < arm.dof(); ++i) twice = twice + arm.link(i).rotor * (s.qd[i] * s.qd[i]);
    terms[0] = T(0.5) * twice;
  } else if (quantity == Quantity::id_vjp) {  // the vector itself
    const std::span<const T> v = s.v.empty() ? s.qd : s.v;
    for (int i = 0; i < arm.dof(); ++i) terms[i] = v[i];
  }
}

// Adds the terms to the result.
template <class T>
void add_motor_terms(Quantity quantity, const Chain<T>& arm, std::span<const T> terms, const Result<T>& out) {
  const auto to_diagonal = [&](const MatView<T>& A, T ChainLink<T>::*term) {
    for (int i = 0; i < arm.dof(); ++i) A(i, i) = A(i, i) + arm.link(i).*term;
  };
  if (quantity == Quantity::id || quantity == Quantity::slotine_li || quantity == Quantity::nle ||
      quantity == Quantity::joint_momentum) {
    const std::span<T> tau = out.vector();
    for (int i = 0; i < arm.dof(); ++i) tau[i] = tau[i] + terms[i];
  } else if (quantity == Quantity::kinetic_energy) {
    out.number() = out.number() + terms[0];
  } else if (quantity == Quantity::inertia || quantity == Quantity::terms) {
    to_diagonal(out.matrix(), &ChainLink<T>::rotor);
  } else if (quantity == Quantity::did_dqd) {
    to_diagonal(out.matrix(), &ChainLink<T>::viscous);
  } else if (quantity == Quantity::id_derivatives) {
    to_diagonal(out.matrix(1), &ChainLink<T>::viscous);
    to_diagonal(out.matrix(2), &ChainLink<T>::rotor);
  } else if (quantity == Quantity::id_vjp) {
    for (int i = 0; i < arm.dof(); ++i) {
      out.vector(1)[i] = out.vector(1)[i] + arm.link(i).viscous * terms[i];
      out.vector(2)[i] = out.vector(2)[i] + arm.link(i).rotor * terms[i];
    }
  }
}

// The method of a quantity with MotorEffect::inside, or null.
const Method<double>* motor_method(Quantity quantity);

}  // namespace catena
