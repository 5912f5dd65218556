// SPDX-License-Identifier: Apache-2.0
// Drive: the joint torques of the motors as a function of time and state.
//
// Time     An integrator tries stages and steps, rejects some of them and goes back. So `torque` and `rates` are called
//          at times that are not in order, several times at the same time, and with states that the arm never reaches.
//          They must depend on their arguments, on `set_states` and on the last `update` alone: a drive that counted its
//          calls, or differentiated between them, would give a different run with each integrator. Within one run, all
//          calls between two updates have times between those of the two updates.
// State    The state of a controller is of one of two kinds. Sampled state changes only in `update`, which is called
//          exactly once at each time that the drive asks for, in order, with the state that the arm has reached
//          (DigitalControl). Continuous state is integrated together with the arm (PidControl, RateLimit).
#pragma once

#include <limits>
#include <vector>

#include "catena/core/arm.hpp"

namespace catena::sim {

class Drive {
 public:
  virtual ~Drive() = default;

  virtual int dof() const = 0;
  virtual void torque(double t, VecIn q, VecIn qd,
                      VecOut tau) = 0;  // one thread at a time; nothing allocates
  // Times, ascending, at which a torque or its rate jumps. No step crosses one, so that none passes over a short pulse.
  virtual std::vector<double> kinks() const { return {}; }

  // A run begins at time 0: forgets what it remembers of an earlier one.
  virtual void begin() {}

  // Sampled state: the time of the next update, 0 or later, or infinity. An update at or after the end of the run is not
  // made. Torques may jump at an update.
  virtual double next_update() const { return std::numeric_limits<double>::infinity(); }
  virtual void update(double /*t*/, VecIn /*q*/, VecIn /*qd*/) {}  // next_update() is later afterwards

  // Continuous state z, (states()): its values at time 0; those for the following calls of `torque` and `rates`; its
  // rates ż.
  virtual int states() const { return 0; }
  virtual void first_states(VecOut /*z*/) const {}
  virtual void set_states(VecIn /*z*/) {}
  virtual void rates(double /*t*/, VecIn /*q*/, VecIn /*qd*/, VecOut /*zd*/) {}
};

}  // namespace catena::sim
