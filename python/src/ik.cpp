// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics for many poses, on all cores.
#include "catena/core/ik.hpp"

#include "call.hpp"
#include "catena/core/ik_all.hpp"
#include "functions.hpp"
#include "strided.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

using Poses = std::span<const double>;  // 4 x 4 each, row by row

Eigen::Matrix4d pose_at(Poses poses, std::size_t k) {
  return Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(&poses[16 * k]);
}

std::span<double> numbers_of(PyObject* array) {
  if (!np::is_plain(array, np::kDouble, np::kC | np::kAligned))
    throw_type_error("not an array of doubles in C order");
  const np::Array& a = np::array(array);
  std::size_t count = 1;
  for (int k = 0; k < a.nd; ++k) count *= static_cast<std::size_t>(a.dims[k]);
  return {reinterpret_cast<double*>(a.data), count};
}

std::optional<Frame<double>> frame_entry(Model& model, PyObject* options) {
  if (!entry(options, "frame") && !entry(options, "point")) return {};
  Frame<double> frame =
      entry(options, "frame") ? model.frame(text_entry(options, "frame", "")) : model.tool();
  if (const auto p = vector_entry(options, "point", 3))
    frame.pose.p = frame.pose * Vec3<double>{(*p)[0], (*p)[1], (*p)[2]};
  return frame;
}

IkOptions options_from(Model& model, PyObject* given) {
  constexpr std::pair<const char*, IkGoal> goals[] = {{"pose", IkGoal::pose},
                                                      {"position", IkGoal::position},
                                                      {"position_and_axis", IkGoal::position_and_axis}};
  constexpr std::pair<const char*, IkPreference> preferences[] = {
      {"none", IkPreference::none},
      {"near", IkPreference::near},
      {"limits", IkPreference::limits},
      {"manipulability", IkPreference::manipulability}};
  IkOptions options;
  options.frame = frame_entry(model, given);
  options.goal = choice_entry<IkGoal>(given, "goal", goals);
  options.preference = choice_entry<IkPreference>(given, "preference", preferences);
  options.position_tolerance = number_entry(given, "position_tolerance").value_or(options.position_tolerance);
  options.orientation_tolerance =
      number_entry(given, "orientation_tolerance").value_or(options.orientation_tolerance);
  options.starts = static_cast<int>(whole_entry(given, "starts", options.starts));
  options.iterations = static_cast<int>(whole_entry(given, "iterations", options.iterations));
  options.solutions = static_cast<int>(whole_entry(given, "solutions", options.solutions));
  options.keep_limits = flag_entry(given, "keep_limits", true);
  options.diagnose = flag_entry(given, "diagnose", true);
  options.near = vector_entry(given, "near", model.arm.dof());
  return options;
}

// One row of numbers for each pose: q, the joints at limits, status, both errors, iterations, starts, solutions.
void write_row(const IkResult& r, double* to) {
  to = std::copy_n(r.q.data(), r.q.size(), to);
  for (const std::int8_t at : r.limits) *to++ = at;
  for (const double x :
       {static_cast<double>(r.status), r.position_error, r.orientation_error,
        static_cast<double>(r.iterations), static_cast<double>(r.starts), static_cast<double>(r.solutions)})
    *to++ = x;
}

}  // namespace

// _ik(arm, poses (N, 4, 4), seeds (N, n) or None, options, out (N, 2 n + 6))
PyObject* solve_ik(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *poses = nullptr, *seeds = nullptr, *given = nullptr, *out = nullptr;
  if (!PyArg_ParseTuple(args, "OOOOO", &arm, &poses, &seeds, &given, &out)) return nullptr;
  return guarded([&]() -> PyObject* {
    Model& model = checked_model(arm);
    const IkOptions options = options_from(model, given);
    const std::span<double> from = numbers_of(poses), to = numbers_of(out);
    const std::span<double> first = seeds == Py_None ? std::span<double>() : numbers_of(seeds);
    const std::size_t count = from.size() / 16, n = static_cast<std::size_t>(model.arm.dof()),
                      each = 2 * n + 6;
    const Hired crew(model);
    std::vector<Ik> solvers;
    const std::size_t shares =
        std::min(static_cast<std::size_t>(crew->count), std::max<std::size_t>(count, 1));
    for (std::size_t t = 0; t < shares; ++t) solvers.emplace_back(model.arm, options);
    for_parts(count, shares, 1024 * shares, [&](std::size_t begin, std::size_t part) {
      crew->threads.run(shares, [&](std::size_t t) {
        for (std::size_t k = begin + t * part / shares; k < begin + (t + 1) * part / shares; ++k) {
          const Eigen::Matrix4d pose = pose_at(from, k);
          const IkResult& result =
              first.empty()
                  ? solvers[t].solve(pose)
                  : solvers[t].solve(pose, Eigen::Map<const Eigen::VectorXd>(&first[k * n], model.arm.dof()));
          write_row(result, &to[k * each]);
        }
      });
    });
    return Ref::borrowed(Py_None).release();
  });
}

// _ik_all(arm, pose (4, 4), options) -> ((k, n), method)
PyObject* solve_ik_all(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *pose = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &arm, &pose, &given)) return nullptr;
  return guarded([&] {
    Model& model = checked_model(arm);
    IkAllOptions options;
    options.frame = frame_entry(model, given);
    options.keep_limits = flag_entry(given, "keep_limits", true);
    options.near = vector_entry(given, "near", model.arm.dof());
    IkAll ik(model.arm, options);
    std::vector<double> all;
    for (int k = 0, count = ik.solve(pose_at(numbers_of(pose), 0)); k < count; ++k)
      all.insert(all.end(), ik.q(k).data(), ik.q(k).data() + ik.q(k).size());
    const Ref found = array_of(all, static_cast<std::size_t>(model.arm.dof())), method = text(ik.method());
    return PyTuple_Pack(2, found.get(), method.get());
  });
}

}  // namespace catena::python
