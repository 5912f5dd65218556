// SPDX-License-Identifier: Apache-2.0
#include "sim/joint_limits.hpp"

#include <algorithm>

#include "catena/core/algo/crba.hpp"

namespace catena::sim::detail {

JointLimits::JointLimits(const Arm& arm, const Options& options)
    : arm_(arm.chain()),
      rotors_(options.rotors),
      stiffness_(options.stiffness),
      damping_(options.damping),
      M_(arm.dof(), arm.dof()),
      columns_(arm.dof(), arm.dof()),
      inner_(arm.dof(), arm.dof()) {
  set_.reserve(static_cast<std::size_t>(arm.dof()));
  b_.reserve(static_cast<std::size_t>(arm.dof()));
  if (options.at_limit == AtLimit::ignore) return;
  const bool hard = options.at_limit == AtLimit::stop || options.at_limit == AtLimit::bounce;
  int joint = 0;
  for (const RobotLink& link : arm.robot().links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.limits && link.limits->position) {
      const auto [least, most] = *link.limits->position;
      const Stop lower = {joint, least, -1}, upper = {joint, most, +1};
      // with a margin for rounding, so that a joint with two stops is never at both
      const bool closed = most - least <= (1 + 1e-6) * (lower.reach() + upper.reach());
      if (hard && closed) {
        stops_.push_back({joint, 0.5 * (least + most), +1, true, true});
        ++held_;
      } else {
        stops_.push_back(lower);
        stops_.push_back(upper);
      }
    }
    ++joint;
  }
}

void JointLimits::lock_at(int stop, double q) { stops_[static_cast<std::size_t>(stop)].bound = q; }

void JointLimits::hold(int stop, bool held) {
  Stop& s = stops_[static_cast<std::size_t>(stop)];
  held_ += static_cast<int>(held) - static_cast<int>(s.held);
  s.held = held;
}

void JointLimits::add_springs(std::span<const double> q, std::span<const double> qd,
                              std::span<double> tau) const {
  for (const Stop& s : stops_) {
    const double depth = -gap(s, q);
    if (depth <= 0) continue;
    const double inward = s.side * qd[s.joint];  // speed into the stop
    tau[s.joint] -= s.side * std::max(0.0, stiffness_ * depth * (1 + damping_ * inward));
  }
}

void JointLimits::factorise(const Posture<double>& x) {
  crba(arm_, x, M_.view());
  for (int i = 0; rotors_ && i < arm_.dof(); ++i) M_(i, i) += arm_.link(i).rotor;
  udu_factor(M_.view());
}

void JointLimits::solve_in_set(std::span<double> b) {
  const int n = arm_.dof(), k = static_cast<int>(set_.size());
  for (int j = 0; j < k; ++j) {
    const std::span<double> column(&columns_(0, j), static_cast<std::size_t>(n));
    std::fill(column.begin(), column.end(), 0.0);
    column[set_[j]] = 1;
    udu_solve(M_.view(), column);
  }
  for (int j = 0; j < k; ++j)
    for (int i = 0; i < k; ++i) inner_(i, j) = columns_(set_[i], j);
  const MatView<double> inner = {inner_.view().data, k, k, n};
  udu_factor(inner);
  udu_solve(inner, b);
}

void JointLimits::push(std::span<const double> r, std::span<double> qd) {
  for (std::size_t j = 0; j < r.size(); ++j)
    for (std::size_t i = 0; i < qd.size(); ++i)
      qd[i] -= columns_(static_cast<int>(i), static_cast<int>(j)) * r[j];
}

void JointLimits::reactions(const Posture<double>& x, std::span<const double> qdd, std::span<double> lambda) {
  factorise(x);
  set_.clear();
  b_.clear();
  for (const Stop& s : stops_)
    if (s.held) {
      set_.push_back(s.joint);
      b_.push_back(qdd[s.joint]);
    }
  solve_in_set(b_);
  std::size_t k = 0;
  for (std::size_t i = 0; i < stops_.size(); ++i) lambda[i] = stops_[i].held ? stops_[i].side * b_[k++] : 0;
}

void JointLimits::impact(const Posture<double>& x, int stop, double restitution, std::span<double> qd) {
  factorise(x);
  const Stop& hit = stops_[static_cast<std::size_t>(stop)];
  for (bool pulls = true; pulls;) {
    // impulses that reverse the joint and keep the held joints at rest
    set_.assign(1, hit.joint);
    b_.assign(1, (1 + restitution) * qd[hit.joint]);
    for (const Stop& s : stops_)
      if (s.held && s.joint != hit.joint) {
        set_.push_back(s.joint);
        b_.push_back(qd[s.joint]);
      }
    solve_in_set(b_);
    // a stop only pushes: a joint on which it would have to pull is released
    pulls = false;
    std::size_t k = 1;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      if (!stops_[i].held || stops_[i].joint == hit.joint) continue;
      if (stops_[i].side * b_[k++] < 0 && !stops_[i].locked) {
        hold(static_cast<int>(i), false);
        pulls = true;
        break;
      }
    }
  }
  push(b_, qd);
}

}  // namespace catena::sim::detail
