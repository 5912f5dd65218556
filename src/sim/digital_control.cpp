// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/digital_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena::sim {
namespace {

constexpr double kMostWaiting = 1e6;  // periods in a delay

void require(bool holds, const char* name, double value, const char* rule) {
  if (holds && std::isfinite(value)) return;
  throw Error(ErrorKind::usage, "digital control", fmt::format("'{}' has an invalid value", name))
      .given(fmt::format("{} = {} s", name, value))
      .need(rule);
}

}  // namespace

DigitalControl::DigitalControl(std::shared_ptr<DigitalController> controller, const Timing& timing)
    : controller_(std::move(controller)), timing_(timing) {
  require(timing.period > 0, "period", timing.period, "a positive number of seconds");
  require(timing.phase >= 0, "phase", timing.phase, "a number of seconds, 0 or more");
  require(timing.phase + timing.period > timing.phase, "period", timing.period,
          "a period that is not lost when it is added to the phase");
  require(timing.delay >= 0, "delay", timing.delay, "a number of seconds, 0 or more");
  require(timing.delay / timing.period <= kMostWaiting, "delay", timing.delay, "at most a million periods");
  const auto most = static_cast<Eigen::Index>(timing.delay / timing.period) + 2;
  waiting_.setZero(dof(), most);
  before_.setZero(dof());
  now_.setZero(dof());
}

void DigitalControl::begin() {
  measured_ = acting_ = 0;
  before_.setZero();
  now_.setZero();
  controller_->begin();
}

double DigitalControl::next_update() const {
  const double next = measured_at(measured_);
  return acting_ < measured_ ? std::min(next, acts_at(acting_)) : next;
}

void DigitalControl::update(double t, VecIn q, VecIn qd) {
  const Eigen::Index most = waiting_.cols();
  do {
    if (acting_ < measured_ && acts_at(acting_) <= measured_at(measured_)) {
      before_ = now_;
      now_ = waiting_.col(acting_ % most);
      ++acting_;
    } else {
      controller_->control(measured_at(measured_), q, qd, waiting_.col(measured_ % most));
      ++measured_;
    }
  } while (next_update() <= t);
}

void DigitalControl::torque(double t, VecIn, VecIn, VecOut tau) {
  tau = now_;
  if (timing_.hold == Hold::zero || acting_ == 0) return;
  const double gone = (t - acts_at(acting_ - 1)) / timing_.period;
  tau = before_ + std::clamp(gone, 0.0, 1.0) * (now_ - before_);
}

}  // namespace catena::sim
