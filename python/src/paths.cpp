// SPDX-License-Identifier: Apache-2.0
// Tool paths, joint paths, time laws and joint paths with a time law. The classes of catena/paths.py keep them as capsules.
#include <fmt/format.h>

#include "call.hpp"
#include "catena/core/path/follow.hpp"
#include "functions.hpp"
#include "held.hpp"
#include "plan.hpp"
#include "strided.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

// The numbers of a contiguous array of double precision, which the Python files of the package made.
std::span<const double> numbers_of(PyObject* array) {
  const np::Array& a = np::array(array);
  std::size_t count = 1;
  for (int k = 0; k < a.nd; ++k) count *= static_cast<std::size_t>(a.dims[k]);
  return {reinterpret_cast<const double*>(a.data), count};
}

using RowMajor4 = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
Eigen::Matrix4d pose_of(const double* numbers) { return Eigen::Map<const RowMajor4>(numbers); }
Eigen::Vector3d point_of(PyObject* array) {
  return Eigen::Map<const Eigen::Vector3d>(numbers_of(array).data());
}

// One piece: ("line", pose, blend), ("arc", via, pose, blend), ("about", centre, axis, angle, blend) or
// ("spline", poses (k, 4, 4), blend).
void append_piece(path::PosePath& path, PyObject* piece) {
  const auto part = [&](Py_ssize_t k) {
    PyObject* const found = PyTuple_GetItem(piece, k);
    if (!found) throw Raised();
    return found;
  };
  const auto number = [&](Py_ssize_t k) {
    const double x = PyFloat_AsDouble(part(k));
    if (PyErr_Occurred()) throw Raised();
    return x;
  };
  const std::string kind = text_of(part(0), "the kind of a piece");
  if (kind == "line") {
    path.line_to(pose_of(numbers_of(part(1)).data()), number(2));
  } else if (kind == "arc") {
    path.arc_to(point_of(part(1)), pose_of(numbers_of(part(2)).data()), number(3));
  } else if (kind == "about") {
    path.arc_about(point_of(part(1)), point_of(part(2)), number(3), number(4));
  } else {
    const std::span<const double> all = numbers_of(part(1));
    std::vector<Eigen::Matrix4d> poses;
    for (std::size_t k = 0; k + 16 <= all.size(); k += 16) poses.push_back(pose_of(&all[k]));
    path.spline_through(poses, number(2));
  }
}

Ref list_of(const std::vector<double>& numbers) { return array_of(numbers); }

}  // namespace

// _pose_path(start, metres per radian, [pieces]) -> (capsule, length, corners)
PyObject* make_pose_path(PyObject*, PyObject* args) {
  PyObject *start = nullptr, *pieces = nullptr;
  double radius = 0;
  if (!PyArg_ParseTuple(args, "OdO", &start, &radius, &pieces)) return nullptr;
  return guarded([&] {
    path::PosePath path(pose_of(numbers_of(start).data()), radius);
    for (Py_ssize_t k = 0; k < PyTuple_Size(pieces); ++k) append_piece(path, PyTuple_GetItem(pieces, k));
    const double length = path.length();
    const Ref corners = list_of(path.corners()), made = capsule(std::move(path));
    return Py_BuildValue("OdO", made.get(), length, corners.get());
  });
}

// _pose_path_at(capsule, s (m)) -> dict of arrays
PyObject* sample_pose_path(PyObject*, PyObject* args) {
  PyObject *path = nullptr, *s = nullptr;
  if (!PyArg_ParseTuple(args, "OO", &path, &s)) return nullptr;
  return guarded([&] {
    const path::PosePath& tool = held<path::PosePath>(path);
    std::vector<double> poses, v, a, w, alpha;
    for (const double at : numbers_of(s)) {
      path::PosePoint here;
      tool.at(at, here);
      const RowMajor4 X = here.pose();
      poses.insert(poses.end(), X.data(), X.data() + 16);
      for (const auto& [to, from] : {std::pair{&v, &here.v}, std::pair{&a, &here.a}, std::pair{&w, &here.w},
                                     std::pair{&alpha, &here.alpha}})
        to->insert(to->end(), from->data(), from->data() + 3);
    }
    return Dict()
        .put("pose", array_of(poses, 16))
        .put("v", array_of(v, 3))
        .put("a", array_of(a, 3))
        .put("w", array_of(w, 3))
        .put("alpha", array_of(alpha, 3))
        .release();
  });
}

// _joint_path(points (k, n), smooth, blend) -> capsule
PyObject* make_joint_path(PyObject*, PyObject* args) {
  PyObject* points = nullptr;
  int smooth = 0;
  double blend = 0;
  if (!PyArg_ParseTuple(args, "Oid", &points, &smooth, &blend)) return nullptr;
  return guarded([&] { return capsule(joint_path(points, -1, smooth != 0, blend)).release(); });
}

// _joint_path_of(capsule) -> (n, length, corners)
PyObject* describe_joint_path(PyObject*, PyObject* path) {
  return guarded([&] {
    const path::JointPath& joints = held<path::JointPath>(path);
    const Ref corners = list_of(joints.corners());
    return Py_BuildValue("idO", joints.dof(), joints.length(), corners.get());
  });
}

// _joint_path_at(capsule of a JointPath or TimedPath, s or t (m)) -> (q, dq, ddq), (m, n) each
PyObject* sample_joint_path(PyObject*, PyObject* args) {
  PyObject *path = nullptr, *where = nullptr;
  if (!PyArg_ParseTuple(args, "OO", &path, &where)) return nullptr;
  return guarded([&] {
    const std::span<const double> at = numbers_of(where);
    const bool timed = PyCapsule_IsValid(path, kCapsuleName<path::TimedPath>) != 0;
    const int n = timed ? held<path::TimedPath>(path).dof() : held<path::JointPath>(path).dof();
    Eigen::MatrixXd q(n, at.size()), dq(n, at.size()), ddq(n, at.size());
    for (std::size_t k = 0; k < at.size(); ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      if (timed)
        held<path::TimedPath>(path).sample(at[k], q.col(c), dq.col(c), ddq.col(c));
      else
        held<path::JointPath>(path).at(at[k], q.col(c), dq.col(c), ddq.col(c));
    }
    const Ref first = rows_of(q), second = rows_of(dq), third = rows_of(ddq);
    return PyTuple_Pack(3, first.get(), second.get(), third.get());
  });
}

// _follow(arm, capsule of a PosePath, options) -> dict
PyObject* follow_path(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *path = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &arm, &path, &given)) return nullptr;
  return guarded([&] {
    Model& model = checked_model(arm);
    constexpr std::pair<const char*, IkGoal> goals[] = {{"pose", IkGoal::pose},
                                                        {"position", IkGoal::position}};
    constexpr std::pair<const char*, path::Redundancy> choices[] = {{"limits", path::Redundancy::limits},
                                                                    {"start", path::Redundancy::start},
                                                                    {"slowest", path::Redundancy::slowest}};
    path::FollowOptions options;
    if (const auto q = vector_entry(given, "start", model.arm.dof())) options.start = *q;
    if (PyObject* const frame = entry(given, "frame")) options.frame = model.frame(text_of(frame, "frame"));
    options.goal = choice_entry<IkGoal>(given, "goal", goals);
    options.redundancy = choice_entry<path::Redundancy>(given, "redundancy", choices);
    options.keep_limits = flag_entry(given, "keep_limits", true);
    options.position_tolerance =
        number_entry(given, "position_tolerance").value_or(options.position_tolerance);
    options.orientation_tolerance =
        number_entry(given, "orientation_tolerance").value_or(options.orientation_tolerance);
    const path::PosePath& tool = held<path::PosePath>(path);
    std::optional<path::Followed> found;
    {
      const WithoutGil without;
      found = path::follow(model.arm, tool, options);
    }
    return Dict()
        .put("path", capsule(std::move(found->path)))
        .put("position_error", found->position_error)
        .put("orientation_error", found->orientation_error)
        .put("samples", found->samples)
        .put("inverse_condition", found->inverse_condition)
        .put("least_at", found->least_at)
        .release();
  });
}

// _time_law(distance, velocity, acceleration, jerk or infinity, begin, end) -> (capsule, duration)
PyObject* make_time_law(PyObject*, PyObject* args) {
  double distance = 0, begin = 0, end = 0;
  path::TimeLimits limits = {};
  if (!PyArg_ParseTuple(args, "dddddd", &distance, &limits.velocity, &limits.acceleration, &limits.jerk,
                        &begin, &end))
    return nullptr;
  return guarded([&] {
    path::TimeLaw law = std::isinf(limits.jerk) ? path::TimeLaw::trapezoid(distance, limits, {begin, end})
                                                : path::TimeLaw::double_s(distance, limits, {begin, end});
    const double duration = law.duration();
    const Ref made = capsule(std::move(law));
    return Py_BuildValue("Od", made.get(), duration);
  });
}

// _time_law_at(capsule, t (m)) -> (m, 4): position, velocity, acceleration, jerk
PyObject* sample_time_law(PyObject*, PyObject* args) {
  PyObject *law = nullptr, *times = nullptr;
  if (!PyArg_ParseTuple(args, "OO", &law, &times)) return nullptr;
  return guarded([&] {
    std::vector<double> out;
    for (const double t : numbers_of(times)) {
      const path::TimeLaw::Point at = held<path::TimeLaw>(law).at(t);
      for (const double x : {at.s, at.v, at.a, at.j}) out.push_back(x);
    }
    return array_of(out, 4).release();
  });
}

// _timed_path(capsule of a JointPath, capsule of a TimeLaw) -> capsule
PyObject* make_timed_path(PyObject*, PyObject* args) {
  PyObject *path = nullptr, *law = nullptr;
  if (!PyArg_ParseTuple(args, "OO", &path, &law)) return nullptr;
  return guarded([&] {
    return capsule(path::TimedPath(held<path::JointPath>(path), held<path::TimeLaw>(law))).release();
  });
}

// _timed_path_of(capsule) -> (n, duration, capsule of its JointPath)
PyObject* describe_timed_path(PyObject*, PyObject* path) {
  return guarded([&] {
    const path::TimedPath& motion = held<path::TimedPath>(path);
    const Ref joints = capsule(motion.path());
    return Py_BuildValue("idO", motion.dof(), motion.duration(), joints.get());
  });
}

}  // namespace catena::python
