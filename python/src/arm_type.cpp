// SPDX-License-Identifier: Apache-2.0
#include "arm_type.hpp"

#include <fmt/format.h>

#include "call.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "quantity_methods.hpp"
#include "raise.hpp"
#include "robot_parts.hpp"
#include "values.hpp"

namespace catena::python {
namespace {

PyObject* arm_type = nullptr;

UrdfOptions urdf_options(const char* base, const char* tip, const char* branches) {
  UrdfOptions options = {.base = base, .tip = tip};
  if (std::string_view(branches) == "drop")
    options.branches = UrdfOptions::Branches::drop;
  else if (std::string_view(branches) != "lump")
    throw Error(ErrorKind::usage, "branches", "unknown choice")
        .given(fmt::format("'{}'", branches))
        .need("'lump' or 'drop'");
  return options;
}

// Arm(kind, source, base, tip, branches): kind "load" (the name of a robot or a path), "urdf" (text or a path), "toml" (text),
// "parts" (a dictionary).
PyObject* arm_new(PyTypeObject* type, PyObject* args, PyObject*) {
  const char *kind = nullptr, *base = "", *tip = "", *branches = "lump";
  PyObject* source = nullptr;
  if (!PyArg_ParseTuple(args, "sO|sss", &kind, &source, &base, &tip, &branches)) return nullptr;
  return guarded([&] {
    const UrdfOptions options = urdf_options(base, tip, branches);
    const std::string_view word = kind;
    if (word == "parts") return new_arm(type, std::make_unique<Model>(Arm(robot_from_parts(source))));
    const std::string text = text_of(source, "the robot");
    if (word == "urdf") return new_arm(type, std::make_unique<Model>(Arm::from_urdf(text, options)));
    if (word == "toml") {
      Notes notes;
      return new_arm(type, std::make_unique<Model>(Arm(parse_robot_file(text, "<memory>", notes))));
    }
    return new_arm(type, std::make_unique<Model>(Arm::load(text, options)));
  });
}

void arm_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  delete reinterpret_cast<ArmObject*>(self)->model;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

// --- other arms ---------------------------------------------------------------------------------------------------

// An arm of the same class, made from this one.
PyObject* derived(PyObject* self, Arm other) {
  return new_arm(Py_TYPE(self), std::make_unique<Model>(std::move(other)));
}

PyObject* with_gravity(PyObject* self, PyObject* acceleration) {
  return guarded([&] {
    double g[3];
    take_numbers(acceleration, "gravity", g);
    return derived(self, model_of(self).arm.with_gravity({g[0], g[1], g[2]}));
  });
}

PyObject* with_payload(PyObject* self, PyObject* payload) {
  return guarded([&] { return derived(self, model_of(self).arm.with_payload(payload_from(payload))); });
}

PyObject* with_motors(PyObject* self, PyObject*) {
  return guarded([&] { return derived(self, model_of(self).arm.with_motors()); });
}

// --- what an arm is -----------------------------------------------------------------------------------------------

PyObject* robot_file(PyObject* self, PyObject*) {
  return guarded([&] { return text(write_robot_file(model_of(self).arm.robot())).release(); });
}

PyObject* method_of(PyObject* self, PyObject* name) {
  return guarded([&] {
    const std::string word = text_of(name, "the quantity");
    const QuantityInfo* const quantity = find_quantity(word);
    if (!quantity)
      throw Error(ErrorKind::usage, word, "there is no such quantity").hint("catena.quantities() lists them");
    return text(std::string(model_of(self).arm.method(quantity->quantity).name)).release();
  });
}

PyObject* name(PyObject* self, void*) {
  return guarded([&] { return text(model_of(self).arm.name()).release(); });
}

PyObject* joints(PyObject* self, void*) { return PyLong_FromLong(model_of(self).arm.dof()); }

PyObject* has_motors(PyObject* self, void*) { return PyBool_FromLong(model_of(self).arm.has_motors()); }

PyObject* acceleration(PyObject* self, void*) {
  const Eigen::Vector3d g = model_of(self).arm.gravity_acceleration();
  return Py_BuildValue("ddd", g.x(), g.y(), g.z());
}

PyObject* payload(PyObject* self, void*) {
  const Payload& p = model_of(self).arm.payload();
  const auto& I = p.inertia;
  return Py_BuildValue("d(ddd)(dddddd)", p.mass, p.com.x, p.com.y, p.com.z, I.xx, I.yy, I.zz, I.xy, I.xz,
                       I.yz);
}

PyObject* tuple_of(const std::vector<std::string>& words) {
  Ref tuple = Ref::made(PyTuple_New(static_cast<Py_ssize_t>(words.size())));
  for (std::size_t k = 0; k < words.size(); ++k)
    PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(k), text(words[k]).release());
  return tuple.release();
}

PyObject* joint_names(PyObject* self, void*) {
  return guarded([&] { return tuple_of(model_of(self).arm.joint_names()); });
}

PyObject* frames(PyObject* self, void*) {
  return guarded([&] {
    std::vector<std::string> names;
    for (const NamedFrame& frame : model_of(self).arm.frames()) names.push_back(frame.name);
    return tuple_of(names);
  });
}

// (link, R by rows, p): where a frame is fixed.
PyObject* frame_in_link(PyObject* self, PyObject* name) {
  return guarded([&] {
    const Frame<double> frame = model_of(self).arm.frame(text_of(name, "the name of a frame"));
    const Mat3<double>& R = frame.pose.R;
    const Vec3<double>& p = frame.pose.p;
    return Py_BuildValue("(i(ddddddddd)(ddd))", frame.link, R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy,
                         R.zz, p.x, p.y, p.z);
  });
}

PyObject* notes(PyObject* self, void*) {
  return guarded([&] { return value(model_of(self).arm.notes()).release(); });
}

// For each joint (lower, upper, velocity, effort); None where there is no limit.
PyObject* limits(PyObject* self, void*) {
  return guarded([&] {
    Ref list = Ref::made(PyList_New(0));
    const auto number = [](const std::optional<double>& x) {
      return x ? Ref::made(PyFloat_FromDouble(*x)) : Ref::borrowed(Py_None);
    };
    for (const RobotLink& link : model_of(self).arm.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      const Limits none;
      const Limits& l = link.limits ? *link.limits : none;
      std::optional<double> lower, upper;
      if (l.position) lower = (*l.position)[0], upper = (*l.position)[1];
      const Ref row = Ref::made(PyTuple_Pack(4, number(lower).get(), number(upper).get(),
                                             number(l.velocity).get(), number(l.effort).get()));
      if (PyList_Append(list.get(), row.get()) < 0) throw Raised();
    }
    return list.release();
  });
}

PyMethodDef other_methods[] = {
    {"with_gravity", with_gravity, METH_O,
     "with_gravity($self, acceleration, /)\n--\n\nThe same arm under another acceleration of gravity, (3,) "
     "in the base "
     "frame [m/s²].\n\n>>> catena.Arm('planar2').with_gravity([0, 0, 0]).gravity([0.3, 0.4]).tolist()\n[0.0, "
     "0.0]\n"},
    {"with_payload", with_payload, METH_O,
     "with_payload($self, payload, /)\n--\n\nThe same arm with a body fixed to its tool: a mass [kg], or "
     "catena.Payload. It replaces that of an earlier call.\n\n"
     ">>> catena.Arm('planar2').with_payload(2.0).payload.mass\n2.0\n"},
    {"with_motors", with_motors, METH_NOARGS,
     "with_motors($self, /)\n--\n\nThe same arm with its motors: M includes the reflected inertias of the "
     "rotors, id "
     "and fd also joint friction.\n\n>>> catena.Arm('puma560').with_motors().has_motors\nTrue\n"},
    {"_robot_file", robot_file, METH_NOARGS, nullptr},
    {"_frame_in_link", frame_in_link, METH_O, nullptr},
    {"method_of", method_of, METH_O,
     "method_of($self, quantity, /)\n--\n\nThe method that computes a quantity of this arm if none is "
     "named.\n\n"
     ">>> catena.Arm('puma560').method_of('inertia')\n'crba'\n"},
};

PyGetSetDef attributes[] = {
    {"name", name, nullptr, "The name of the robot.", nullptr},
    {"n", joints, nullptr, "The number of joints.", nullptr},
    {"has_motors", has_motors, nullptr, "Whether the motors are included.", nullptr},
    {"_gravity", acceleration, nullptr, nullptr, nullptr},
    {"_payload", payload, nullptr, nullptr, nullptr},
    {"_limits", limits, nullptr, nullptr, nullptr},
    {"joint_names", joint_names, nullptr, "The names of the joints that move.", nullptr},
    {"frames", frames, nullptr, "The names of the frames, for frame=.", nullptr},
    {"_notes", notes, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

Model& checked_model(PyObject* object) {
  if (!PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(arm_type))) throw_type_error("not an arm");
  return model_of(object);
}

PyObject* new_arm(PyTypeObject* type, std::unique_ptr<Model> model) {
  const auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject* const self = allocate(type, 0);
  if (!self) throw Raised();
  reinterpret_cast<ArmObject*>(self)->model = model.release();
  return self;
}

PyObject* make_arm_type() {
  static std::vector<PyMethodDef> methods = quantity_methods();
  for (const PyMethodDef& method : other_methods) methods.push_back(method);
  methods.push_back({nullptr, nullptr, 0, nullptr});
  PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(arm_new)},
                         {Py_tp_dealloc, reinterpret_cast<void*>(arm_dealloc)},
                         {Py_tp_methods, methods.data()},
                         {Py_tp_getset, attributes},
                         {0, nullptr}};
  PyType_Spec spec = {"catena._core.Arm", sizeof(ArmObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      slots};
  return arm_type = PyType_FromSpec(&spec);
}

}  // namespace catena::python
