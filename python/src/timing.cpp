// SPDX-License-Identifier: Apache-2.0
// The same calls in C++, for bench/python.py: what remains is the cost of Python.
#include <chrono>
#include <memory>

#include "call.hpp"
#include "functions.hpp"
#include "values.hpp"

namespace catena::python {
namespace {

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

// _time_calls(arm, q, qd, qdd, calls) -> ns of a call of Arm::id in place
PyObject* time_calls(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *given[3] = {};
  long calls = 0;
  if (!PyArg_ParseTuple(args, "OOOOl", &arm, &given[0], &given[1], &given[2], &calls)) return nullptr;
  return guarded([&] {
    Model& model = checked_model(arm);
    const int n = model.arm.dof();
    Eigen::VectorXd x[3] = {Eigen::VectorXd(n), Eigen::VectorXd(n), Eigen::VectorXd(n)}, tau(n);
    for (int k = 0; k < 3; ++k) take_numbers(given[k], "state", {x[k].data(), static_cast<std::size_t>(n)});
    const auto start = std::chrono::steady_clock::now();
    for (long k = 0; k < calls; ++k) model.arm.id(x[0], x[1], x[2], model.work, tau);
    return value(since(start) / static_cast<double>(calls)).release();
  });
}

// _time_batch(arm, states, threads, fresh) -> ns of a state of batch::id, into the same memory or each time into new memory
PyObject* time_batch(PyObject*, PyObject* args) {
  PyObject* arm = nullptr;
  long states = 0;
  int count = 1, fresh = 0;
  if (!PyArg_ParseTuple(args, "Olip", &arm, &states, &count, &fresh)) return nullptr;
  return guarded([&] {
    Model& model = checked_model(arm);
    const auto size = static_cast<std::size_t>(states) * static_cast<std::size_t>(model.arm.dof());
    const std::vector<double> q(size, 0.5), qd = q, qdd = q;
    std::unique_ptr<double[]> tau(new double[size]);
    batch::Workspace work(model.arm, {.threads = count, .level = {}});
    double best = 0;
    for (int k = 0; k < 20; ++k) {
      const auto start = std::chrono::steady_clock::now();
      if (fresh) {
        tau.reset();
        tau.reset(new double[size]);  // without values, as NumPy makes arrays
      }
      batch::id(model.arm, batch::Layout::state_major, q, qd, qdd, work, {tau.get(), size});
      const double time = since(start) / static_cast<double>(states);
      if (k == 0 || time < best) best = time;
    }
    return value(best).release();
  });
}

}  // namespace catena::python
