// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/regroup.hpp"

namespace catena {
namespace {

double share(const ChainLink<double>& l, Vanishing vanishing) {
  switch (vanishing) {
    case Vanishing::xx:
      return l.body.I.xx;
    case Vanishing::yy:
      return l.body.I.yy;
    case Vanishing::spread:
      return l.spread.zz;
  }
  return 0;
}

void set_spread(ChainLink<double>& l) {
  const Sym3<double>& I = l.body.I;
  l.spread = Sym3<double>::diagonal((I.xx + I.yy + I.zz) / 2) - I;
}

// Removes from a link the parameters that do not affect its joint.
RigidInertia<double> take_unfelt(ChainLink<double>& l, Vanishing vanishing) {
  RigidInertia<double>& b = l.body;
  RigidInertia<double> unfelt = RigidInertia<double>::zero();
  if (!l.revolute()) {
    unfelt.I = b.I;
    b.I = l.spread = Sym3<double>::zero();
    return unfelt;
  }
  const double k = share(l, vanishing);
  unfelt = {b.m, {0, 0, b.h.z}, {k, k, 0, 0, 0, 0}};
  b.m = b.h.z = 0;
  b.I.xx -= k;
  b.I.yy -= k;
  set_spread(l);
  if (vanishing == Vanishing::spread) l.spread.zz = 0;
  return unfelt;
}

}  // namespace

Chain<double> regrouped(const Chain<double>& arm, Vanishing vanishing) {
  std::vector<ChainLink<double>> links;
  for (int i = 0; i < arm.dof(); ++i) links.push_back(arm.link(i));
  for (std::size_t i = links.size(); i-- > 0;) {
    ChainLink<double>& l = links[i];
    const RigidInertia<double> unfelt = take_unfelt(l, vanishing);
    if (i == 0) break;
    // any position of the joint will do; for a prismatic one the angle is a constant
    const Step<double> step = {l.ca, l.sa, l.a, l.revolute() ? 1 : l.ct, l.revolute() ? 0 : l.st, l.d};
    links[i - 1].body = links[i - 1].body + to_parent(step, unfelt);
    set_spread(links[i - 1]);
  }
  return Chain<double>(std::move(links), arm.base(), arm.tool(), arm.gravity());
}

std::vector<FeltMoments> felt_moments(const Chain<double>& arm) {
  std::vector<FeltMoments> felt(static_cast<std::size_t>(arm.dof()));
  double m = 0;  // moved to link i: mass, h and S
  Vec3<double> h = Vec3<double>::zero();
  Sym3<double> S = Sym3<double>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.link(i);
    m += l.body.m, h += l.body.h, S += l.spread;
    felt[static_cast<std::size_t>(i)] = {h.x, h.y, S.xx, S.yy, S.xy, S.xz, S.yz};
    // mass m, first moment h.z and second moment S.zz lie on the axis u = (0, -sa, ca) of the joint, which passes through (a, 0, 0) of
    // the link before: seen from there, along the axis, `along` and `square`
    const double along = h.z + m * l.d, square = S.zz + l.d * (h.z + along), side = l.a * along;
    h = {l.a * m, -l.sa * along, l.ca * along};
    S = {l.a * l.a * m, l.sa * l.sa * square, l.ca * l.ca * square,
         -l.sa * side,  l.ca * side,          -l.sa * l.ca * square};
  }
  return felt;
}

}  // namespace catena
