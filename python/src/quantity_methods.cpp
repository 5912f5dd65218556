// SPDX-License-Identifier: Apache-2.0
#include "quantity_methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <string>
#include <utility>

#include "call.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/library_methods.hpp"
#include "raise.hpp"
#include "signature.hpp"

namespace catena::python {
namespace {

using FastCall = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

template <std::size_t quantity>
PyObject* method(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return call_quantity(quantity, self, args, count, keywords);
}

template <std::size_t... quantity>
constexpr std::array<FastCall, sizeof...(quantity)> all_calls(std::index_sequence<quantity...>) {
  return {method<quantity>...};
}
constexpr auto kCalls = all_calls(std::make_index_sequence<kQuantities.size()>());

std::vector<std::string> aliases_of(const QuantityInfo& quantity) {
  std::vector<std::string> words;
  std::string_view rest = quantity.aliases;
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    words.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return words;
}

std::vector<std::string> methods_of(Quantity quantity) {
  std::vector<std::string> names;
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity) names.emplace_back(m.name);
  return names;
}

std::string about(Parameter p) {
  switch (p) {
    case Parameter::q:
      return "(..., n) joint positions [rad, m]";
    case Parameter::qd:
      return "(..., n) joint velocities [rad/s, m/s]";
    case Parameter::qdd:
      return "(..., n) joint accelerations [rad/s², m/s²]";
    case Parameter::tau:
      return "(..., n) joint torques or forces [N m, N]";
    case Parameter::v:
      return "(..., n) the velocities that are multiplied; default: qd";
    case Parameter::V:
      return "(..., n, k) the matrix that is multiplied; default: the identity";
    case Parameter::wrenches:
      return "(..., n, 6) wrench (moment, force) of each link on its surroundings, in its axes, about the "
             "origin of its frame "
             "[N m, N]";
    case Parameter::tip:
      return "(..., 6) wrench (moment, force) that the arm exerts at the tool, in tool axes [N m, N]";
    case Parameter::gravity:
      return "(3,) acceleration of gravity in the base frame [m/s²], in place of the arm's";
    case Parameter::payload:
      return "a body fixed to the tool: its mass [kg], or catena.Payload";
    case Parameter::motors:
      return "whether rotor inertias and joint friction are included";
    case Parameter::frame:
      return "the name of a frame of the arm; default: the tool";
    case Parameter::point:
      return "(3,) a point in that frame, instead of its origin [m]";
    case Parameter::axes:
      return "of twists and Jacobians: 'base_at_frame' (base axes, velocity of the frame's origin; the "
             "default), 'frame' "
             "(its own axes) or 'base' (base axes, about the origin of the base)";
    case Parameter::damping:
      return "added to the diagonal of J M⁻¹ Jᵀ";
    case Parameter::method:
      return "the name of a method of this quantity; default: what suits the number of joints";
    case Parameter::nan:
      return "'raise' an error if a state is not finite or has no result, or 'propagate' NaN";
    case Parameter::out:
      return "array, or tuple of arrays, for the result";
  }
  return "";
}

std::string inner_shape(const ArrayInfo& array) {
  switch (array.shape) {
    case Shape::none:
    case Shape::scalar:
      return "(...)";
    case Shape::joints:
      return "(..., n)";
    case Shape::six:
      return "(..., 6)";
    case Shape::square:
      return "(..., n, n)";
    case Shape::cube:
      return "(..., n, n, n)";
    case Shape::six_by_n:
      return "(..., 6, n)";
    case Shape::n_by_six:
      return "(..., n, 6)";
    case Shape::six_square:
      return "(..., 6, 6)";
    case Shape::pose:
      return "(..., 4, 4)";
    case Shape::columns:
      return "(..., n, k)";
    case Shape::parameters:
      return "(..., 10 n)";
    case Shape::by_parameters:
      return "(..., n, 10 n)";
    case Shape::three_by_n:
      return "(..., 3, n)";
    case Shape::three_by_n_by_n:
      return "(..., 3, n, n)";
    case Shape::three_square_by_n:
      return "(..., 3, 3, n)";
    case Shape::six_by_n_by_n:
      return "(..., 6, n, n)";
    case Shape::six_square_by_n:
      return "(..., 6, 6, n)";
    case Shape::stacked_square:
      return "(..., 6 n, 6 n)";
    case Shape::stacked_by_n:
      return "(..., 6 n, n)";
    case Shape::n_by_stacked:
      return "(..., n, 6 n)";
  }
  return "";
}

// A call at a posture that is not singular, which is a doctest (tests/python).
std::string example(const Signature& s) {
  constexpr int n = 6;
  std::vector<std::string> arguments;
  for (const Parameter p : s.positional)
    if (s.required.has(p))
      arguments.push_back(p == Parameter::q          ? "[0.1, -0.2, 0.3, 0.4, 0.5, 0.6]"
                          : p == Parameter::wrenches ? "[[0] * 6] * 6"
                                                     : "[1] * 6");
  const QuantityInfo& quantity = *s.quantity;
  std::string call = fmt::format("catena.Arm('puma560').{}({})", quantity.name, fmt::join(arguments, ", "));
  const auto shape = [&](const ArrayInfo& array) {
    const Extents e = extents_of(array.shape, n);
    const std::vector<int> lengths(e.size.begin(), e.size.begin() + e.indices);
    return fmt::format("({}{})", fmt::join(lengths, ", "), lengths.size() == 1 ? "," : "");
  };
  if (!quantity.several()) return fmt::format(">>> {}.shape\n{}\n", call, shape(quantity.arrays[0]));
  std::vector<std::string> shapes;
  for (const ArrayInfo& array : quantity.results()) shapes.push_back(shape(array));
  return fmt::format(">>> [a.shape for a in {}]\n[{}]\n", call, fmt::join(shapes, ", "));
}

std::string documentation(const Signature& s, const std::string& name) {
  const QuantityInfo& quantity = *s.quantity;
  std::string text = fmt::format("{}{}\n--\n\n{}", name, s.text(), quantity.what);
  if (!quantity.unit.empty()) text += fmt::format(" [{}]", quantity.unit);
  text += ".\n\n";
  if (name != quantity.name) text += fmt::format("Another name of {}.\n\n", quantity.name);
  text += "Arguments, with leading axes that are broadcast:\n";
  for (std::size_t k = 0; k < kParameters; ++k)
    if (const auto p = static_cast<Parameter>(k); s.allowed.has(p))
      text += fmt::format("  {:<8} {}\n", name_of(p), about(p));
  text += "Returns: ";
  for (const ArrayInfo& array : quantity.results())
    text += fmt::format("{}{}{}", &array == quantity.arrays.data() ? "" : ", ",
                        array.name.empty() ? "" : fmt::format("{} ", array.name), inner_shape(array));
  text += fmt::format("\nMethods: {}\n", fmt::join(methods_of(quantity.quantity), ", "));
  if (const auto others = aliases_of(quantity); !others.empty())
    text += fmt::format("Other names: {}\n", fmt::join(others, ", "));
  return text + "\n" + example(s);
}

Ref list_of(const std::vector<std::string>& words) {
  Ref list = Ref::made(PyList_New(0));
  for (const std::string& word : words)
    if (PyList_Append(list.get(), text(word).get()) < 0) throw Raised();
  return list;
}

void put(const Ref& dictionary, const char* key, const Ref& value) {
  if (PyDict_SetItemString(dictionary.get(), key, value.get()) < 0) throw Raised();
}

}  // namespace

const std::vector<PyMethodDef>& quantity_methods() {
  static std::deque<std::string> texts;  // which keep their place
  static std::vector<PyMethodDef> methods;
  if (!methods.empty()) return methods;
  for (std::size_t k = 0; k < kQuantities.size(); ++k) {
    std::vector<std::string> names = aliases_of(kQuantities[k]);
    names.emplace(names.begin(), kQuantities[k].name);
    for (const std::string& name : names) {
      const char* const kept = texts.emplace_back(name).c_str();
      const char* const doc = texts.emplace_back(documentation(signature(k), name)).c_str();
      methods.push_back({kept, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(kCalls[k])),
                         METH_FASTCALL | METH_KEYWORDS, doc});
    }
  }
  return methods;
}

PyObject* describe_quantities() {
  Ref list = Ref::made(PyList_New(0));
  for (std::size_t k = 0; k < kQuantities.size(); ++k) {
    const QuantityInfo& q = kQuantities[k];
    const Signature& s = signature(k);
    const Ref row = Ref::made(PyDict_New());
    put(row, "name", text(std::string(q.name)));
    put(row, "what", text(std::string(q.what)));
    put(row, "symbol", text(std::string(q.symbol)));
    put(row, "unit", text(std::string(q.unit)));
    put(row, "aliases", list_of(aliases_of(q)));
    put(row, "methods", list_of(methods_of(q.quantity)));
    std::vector<std::string> arrays, shapes, positional, required, keywords;
    for (const ArrayInfo& array : q.results()) {
      arrays.emplace_back(array.name);
      shapes.push_back(inner_shape(array));
    }
    for (const Parameter p : s.positional) positional.emplace_back(name_of(p));
    for (std::size_t j = 0; j < kParameters; ++j) {
      const auto p = static_cast<Parameter>(j);
      if (s.required.has(p)) required.emplace_back(name_of(p));
      const bool named = std::find(s.positional.begin(), s.positional.end(), p) == s.positional.end();
      if (s.allowed.has(p) && named) keywords.emplace_back(name_of(p));
    }
    put(row, "arrays", list_of(arrays));
    put(row, "shapes", list_of(shapes));
    put(row, "positional", list_of(positional));
    put(row, "required", list_of(required));
    put(row, "keywords", list_of(keywords));
    put(row, "batch_kernel", Ref::made(PyBool_FromLong(batch::has_kernel(q.quantity))));
    if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
  }
  return list.release();
}

}  // namespace catena::python
