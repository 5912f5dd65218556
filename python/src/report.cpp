// SPDX-License-Identifier: Apache-2.0
// The page of the reports, for notebooks.
#include "catena/report/report.hpp"

#include "call.hpp"
#include "functions.hpp"
#include "values.hpp"

namespace catena::python {
namespace {

std::vector<double> numbers_entry(PyObject* dictionary, const char* key) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return {};
  const Ref array = Ref::made(np::doubles(found));
  const np::Array& a = np::array(array.get());
  std::size_t count = 1;
  for (int k = 0; k < a.nd; ++k) count *= static_cast<std::size_t>(a.dims[k]);
  const double* const x = reinterpret_cast<const double*>(a.data);
  return {x, x + count};
}

// Calls `take` with each entry of the list of that name.
template <class Take>
void each_entry(PyObject* dictionary, const char* key, Take take) {
  PyObject* const list = entry(dictionary, key);
  for (Py_ssize_t k = 0; list && k < PyList_Size(list); ++k) take(PyList_GetItem(list, k));
}

// {name, arm, time (m), q (m, n), signals}. Without an arm it has only plots, and with one time it is at rest.
report::Recording recording_from(PyObject* parts) {
  const std::string name = text_entry(parts, "name", "");
  std::vector<double> time = numbers_entry(parts, "time");
  report::Recording run{.name = name, .partial = text_entry(parts, "partial", "")};
  if (PyObject* const object = entry(parts, "arm")) {
    const Arm& arm = checked_model(object).arm;
    const std::vector<double> flat = numbers_entry(parts, "q");
    const Eigen::Map<const Eigen::MatrixXd> q(flat.data(), arm.dof(),
                                              static_cast<Eigen::Index>(flat.size()) / arm.dof());
    run =
        q.cols() == 1 ? report::posture(name, arm, q.col(0)) : report::motion(name, arm, std::move(time), q);
    run.partial = text_entry(parts, "partial", "");
  } else {
    run.time = std::move(time);
  }
  each_entry(parts, "signals", [&](PyObject* s) {
    report::Signal& signal = run.signals.emplace_back();
    signal.group = text_entry(s, "group", "");
    signal.name = text_entry(s, "name", "");
    signal.unit = text_entry(s, "unit", "");
    signal.values = numbers_entry(s, "values");
  });
  return run;
}

// {noun, names, measures: [{name, unit, values, errors}]}
report::Set set_from(PyObject* parts) {
  report::Set set{.noun = text_entry(parts, "noun", "arm")};
  each_entry(parts, "names", [&](PyObject* name) { set.names.push_back(text_of(name, "a name")); });
  each_entry(parts, "measures", [&](PyObject* m) {
    report::Measure& measure = set.measures.emplace_back();
    measure.axis.name = text_entry(m, "name", "");
    measure.axis.unit = text_entry(m, "unit", "");
    measure.values = numbers_entry(m, "values");
    measure.errors = numbers_entry(m, "errors");
  });
  return set;
}

}  // namespace

// _page({title, subtitle, side_by_side, notes, runs, set}) -> the text of an HTML file
PyObject* report_page(PyObject*, PyObject* given) {
  return guarded([&] {
    report::Report out{.title = text_entry(given, "title", ""),
                       .subtitle = text_entry(given, "subtitle", "")};
    if (flag_entry(given, "side_by_side")) out.kind = report::Kind::compare;
    each_entry(given, "notes", [&](PyObject* note) {
      out.notes.push_back({report::Level::warning, text_of(note, "a note")});
    });
    each_entry(given, "runs", [&](PyObject* run) { out.runs.push_back(recording_from(run)); });
    if (PyObject* const set = entry(given, "set")) {
      out.sets.push_back(set_from(set));
      out.sections.push_back(report::Parallel{.title = "All criteria"});
    }
    return value(report::page(out)).release();
  });
}

}  // namespace catena::python
