// SPDX-License-Identifier: Apache-2.0
// All postures of a six-joint arm that give a frame a pose, in closed form.
//
//   catena::IkAll ik(arm);                        // throws Error(model) for an arm without a closed form
//   for (int k = 0; k < ik.solve(pose); ++k) use(ik.q(k));
//
// Arms      whose last or first three axes meet in a point (a spherical wrist: PUMA, Stanford, most industrial arms), the joint
//           third from there prismatic or revolute; and those whose axes 2, 3 and 4, or 3, 4 and 5, are parallel (Universal
//           Robots). The geometry of the axes decides, not a table of robots.
// Method    products of rotations about the axes, reduced to equations in one cosine and sine, of degree one or two (after
//           D. Pieper, 1968, and the subproblems of B. Paden and W. Kahan). Each solution is improved by Newton steps and
//           checked by forward kinematics: errors are below 1e-9 m and rad.
// Turns     solutions that differ by whole turns of a joint are given once: the one nearest to `near`, or to the middle of
//           the joint's limits.
// Singular  where a joint can have any position (wrist axes 4 and 6 aligned), it has that of `near`.
// Memory    only the constructor allocates.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>

#include "catena/core/arm.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

struct IkAllOptions {
  std::optional<Frame<double>> frame = {};   // of the last link; otherwise the tool
  bool keep_limits = true;                   // otherwise solutions beyond the limits are given as well
  std::optional<Eigen::VectorXd> near = {};  // (6)
};

namespace detail {

class ClosedForm;
struct ClosedFormDelete {
  void operator()(ClosedForm* form) const;
};
using ClosedFormPointer = std::unique_ptr<ClosedForm, ClosedFormDelete>;
ClosedFormPointer make_closed_form(const Arm& arm, const IkAllOptions& options);
int solve_closed_form(ClosedForm& form, const double* pose);
const double* solution(const ClosedForm& form, int k);
const char* method(const ClosedForm& form);

}  // namespace detail

class IkAll {
 public:
  explicit IkAll(const Arm& arm, const IkAllOptions& options = {})
      : form_(detail::make_closed_form(arm, options)) {}

  // The number of solutions, nearest to `near` first.
  int solve(const Eigen::Matrix4d& pose) { return count_ = detail::solve_closed_form(*form_, pose.data()); }
  int count() const { return count_; }
  Eigen::Map<const Eigen::VectorXd> q(int k) const { return {detail::solution(*form_, k), 6}; }

  // The geometry that it uses: "axes 4, 5 and 6 meet in a point".
  std::string method() const { return detail::method(*form_); }

 private:
  detail::ClosedFormPointer form_;
  int count_ = 0;
};

}  // namespace catena
