// SPDX-License-Identifier: Apache-2.0
#include "check/power_terms.hpp"

#include <algorithm>

#include "catena/core/math/central.hpp"
#include "catena/core/model/poses.hpp"

namespace catena::check::detail {
namespace {

// What the joints up to `last` move as one body, in base axes.
struct Carried {
  int last;
  double m;
  Vec3<double> c;  // centre of mass
  Sym3<double> I;  // about it
};

std::vector<Carried> links_of(const Chain<double>& arm, const Kinematics<double>& poses) {
  std::vector<Carried> all;
  for (int l = 0; l < arm.dof(); ++l) {
    const Pose<double>& X = poses.frame[static_cast<std::size_t>(l)];
    const RigidInertia<double>& b = arm.link(l).body;
    const Vec3<double> c = mass_centre(b.m, b.h);
    all.push_back({l, b.m, X * c, rotated(X.R, central_inertia(b.I, b.h, c))});
  }
  return all;
}

// Links first to n as one body.
Carried welded(const std::vector<Carried>& links, std::size_t first) {
  Carried all = {static_cast<int>(first), 0, Vec3<double>::zero(), Sym3<double>::zero()};
  Vec3<double> h = Vec3<double>::zero();
  for (std::size_t l = first; l < links.size(); ++l) all.m += links[l].m, h += links[l].m * links[l].c;
  all.c = mass_centre(all.m, h);
  for (std::size_t l = first; l < links.size(); ++l) {
    const Vec3<double> r = links[l].c - all.c;
    all.I = all.I + (links[l].I - central_inertia(Sym3<double>::zero(), links[l].m * r, r));
  }
  return all;
}

PowerTerms no_terms(int n) {
  PowerTerms P;
  P.fill(Eigen::MatrixXd::Zero(n, n * n));
  return P;
}

// Elements whose outermost joint is b.last, or all elements of the joints up to it.
void add(const Chain<double>& arm, const Kinematics<double>& poses, const Carried& b, bool outermost,
         PowerTerms& P) {
  const int n = arm.dof();
  std::vector<Vec3<double>> w, g;  // angular velocity, and velocity of c, for a unit rate of each joint
  for (int i = 0; i <= b.last; ++i) {
    const Pose<double>& X = poses.frame[static_cast<std::size_t>(i)];
    const bool turns = arm.link(i).revolute();
    w.push_back(turns ? X.R.col_z() : Vec3<double>::zero());
    g.push_back(turns ? cross(X.R.col_z(), b.c - X.p) : X.R.col_z());
  }
  const auto at = [](const std::vector<Vec3<double>>& v, int i) { return v[static_cast<std::size_t>(i)]; };
  for (int k = 0; k <= b.last; ++k)
    for (int j = 0; j <= b.last; ++j) {
      const int outer = std::max(j, k);
      // the inner joint turns what the outer one moves; an axis is turned only by the joints before it
      const Vec3<double> H = b.m * cross(at(w, std::min(j, k)), at(g, outer)),
                         Hr = j < k ? b.I * cross(at(w, j), at(w, k)) : Vec3<double>::zero(),
                         L = cross(at(w, j), b.I * at(w, k));
      for (int i = outermost && outer < b.last ? b.last : 0; i <= b.last; ++i) {
        P[0](i, k * n + j) += dot(at(g, i), H);
        P[1](i, k * n + j) += dot(at(w, i), Hr);
        P[2](i, k * n + j) += dot(at(w, i), L);
      }
    }
}

PowerTerms power(const Specimen& s, bool weld) {
  const Kinematics<double> poses = kinematics_of(s.arm, s.x);
  const std::vector<Carried> links = links_of(s.arm, poses);
  PowerTerms P = no_terms(s.arm.dof());
  for (std::size_t l = 0; l < links.size(); ++l)
    add(s.arm, poses, weld ? welded(links, l) : links[l], weld, P);
  return P;
}

}  // namespace

PowerTerms power_of_links(const Specimen& s) { return power(s, false); }
PowerTerms power_of_welded_links(const Specimen& s) { return power(s, true); }

}  // namespace catena::check::detail
