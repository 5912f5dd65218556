// SPDX-License-Identifier: Apache-2.0
// Joint limits as stops: their distances, the torques of elastic stops, the velocities after an impact, and the
// reaction of a hard stop on a joint at rest.
//
// Symbols  s = +1 for an upper limit, -1 for a lower one | gap >= 0 on the allowed side | λ >= 0 the stop's
//          reaction | H the joints that rest on a stop
// Reach    a joint is at a stop if its gap is at most 1e-9 (1 + |bound|), and beyond it if the gap is below minus that.
// Closed   a joint whose hard stops are so close that it is always at both cannot move: it is locked. It has a single stop,
//          which always holds it, and which may pull as well as push. So no joint is ever held twice.
// Impact   q̇⁺ = q̇ - M⁻¹ s Λ with q̇⁺ = -e q̇ at the joint that hits and q̇⁺ = 0 in H: all velocities jump.
// Rest     s λ = (M⁻¹)_HH⁻¹ q̈_H of the arm without stops, so that q̈_H = 0.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim::detail {

class JointLimits {
 public:
  struct Stop {
    int joint;
    double bound;
    double side;          // s
    bool held = false;    // the joint rests on it
    bool locked = false;  // the joint is closed; `side` is +1, and it is always held

    double reach() const { return 1e-9 * (1 + std::abs(bound)); }
  };

  // No stops if the limits are ignored.
  JointLimits(const Arm& arm, const Options& options);

  std::span<const Stop> stops() const { return stops_; }
  bool any_held() const { return held_ > 0; }
  double gap(const Stop& stop, std::span<const double> q) const {
    return stop.side * (stop.bound - q[static_cast<std::size_t>(stop.joint)]);
  }
  bool at(const Stop& stop, std::span<const double> q) const { return gap(stop, q) <= stop.reach(); }
  bool beyond(const Stop& stop, std::span<const double> q) const { return gap(stop, q) < -stop.reach(); }
  void hold(int stop, bool held);    // not for locked joints
  void lock_at(int stop, double q);  // the position of a locked joint, within its limits

  // Adds the torques of elastic stops.
  void add_springs(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const;

  // λ of the stops that are held, in their order, and 0 for the others, from q̈ without them.
  void reactions(const Posture<double>& x, std::span<const double> qdd, std::span<double> lambda);

  // The velocities after the joint has hit this stop.
  void impact(const Posture<double>& x, int stop, double restitution, std::span<double> qd);

 private:
  void factorise(const Posture<double>& x);
  // r with (M⁻¹)_SS r = b for the joints S of `set_`; b on entry.
  void solve_in_set(std::span<double> b);
  void push(std::span<const double> r, std::span<double> qd);  // q̇ -= M⁻¹_·S r

  const Chain<double>& arm_;
  bool rotors_;
  double stiffness_, damping_;
  std::vector<Stop> stops_;
  int held_ = 0;

  MatX<double> M_;         // (n x n) factors of M
  MatX<double> columns_;   // (n x n) M⁻¹ e_j for the joints of set_
  MatX<double> inner_;     // (n x n) (M⁻¹)_SS
  std::vector<int> set_;   // S
  std::vector<double> b_;  // (|S|)
};

}  // namespace catena::sim::detail
