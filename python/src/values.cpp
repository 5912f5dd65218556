// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <algorithm>

#include "call.hpp"

namespace catena::python {

Ref value(const Note& note) {
  return Dict()
      .put("kind", name(note.kind))
      .put("where", note.where)
      .put("what", note.what)
      .put("given", note.given)
      .put("need", note.need)
      .put("hint", note.hint)
      .take();
}

Ref array_of(std::span<const double> numbers) {
  const Py_ssize_t dims[] = {static_cast<Py_ssize_t>(numbers.size())};
  Ref array = Ref::made(np::make(1, dims, np::kDouble));
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<double*>(np::array(array.get()).data));
  return array;
}

Ref array_of(std::span<const double> numbers, std::size_t each) {
  const Py_ssize_t dims[] = {static_cast<Py_ssize_t>(each == 0 ? 0 : numbers.size() / each),
                             static_cast<Py_ssize_t>(each)};
  Ref array = Ref::made(np::make(2, dims, np::kDouble));
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<double*>(np::array(array.get()).data));
  return array;
}

PyObject* entry(PyObject* dictionary, const char* key) {
  PyObject* const found = PyDict_GetItemString(dictionary, key);
  return found == Py_None ? nullptr : found;
}

std::string text_entry(PyObject* dictionary, const char* key, const char* otherwise) {
  PyObject* const found = entry(dictionary, key);
  return found ? text_of(found, key) : otherwise;
}

std::optional<double> number_entry(PyObject* dictionary, const char* key) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return {};
  const double x = PyFloat_AsDouble(found);
  if (x == -1 && PyErr_Occurred()) throw Raised();
  return x;
}

long whole_entry(PyObject* dictionary, const char* key, long otherwise) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return otherwise;
  const long x = PyLong_AsLong(found);
  if (x == -1 && PyErr_Occurred()) throw Raised();
  return x;
}

bool flag_entry(PyObject* dictionary, const char* key, bool otherwise) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return otherwise;
  const int x = PyObject_IsTrue(found);
  if (x < 0) throw Raised();
  return x == 1;
}

std::optional<Eigen::VectorXd> vector_entry(PyObject* dictionary, const char* key, int size) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return {};
  Eigen::VectorXd x(size);
  take_numbers(found, key, {x.data(), static_cast<std::size_t>(size)});
  return x;
}

}  // namespace catena::python
