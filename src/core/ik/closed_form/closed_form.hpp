// SPDX-License-Identifier: Apache-2.0
// The closed form of one arm: which geometry it has, candidates of both kinds, Newton steps, limits.
#pragma once

#include <array>
#include <vector>

#include "catena/core/ik_all.hpp"
#include "core/ik/closed_form/geometry.hpp"
#include "core/ik/task.hpp"

namespace catena::detail {

class ClosedForm {
 public:
  // Throws Error(model) if the arm has none.
  ClosedForm(const Arm& arm, const IkAllOptions& options);

  int solve(const Pose<double>& target);
  const double* solution(int k) const { return found_[static_cast<std::size_t>(k)].data(); }
  const char* method() const;

 private:
  enum class Kind { none, wrist, parallel };

  bool recognise();                                    // sets kind_, reversed_, axes_
  bool finds_postures();                               // whether known postures are among the solutions
  bool polish(std::array<double, 6>& q);               // false if it is no solution
  bool within_limits(std::array<double, 6>& q) const;  // after choosing turns
  bool known(const std::array<double, 6>& q) const;

  Kind kind_ = Kind::none;
  bool reversed_ = false;  // the axes in reverse order
  bool keep_limits_;
  SixAxes axes_;
  V3 centre_{};
  Pose<double> home_inverse_;  // of the pose at q = 0
  double length_ = 1;
  std::vector<IkRange> limits_;
  std::array<double, 6> near_{};
  IkTask task_;
  StepWork work_;
  std::vector<IkRange> unbounded_;
  std::array<std::array<double, 6>, 32> found_{};
  int count_ = 0;
};

}  // namespace catena::detail
