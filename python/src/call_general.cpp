// SPDX-License-Identifier: Apache-2.0
// The general way of a call: arguments of any kind, many states, all options.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "batch.hpp"
#include "call.hpp"
#include "catena/core/motors.hpp"

namespace catena::python {
namespace {

std::array<PyObject*, kQuantities.size()> result_classes = {};

// The arrays that a call writes to, and what it returns.
struct Results {
  std::vector<Ref> arrays;  // new ones, or those of out=
  std::vector<Ref> copies;  // what is computed instead where out= overlaps an argument; else null
  bool numbers = false;     // arrays without axes are returned as numbers
};

Lengths shape_of(Shape shape, const Lengths& lead, int n, int columns) {
  Lengths dims;
  dims.reserve(lead.size() + 3);
  dims = lead;
  const Extents extents = extents_of(shape, n, columns);
  for (int k = 0; k < extents.indices; ++k) dims.push_back(extents.size[static_cast<std::size_t>(k)]);
  return dims;
}

// Leading axes in C order, inner ones in Fortran order: as the library computes them.
Ref new_array(const Lengths& dims, int inner, bool single) {
  Lengths strides(dims.size());
  const auto count = static_cast<std::size_t>(inner);
  const std::size_t leading = dims.size() - count;
  Py_ssize_t step = single ? sizeof(float) : sizeof(double);
  for (std::size_t k = leading; k < dims.size(); ++k) {
    strides[k] = step;
    step *= std::max<Py_ssize_t>(dims[k], 1);
  }
  for (std::size_t k = leading; k-- > 0;) {
    strides[k] = step;
    step *= std::max<Py_ssize_t>(dims[k], 1);
  }
  return Ref::made(np::make(static_cast<int>(dims.size()), dims.data(), single ? np::kFloat : np::kDouble,
                            inner > 1 ? strides.data() : nullptr));
}

void require_result(PyObject* object, const Lengths& dims, const QuantityInfo& quantity,
                    const std::string& what) {
  const auto wrong = [&](const char* problem) {
    return Error(ErrorKind::usage, std::string(quantity.name), fmt::format("'{}' {}", what, problem));
  };
  if (!np::is_array(object)) throw_type_error(what + " must be a NumPy array");
  if (!np::is_plain(object, np::kDouble, 0) && !np::is_plain(object, np::kFloat, 0))
    throw wrong("has the wrong type").need("float64 or float32, in the byte order of the machine");
  const np::Array& a = np::array(object);
  if ((a.flags & np::kWritable) == 0) throw wrong("is read-only");
  if ((a.flags & np::kAligned) == 0) throw wrong("is not aligned").hint("write to a copy of it");
  const std::span<const Py_ssize_t> given(a.dims, static_cast<std::size_t>(a.nd));
  if (!std::equal(given.begin(), given.end(), dims.begin(), dims.end()))
    throw wrong("has the wrong shape").given(shape_text(given)).need(shape_text(dims));
}

// The arrays that out= names.
std::vector<Ref> given_arrays(PyObject* out, std::size_t count, const QuantityInfo& quantity) {
  std::vector<Ref> arrays;
  if (count == 1) {
    arrays.push_back(Ref::borrowed(out));
    return arrays;
  }
  if (!PyTuple_Check(out) || static_cast<std::size_t>(PyTuple_Size(out)) != count)
    throw_type_error(fmt::format("{}(): out must be a tuple of {} arrays", quantity.name, count));
  for (std::size_t k = 0; k < count; ++k)
    arrays.push_back(Ref::borrowed(PyTuple_GetItem(out, static_cast<Py_ssize_t>(k))));
  return arrays;
}

Results make_results(Task& task, PyObject* out, bool single) {
  const QuantityInfo& quantity = *task.quantity;
  const int n = task.arm->dof();
  Results results;
  const std::span<const ArrayInfo> arrays = quantity.results();
  if (out) results.arrays = given_arrays(out, arrays.size(), quantity);
  results.numbers = !out && task.lead.empty();
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const int inner = extents_of(arrays[k].shape, n, task.columns).indices;
    const Lengths dims = shape_of(arrays[k].shape, task.lead, n, task.columns);
    if (!out) results.arrays.push_back(new_array(dims, inner, single));
    PyObject* const array = results.arrays[k].get();
    if (out) require_result(array, dims, quantity, arrays.size() == 1 ? "out" : fmt::format("out[{}]", k));
    results.copies.emplace_back();
    const auto shared = [&](PyObject* other) { return overlap(np::array(array), np::array(other)); };
    bool overlaps = false;
    for (const StateArgument& in : task.inputs) overlaps = overlaps || (out && shared(in.owner.get()));
    for (std::size_t j = 0; j < k; ++j)
      if (out && shared(results.arrays[j].get()))
        throw Error(ErrorKind::usage, std::string(quantity.name), "arrays of 'out' overlap");
    if (overlaps)
      results.copies.back() = new_array(dims, inner, np::array(array).descr->number == np::kFloat);
    Strided& target = task.outputs.emplace_back();
    target.set(Ref::borrowed(overlaps ? results.copies.back().get() : array), inner);
  }
  return results;
}

void copy_back(const Results& results) {
  for (std::size_t k = 0; k < results.arrays.size(); ++k) {
    if (!results.copies[k]) continue;
    const Ref key = Ref::made(Py_BuildValue("O", Py_Ellipsis));
    if (PyObject_SetItem(results.arrays[k].get(), key.get(), results.copies[k].get()) < 0) throw Raised();
  }
}

PyObject* returned(Results& results, std::size_t quantity) {
  std::vector<Ref>& arrays = results.arrays;
  if (results.numbers)
    for (Ref& array : arrays) array = Ref::made(np::number(array.release()));
  if (arrays.size() == 1) return arrays[0].release();
  const Ref tuple = Ref::made(PyTuple_New(static_cast<Py_ssize_t>(arrays.size())));
  for (std::size_t k = 0; k < arrays.size(); ++k)
    PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(k), arrays[k].release());
  return PyObject_Call(
      result_classes[quantity] ? result_classes[quantity] : reinterpret_cast<PyObject*>(&PyTuple_Type),
      result_classes[quantity] ? tuple.get() : Ref::made(PyTuple_Pack(1, tuple.get())).get(), nullptr);
}

NanPolicy policy_of(PyObject* object) {
  if (!object) return NanPolicy::raise;
  const std::string word = text_of(object, "nan");
  if (word == "raise") return NanPolicy::raise;
  if (word == "propagate") return NanPolicy::propagate;
  throw Error(ErrorKind::usage, "nan", "unknown policy")
      .given("'" + word + "'")
      .need("'raise' or 'propagate'");
}

Axes axes_of(PyObject* object) {
  const std::string word = text_of(object, "axes");
  if (word == "base_at_frame") return Axes::base_at_frame;
  if (word == "frame") return Axes::frame;
  if (word == "base") return Axes::base;
  throw Error(ErrorKind::usage, "axes", "unknown choice")
      .given("'" + word + "'")
      .need("one of 'base_at_frame', 'frame', 'base'");
}

std::optional<Frame<double>> frame_of(Model& model, const Arguments& arguments) {
  return frame_from(model, arguments[Parameter::frame], arguments[Parameter::point],
                    arguments[Parameter::axes]);
}

double number_of(PyObject* object, const char* what) {
  double x = 0;
  take_numbers(object, what, {&x, 1});
  return x;
}

bool truth(PyObject* object) {
  const int found = object ? PyObject_IsTrue(object) : 0;
  if (found < 0) throw Raised();
  return found == 1;
}

// Whether the kernels of batches take this call: as `catena eval --batch` decides.
bool has_kernel(const Task& task, const Arm& arm) {
  const Quantity quantity = task.quantity->quantity;
  const bool states_only = std::all_of(task.inputs.begin(), task.inputs.end(), [](const StateArgument& in) {
    return in.parameter <= Parameter::v || in.parameter == Parameter::tip;  // batch::States has these
  });
  return batch::has_kernel(quantity) && states_only && task.method.empty() && !task.frame &&
         task.damping == 0 && !(arm.has_motors() && motor_effect(quantity) != MotorEffect::none);
}

}  // namespace

std::optional<Frame<double>> frame_from(Model& model, PyObject* name, PyObject* point, PyObject* axes) {
  if (!name && !point && !axes) return {};
  Frame<double> frame = name ? model.frame(text_of(name, "frame")) : model.tool();
  if (point) {
    double p[3];
    take_numbers(point, "point", p);
    frame.pose.p = frame.pose * Vec3<double>{p[0], p[1], p[2]};
  }
  if (axes) frame.axes = axes_of(axes);
  return frame;
}

void take_numbers(PyObject* object, const char* what, std::span<double> to) {
  const Ref array = Ref::made(np::doubles(object));
  const np::Array& a = np::array(array.get());
  std::size_t count = 1;
  for (int k = 0; k < a.nd; ++k) count *= static_cast<std::size_t>(a.dims[k]);
  if (count != to.size() || a.nd > 1)
    throw Error(ErrorKind::usage, what, "wrong shape")
        .given(shape_text({a.dims, static_cast<std::size_t>(a.nd)}))
        .need(to.size() == 1 ? "one number" : fmt::format("{} numbers", to.size()));
  std::copy_n(reinterpret_cast<const double*>(a.data), count, to.begin());
  for (const double x : to)
    if (!std::isfinite(x)) throw Error(ErrorKind::usage, what, "not finite").given(fmt::format("{}", x));
}

void use_result_class(std::size_t quantity, PyObject* result_class) {
  Py_INCREF(result_class);
  Py_XDECREF(std::exchange(result_classes[quantity], result_class));
}

PyObject* call_generally(const Signature& s, Model& given, const Arguments& arguments) {
  const QuantityInfo& quantity = *s.quantity;
  const bool motors = truth(arguments[Parameter::motors]);
  Model& model = motors ? given.motorised() : given;
  Task task = {.quantity = &quantity,
               .arm = &model.arm,
               .compiled = model.compiled ? &*model.compiled : nullptr,
               .inputs = {},
               .outputs = {},
               .lead = {},
               .frame = frame_of(model, arguments),
               .method = {},
               .nan = policy_of(arguments[Parameter::nan])};
  if (arguments[Parameter::damping]) task.damping = number_of(arguments[Parameter::damping], "damping");
  if (arguments[Parameter::method]) task.method = text_of(arguments[Parameter::method], "method");

  // Exactly what is needed: blocks above 1 kB would miss the quick path of the allocator.
  task.inputs.reserve(static_cast<std::size_t>(std::count_if(
      arguments.values.begin(), arguments.values.begin() + kStateParameters, [](PyObject* x) { return x; })));
  task.outputs.reserve(quantity.results().size());
  bool single = true;  // if all arrays are float32
  for (std::size_t k = 0; k < kStateParameters; ++k)
    if (PyObject* const object = arguments.values[k]) {
      task.inputs.emplace_back(static_cast<Parameter>(k), object, quantity, model.arm);
      single = single && task.inputs.back().single;
    }
  single = single && !task.inputs.empty();
  if (const StateArgument* const V = task.find(Parameter::V)) task.columns = static_cast<int>(V->size[1]);
  task.lead = common_lead(task.inputs, quantity);
  Results results = make_results(task, arguments[Parameter::out], single);
  std::vector<Strided*> all;
  all.reserve(task.inputs.size() + task.outputs.size());
  for (StateArgument& in : task.inputs) {
    in.broadcast(task.lead);
    all.push_back(&in);
  }
  for (Strided& out : task.outputs) all.push_back(&out);
  merge_axes(all);

  // The same arm under another gravity, with another payload.
  std::optional<Arm> other;
  if (PyObject* const gravity = arguments[Parameter::gravity]) {
    double g[3];
    take_numbers(gravity, "gravity", g);
    other = model.arm.with_gravity({g[0], g[1], g[2]});
  }
  PyObject* const payload = arguments[Parameter::payload];
  if (payload) other = (other ? *other : model.arm).with_payload(payload_from(payload));
  if (other) task.arm = &*other, task.compiled = nullptr;

  if (task.states() > 0 && task.columns != 0) {
    if (task.lead.empty()) {
      Worker worker{&model.work};
      try {
        compute_state(task, 0, worker);
      } catch (const CallError&) {
        throw;
      } catch (const Error&) {
        if (task.nan == NanPolicy::raise) throw;
      }
    } else {
      const bool by_kernel = has_kernel(task, model.arm);
      if (payload) {  // kernels are made for an arm with its masses
        Model loaded(*other);
        compute_states(task, loaded, *Hired(loaded), by_kernel);
      } else {
        compute_states(task, model, *Hired(model), by_kernel);
      }
    }
  }
  copy_back(results);
  return returned(results, static_cast<std::size_t>(quantity.quantity));
}

}  // namespace catena::python
