// SPDX-License-Identifier: Apache-2.0
#include "raise.hpp"

namespace catena::python {
namespace {
PyObject* error_class = nullptr;
}

void use_error_class(PyObject* given) {
  Py_XINCREF(given);
  Py_XDECREF(std::exchange(error_class, given));
}

namespace {

// The index as a tuple, or None; null and an exception if it cannot be made.
PyObject* index_of(const StateError* error) {
  if (!error) {
    Py_INCREF(Py_None);
    return Py_None;
  }
  PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(error->index.size()));
  for (std::size_t k = 0; tuple && k < error->index.size(); ++k)
    PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(k), PyLong_FromSsize_t(error->index[k]));
  return tuple;
}

}  // namespace

void set(const Error& error) {
  if (!error_class) return PyErr_SetString(PyExc_ValueError, error.what());
  PyObject* const index = index_of(dynamic_cast<const StateError*>(&error));
  if (!index) return;
  const auto s = [](const std::string& t) { return t.c_str(); };
  PyObject* const made =
      PyObject_CallFunction(error_class, "sssssssN", error.what(), name(error.kind()), s(error.where()),
                            s(error.problem()), s(error.given()), s(error.need()), s(error.hint()), index);
  if (!made) return;
  PyErr_SetObject(error_class, made);
  Py_DECREF(made);
}

void set_current() noexcept {
  try {
    throw;
  } catch (const Raised&) {
  } catch (const Error& error) {
    set(error);
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void throw_type_error(const std::string& message) {
  PyErr_SetString(PyExc_TypeError, message.c_str());
  throw Raised();
}

std::string text_of(PyObject* object, const char* what) {
  if (!PyUnicode_Check(object)) throw_type_error(std::string(what) + " must be text (str)");
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object, &size);
  if (!bytes) throw Raised();
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace catena::python
