// SPDX-License-Identifier: Apache-2.0
// The same dynamics from fewer parameters: those of a link that do not affect its own joint are moved to the previous link.
//
// Source   base parameters: Gautier and Khalil 1990; Khalil and Kleinfinger 1987.
// Rule     the torque of a revolute joint does not depend on mass on its axis: mass, first moment along the axis and
//          equal moments xx = yy. A prismatic joint does not rotate its link, which therefore needs no inertia of its
//          own. What is moved from the first link goes to the ground and is dropped.
// Keeps    M, C of Christoffel symbols, gravity torques and all that follows from them, and the momentum of the arm, since
//          what is moved to the previous link moves there as before; not the potential energy, which loses a constant,
//          nor quantities of single bodies. The links are no longer physically possible bodies.
#pragma once

#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena {

// For a revolute joint one can choose which parameter becomes zero.
enum class Vanishing {
  xx,      // of the inertia
  yy,      // the same
  spread,  // zz of the second moments
};

Chain<double> regrouped(const Chain<double>& arm, Vanishing vanishing);

// The same with Vanishing::spread for an arm whose joints all turn, by second moments: first moments h and S = ∫ r rᵀ dm of what
// remains of each link, whose mass, h.z and S.zz are zero. All that is added to S.xx and S.yy of the previous link is positive for a
// body that is physically possible, so that no digits are lost there; regrouped inertias would be differences.
struct FeltMoments {
  double hx, hy, xx, yy, xy, xz, yz;
};
std::vector<FeltMoments> felt_moments(const Chain<double>& arm);

}  // namespace catena
