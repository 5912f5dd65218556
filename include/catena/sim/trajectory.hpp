// SPDX-License-Identifier: Apache-2.0
// Trajectory: the desired position, velocity and acceleration of every joint as a function of time.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace catena::sim {

// The motion of all joints at one time, (n) each.
struct JointMotion {
  Eigen::VectorXd q, qd, qdd;

  explicit JointMotion(int dof) : q(dof), qd(dof), qdd(dof) {}
};

class Trajectory {
 public:
  virtual ~Trajectory() = default;

  virtual int dof() const = 0;
  virtual double duration() const = 0;  // [s]; outside 0..duration the arm rests at the nearer end
  virtual void at(double t, JointMotion& motion) const = 0;  // nothing allocates
  // Times, ascending, at which an acceleration or its rate jumps; no step of a simulation crosses one.
  virtual std::vector<double> kinks() const { return {}; }
};

}  // namespace catena::sim
