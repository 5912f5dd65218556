// SPDX-License-Identifier: Apache-2.0
// The border of the library: checks of what a call was given, and the explanation of its result.
#include "catena/core/ik.hpp"

#include <fmt/format.h>

#include "catena/core/text.hpp"
#include "core/ik/checks.hpp"
#include "core/ik/solver.hpp"

namespace catena {

std::string IkResult::explanation() const {
  using text::counted;
  if (ok())
    return fmt::format("Solved in {} from {}.", counted(iterations, "iteration"), counted(starts, "start"));
  std::string at;
  for (std::size_t i = 0; i < limits.size(); ++i)
    if (limits[i] != 0)
      at += fmt::format("{}joint {} at its {} limit", at.empty() ? ", with " : ", ", i + 1,
                        limits[i] < 0 ? "lower" : "upper");
  const std::string turned = orientation_error > 0 ? fmt::format(" and {:.3g} rad", orientation_error) : "";
  const std::string closest = fmt::format("the closest posture found in {} is {:.3g} m{} away{}",
                                          counted(starts, "start"), position_error, turned, at);
  const char* what = "";
  switch (status) {
    case IkStatus::limits:
      what = "Reached only if the joint limits are ignored";
      break;
    case IkStatus::unreachable:
      what = "Out of reach";
      break;
    case IkStatus::singular:
      what = "Not reached to the tolerance, near a singular posture";
      break;
    default:
      what = "Not reached before the iterations were used up";
      break;
  }
  return fmt::format("{}: {}.", what, closest);
}

namespace detail {

void IkSolverDelete::operator()(IkSolver* solver) const { delete solver; }

IkSolverPointer make_ik_solver(const Arm& arm, const IkOptions& options) {
  require_options(arm, options);
  return IkSolverPointer(new IkSolver(arm, options));
}

IkOutcome solve_ik(IkSolver& solver, const double* pose, const double* seed, std::ptrdiff_t seed_size,
                   double* q, std::int8_t* limits) {
  const Pose<double> target = pose_given("ik", pose);
  if (seed) require_posture("ik", "seed", seed, seed_size, solver.dof(), solver.arm_name());
  const IkOutcome out = solver.solve(target, {seed, seed ? static_cast<std::size_t>(seed_size) : 0});
  const std::span<const double> found = solver.q();
  std::copy(found.begin(), found.end(), q);
  solver.sides(limits);
  return out;
}

}  // namespace detail
}  // namespace catena
