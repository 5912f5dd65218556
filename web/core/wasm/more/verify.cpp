// SPDX-License-Identifier: Apache-2.0
// All methods against each other and against the identities of mechanics.
#include "catena/check/verify.hpp"

#include "model.hpp"

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(verify, [](int, const Arguments& arguments, Results& out) {
  Notes notes;
  const Robot robot = robot_from(arguments, "robot", notes);
  VerifyOptions options;
  options.states = arguments.whole_or("states", usual_states(robot.dof()));
  options.seed = static_cast<std::uint64_t>(arguments.whole_or("seed", 1));
  options.motors = arguments.flag_or("motors", false);
  arguments.require_all_read();
  if (options.states < 1) throw Error(ErrorKind::usage, "states", "too few").need("1 or more");
  const Verification found = verify(robot, options);
  Json residuals = Json::array();
  for (const Residual& one : found.residuals)
    residuals.push_back(Json{{"check", one.check},
                             {"method", one.method},
                             {"against", one.against},
                             {"worst", one.worst},
                             {"tolerance", one.tolerance},
                             {"outcome", name(one.outcome)},
                             {"note", one.note}});
  out.set(Json{{"states", found.states},
               {"condition", found.condition},
               {"ok", found.ok()},
               {"failed", found.count(Outcome::fail)},
               {"singular", found.singular},
               {"residuals", std::move(residuals)}});
  return 0;
})
