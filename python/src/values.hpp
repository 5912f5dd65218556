// SPDX-License-Identifier: Apache-2.0
// Values of Python made from C++ and back: dictionaries, lists, arrays.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"
#include "raise.hpp"

namespace catena::python {

inline Ref value(const std::string& s) { return text(s); }
inline Ref value(std::string_view s) { return text(std::string(s)); }
inline Ref value(const char* s) { return text(s); }
inline Ref value(bool x) { return Ref::made(PyBool_FromLong(x)); }
inline Ref value(long x) { return Ref::made(PyLong_FromLong(x)); }
inline Ref value(int x) { return value(static_cast<long>(x)); }
inline Ref value(double x) { return Ref::made(PyFloat_FromDouble(x)); }
inline Ref value(Ref&& made) { return std::move(made); }
Ref value(const Note& note);  // a dictionary of its parts
template <class T>
Ref value(const std::optional<T>& x) {
  return x ? value(*x) : Ref::borrowed(Py_None);
}
template <class T>
Ref value(const std::vector<T>& all) {
  Ref list = Ref::made(PyList_New(0));
  for (const T& x : all)
    if (PyList_Append(list.get(), value(x).get()) < 0) throw Raised();
  return list;
}

// A dictionary, entry by entry: Dict().put("a", 1).put("b", "text").
class Dict {
 public:
  template <class T>
  Dict& put(const char* key, T&& x) {
    if (PyDict_SetItemString(dict_.get(), key, value(std::forward<T>(x)).get()) < 0) throw Raised();
    return *this;
  }
  Ref take() { return std::move(dict_); }
  PyObject* release() { return dict_.release(); }

 private:
  Ref dict_ = Ref::made(PyDict_New());
};

// New arrays: (count) numbers; count x each, state after state.
Ref array_of(std::span<const double> numbers);
Ref array_of(std::span<const double> numbers, std::size_t each);

// Entries of a dictionary of options. They are null, empty or `otherwise` if the entry is missing or None.
PyObject* entry(PyObject* dictionary, const char* key);  // borrowed
std::string text_entry(PyObject* dictionary, const char* key, const char* otherwise);
std::optional<double> number_entry(PyObject* dictionary, const char* key);
long whole_entry(PyObject* dictionary, const char* key, long otherwise);
bool flag_entry(PyObject* dictionary, const char* key, bool otherwise = false);
std::optional<Eigen::VectorXd> vector_entry(PyObject* dictionary, const char* key, int size);

// Calls `body` with the choice that the entry names, or throws Error(usage), which lists the choices.
template <class Choice>
Choice choice_entry(PyObject* dictionary, const char* key,
                    std::span<const std::pair<const char*, Choice>> choices) {
  const std::string word = text_entry(dictionary, key, choices.front().first);
  std::string known;
  for (const auto& [name, choice] : choices) {
    if (word == name) return choice;
    known += (known.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  throw Error(ErrorKind::usage, key, "unknown choice").given("'" + word + "'").need("one of " + known);
}

}  // namespace catena::python
