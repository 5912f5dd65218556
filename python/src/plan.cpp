// SPDX-License-Identifier: Apache-2.0
// Time-optimal motions along paths.
#include <fmt/format.h>

#include "call.hpp"
#include "catena/core/path/time_optimal.hpp"
#include "catena/io/path_file.hpp"
#include "functions.hpp"
#include "held.hpp"
#include "plan.hpp"
#include "strided.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

// The motion at `times`, or at `count` equal times from its beginning to its end.
PyObject* described(const path::TimeOptimal& best, PyObject* given) {
  const path::TimedPath& motion = best.motion;
  const int n = motion.dof();
  std::vector<double> times;
  if (PyObject* const wanted = entry(given, "times")) {
    const Ref array = Ref::made(np::doubles(wanted));
    const np::Array& a = np::array(array.get());
    if (a.nd != 1) throw Error(ErrorKind::usage, "times", "wrong shape").need("(m,)");
    times.assign(reinterpret_cast<const double*>(a.data),
                 reinterpret_cast<const double*>(a.data) + a.dims[0]);
  } else {
    const long count = whole_entry(given, "samples", 200);
    if (count < 2)
      throw Error(ErrorKind::usage, "samples", "too few").given(std::to_string(count)).need("2 or more");
    for (long k = 0; k < count; ++k)
      times.push_back(k == count - 1
                          ? motion.duration()
                          : motion.duration() * static_cast<double>(k) / static_cast<double>(count - 1));
  }
  Eigen::MatrixXd q(n, times.size()), qd(n, times.size()), qdd(n, times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto c = static_cast<Eigen::Index>(k);
    motion.sample(times[k], q.col(c), qd.col(c), qdd.col(c));
  }
  Ref active = Ref::made(PyList_New(0));
  for (const path::ActiveLimit& limit : best.active) {
    const Ref row = Ref::made(
        Py_BuildValue("ddsid", limit.begin, limit.end, path::name(limit.kind), limit.joint, limit.share));
    if (PyList_Append(active.get(), row.get()) < 0) throw Raised();
  }
  return Dict()
      .put("duration", motion.duration())
      .put("time", array_of(times))
      .put("q", rows_of(q))
      .put("qd", rows_of(qd))
      .put("qdd", rows_of(qdd))
      .put("active", std::move(active))
      .put("largest_share", best.largest_share)
      .put("timed", capsule(best.motion))
      .release();
}

Eigen::MatrixXd waypoints(PyObject* object, int n) {
  const Ref array = Ref::made(np::doubles(object));
  const np::Array& a = np::array(array.get());
  if (a.nd != 2 || (n >= 0 && a.dims[1] != n) || a.dims[1] < 1 || a.dims[0] < 2)
    throw Error(ErrorKind::usage, "points", "wrong shape")
        .given(shape_text({a.dims, static_cast<std::size_t>(a.nd)}))
        .need(fmt::format("(k, {}), k of 2 or more", n >= 0 ? std::to_string(n) : "n"));
  return Eigen::Map<const Eigen::MatrixXd>(reinterpret_cast<const double*>(a.data), a.dims[1], a.dims[0]);
}

// A limit of all joints: one number for all, or (n).
void take_limit(PyObject* given, const char* key, int n, Eigen::VectorXd& to) {
  PyObject* const found = entry(given, key);
  if (!found) return;
  to.resize(n);
  if (PyFloat_Check(found) || PyLong_Check(found))
    to.setConstant(*number_entry(given, key));
  else
    take_numbers(found, key, {to.data(), static_cast<std::size_t>(n)});
}

}  // namespace

path::JointPath joint_path(PyObject* points, int n, bool smooth, double blend) {
  const Eigen::MatrixXd columns = waypoints(points, n);
  return smooth ? path::JointPath::spline(columns) : path::JointPath::lines(columns, blend);
}

Ref rows_of(const Eigen::MatrixXd& A) {
  return array_of({A.data(), static_cast<std::size_t>(A.size())}, static_cast<std::size_t>(A.rows()));
}

// _plan(arm, points (k, n) | capsule of a JointPath | path file, options) -> dict
PyObject* plan_motion(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *what = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &arm, &what, &given)) return nullptr;
  return guarded([&] {
    const Arm& a = checked_model(arm).arm;
    std::optional<path::TimeOptimal> best;
    if (PyUnicode_Check(what)) {
      const std::string given_text = text_of(what, "the path");
      const bool is_text = given_text.find('\n') != std::string::npos;
      const PathFile file = is_text ? parse_path_file(given_text, "<memory>") : load_path_file(given_text);
      const WithoutGil without;
      best = plan_path(a, file).best;
    } else {
      const path::JointPath path = PyCapsule_CheckExact(what)
                                       ? held<path::JointPath>(what)
                                       : joint_path(what, a.dof(), flag_entry(given, "smooth"),
                                                    number_entry(given, "blend").value_or(0));
      if (path.dof() != a.dof())
        throw Error(ErrorKind::usage, "plan", "the path is that of another arm")
            .given(fmt::format("a path of {} joints", path.dof()))
            .need(fmt::format("{}, since '{}' has that many", a.dof(), a.name()));
      path::JointLimits limits = path::limits_of(a);
      take_limit(given, "velocity", a.dof(), limits.velocity);
      take_limit(given, "acceleration", a.dof(), limits.acceleration);
      take_limit(given, "torque", a.dof(), limits.torque);
      const path::TimeOptimalOptions options = {.motors = flag_entry(given, "motors")};
      const WithoutGil without;
      best = path::time_optimal(a, path, limits, options);
    }
    return described(*best, given);
  });
}

}  // namespace catena::python
