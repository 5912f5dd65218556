// SPDX-License-Identifier: Apache-2.0
#include "sim/equation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/energy.hpp"
#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/core/algo/wrench_torques.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/frame_wrench.hpp"
#include "core/util/finite.hpp"
#include "sim/span_of.hpp"

namespace catena::sim::detail {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Viscous and smoothed Coulomb friction. If its magnitude differs between the directions, the transition is smooth too: a
// jump of the slope at rest would prevent the Newton iteration of implicit integrators from converging. It opposes the
// motion at any speed, since both magnitudes are positive.
void smooth_friction(const Chain<double>& arm, std::span<const double> qd, double smoothing,
                     std::span<double> out) {
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<double>& l = arm.link(i);
    const double forward = l.coulomb_plus, backward = -l.coulomb_minus, way = std::tanh(qd[i] / smoothing);
    out[i] = l.viscous * qd[i] + 0.5 * way * (forward + backward + way * (forward - backward));
  }
}

}  // namespace

Equation::Equation(const Arm& arm, Drive* drive, const Options& options)
    : chain_(arm.chain()),
      drive_(drive),
      options_(options),
      n_(arm.dof()),
      states_(drive == nullptr ? 0 : drive->states()),
      formulation_(make_formulation(options.method, chain_, options.tip, options.rotors)),
      limits_(arm, options),
      has_tip_(!(options.tip.ang.x == 0 && options.tip.ang.y == 0 && options.tip.ang.z == 0 &&
                 options.tip.lin.x == 0 && options.tip.lin.y == 0 && options.tip.lin.z == 0)),
      tip_(at_last_frame(chain_, options.tip)),
      end_(std::numeric_limits<double>::infinity()),
      last_(end_),
      x_(chain_),
      kinematics_(n_),
      q_(n_),
      qd_(n_),
      tau_(Eigen::VectorXd::Zero(n_)),
      friction_(un(), 0.0),
      springs_(un(), 0.0),
      pushes_(un(), Force<double>::zero()),
      pushed_(un(), 0.0),
      effort_(un(), 0.0),
      qdd_(un(), 0.0),
      vd_(un(), 0.0),
      lambda_(limits_.stops().size(), 0.0),
      energy_(n_),
      by_q_(un(), 0.0),
      by_qd_(un(), 0.0),
      by_v_(un(), 0.0),
      M_(n_, n_),
      delta_(un(), 0.0) {
  const std::array<bool, kWorks> there = {drive != nullptr, options.friction,
                                          has_tip_ || !options.pushes.empty(),
                                          options.at_limit == AtLimit::spring && !limits_.stops().empty()};
  for (int w = 0; w < kWorks; ++w) place_[w] = there[w] ? feedback() + works_++ : -1;
}

void Equation::set_end(double end) {
  end_ = end;
  last_ = std::nextafter(end, -std::numeric_limits<double>::infinity());
}

void Equation::add_pushes(double t) {
  if (options_.pushes.empty()) return;
  std::fill(pushes_.begin(), pushes_.end(), Force<double>::zero());
  bool placed = false;
  for (const Push& push : options_.pushes) {
    if (!(t >= push.from && t < push.until)) continue;
    if (push.axes != Axes::frame && !placed) set_poses(chain_, x_, kinematics_), placed = true;
    const auto link = static_cast<std::size_t>(push.link);
    pushes_[link] += wrench_in_link(kinematics_.frame[link], {push.link, push.pose, push.axes}, push.wrench);
  }
  wrench_torques<double>(chain_, x_, pushes_, pushed_);
  for (int i = 0; i < n_; ++i) effort_[i] += pushed_[i];
}

// All torques and v̇ at y; the powers and intermediate results stay in the members.
bool Equation::evaluate(double t, std::span<const double> y, std::span<double> vd) {
  const std::span<const double> q = q_of(y), qd = span_of(qd_);
  set_posture(chain_, q, x_);
  formulation_->qd_from(x_, v_of(y), span_of(qd_));

  // torques of the drive
  if (drive_ != nullptr) {
    if (!catena::detail::all_finite(y.data(), y.size()) || !catena::detail::all_finite(qd.data(), un()))
      return false;
    std::copy(q.begin(), q.end(), q_.data());
    if (states_ > 0) drive_->set_states(z_of(y));
    drive_->torque(std::min(t, last_), q_, qd_, tau_);
    for (int i = 0; i < n_; ++i)
      if (!std::isfinite(tau_[i])) {
        trouble_ = Error(ErrorKind::numerical, "simulate",
                         fmt::format("the drive's torque is not finite at t = {:.6g} s", t))
                       .given(fmt::format("joint {} (counted from 1): {}", i + 1, tau_[i]))
                       .hint("check the drive's data around that time, or its gains");
        return false;
      }
  }
  std::copy(tau_.data(), tau_.data() + n_, effort_.begin());

  // pushes, friction and elastic stops
  add_pushes(std::min(t, last_));
  if (options_.friction) {
    smooth_friction(chain_, qd, options_.smoothing, friction_);
    for (int i = 0; i < n_; ++i) effort_[i] -= friction_[i];
  }
  if (options_.at_limit == AtLimit::spring) {
    std::fill(springs_.begin(), springs_.end(), 0.0);
    limits_.add_springs(q, qd, springs_);
    for (int i = 0; i < n_; ++i) effort_[i] += springs_[i];
  }
  formulation_->rate(x_, qd, effort_, vd);

  // joints at rest on hard stops: once more with the reactions
  if (limits_.any_held()) {
    formulation_->qdd_from(x_, vd, qdd_);
    limits_.reactions(x_, qdd_, lambda_);
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
      const JointLimits::Stop& s = limits_.stops()[i];
      effort_[s.joint] -= s.side * lambda_[i];
    }
    formulation_->rate(x_, qd, effort_, vd);
  }
  return catena::detail::all_finite(vd.data(), un());
}

System::Value Equation::rate(double t, std::span<const double> y, std::span<double> yd) {
  ++evaluations_;
  try {
    return rate_at(t, y, yd);
  } catch (...) {
    return give_up(t);
  }
}

System::Value Equation::probe(double t, std::span<const double> y, std::span<double> yd) {
  const std::optional<Error> before = trouble_;
  Value value = Value::never;
  try {
    value = rate_at(t, y, yd);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // the run does not depend on it
  }
  trouble_ = before;
  return value;
}

// The integrators of SUNDIALS are C: an exception must not pass through them.
System::Value Equation::give_up(double t) {
  gave_up_ = true;
  try {
    try {
      throw;
    } catch (const Error& e) {
      trouble_ = e;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      trouble_ = Error(ErrorKind::numerical, "simulate",
                       fmt::format("the drive failed at t = {:.6g} s: {}", t, e.what()));
    }
  } catch (const std::bad_alloc&) {
    out_of_memory_ = true;
  }
  return Value::never;
}

System::Value Equation::rate_at(double t, std::span<const double> y, std::span<double> yd) {
  const std::span<double> vd = yd.subspan(un(), un());
  if (!evaluate(t, y, vd)) return Value::none;
  if (states_ > 0) {
    Eigen::Map<Eigen::VectorXd> zd(yd.data() + 2 * n_, states_);
    drive_->rates(std::min(t, last_), q_, qd_, zd);
    if (!catena::detail::all_finite(zd.data(), static_cast<std::size_t>(states_))) return Value::none;
  }
  const std::span<const double> qd = span_of(qd_);
  std::copy(qd.begin(), qd.end(), yd.begin());
  for (const JointLimits::Stop& s : limits_.stops()) {  // a joint at rest stays exactly where it is
    if (!s.held) continue;
    yd[s.joint] = 0;
    if (formulation_->integrates_qd()) vd[s.joint] = 0;
  }
  if (place_[by_drive] >= 0) yd[place_[by_drive]] = dot(span_of(tau_), qd);
  if (place_[by_friction] >= 0) yd[place_[by_friction]] = -dot(friction_, qd);
  if (place_[by_limits] >= 0) yd[place_[by_limits]] = dot(springs_, qd);
  if (place_[by_tip] >= 0) {
    Motion<double> V = Motion<double>::zero();
    for (int i = 0; i < n_; ++i) V = add_joint(chain_.link(i), to_child(x_.step(i), V), qd[i]);
    yd[place_[by_tip]] = dot(pushed_, qd) - catena::dot(V, tip_);
  }
  return Value::found;
}

System::Value Equation::positions_rate(std::span<const double> y, std::span<double> qd) {
  set_posture(chain_, q_of(y), x_);
  formulation_->qd_from(x_, v_of(y), qd);
  for (const JointLimits::Stop& s : limits_.stops())
    if (s.held) qd[s.joint] = 0;
  return catena::detail::all_finite(qd.data(), qd.size()) ? Value::found : Value::none;
}

// The gaps of the stops; for a stop on which a joint rests, its reaction. A locked joint never leaves.
System::Value Equation::watched(double t, std::span<const double> y, std::span<double> g) {
  const std::span<const JointLimits::Stop> stops = limits_.stops();
  if (limits_.any_held()) {
    try {
      if (!evaluate(t, y, vd_)) return Value::none;
    } catch (...) {
      return give_up(t);
    }
  }
  for (std::size_t i = 0; i < stops.size(); ++i)
    g[i] = stops[i].locked ? 1 : stops[i].held ? lambda_[i] : limits_.gap(stops[i], q_of(y));
  return Value::found;
}

std::vector<double> Equation::start(const JointState& state) {
  std::vector<double> y(static_cast<std::size_t>(size()), 0.0);
  std::copy(state.q.data(), state.q.data() + n_, y.begin());
  if (states_ > 0) {
    Eigen::Map<Eigen::VectorXd> z(y.data() + 2 * n_, states_);
    drive_->first_states(z);
  }
  qd_ = state.qd;
  set_posture(chain_, q_of(y), x_);
  set_velocities_of(y);
  set_poses(chain_, x_, kinematics_);
  start_potential_ = potential_energy(chain_, kinematics_, chain_.gravity());
  return y;
}

void Equation::update_drive(double t, std::span<const double> y) {
  set_posture(chain_, q_of(y), x_);
  formulation_->qd_from(x_, v_of(y), span_of(qd_));
  std::copy(y.begin(), y.begin() + n_, q_.data());
  if (states_ > 0) drive_->set_states(z_of(y));
  drive_->update(t, q_, qd_);
}

Equation::Balance Equation::balance(std::span<const double> y) {
  set_posture(chain_, q_of(y), x_);
  formulation_->qd_from(x_, v_of(y), span_of(qd_));
  const auto [T, V] = energy_gradient(chain_, x_, span_of(qd_), options_.rotors, energy_, by_q_, by_qd_);
  formulation_->by_velocities(v_of(y), by_qd_, by_v_);

  Balance b = {T + V - impacts_, 0, std::max(std::abs(T), std::abs(V - start_potential_))};
  double squares = 0;
  const auto add = [&](double slope, double value) {
    const double error = slope * (options_.rtol * std::abs(value) + options_.atol);
    squares += error * error;
  };
  for (int i = 0; i < n_; ++i) {
    add(by_q_[i], y[i]);
    add(by_v_[i], y[n_ + i]);
  }
  double turned = std::abs(T) + std::abs(V);
  for (const int place : place_) {
    if (place < 0) continue;
    b.value -= y[place];
    b.size = std::max(b.size, std::abs(y[place]));
    turned += std::abs(y[place]);
    add(1, y[place]);
  }
  b.step_error = std::sqrt(size() * squares) +
                 16 * n_ * std::numeric_limits<double>::epsilon() * (turned + std::abs(impacts_));
  return b;
}

void Equation::set_velocities_of(std::span<double> y) {
  formulation_->from_qd(x_, span_of(qd_), y.subspan(un(), un()));
}

double Equation::kinetic() const {
  double T = kinetic_energy(chain_, x_, span_of(qd_));
  if (options_.rotors)
    for (int i = 0; i < n_; ++i) T += 0.5 * chain_.link(i).rotor * qd_[i] * qd_[i];
  return T;
}

void Equation::append_sample(double t, std::span<const double> y, Run& run) {
  if (!evaluate(t, y, vd_)) {  // no acceleration here: the integrator will report why
    std::fill(vd_.begin(), vd_.end(), std::numeric_limits<double>::quiet_NaN());
  }
  formulation_->qdd_from(x_, vd_, qdd_);
  set_poses(chain_, x_, kinematics_);
  run.time.push_back(t);
  run.q.push_back(y.data());
  run.qd.push_back(qd_.data());
  run.qdd.push_back(qdd_.data());
  run.tau.push_back(tau_.data());
  const std::array<double, 3> tool = {kinematics_.tool.p.x, kinematics_.tool.p.y, kinematics_.tool.p.z};
  run.tool.push_back(tool.data());
  run.kinetic.push_back(kinetic());
  run.potential.push_back(potential_energy(chain_, kinematics_, chain_.gravity()));
  const auto work = [&](Work w) { return place_[w] < 0 ? 0.0 : y[place_[w]]; };
  run.by_drive.push_back(work(by_drive));
  run.by_friction.push_back(work(by_friction));
  run.by_tip.push_back(work(by_tip));
  run.by_limits.push_back(work(by_limits) + impacts_);
}

std::span<const double> Equation::pivots(std::span<const double> q) {
  set_posture(chain_, q, x_);
  crba(chain_, x_, M_.view());
  for (int i = 0; i < n_; ++i) {
    if (options_.rotors) M_(i, i) += chain_.link(i).rotor;
  }
  udu_factor(M_.view());
  for (int i = 0; i < n_; ++i) delta_[i] = M_(i, i);
  return delta_;
}

}  // namespace catena::sim::detail
