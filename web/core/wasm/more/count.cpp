// SPDX-License-Identifier: Apache-2.0
// What the methods of a quantity cost on an arm.
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/count/cost.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

Json operations(const OpCount& count) {
  return Json{{"mul", count.mul}, {"add", count.add}, {"sqrt", count.sqrt}, {"trig", count.trig}};
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(count, [](int, const Arguments& arguments, Results& out) {
  const QuantityInfo& quantity = quantity_named(arguments.text("quantity"));
  Notes notes;
  const Chain<double> arm = make_chain(robot_from(arguments, "robot", notes), notes);
  arguments.require_all_read();
  Json all = Json::array();
  for (const Method<Counted>& method : methods<Counted>()) {
    if (method.quantity != quantity.quantity) continue;
    const Cost general = cost(arm, method, Constants::general), known = cost(arm, method, Constants::known);
    all.push_back(Json{{"method", method.name},
                       {"summary", method.summary},
                       {"general", operations(general.work)},
                       {"known", operations(known.work)},
                       {"kinematics", operations(known.kinematics)}});
  }
  out.set(all);
  return 0;
})
