// SPDX-License-Identifier: Apache-2.0
// Chain<T>: the constants of an arm in the form that the algorithms read. Threads may share one that is const.
//
// Frames   proximal: frame i is fixed to link i, its z axis is the axis of joint i (NOTATION.md).
// Indices  0-based, base to tip; frame -1 is the chain's base frame, and `base` puts it into the robot's.
#pragma once

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/math/pose.hpp"
#include "catena/core/math/spatial.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/scalar/concept.hpp"

namespace catena {

// Joint i and link i. `theta` and `d` hold the joint's values at q = 0.
template <class T>
struct ChainLink {
  JointKind kind;        // revolute or prismatic
  T ca, sa, a;           // Rx(alpha) Tx(a) from frame i-1
  T theta, ct, st, d;    // Rz(theta) Tz(d), with the cosine and sine of theta for prismatic joints
  RigidInertia<T> body;  // mass, first moment and inertia about the origin of frame i
  Sym3<T> spread;        // ∫ r rᵀ dm = tr(I)/2 1 - I: second moments, for products with accelerations
  T rotor;               // gear² x motor inertia, seen at the joint
  T viscous;             // gear² x motor viscous friction
  T coulomb_plus;        // dry friction for q̇ > 0, positive
  T coulomb_minus;       // dry friction for q̇ < 0, negative
  Twist twist = Twist::general;  // the structure of ca and sa, if known

  CATENA_INLINE bool revolute() const { return kind == JointKind::revolute; }
};

template <class T>
class Chain {
 public:
  Chain(std::vector<ChainLink<T>> links, const Pose<T>& base, const Pose<T>& tool, const Vec3<T>& gravity)
      : links_(std::move(links)), base_(base), tool_(tool), gravity_(gravity) {}

  int dof() const { return static_cast<int>(links_.size()); }
  const ChainLink<T>& link(int i) const { return links_[static_cast<std::size_t>(i)]; }
  const Pose<T>& base() const { return base_; }        // robot's base frame -> frame -1
  const Pose<T>& tool() const { return tool_; }        // frame n-1 -> tool
  const Vec3<T>& gravity() const { return gravity_; }  // acceleration, in the robot's base frame

  // What changes while an arm works. Scratch memory that holds masses must be told (Scratch::set_bodies, method.hpp).
  void set_gravity(const Vec3<T>& gravity) { gravity_ = gravity; }
  void set_body(int i, const RigidInertia<T>& body, const Sym3<T>& spread) {
    links_[static_cast<std::size_t>(i)].body = body;
    links_[static_cast<std::size_t>(i)].spread = spread;
  }

  // The same arm on another scalar: `convert` converts each constant of the links to U, `outside` those of base,
  // tool and gravity.
  template <Scalar U, std::invocable<const T&> Convert, std::invocable<const T&> Outside>
  Chain<U> cast(Convert convert, Outside outside) const;
  template <Scalar U, std::invocable<const T&> Convert>
  Chain<U> cast(Convert convert) const {
    return cast<U>(convert, convert);
  }
  template <Scalar U>
  Chain<U> cast() const {
    return cast<U>([](const T& x) { return U(x); });
  }

 private:
  std::vector<ChainLink<T>> links_;
  Pose<T> base_, tool_;
  Vec3<T> gravity_;
};

template <class T>
template <Scalar U, std::invocable<const T&> Convert, std::invocable<const T&> Outside>
Chain<U> Chain<T>::cast(Convert convert, Outside outside) const {
  const auto vec = [](const Vec3<T>& v, const auto& f) { return Vec3<U>{f(v.x), f(v.y), f(v.z)}; };
  const auto sym = [&](const Sym3<T>& s) {
    return Sym3<U>{convert(s.xx), convert(s.yy), convert(s.zz), convert(s.xy), convert(s.xz), convert(s.yz)};
  };
  const auto pose = [&](const Pose<T>& X) {
    const Mat3<T>& R = X.R;
    return Pose<U>{{outside(R.xx), outside(R.xy), outside(R.xz), outside(R.yx), outside(R.yy), outside(R.yz),
                    outside(R.zx), outside(R.zy), outside(R.zz)},
                   vec(X.p, outside)};
  };
  std::vector<ChainLink<U>> links;
  links.reserve(links_.size());
  for (const ChainLink<T>& l : links_)
    links.push_back({l.kind,
                     convert(l.ca),
                     convert(l.sa),
                     convert(l.a),
                     convert(l.theta),
                     convert(l.ct),
                     convert(l.st),
                     convert(l.d),
                     {convert(l.body.m), vec(l.body.h, convert), sym(l.body.I)},
                     sym(l.spread),
                     convert(l.rotor),
                     convert(l.viscous),
                     convert(l.coulomb_plus),
                     convert(l.coulomb_minus),
                     kWatchesConstants<U> ? Twist::general : l.twist});
  return Chain<U>(std::move(links), pose(base_), pose(tool_), vec(gravity_, outside));
}

// The chain of a robot. Throws Error(model) if no joint moves or a number is not finite.
Chain<double> make_chain(const Robot& robot, Notes& notes);
struct Canonical;  // model/canonical.hpp
Chain<double> make_chain(const Robot& robot, const Canonical& canonical);

}  // namespace catena
