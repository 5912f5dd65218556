// SPDX-License-Identifier: Apache-2.0
// One quantity at many states: by the kernels of batches, or state by state on several threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model.hpp"
#include "strided.hpp"

namespace catena::python {

enum class NanPolicy { raise, propagate };

// What is to be computed. The arrays have been broadcast to the same leading axes.
struct Task {
  const QuantityInfo* quantity;
  const Arm* arm;            // the arm of the model, or the same under another gravity, with another payload
  const Compiled* compiled;  // or null
  std::vector<StateArgument> inputs;
  std::vector<Strided> outputs;
  Lengths lead;  // as the caller sees it
  std::optional<Frame<double>> frame;
  double damping = 0;
  std::string method;  // empty: what the arm chooses
  int columns = -1;    // of V
  NanPolicy nan = NanPolicy::raise;

  std::size_t states() const;
  const StateArgument* find(Parameter p) const;
};

// The scratch memory for single states, on one thread.
struct Worker {
  Workspace* work;
  std::vector<double> in = {}, out = {};
  std::vector<Wrench> wrenches = {};
};

// An error that has nothing to do with the numbers of a state: an unknown method, a quantity that motors exclude.
struct CallError : Error {
  explicit CallError(const Error& error) : Error(error) {}
};

// Computes state k. Throws Error if it has no result; the results are then NaN. Needs no GIL.
void compute_state(const Task& task, std::size_t k, Worker& worker);

// Computes all states. The GIL is released meanwhile, and signals such as an interrupt are handled from time to time:
// throws Raised if their handler raised an exception. Throws Error for the first state that has no result, after all others
// have been computed.
void compute_states(const Task& task, const Model& model, Crew& crew, bool by_kernel);

}  // namespace catena::python
