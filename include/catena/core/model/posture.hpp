// SPDX-License-Identifier: Apache-2.0
// Posture<T>: what depends on q alone: for each joint the two screws from frame i-1 to frame i.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena {

template <class T>
class Posture {
 public:
  explicit Posture(const Chain<T>& arm) {
    steps_.reserve(static_cast<std::size_t>(arm.dof()));
    theta_.reserve(static_cast<std::size_t>(arm.dof()));
    for (int i = 0; i < arm.dof(); ++i) {
      const ChainLink<T>& l = arm.link(i);
      steps_.push_back({l.ca, l.sa, l.a, l.ct, l.st, l.d, l.twist});
      theta_.push_back(l.theta);
      slides_ = slides_ || !l.revolute();
    }
  }

  // Takes the sines and cosines of revolute joints, the displacements of prismatic ones. `q` has arm.dof() numbers, which
  // is not checked: an assert would make the definition depend on NDEBUG (docs/header_only.md).
  void set(const Chain<T>& arm, std::span<const T> q) {
    using std::cos;
    using std::sin;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const ChainLink<T>& l = arm.link(static_cast<int>(i));
      if (l.revolute()) {
        const T theta = theta_[i] + q[i];
        if constexpr (requires(T & t) { T::sincos(theta, t, t); }) {  // both in one go
          T::sincos(theta, steps_[i].s, steps_[i].c);
        } else {
          steps_[i].c = cos(theta);
          steps_[i].s = sin(theta);
        }
      } else {
        steps_[i].d = l.d + q[i];
      }
    }
  }

  // For callers that compute all sines and cosines in one call.
  Step<T>* steps() { return steps_.data(); }
  const T* theta() const { return theta_.data(); }  // (n) angles at q = 0
  bool slides() const { return slides_; }           // whether any joint is prismatic

  int dof() const { return static_cast<int>(steps_.size()); }
  const Step<T>& step(int i) const { return steps_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<Step<T>> steps_;
  std::vector<T> theta_;  // (n) at q = 0
  bool slides_ = false;   // whether any joint is prismatic
};

template <class T>
Posture<T> posture(const Chain<T>& arm, std::span<const T> q) {
  Posture<T> x(arm);
  x.set(arm, q);
  return x;
}

}  // namespace catena
