// SPDX-License-Identifier: Apache-2.0
// The limits of an arm along a path: linear in x = ṡ² and u = s̈, with s scaled so that the path has length 1.
#pragma once

#include <vector>

#include "catena/core/path/time_optimal.hpp"

namespace catena::path::detail {

// At one s: low <= a u + b x <= high for each row, and x <= most.
struct Row {
  double a, b, low, high;
};
struct Rows {
  std::vector<Row> rows;
  double most;
};

// The limit that is used most at one state of motion, as a share of it.
struct Closest {
  double share = 0;
  LimitKind kind = LimitKind::velocity;
  int joint = 0;

  void consider(double other, LimitKind of, int at) {
    if (other > share) share = other, kind = of, joint = at;
  }
};

class PathDynamics {
 public:
  PathDynamics(const Arm& arm, const JointPath& path, const JointLimits& limits,
               const TimeOptimalOptions& options);

  // At s of the path, which belongs to `piece`, with all limits multiplied by `share`. Viscous friction grows with √x, and is
  // linearised at x = `near`. Coulomb friction has the directions of the joint velocities at `directions_at`.
  Rows rows(std::size_t piece, double s, double share, double near, double directions_at);

  // By inverse dynamics at the given motion, independently of `rows`; ṡ and s̈ in the unit of the path.
  Closest closest(std::size_t piece, double s, double speed, double acceleration);

  // Which torque cannot be held at rest: the joint and the share of its limit.
  Closest static_load(std::size_t piece, double s);

  bool motors() const { return options_.motors; }
  bool viscous() const { return viscous_; }

 private:
  double limit(const Eigen::VectorXd& limits, Eigen::Index i) const;
  void split_friction();  // at dq_: into coulomb_, and into friction_ what is viscous
  // Into tau_, at q_, dq_, ddq_. At speed 0, Coulomb friction has the direction of dq_, as when the motion begins or ends.
  void torques(double speed, double acceleration);

  const Arm& arm_;
  const JointPath& path_;
  const JointLimits& limits_;
  const TimeOptimalOptions& options_;
  Workspace work_;
  Eigen::VectorXd q_, dq_, ddq_, qd_, qdd_, tau_, a_, b_, c_, friction_, twice_, coulomb_, rotors_, zero_;
  bool viscous_ = false;
};

}  // namespace catena::path::detail
