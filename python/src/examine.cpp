// SPDX-License-Identifier: Apache-2.0
// verify, check, base parameters and count.
#include <fmt/format.h>

#include "call.hpp"
#include "catena/check/lint.hpp"
#include "catena/check/verify.hpp"
#include "catena/core/regressors.hpp"
#include "catena/count/cost.hpp"
#include "functions.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

Ref value_of(const OpCount& c) { return Ref::made(Py_BuildValue("llll", c.mul, c.add, c.sqrt, c.trig)); }

}  // namespace

// _verify(arm, states or None, seed, tolerance or None) -> dict
PyObject* verify_arm(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *states = nullptr, *tolerance = nullptr;
  unsigned long long seed = 1;
  if (!PyArg_ParseTuple(args, "OOKO", &arm, &states, &seed, &tolerance)) return nullptr;
  return guarded([&] {
    const Robot robot = checked_model(arm).arm.changed_robot();
    VerifyOptions options = {.states = usual_states(robot.dof()), .seed = seed, .tolerance = {}};
    if (states != Py_None) options.states = static_cast<int>(PyLong_AsLong(states));
    if (tolerance != Py_None) options.tolerance = PyFloat_AsDouble(tolerance);
    if (PyErr_Occurred()) throw Raised();
    if (options.states < 1)
      throw Error(ErrorKind::usage, "verify", "invalid number of states")
          .given(std::to_string(options.states))
          .need("1 or more");
    Verification v;
    bool fine = true;
    {
      WithoutGil without;
      v = verify(robot, options, [&](const Advance&) { return fine = without.handle_signals(); });
    }
    if (!fine) throw Raised();
    Ref rows = Ref::made(PyList_New(0));
    for (const Residual& r : v.residuals) {
      const Ref row = Dict()
                          .put("check", r.check)
                          .put("method", r.method)
                          .put("against", r.against)
                          .put("worst", r.worst)
                          .put("tolerance", r.tolerance)
                          .put("outcome", name(r.outcome))
                          .put("note", r.note)
                          .take();
      if (PyList_Append(rows.get(), row.get()) < 0) throw Raised();
    }
    return Dict()
        .put("ok", v.ok())
        .put("states", v.states)
        .put("condition", v.condition)
        .put("singular", v.singular)
        .put("residuals", std::move(rows))
        .release();
  });
}

// _check(arm) -> list of dicts
PyObject* check_arm(PyObject*, PyObject* arm) {
  return guarded([&] {
    Ref list = Ref::made(PyList_New(0));
    for (const Finding& f : lint(checked_model(arm).arm.changed_robot())) {
      const Ref row = Dict()
                          .put("severity", name(f.severity))
                          .put("rule", f.rule)
                          .put("where", f.where)
                          .put("what", f.what)
                          .put("given", f.given)
                          .put("need", f.need)
                          .put("hint", f.hint)
                          .take();
      if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
    }
    return list.release();
  });
}

// _base_parameters(arm) -> list of (name, column of the regressor, value)
PyObject* find_base_parameters(PyObject*, PyObject* arm) {
  return guarded([&] {
    const Arm& a = checked_model(arm).arm;
    std::optional<BaseRegressor> base;
    {
      const WithoutGil without;
      base.emplace(a);
    }
    Ref list = Ref::made(PyList_New(0));
    for (std::size_t k = 0; k < base->names().size(); ++k) {
      const Ref row =
          Ref::made(Py_BuildValue("sid", base->names()[k].c_str(), base->columns()[k], base->values()[k]));
      if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
    }
    return list.release();
  });
}

// _count(arm, quantity, method or "") -> list of (method, general, customised, kinematics, formulas)
PyObject* count_operations(PyObject*, PyObject* args) {
  PyObject* arm = nullptr;
  const char *wanted = nullptr, *method = nullptr;
  if (!PyArg_ParseTuple(args, "Oss", &arm, &wanted, &method)) return nullptr;
  return guarded([&] {
    const QuantityInfo* const quantity = find_quantity(wanted);
    if (!quantity)
      throw Error(ErrorKind::usage, wanted, "there is no such quantity")
          .hint("catena.quantities() lists them");
    const Chain<double>& chain = checked_model(arm).arm.chain();
    Ref list = Ref::made(PyList_New(0));
    for (const Method<Counted>& m : methods<Counted>()) {
      if (m.quantity != quantity->quantity || (*method && m.name != method)) continue;
      const Cost general = cost(chain, m, Constants::general), known = cost(chain, m, Constants::known);
      const CostLaw law = cost_law(m);
      const auto formula = [](const std::optional<Polynomial>& p) { return p ? p->str() : std::string(); };
      const Ref row = Dict()
                          .put("quantity", quantity->name)
                          .put("method", m.name)
                          .put("general", value_of(general.work))
                          .put("customised", value_of(known.work))
                          .put("kinematics", value_of(general.kinematics))
                          .put("mul_law", formula(law.mul))
                          .put("add_law", formula(law.add))
                          .take();
      if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
    }
    if (PyList_Size(list.get()) == 0)
      throw Error(ErrorKind::usage, std::string(quantity->name),
                  fmt::format("there is no method '{}' for it", method));
    return list.release();
  });
}

}  // namespace catena::python
