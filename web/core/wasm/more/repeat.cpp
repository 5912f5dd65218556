// SPDX-License-Identifier: Apache-2.0
// A method many times at one state, to measure it: passing the numbers of a call takes longer than most methods do.
#include "catena/core/library_methods.hpp"
#include "model.hpp"

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_repeat, [](int handle, const Arguments& arguments, Results& out) {
  const Arm& arm = models().at(handle).arm;
  const Chain<double>& chain = arm.chain();
  const int n = arm.dof();
  const QuantityInfo& quantity = quantity_named(arguments.text("quantity"));
  const std::string_view name = arguments.text("method");
  const Method<double>* const method = library_method(quantity.quantity, name);
  if (method == nullptr)
    throw Error(ErrorKind::usage, std::string(quantity.name),
                "there is no method '" + std::string(name) + "'");
  const auto numbers = [&](std::string_view input) { return arguments.numbers(input, n); };
  const std::vector<Force<double>> wrenches(static_cast<std::size_t>(n), Force<double>::zero());
  State<double> state{numbers("q"),   numbers("qd"),   numbers("qdd"),
                      numbers("tau"), chain.gravity(), Force<double>::zero()};
  state.v = numbers("v");
  if (quantity.quantity == Quantity::wrench_torques) state.wrenches = wrenches;
  const int times = arguments.whole_or("times", 1);
  arguments.require_all_read();

  Posture<double> x(chain);
  set_posture(chain, state.q, x);
  Prepared<double> prepared = method->prepare(chain);
  std::vector<double> values(size_of(quantity.quantity, n));
  for (int k = 0; k < times; ++k) prepared.run(x, state, values);
  out.add(values);
  return 0;
})
