// SPDX-License-Identifier: Apache-2.0
// Sweeps over designs, and their results.
#include "catena/choose/sweep/sweep.hpp"

#include "catena/choose/sweep/design_rows.hpp"
#include "functions.hpp"
#include "model.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

// A new store, or that of the same design, which is then continued.
choose::Store store_for(const choose::Design& design, const std::string& path, bool resume,
                        const choose::StoreRun& run) {
  if (!resume || choose::nothing_stored(path))
    return choose::Store::create(path, choose::store_head(design), run);
  choose::Store store = choose::Store::resume(path, run);
  if (const std::vector<std::string> changed = choose::differences(store.head().design, design.text());
      !changed.empty())
    throw Error(ErrorKind::usage, path, "the design has changed since the sweep was started")
        .given(changed[0])
        .need("the same design")
        .hint("use another file for a new sweep");
  return store;
}

}  // namespace

// _sweep(design, path, resume, commit) -> whether it is complete
PyObject* sweep_design(PyObject*, PyObject* args) {
  const char *name = nullptr, *path = nullptr;
  int resume = 0;
  double commit = 1;
  if (!PyArg_ParseTuple(args, "sspd", &name, &path, &resume, &commit)) return nullptr;
  return guarded([&] {
    const choose::Design design = choose::load_design(name);
    const choose::SweepOptions options = {.threads = threads(), .commit = commit};
    choose::Store store = store_for(design, path, resume != 0, {.ranks = 1, .threads = options.threads});
    bool fine = true, complete = false;
    {
      WithoutGil without;
      const auto watch = [&](const Advance&) { return fine = without.handle_signals(); };
      complete = choose::run_sweep(choose::design_rows(design), store, options, watch).complete;
      if (complete && design.optimisation())
        complete = choose::run_searches(design, store, options, watch).complete;
      store.close();
    }
    if (!fine) throw Raised();  // what was computed is in the store
    return value(complete).release();
  });
}

// _read_sweep(path) -> dict
PyObject* read_sweep(PyObject*, PyObject* given) {
  return guarded([&] {
    const choose::Store store = choose::Store::read(text_of(given, "the path"));
    const choose::StoreHead& head = store.head();
    std::vector<double> points, searches, parameters, values, errors;
    std::vector<std::string> why;
    store.each([&](const choose::SweepRow& row) {
      points.push_back(static_cast<double>(row.point));
      searches.push_back(row.search.value_or(-1));
      parameters.insert(parameters.end(), row.parameters.begin(), row.parameters.end());
      for (std::size_t k = 0; k < head.criteria.size(); ++k) {
        const bool there = k < row.scores.size();
        values.push_back(there ? row.scores[k].value : std::numeric_limits<double>::quiet_NaN());
        errors.push_back(there ? row.scores[k].error : std::numeric_limits<double>::quiet_NaN());
      }
      why.push_back(row.why);
    });
    std::vector<std::string> names, units, criteria, criterion_units;
    Ref words = Ref::made(PyList_New(0));
    for (const choose::StoredParameter& p : head.parameters) {
      names.push_back(p.name);
      units.push_back(p.unit);
      if (PyList_Append(words.get(), value(p.words).get()) < 0) throw Raised();
    }
    for (const choose::StoredCriterion& c : head.criteria) {
      criteria.push_back(c.stem);
      criterion_units.push_back(c.unit);
    }
    return Dict()
        .put("name", head.name)
        .put("points", static_cast<long>(head.points))
        .put("complete", store.sampled() == head.points)
        .put("point", array_of(points))
        .put("search", array_of(searches))
        .put("parameters", names)
        .put("parameter_units", units)
        .put("words", std::move(words))
        .put("criteria", criteria)
        .put("criterion_units", criterion_units)
        .put("settings", array_of(parameters, head.parameters.size()))
        .put("values", array_of(values, head.criteria.size()))
        .put("errors", array_of(errors, head.criteria.size()))
        .put("why", why)
        .release();
  });
}

}  // namespace catena::python
