// SPDX-License-Identifier: Apache-2.0
// Moves a solution along the other solutions of the same pose, until what is preferred improves no further.
//
// Method   projected gradient: the steepest descent of the cost in the null space of J, a step of it, then Newton steps back to
//          the pose; shorter steps where that does not lower the cost. Joints at a limit that it pushes against are held.
// Cost     near            ½ Σ ((q - q_near) / weight)², angles the shorter way round
//          limits          ½ Σ ((q - middle) / (half the range))² of the joints that have limits
//          manipulability  -½ log det(J Jᵀ), of the rows of the goal, in scaled units
#pragma once

#include <span>
#include <vector>

#include "core/ik/task.hpp"

namespace catena::detail {

class Preference {
 public:
  Preference(IkPreference kind, IkTask& task, std::span<const IkRange> limits, double position_tolerance,
             double orientation_tolerance);

  bool any() const { return kind_ != IkPreference::none; }
  void set_near(std::span<const double> q) { near_.assign(q.begin(), q.end()); }  // (n)

  // At the posture that the task was last set to, which is q.
  double cost(std::span<const double> q);

  // From a solution q to a better one; returns its cost, and adds to `iterations`.
  double improve(std::span<double> q, std::span<const IkRange> ranges, int& iterations);

 private:
  void gradient(std::span<const double> q);
  void manipulability_gradient();
  bool gram(SmallMatrix& G);  // J Jᵀ, factored
  template <int M>
  double improve(std::span<double> q, std::span<const IkRange> ranges, int& iterations);
  template <int M>
  double direction(std::span<const double> q,
                   std::span<const IkRange> ranges);  // into move_; its squared length
  template <int M>
  bool return_to_pose(std::span<double> q, std::span<const IkRange> ranges, int& iterations);
  double offset(std::size_t i, double q) const;  // from what is preferred, divided by the weight

  IkPreference kind_;
  IkTask& task_;
  std::vector<IkRange> limits_;  // (n)
  double position_tolerance_, orientation_tolerance_;
  StepWork work_;
  std::vector<double> weight_;         // (n) of the metric in which the gradient is steepest
  std::vector<double> near_;           // (n)
  std::vector<double> slope_;          // (n) gradient times weight
  std::vector<double> move_, before_;  // (n) step direction divided by weight; the last direction
  std::vector<double> trial_, last_;   // (n)
  std::vector<Column> own_;            // (n) J in the axes of the frame
};

}  // namespace catena::detail
