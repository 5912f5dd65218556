// SPDX-License-Identifier: Apache-2.0
#include "numpy.hpp"

namespace catena::python::np {

PyTypeObject* array_type = nullptr;

namespace {

using DescrFromType = Descr* (*)(int);
using FromAny = PyObject* (*)(PyObject*, Descr*, int, int, int, PyObject*);
using Return = PyObject* (*)(PyObject*);
using New = PyObject* (*)(PyTypeObject*, int, const Py_ssize_t*, int, const Py_ssize_t*, void*, int, int,
                          PyObject*);
DescrFromType descr_from_type;
FromAny from_any;
Return scalar;
New new_array;

}  // namespace

bool import() {
  PyObject* module = PyImport_ImportModule("numpy._core._multiarray_umath");  // NumPy 2
  if (!module) {
    PyErr_Clear();
    module = PyImport_ImportModule("numpy.core._multiarray_umath");  // NumPy 1
  }
  if (!module) return false;
  PyObject* const capsule = PyObject_GetAttrString(module, "_ARRAY_API");
  Py_DECREF(module);
  if (!capsule) return false;
  void** const table = static_cast<void**>(PyCapsule_GetPointer(capsule, nullptr));
  Py_DECREF(capsule);
  if (!table) return false;
  array_type = static_cast<PyTypeObject*>(table[2]);
  descr_from_type = reinterpret_cast<DescrFromType>(table[45]);
  from_any = reinterpret_cast<FromAny>(table[69]);
  scalar = reinterpret_cast<Return>(table[76]);
  new_array = reinterpret_cast<New>(table[93]);
  return true;
}

PyObject* make(int nd, const Py_ssize_t* dims, int type, const Py_ssize_t* strides, bool fortran) {
  return new_array(array_type, nd, dims, type, strides, nullptr, 0, fortran ? kFortran : 0, nullptr);
}

PyObject* doubles(PyObject* any) {
  return from_any(any, descr_from_type(kDouble), 0, 0, kC | kAligned | kPlainArray, nullptr);
}

PyObject* number(PyObject* array) { return scalar(array); }

}  // namespace catena::python::np
