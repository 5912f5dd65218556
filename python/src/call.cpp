// SPDX-License-Identifier: Apache-2.0
// The short way of a call: one state, arrays as the library takes them, no options. All others are call_general.cpp.
#include "call.hpp"

#include "raise.hpp"

namespace catena::python {
namespace {

constexpr Numbers At::*kVectors[] = {&At::q, &At::qd, &At::qdd, &At::tau, &At::v};

// Whether the array can be the result as it is: its inner axes in the order of the library.
bool is_result(PyObject* object, const Extents& extents) {
  if (!np::is_plain(object, np::kDouble,
                    np::kAligned | np::kWritable | (extents.indices > 1 ? np::kFortran : np::kC)))
    return false;
  const np::Array& a = np::array(object);
  if (a.nd != extents.indices) return false;
  for (int k = 0; k < a.nd; ++k)
    if (a.dims[k] != extents.size[static_cast<std::size_t>(k)]) return false;
  return true;
}

void run(const Model& model, Quantity quantity, const At& at, Workspace& work, const Result<double>& out) {
  if (model.compiled) [[unlikely]]
    model.compiled->eval(quantity, at, work, out);
  else
    model.arm.eval(quantity, at, work, out);
}

// Null without an exception if this way is not possible.
PyObject* call_quickly(const Signature& s, Model& model, const Arguments& arguments) {
  const int n = model.arm.dof();
  At at;
  const char* first[5];  // the numbers of the inputs
  int inputs = 0;
  for (std::size_t p = 0; p < std::size(kVectors); ++p) {
    PyObject* const object = arguments.values[p];
    if (!object) continue;
    if (!np::is_plain(object, np::kDouble, np::kC | np::kAligned)) return nullptr;
    const np::Array& a = np::array(object);
    if (a.nd != 1 || a.dims[0] != n) return nullptr;
    at.*kVectors[p] =
        std::span<const double>(reinterpret_cast<const double*>(a.data), static_cast<std::size_t>(n));
    first[inputs++] = a.data;
  }
  const Extents extents = extents_of(s.quantity->shape(), n);
  PyObject* out = arguments[Parameter::out];
  if (out) {
    if (!is_result(out, extents)) return nullptr;
    const char* const data = np::array(out).data;
    for (int k = 0; k < inputs; ++k)
      if (data < first[k] + static_cast<std::size_t>(n) * sizeof(double) &&
          first[k] < data + extents.count() * sizeof(double))
        return nullptr;
    Py_INCREF(out);
  } else {
    const Py_ssize_t dims[3] = {extents.size[0], extents.size[1], extents.size[2]};
    out = np::make(extents.indices, dims, np::kDouble, nullptr, extents.indices > 1);
    if (!out) return nullptr;
  }
  const MatView<double> view = {reinterpret_cast<double*>(np::array(out).data), extents.size[0],
                                extents.size[1] * extents.size[2], extents.size[0]};
  try {
    run(model, s.quantity->quantity, at, model.work, view);
  } catch (...) {
    Py_DECREF(out);
    set_current();
    return nullptr;
  }
  return extents.indices == 0 && !arguments[Parameter::out] ? np::number(out) : out;
}

}  // namespace

PyObject* call_quantity(std::size_t quantity, PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* keywords) noexcept {
  const Signature& s = signature(quantity);
  Arguments arguments;
  if (!parse(s, args, count, keywords, arguments)) return nullptr;
  Model& model = model_of(self);
  if (arguments.given.within(s.quick)) [[likely]] {
    if (PyObject* const result = call_quickly(s, model, arguments)) return result;
    if (PyErr_Occurred()) return nullptr;
  }
  return guarded([&] { return call_generally(s, model, arguments); });
}

}  // namespace catena::python
