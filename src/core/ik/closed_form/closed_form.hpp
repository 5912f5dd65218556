// SPDX-License-Identifier: Apache-2.0
// The closed form of one arm: which geometry it has, candidates of each kind, Newton steps, limits.
#pragma once

#include <array>
#include <vector>

#include "catena/core/ik_all.hpp"
#include "core/ik/closed_form/arm_angle.hpp"
#include "core/ik/closed_form/geometry.hpp"
#include "core/ik/task.hpp"

namespace catena::detail {

class ClosedForm {
 public:
  // Throws Error(model) if the arm has none.
  ClosedForm(const Arm& arm, const IkAllOptions& options);

  // All solutions of an arm with six joints; with seven joints, those at evenly spaced values of the redundancy parameter.
  int solve(const Pose<double>& target);
  int solve(const Pose<double>& target, double parameter);  // of an arm with seven joints

  std::vector<std::array<double, 2>> ranges(const Pose<double>& target);  // of the parameter, with solutions

  int joints() const { return n_; }
  const double* solution(int k) const { return found_[static_cast<std::size_t>(k)].data(); }
  const char* method() const;
  const char* redundancy() const;
  double parameter(const double* q) const;

 private:
  enum class Kind { none, wrist, parallel, arm_angle };
  using Joints = SevenAngles;  // the first n count

  bool recognise();  // sets kind_, held_, reversed_, axes_
  bool recognise_six(const SixAxes& all);
  bool finds_postures();  // whether known postures are among the solutions
  void add(const Pose<double>& target,
           double parameter);  // appends the solutions at one value of the parameter
  void sort();
  void set_parameters(int samples);
  std::array<double, 2> parameter_range() const;
  bool polish(Joints& q);               // false if it is no solution
  bool within_limits(Joints& q) const;  // after choosing turns
  bool known(const Joints& q, std::size_t from) const;
  std::span<double> span(Joints& q) const { return {q.data(), static_cast<std::size_t>(n_)}; }

  int n_;
  Kind kind_ = Kind::none;
  int held_ = -1;          // joint whose position is the parameter: the first or the last of seven
  bool reversed_ = false;  // the six axes in reverse order
  bool keep_limits_;
  SixAxes axes_;        // that the closed form solves for
  SevenAxes all_axes_;  // the first n count
  V3 centre_{};
  ShoulderAndWrist points_{};
  Pose<double> home_inverse_;  // of the pose at q = 0
  double length_ = 1;
  std::vector<IkRange> limits_;
  Joints near_{};
  IkTask task_;
  StepWork work_;
  std::vector<IkRange> unbounded_;
  std::vector<double> parameters_;  // at which all solutions of a seven-joint arm are sampled
  std::vector<Joints> found_;       // its capacity is never exceeded
};

}  // namespace catena::detail
