// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics: joint positions q at which a frame of the arm has a given pose.
//
//   const catena::IkResult found = arm.ik(pose);             // once; allocates
//   catena::Ik ik(arm, {.goal = catena::IkGoal::position});  // or many times: after construction nothing allocates
//   for (const Eigen::Matrix4d& pose : poses)
//     if (const catena::IkResult& r = ik.solve(pose, q); r.ok()) q = r.q;
//
// Method    Levenberg-Marquardt steps with the geometric Jacobian, damped in proportion to the squared error (after T. Sugihara,
//           "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE Trans. Robotics 27, 2011), so
//           that the last steps are Gauss-Newton steps and converge quadratically. A joint that a step would carry beyond a limit
//           stops there, and the step is computed again without it. A start that makes no progress is given up; the next one
//           begins at the next point of a fixed low-discrepancy sequence of postures.
// Units     metres and radians. To weigh positions against orientations, they are divided by a length proportional to the arm.
// Repeats   the same call gives the same numbers: nothing is random, nothing depends on earlier calls.
// Errors    wrong sizes, matrices that are not poses and invalid options throw Error(usage). A pose that is not reached is
//           not an error: see IkResult::status.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

// Which part of the pose is to be reached.
enum class IkGoal {
  pose,               // position and orientation
  position,           // the position of the frame's origin alone
  position_and_axis,  // the position, and the direction of the frame's z axis
};

// What to prefer where an arm is redundant: where it can reach the goal in infinitely many ways.
enum class IkPreference {
  none,            // the solution that is found first
  near,            // a given q
  limits,          // the middle of the joint ranges
  manipulability,  // the largest manipulability, of the rows of J that the goal needs
};

struct IkOptions {
  std::optional<Frame<double>> frame =
      {};  // the frame that is to reach the pose; default: the tool. Its `axes` do not matter
  IkGoal goal = IkGoal::pose;  //
  std::optional<Eigen::MatrixXd> seed =
      {};  // (n x k) starting points to try first, one in each column; default: mid-range
  double position_tolerance = 1e-9;     // [m]
  double orientation_tolerance = 1e-9;  // [rad]
  int starts = 100;                     // at most, seeds included
  int iterations = 30;                  // of each start, at most
  bool keep_limits = true;              // otherwise limits are ignored
  IkPreference preference =
      IkPreference::none;                    // moves a solution along the other solutions of the same pose
  std::optional<Eigen::VectorXd> near = {};  // (n) for IkPreference::near; otherwise the first seed
  int solutions = 1;     // to find, from as many starts as needed; the preferred one is returned
  bool diagnose = true;  // if a pose is not reached, find out why, which about doubles the time
};

enum class IkStatus : std::uint8_t {
  solved,         // within the tolerances and the limits
  limits,         // not reached within the limits, although it is reached when they are ignored
  unreachable,    // not reached: the closest posture that was found cannot be improved by moving any joint
  singular,       // nearly reached, at a singular posture, where the iteration is slow
  not_converged,  // not reached: the starts or the iterations were used up
};

// The result of the last call. `q` is the best posture that was found, solved or not.
struct IkResult {
  Eigen::VectorXd q;
  IkStatus status = IkStatus::not_converged;
  double position_error = 0;        // [m] distance from the goal
  double orientation_error = 0;     // [rad] angle from the goal; 0 for IkGoal::position
  int iterations = 0;               // of all starts
  int starts = 0;                   // that were tried
  int solutions = 0;                // that were found
  std::vector<std::int8_t> limits;  // (n) -1 at the lower limit, 1 at the upper limit, 0 between

  bool ok() const { return status == IkStatus::solved; }
  // In a sentence: solved, or how far it is from the goal, and which joints are at a limit. Joints are counted from 1.
  std::string explanation() const;
};

namespace detail {

class IkSolver;
struct IkSolverDelete {
  void operator()(IkSolver* solver) const;
};
using IkSolverPointer = std::unique_ptr<IkSolver, IkSolverDelete>;

// What a call of the library returns: IkResult without Eigen, whose memory must be freed where it was allocated.
struct IkOutcome {
  IkStatus status;
  double position_error, orientation_error;
  int iterations, starts, solutions;
};
IkSolverPointer make_ik_solver(const Arm& arm, const IkOptions& options);
// `pose` column by column; `seed` (n) or null: from the seeds of the options.
IkOutcome solve_ik(IkSolver& solver, const double* pose, const double* seed, std::ptrdiff_t seed_size,
                   double* q, std::int8_t* limits);

}  // namespace detail

// A solver for one arm and one set of options. It keeps no reference to the arm. One thread at a time.
class Ik {
 public:
  explicit Ik(const Arm& arm, const IkOptions& options = {}) : solver_(detail::make_ik_solver(arm, options)) {
    result_.q = Eigen::VectorXd::Zero(arm.dof());
    result_.limits.assign(static_cast<std::size_t>(arm.dof()), 0);
  }

  // From the seeds of the options, or first from `seed` alone. The result is valid until the next call.
  const IkResult& solve(const Eigen::Matrix4d& pose) { return run(pose, nullptr, 0); }
  const IkResult& solve(const Eigen::Matrix4d& pose, VecIn seed) {
    return run(pose, seed.data(), seed.size());
  }

  const IkResult& result() const { return result_; }

 private:
  const IkResult& run(const Eigen::Matrix4d& pose, const double* seed, std::ptrdiff_t size) {
    const detail::IkOutcome found =
        detail::solve_ik(*solver_, pose.data(), seed, size, result_.q.data(), result_.limits.data());
    result_.status = found.status;
    result_.position_error = found.position_error;
    result_.orientation_error = found.orientation_error;
    result_.iterations = found.iterations;
    result_.starts = found.starts;
    result_.solutions = found.solutions;
    return result_;
  }

  detail::IkSolverPointer solver_;
  IkResult result_;
};

inline IkResult Arm::ik(const Eigen::Matrix4d& pose) const { return Ik(*this).solve(pose); }
inline IkResult Arm::ik(const Eigen::Matrix4d& pose, const IkOptions& options) const {
  return Ik(*this, options).solve(pose);
}

}  // namespace catena
