// SPDX-License-Identifier: Apache-2.0
#include "signature.hpp"

#include <fmt/format.h>

#include "catena/core/motors.hpp"

namespace catena::python {
namespace {

constexpr std::array<const char*, kParameters> kNames = {
    "q",       "qd",     "qdd",   "tau",   "v",    "V",       "wrenches", "tip", "gravity",
    "payload", "motors", "frame", "point", "axes", "damping", "method",   "nan", "out"};

static_assert(kInputs.size() == 11,
              "a new input of the table needs a Parameter, a place in `made`, and a case in compute_state");

std::array<PyObject*, kParameters> interned_names = {};
std::vector<Signature> signatures;

Signature made(const QuantityInfo& about) {
  Signature s = {.quantity = &about, .positional = {}, .required = {}, .allowed = {}, .quick = {}};
  const auto positional = [&](Parameter p, bool required) {
    s.positional.push_back(p);
    s.allowed.add(p);
    if (required) s.required.add(p);
  };
  const auto keyword = [&](bool there, Parameter p) {
    if (there) s.allowed.add(p);
  };
  using enum Parameter;
  if (about.needs(Input::q)) positional(q, true);
  if (about.needs(Input::qd)) positional(qd, true);
  if (about.needs(Input::qdd)) positional(qdd, true);
  if (about.needs(Input::tau)) positional(tau, true);
  if (about.needs(Input::V)) positional(V, false);
  if (about.requires_wrenches()) positional(wrenches, true);
  // Beside qdd, v must be named: Arm::slotine_li of C++ has them in the other order.
  const bool product = about.quantity == Quantity::id_vjp || about.quantity == Quantity::fd_vjp;
  if (about.needs(Input::v) && (product || !about.needs(Input::qdd))) positional(v, product);
  keyword(about.needs(Input::v), v);
  keyword(about.needs(Input::tip), tip);
  keyword(about.needs(Input::wrenches), wrenches);
  keyword(about.needs(Input::gravity), gravity);
  keyword(about.masses != Masses::none, payload);
  keyword(motor_effect(about.quantity) != MotorEffect::none, motors);
  keyword(about.needs(Input::frame), frame);
  keyword(about.needs(Input::frame), point);
  keyword(about.needs(Input::frame), axes);
  keyword(about.needs(Input::damping), damping);
  keyword(true, method);
  keyword(true, nan);
  keyword(true, out);
  if (!about.several() && about.shape() != Shape::columns && !about.requires_wrenches()) {
    s.quick.add(out);
    for (const Parameter p : {q, qd, qdd, tau, v})
      if (s.allowed.has(p)) s.quick.add(p);
  }
  return s;
}

// The parameter of this name, or kParameters; names in a call are usually interned.
std::size_t find(PyObject* name) {
  for (std::size_t k = kParameters; k-- > 0;)
    if (interned_names[k] == name) return k;
  for (std::size_t k = 0; k < kParameters; ++k)
    if (PyUnicode_CompareWithASCIIString(name, kNames[k]) == 0) return k;
  return kParameters;
}

}  // namespace

std::string_view name_of(Parameter parameter) { return kNames[static_cast<std::size_t>(parameter)]; }

bool make_signatures() {
  for (std::size_t k = 0; k < kParameters; ++k)
    if (!(interned_names[k] = PyUnicode_InternFromString(kNames[k]))) return false;
  for (const QuantityInfo& about : kQuantities) signatures.push_back(made(about));
  return true;
}

const Signature& signature(std::size_t quantity) { return signatures[quantity]; }

std::string Signature::text() const {
  std::string out = "($self";
  ParameterSet shown;
  for (const Parameter p : positional) {
    fmt::format_to(std::back_inserter(out), ", {}{}", name_of(p), required.has(p) ? "" : "=None");
    shown.add(p);
  }
  out += ", *";
  for (std::size_t k = 0; k < kParameters; ++k) {
    const auto p = static_cast<Parameter>(k);
    if (!allowed.has(p) || shown.has(p)) continue;
    fmt::format_to(std::back_inserter(out), ", {}=", name_of(p));
    out += p == Parameter::motors    ? "False"
           : p == Parameter::nan     ? "'raise'"
           : p == Parameter::damping ? "0.0"
                                     : "None";
  }
  return out + ")";
}

bool parse(const Signature& s, PyObject* const* positional, Py_ssize_t count, PyObject* keywords,
           Arguments& arguments) {
  const char* const call = s.quantity->name.data();
  if (static_cast<std::size_t>(count) > s.positional.size()) {
    PyErr_Format(PyExc_TypeError, "%s() takes %zu positional arguments but %zd were given", call,
                 s.positional.size(), count);
    return false;
  }
  const auto take = [&](Parameter p, PyObject* value) {
    if (value == Py_None) return;
    arguments.values[static_cast<std::size_t>(p)] = value;
    arguments.given.add(p);
  };
  for (Py_ssize_t k = 0; k < count; ++k) take(s.positional[static_cast<std::size_t>(k)], positional[k]);
  const Py_ssize_t named = keywords ? PyTuple_Size(keywords) : 0;
  for (Py_ssize_t k = 0; k < named; ++k) {
    PyObject* const name = PyTuple_GetItem(keywords, k);
    const std::size_t found = find(name);
    const auto p = static_cast<Parameter>(found);
    if (found == kParameters || !s.allowed.has(p)) {
      PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", call, name);
      return false;
    }
    if (arguments.given.has(p)) {
      PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", call, name);
      return false;
    }
    take(p, positional[count + k]);
  }
  const ParameterSet missing = s.required.without(arguments.given);
  if (missing.empty()) [[likely]]
    return true;
  for (const Parameter p : s.positional)
    if (missing.has(p)) {
      PyErr_Format(PyExc_TypeError, "%s() is missing the argument '%s'", call, name_of(p).data());
      break;
    }
  return false;
}

}  // namespace catena::python
