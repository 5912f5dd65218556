// SPDX-License-Identifier: Apache-2.0
// Calls of quantities: from the arguments of Python to the library and back.
#pragma once

#include "model.hpp"
#include "signature.hpp"

namespace catena::python {

// Arms are objects of this struct; subclasses in Python add nothing that is used here.
struct ArmObject {
  PyObject head;
  Model* model;
};
inline Model& model_of(PyObject* self) { return *reinterpret_cast<ArmObject*>(self)->model; }
Model& checked_model(PyObject* object);  // throws Raised if it is not an arm

// Calls the quantity at this place of the table.
PyObject* call_quantity(std::size_t quantity, PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* keywords) noexcept;

// Any way of calling: many states, any arrays, all options. Returns an owned reference.
PyObject* call_generally(const Signature& signature, Model& model, const Arguments& arguments);

// The class of the result of a quantity with several arrays.
void use_result_class(std::size_t quantity, PyObject* result_class);
PyObject* result_class(std::size_t quantity);  // borrowed

// Three numbers, or any other fixed number of them, from an array or a list. `what` names them in errors.
void take_numbers(PyObject* object, const char* what, std::span<double> to);
Payload payload_from(PyObject* object);
// The frame of this name or the tool, at the point and in the axes; nothing if none of the three is given (null).
std::optional<Frame<double>> frame_from(Model& model, PyObject* name, PyObject* point, PyObject* axes);

}  // namespace catena::python
