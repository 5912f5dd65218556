// SPDX-License-Identifier: Apache-2.0
// The part of NumPy's C interface that this module uses, declared by hand: the array struct and five entries of the table
// of functions. They have the same place in NumPy 1.x and 2.x, so that one file serves both; a file that was built with the
// headers of NumPy 1.x would not load under 2.x (docs/decisions has the record).
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

namespace catena::python::np {

struct Descr {
  PyObject head;
  PyTypeObject* scalar;
  char kind, letter, order, flags;
  int number;  // of the type: kFloat, kDouble, ...
};

struct Array {
  PyObject head;
  char* data;
  int nd;
  Py_ssize_t *dims, *strides;
  PyObject* base;
  Descr* descr;
  int flags;
};

inline constexpr int kFloat = 11, kDouble = 12;  // numbers of types
inline constexpr int kC = 1, kFortran = 2, kPlainArray = 0x40, kAligned = 0x100,
                     kWritable = 0x400;  // flags of arrays

extern PyTypeObject* array_type;

bool import();  // sets an exception if it fails

// A new array without values. `strides` null: in C order, or in Fortran order.
PyObject* make(int nd, const Py_ssize_t* dims, int type, const Py_ssize_t* strides = nullptr,
               bool fortran = false);
// Anything as an aligned array of doubles in C order; null and an exception if it has no numbers.
PyObject* doubles(PyObject* any);
// An array without axes becomes a number; takes over the reference.
PyObject* number(PyObject* array);

inline bool is_array(PyObject* object) { return Py_TYPE(object) == array_type; }

// Whether it is an array of this type in the byte order of the machine, with all of these flags.
inline bool is_plain(PyObject* object, int type, int flags) {
  if (!is_array(object)) return false;
  const Array& a = *reinterpret_cast<const Array*>(object);
  return a.descr->number == type && (a.flags & flags) == flags && a.descr->order != '>';
}

inline Array& array(PyObject* object) { return *reinterpret_cast<Array*>(object); }

}  // namespace catena::python::np
