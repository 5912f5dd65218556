// SPDX-License-Identifier: Apache-2.0
// Times of a quantity by all implementations, as `catena bench` measures them.
#include "catena/bench/contest.hpp"

#include "call.hpp"
#include "functions.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {

// _bench(arm, quantity, {window [s], samples, threads, methods}) -> list of dicts, times in ns
PyObject* time_quantity(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *given = nullptr;
  const char* wanted = nullptr;
  if (!PyArg_ParseTuple(args, "OsO", &arm, &wanted, &given)) return nullptr;
  return guarded([&] {
    const Arm& a = checked_model(arm).arm;
    const QuantityInfo* const quantity = find_quantity(wanted);
    if (!quantity)
      throw Error(ErrorKind::usage, wanted, "there is no such quantity")
          .hint("catena.quantities() lists them");
    bench::ContestOptions options;
    options.window = number_entry(given, "window").value_or(options.window);
    options.samples = static_cast<int>(whole_entry(given, "samples", options.samples));
    options.threads = static_cast<int>(whole_entry(given, "threads", 0));
    options.methods = flag_entry(given, "methods", true);
    if (!(options.window > 0 && options.window <= 10) || options.samples < 1 || options.samples > 1000)
      throw Error(ErrorKind::usage, "bench", "invalid window or number of samples")
          .given(std::to_string(options.window) + " s, " + std::to_string(options.samples) + " samples")
          .need("a window above 0 and up to 10 s, 1 to 1000 samples");
    std::vector<bench::Timing> timings;
    Notes notes;
    bool fine = true;
    {
      WithoutGil without;
      const bench::Machine machine = bench::measure_machine(options.window, options.samples);
      timings = bench::contest(a, quantity->quantity, machine, options, notes,
                               [&](const Advance&) { return fine = fine && without.handle_signals(); });
    }
    if (!fine) throw Raised();
    Ref list = Ref::made(PyList_New(0));
    for (const bench::Timing& t : timings) {
      const Ref row = Dict()
                          .put("quantity", quantity->name)
                          .put("way", t.way)
                          .put("method", t.method)
                          .put("threads", t.threads)
                          .put("least", 1e9 * t.seconds.least)
                          .put("median", 1e9 * t.seconds.median)
                          .put("p90", 1e9 * t.seconds.p90)
                          .put("operations", t.operations)
                          .put("of_peak", t.of_peak)
                          .take();
      if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
    }
    return list.release();
  });
}

}  // namespace catena::python
