// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics.
#include "catena/core/ik.hpp"

#include "model.hpp"

namespace catena::wasm {
namespace {

struct Solver {
  Ik ik;
  int n;
  IkGoal goal;
};

Objects<Solver>& solvers() {
  static Objects<Solver> all("inverse kinematics");
  return all;
}

IkOptions options_from(const Model& model, const Arguments& arguments) {
  constexpr std::pair<std::string_view, IkGoal> kGoals[] = {{"pose", IkGoal::pose},
                                                            {"position", IkGoal::position},
                                                            {"position_and_axis", IkGoal::position_and_axis}};
  constexpr std::pair<std::string_view, IkPreference> kPreferences[] = {
      {"none", IkPreference::none},
      {"near", IkPreference::near},
      {"limits", IkPreference::limits},
      {"manipulability", IkPreference::manipulability}};
  IkOptions options;
  options.frame = model.frame(arguments);
  options.goal = arguments.choice("goal", kGoals);
  options.preference = arguments.choice("preference", kPreferences);
  if (arguments.has("near")) options.near = arguments.vector("near", model.arm.dof());
  options.position_tolerance = arguments.number_or("positionTolerance", options.position_tolerance);
  options.orientation_tolerance = arguments.number_or("orientationTolerance", options.orientation_tolerance);
  options.starts = arguments.whole_or("starts", options.starts);
  options.iterations = arguments.whole_or("iterations", options.iterations);
  options.solutions = arguments.whole_or("solutions", options.solutions);
  options.keep_limits = arguments.flag_or("keepLimits", options.keep_limits);
  options.diagnose = arguments.flag_or("diagnose", false);
  arguments.require_all_read();
  return options;
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_ik, [](int handle, const Arguments& arguments, Results&) {
  const Model& model = models().at(handle);
  const IkOptions options = options_from(model, arguments);
  return solvers().add(
      std::make_unique<Solver>(Solver{Ik(model.arm, options), model.arm.dof(), options.goal}));
})

CATENA_CALL(ik_free, [](int handle, const Arguments&, Results&) {
  solvers().drop(handle);
  return 0;
})

// q, the joints at limits, status, both errors, iterations, starts, solutions.
CATENA_CALL(ik_solve, [](int handle, const Arguments& arguments, Results& out) {
  Solver& solver = solvers().at(handle);
  Eigen::Matrix4d pose = Eigen::Matrix4d::Identity();
  if (solver.goal == IkGoal::position && arguments.numbers("pose").size() == 3)
    pose.topRightCorner<3, 1>() = arguments.vector("pose", 3);
  else
    pose = arguments.pose("pose");
  const IkResult& found = arguments.has("seed") ? solver.ik.solve(pose, arguments.vector("seed", solver.n))
                                                : solver.ik.solve(pose);
  out.add(found.q);
  for (const std::int8_t at : found.limits) out.numbers.push_back(at);
  for (const double x : {static_cast<double>(found.status), found.position_error, found.orientation_error,
                         static_cast<double>(found.iterations), static_cast<double>(found.starts),
                         static_cast<double>(found.solutions)})
    out.numbers.push_back(x);
  out.text = found.explanation();
  return 0;
})
