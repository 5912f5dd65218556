// SPDX-License-Identifier: Apache-2.0
#include "robot_parts.hpp"

#include "call.hpp"
#include "catena/core/robot_builder.hpp"
#include "strided.hpp"
#include "values.hpp"

namespace catena::python {
namespace {

std::optional<Vec3<double>> vec3_entry(PyObject* dictionary, const char* key) {
  PyObject* const found = entry(dictionary, key);
  if (!found) return {};
  double x[3];
  take_numbers(found, key, x);
  return Vec3<double>{x[0], x[1], x[2]};
}

// From xx, yy, zz, xy, xz, yz or from a symmetric 3 x 3 matrix.
Moments moments_from(PyObject* object, const char* what) {
  const Ref array = Ref::made(np::doubles(object));
  const np::Array& a = np::array(array.get());
  const double* const x = reinterpret_cast<const double*>(a.data);
  if (a.nd == 1 && a.dims[0] == 6)
    return {.xx = x[0], .yy = x[1], .zz = x[2], .xy = x[3], .xz = x[4], .yz = x[5]};
  if (a.nd != 2 || a.dims[0] != 3 || a.dims[1] != 3)
    throw Error(ErrorKind::usage, what, "wrong shape")
        .given(shape_text({a.dims, static_cast<std::size_t>(a.nd)}))
        .need("(3, 3), or the six numbers xx, yy, zz, xy, xz, yz");
  if (x[1] != x[3] || x[2] != x[6] || x[5] != x[7])
    throw Error(ErrorKind::usage, what, "the matrix of inertia is not symmetric");
  return {.xx = x[0], .yy = x[4], .zz = x[8], .xy = x[1], .xz = x[2], .yz = x[5]};
}

Motor motor_from(PyObject* parts) {
  Motor motor;
  motor.inertia = number_entry(parts, "inertia").value_or(0);
  motor.gear = number_entry(parts, "gear").value_or(1);
  motor.viscous = number_entry(parts, "viscous").value_or(0);
  if (PyObject* const coulomb = entry(parts, "coulomb")) take_numbers(coulomb, "coulomb", motor.coulomb);
  return motor;
}

void add_link(RobotBuilder& builder, PyObject* link, bool placed) {
  const std::string joint = text_entry(link, "joint", "revolute"), name = text_entry(link, "name", "");
  const auto add = [&](const auto& where) {
    if (joint == "revolute")
      builder.revolute(where, name);
    else if (joint == "prismatic")
      builder.prismatic(where, name);
    else if (joint == "fixed")
      builder.fixed(where, name);
    else
      throw Error(ErrorKind::model, "joint", "unknown kind")
          .given("'" + joint + "'")
          .need("'revolute', 'prismatic' or 'fixed'");
  };
  const auto number = [&](const char* key) { return number_entry(link, key).value_or(0); };
  if (placed)
    add(JointOrigin{vec3_entry(link, "xyz").value_or(Vec3<double>::zero()),
                    vec3_entry(link, "rpy").value_or(Vec3<double>::zero()),
                    vec3_entry(link, "axis").value_or(Vec3<double>{0, 0, 1})});
  else
    add(Dh{number("a"), number("alpha"), number("d"), number("theta")});
  if (const auto mass = number_entry(link, "mass")) builder.mass(*mass);
  if (const auto com = vec3_entry(link, "com")) builder.com(*com);
  if (PyObject* const inertia = entry(link, "inertia"))
    builder.inertia_about_com(moments_from(inertia, "inertia"));
  if (PyObject* const inertia = entry(link, "inertia_about_frame"))
    builder.inertia_about_frame(moments_from(inertia, "inertia_about_frame"));
  if (PyObject* const limits = entry(link, "limits")) {
    double range[2];
    take_numbers(limits, "limits", range);
    builder.limits(range[0], range[1]);
  }
  if (const auto most = number_entry(link, "velocity_limit")) builder.velocity_limit(*most);
  if (const auto most = number_entry(link, "effort_limit")) builder.effort_limit(*most);
  if (PyObject* const motor = entry(link, "motor")) builder.motor(motor_from(motor));
}

}  // namespace

Payload payload_from(PyObject* object) {
  Payload payload;
  if (!PyTuple_Check(object)) {
    payload.mass = PyFloat_AsDouble(object);
    if (payload.mass == -1 && PyErr_Occurred()) throw Raised();
    return payload;
  }
  const Py_ssize_t count = PyTuple_Size(object);
  if (count < 1 || count > 3) throw_type_error("a payload is a mass, or a tuple of mass, com and inertia");
  payload.mass = PyFloat_AsDouble(PyTuple_GetItem(object, 0));
  if (payload.mass == -1 && PyErr_Occurred()) throw Raised();
  if (count > 1) {
    double com[3];
    take_numbers(PyTuple_GetItem(object, 1), "com", com);
    payload.com = {com[0], com[1], com[2]};
  }
  if (count > 2) {
    const Moments I = moments_from(PyTuple_GetItem(object, 2), "inertia");
    payload.inertia = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
  }
  return payload;
}

Robot robot_from_parts(PyObject* parts) {
  if (!PyDict_Check(parts)) throw_type_error("a robot must be a dictionary");
  const AngleUnit unit = text_entry(parts, "angle_unit", "rad") == "deg" ? AngleUnit::deg : AngleUnit::rad;
  const std::string name = text_entry(parts, "name", "arm"), convention = text_entry(parts, "convention", "");
  const bool placed = convention.empty();
  RobotBuilder builder =
      placed
          ? RobotBuilder(name, unit)
          : RobotBuilder(name, convention == "modified" ? Convention::modified : Convention::standard, unit);
  if (PyObject* const source = entry(parts, "source")) builder.source(text_of(source, "source"));
  if (const auto gravity = vec3_entry(parts, "gravity")) builder.gravity(*gravity);
  if (entry(parts, "allow_nonphysical")) builder.allow_nonphysical();
  PyObject* const links = entry(parts, "links");
  if (!links || !PyList_Check(links)) throw_type_error("'links' must be a list of dictionaries");
  for (Py_ssize_t k = 0; k < PyList_Size(links); ++k) add_link(builder, PyList_GetItem(links, k), placed);
  Robot robot = builder.build();
  if (PyObject* const payload = entry(parts, "payload")) robot.payload = payload_from(payload);
  return robot;
}

}  // namespace catena::python
