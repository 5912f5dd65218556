// SPDX-License-Identifier: Apache-2.0
// The same dynamics from fewer numbers: what a joint cannot feel of its own link is handed to the link before it.
//
// Source   base parameters: Gautier and Khalil 1990; Khalil and Kleinfinger 1987.
// Rule     a revolute joint cannot feel a body that is symmetric about its axis and has no moment about it: mass,
//          first moment along the axis and equal moments xx = yy. A prismatic joint does not turn its link, which
//          therefore needs no inertia of its own. What the first link hands on goes to the ground.
// Keeps    M, C with Christoffel symbols, gravity torques and all that follows from them. Not the potential energy,
//          which loses a constant, nor what is made of the single bodies. Links are no longer physical.
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena {

// The choice that is left for a revolute joint: which number becomes zero.
enum class Vanishing {
  xx,      // of the inertia
  yy,      // the same
  spread,  // zz of the second moments
};

Chain<double> regrouped(const Chain<double>& arm, Vanishing vanishing);

}  // namespace catena
