// SPDX-License-Identifier: Apache-2.0
// Errors: C++ exceptions become exceptions of Python, `Error` becomes catena.Error.
#pragma once

#include <new>
#include <string>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "numpy.hpp"

namespace catena::python {

struct Raised {};  // thrown when an exception of Python is already set

// A reference that is owned.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }
  static Ref borrowed(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }
  // The result of a call: throws Raised if it is null.
  static Ref made(PyObject* object) {
    if (!object) throw Raised();
    return Ref(object);
  }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Of a state among many, with its index in the leading axes of the arrays.
struct StateError : Error {
  StateError(const Error& error, std::vector<Py_ssize_t> at) : Error(error), index(std::move(at)) {}
  std::vector<Py_ssize_t> index;
};

void use_error_class(PyObject* error_class);  // catena.Error

void set(const Error& error);  // the exception of Python
void set_current() noexcept;   // the same for the C++ exception that is being handled
[[noreturn]] void throw_type_error(const std::string& text);

// Runs `body`, which returns an owned reference; null and an exception if it throws.
template <class Body>
PyObject* guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    set_current();
    return nullptr;
  }
}

// Text of Python; throws Raised if it is none.
std::string text_of(PyObject* object, const char* what);
inline Ref text(const std::string& s) {
  return Ref::made(PyUnicode_FromStringAndSize(s.data(), static_cast<Py_ssize_t>(s.size())));
}

}  // namespace catena::python
