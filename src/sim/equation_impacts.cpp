// SPDX-License-Identifier: Apache-2.0
// Impacts of joints on their stops, and which joints come to rest there.
#include <algorithm>
#include <cmath>

#include "catena/core/library_methods.hpp"
#include "sim/equation.hpp"
#include "sim/span_of.hpp"

namespace catena::sim::detail {
namespace {

constexpr double kRest = 1e-6;  // [rad/s] or [m/s]: slower counts as at rest

}  // namespace

void Equation::strike(double t, std::span<const int> fallen, std::span<double> y, Run& run) {
  const std::span<const JointLimits::Stop> stops = limits_.stops();
  const auto count = static_cast<int>(stops.size());
  set_posture(chain_, q_of(y), x_);
  formulation_->qd_from(x_, v_of(y), span_of(qd_));

  // joints at rest are exactly at their stops: this removes the drift of the integrator; one may be pulled away
  const double arriving = kinetic();
  int leaving = -1;
  for (int i = 0; i < count; ++i) {
    if (!stops[i].held || (stops[i].locked && t == 0)) continue;
    y[stops[i].joint] = stops[i].bound;
    qd_[stops[i].joint] = 0;
    if (fallen[i] == 0) continue;
    limits_.hold(i, false);
    leaving = i;
  }
  set_posture(chain_, q_of(y), x_);

  const auto speed = [&](int i) { return stops[i].side * qd_[stops[i].joint]; };  // towards the stop
  for (int i = 0; i < count; ++i)
    if (i != leaving && !stops[i].held && fallen[i] != 0)
      run.events.push_back({t, stops[i].joint, stops[i].side > 0, std::abs(speed(i))});
  if (options_.at_limit != AtLimit::bounce) return;

  // a locked joint with an initial velocity stops at once, and jolts the others
  for (int i = 0; i < count; ++i)
    if (stops[i].locked && speed(i) != 0) {
      run.events.push_back({t, stops[i].joint, speed(i) > 0, std::abs(speed(i))});
      limits_.impact(x_, i, 0, span_of(qd_));
      qd_[stops[i].joint] = 0;
    }

  // sequential impacts: each may drive another joint into its stop. A series that does not end becomes plastic.
  for (int round = 0; round < 200; ++round) {
    int hit = -1;
    for (int i = 0; i < count; ++i)
      if (limits_.at(stops[i], q_of(y)) && !stops[i].held && speed(i) > 0 &&
          (hit < 0 || speed(i) > speed(hit)))
        hit = i;
    if (hit < 0) break;
    y[stops[hit].joint] = stops[hit].bound;
    set_posture(chain_, q_of(y), x_);
    const Eigen::VectorXd incoming = qd_;
    limits_.impact(x_, hit, round < 100 ? options_.restitution : 0, span_of(qd_));
    if (-speed(hit) < least_rebound(t, y, hit)) {
      qd_ = incoming;
      limits_.impact(x_, hit, 0, span_of(qd_));
      qd_[stops[hit].joint] = 0;
    }
  }
  impacts_ += kinetic() - arriving;
  set_velocities_of(y);
  settle(t, y, leaving);
}

// The rebound speed below which a joint counts as at rest: the hop would be lower than the tolerance, or shorter than
// two fixed steps. The velocities after the impact are in qd_.
double Equation::least_rebound(double t, std::span<double> y, int stop) {
  const JointLimits::Stop& s = limits_.stops()[static_cast<std::size_t>(stop)];
  const Eigen::VectorXd after = qd_;
  set_velocities_of(y);
  const bool known = evaluate(t, y, vd_);
  if (known) formulation_->qdd_from(x_, vd_, qdd_);
  qd_ = after;
  const double back = known ? s.side * qdd_[s.joint] : 0;  // acceleration towards the stop
  if (back <= 0) return kRest;
  return std::max(kRest,
                  has_fixed_steps(options_) ? back * options_.step : std::sqrt(2 * back * options_.atol));
}

// Determines which joints at a stop stay at rest: all except those on which the stop would have to pull.
void Equation::settle(double t, std::span<double> y, int leaving) {
  const std::span<const JointLimits::Stop> stops = limits_.stops();
  const auto count = static_cast<int>(stops.size());
  for (int i = 0; i < count; ++i)
    if (!stops[i].locked)
      limits_.hold(i,
                   i != leaving && limits_.at(stops[i], q_of(y)) && std::abs(qd_[stops[i].joint]) <= kRest);
  while (limits_.any_held()) {
    if (!evaluate(t, y, vd_)) return;
    int worst = -1;
    for (int i = 0; i < count; ++i)
      if (stops[i].held && !stops[i].locked && lambda_[i] < 0 && (worst < 0 || lambda_[i] < lambda_[worst]))
        worst = i;
    if (worst < 0) break;
    limits_.hold(worst, false);
  }
}

}  // namespace catena::sim::detail
