// SPDX-License-Identifier: Apache-2.0
// The numerical solver behind Ik: starts, descents, preferences, and the reason where a pose is not reached. Only the
// constructor allocates.
//
// Indices  n joints move the frame; the arm may have more, which keep the position of the seed.
#pragma once

#include <span>
#include <vector>

#include "catena/core/ik.hpp"
#include "core/ik/preference.hpp"
#include "core/ik/starts.hpp"
#include "core/ik/task.hpp"

namespace catena::detail {

class IkSolver {
 public:
  // The options have been checked.
  IkSolver(const Arm& arm, const IkOptions& options);

  const std::string& arm_name() const { return name_; }
  int dof() const { return dof_; }  // of the arm

  // `seed` (dof) or empty.
  IkOutcome solve(const Pose<double>& target, std::span<const double> seed);
  std::span<const double> q() const { return kept_; }  // (dof) of the last outcome
  void sides(std::int8_t* out) const;                  // (dof) which joints of it are at a limit

 private:
  enum class Bounds { limits, none };

  std::span<const IkRange> bounds(Bounds b) const { return b == Bounds::limits ? ranges_ : unbounded_; }
  bool reached() const {
    return task_.position_error() <= options_.position_tolerance &&
           task_.orientation_error() <= options_.orientation_tolerance;
  }
  bool descend(Bounds b);  // one start, from q_; true if it arrives
  template <int M>
  bool descend(std::span<const IkRange> ranges);
  template <int M>
  double settle(
      std::span<const IkRange> ranges);  // from q_ to a minimum of the error; returns the slope there
  double settle(Bounds b);
  void begin(int s, Bounds b);  // q_ <- start s
  bool search(IkOutcome& out);  // false if nothing was found; keeps the preferred solution
  double turned(std::size_t i) const;
  double distance() const;
  void keep();  // q_ becomes the result
  bool found_before() const;
  bool reached_without_limits();
  IkStatus diagnosis(IkOutcome& out);

  std::string name_;
  int dof_;
  IkOptions options_;
  std::vector<IkRange> ranges_, unbounded_;  // (n)
  std::vector<IkRange> limits_;              // (dof) as the robot states them
  IkTask task_;
  StepWork work_;
  Preference preference_;
  Starts starts_;
  std::vector<double> seeds_;      // (k dof)
  std::vector<double> reference_;  // (dof) the first seed, near which turns are counted
  std::vector<double> q_;          // (n)   where the solver is
  std::vector<double> trial_;      // (n)
  std::vector<double> best_;       // (n)   with the least error
  std::vector<double> kept_;       // (dof) the result
  std::vector<double> found_;      // (solutions n) those found so far
  double least_ = 0;               // error at best_
  int iterations_ = 0, found_count_ = 0;
  bool limited_ = false;  // whether any joint has limits that matter
  double reach_ = 0;      // no posture puts the frame farther from origin_; infinite with prismatic joints
  Vec3<double> origin_, goal_;
};

}  // namespace catena::detail
