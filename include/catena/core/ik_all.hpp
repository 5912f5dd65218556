// SPDX-License-Identifier: Apache-2.0
// All postures of an arm with six or seven joints that give a frame a pose, in closed form.
//
//   catena::IkAll ik(arm);                        // throws Error(model) for an arm without a closed form
//   for (int k = 0; k < ik.solve(pose); ++k) use(ik.q(k));
//
// Six       joints: arms whose last or first three axes meet in a point (a spherical wrist: PUMA, Stanford, most industrial arms),
//           the joint third from there prismatic or revolute; and those whose axes 2, 3 and 4, or 3, 4 and 5, are parallel
//           (Universal Robots). The geometry of the axes decides, not a table of robots.
// Seven     joints: infinitely many postures, which a redundancy parameter tells apart; each value leaves up to eight or 16:
//             ik.solve(pose, 0.4)                 // at this value of the parameter
//             ik.solve(pose)                      // at `samples` values, evenly spaced
//             ik.parameter_of(q)                  // the value at a posture
//             ik.parameter_ranges(pose)           // the values that the joint limits allow
//           With a spherical shoulder (axes 1, 2 and 3) and a spherical wrist (axes 5, 6 and 7: KUKA LBR), it is the arm angle: the
//           angle of the elbow about the line from the shoulder to the wrist centre, 0 where the elbow is on the side of the
//           direction of axis 1. It is not defined where the arm is stretched, and jumps where that line is parallel to axis 1.
//           Otherwise it is the position of joint 7 or 1, if the other six joints have a closed form (Franka: joint 7).
// Method    products of rotations about the axes, reduced to equations in one cosine and sine, of degree one or two (after
//           D. Pieper, 1968, and the subproblems of B. Paden and W. Kahan). Each solution is improved by Newton steps and
//           checked by forward kinematics: errors are below 1e-9 m and rad.
// Turns     solutions that differ by whole turns of a joint are given once: the one nearest to `near`, or to the middle of
//           the joint's limits.
// Singular  where a joint can have any position (wrist axes 4 and 6 aligned), it has that of `near`.
// Memory    only the constructor allocates.
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

struct IkAllOptions {
  std::optional<Frame<double>> frame = {};   // of the last link; otherwise the tool
  bool keep_limits = true;                   // otherwise solutions beyond the limits are given as well
  std::optional<Eigen::VectorXd> near = {};  // (n)
  int samples = 36;                          // values of the redundancy parameter, for seven joints
};

namespace detail {

class ClosedForm;
struct ClosedFormDelete {
  void operator()(ClosedForm* form) const;
};
using ClosedFormPointer = std::unique_ptr<ClosedForm, ClosedFormDelete>;
ClosedFormPointer make_closed_form(const Arm& arm, const IkAllOptions& options);
int solve_closed_form(ClosedForm& form, const double* pose, const double* parameter);  // null: sampled
const double* solution(const ClosedForm& form, int k);
const char* method(const ClosedForm& form);
const char* redundancy(const ClosedForm& form);
double parameter_of(const ClosedForm& form, const double* q, std::ptrdiff_t size);
std::vector<std::array<double, 2>> parameter_ranges(ClosedForm& form, const double* pose);

}  // namespace detail

class IkAll {
 public:
  explicit IkAll(const Arm& arm, const IkAllOptions& options = {})
      : form_(detail::make_closed_form(arm, options)), joints_(arm.dof()) {}

  // The number of solutions, nearest to `near` first.
  int solve(const Eigen::Matrix4d& pose) {
    return count_ = detail::solve_closed_form(*form_, pose.data(), nullptr);
  }
  // Seven joints: at this value of the redundancy parameter [rad].
  int solve(const Eigen::Matrix4d& pose, double parameter) {
    return count_ = detail::solve_closed_form(*form_, pose.data(), &parameter);
  }
  int count() const { return count_; }
  Eigen::Map<const Eigen::VectorXd> q(int k) const { return {detail::solution(*form_, k), joints_}; }

  // The geometry that it uses: "axes 4, 5 and 6 meet in a point".
  std::string method() const { return detail::method(*form_); }
  // The redundancy parameter of an arm with seven joints: "arm angle", "joint 7" or "joint 1"; of six joints "".
  std::string redundancy() const { return detail::redundancy(*form_); }
  // Its value at a posture [rad]; 0 if there is none.
  double parameter_of(VecIn q) const { return detail::parameter_of(*form_, q.data(), q.size()); }

  // Where the pose has solutions within the limits: ranges of the redundancy parameter, in increasing order; on the circle, the
  // last may end beyond pi. Their ends are found by bisection between 360 values, so that a range or a gap that is narrower may
  // be missed. Empty for six joints. Allocates, and discards the solutions of the last call.
  std::vector<std::array<double, 2>> parameter_ranges(const Eigen::Matrix4d& pose) {
    count_ = 0;
    return detail::parameter_ranges(*form_, pose.data());
  }

 private:
  detail::ClosedFormPointer form_;
  int joints_;
  int count_ = 0;
};

}  // namespace catena
