// SPDX-License-Identifier: Apache-2.0
// The module catena._core: arms, and what the Python files of the package need from the library.
#include "arm_type.hpp"
#include "call.hpp"
#include "catena/core/simd.hpp"
#include "catena/io/load.hpp"
#include "catena/version.hpp"
#include "functions.hpp"
#include "quantity_methods.hpp"
#include "raise.hpp"

namespace catena::python {
namespace {

PyObject* set_error_class(PyObject*, PyObject* given) {
  use_error_class(given);
  Py_RETURN_NONE;
}

PyObject* set_result_class(PyObject*, PyObject* args) {
  const char* name = nullptr;
  PyObject* given = nullptr;
  if (!PyArg_ParseTuple(args, "sO", &name, &given)) return nullptr;
  if (const QuantityInfo* const quantity = find_quantity(name))
    use_result_class(static_cast<std::size_t>(quantity->quantity), given);
  Py_RETURN_NONE;
}

PyObject* quantities(PyObject*, PyObject*) { return guarded(describe_quantities); }

PyObject* names_of_catalogue(PyObject*, PyObject*) {
  return guarded([] {
    Ref list = Ref::made(PyList_New(0));
    for (const std::string& name : catalogue())
      if (PyList_Append(list.get(), text(name).get()) < 0) throw Raised();
    return list.release();
  });
}

PyObject* instructions(PyObject*, PyObject*) {
  return guarded([] { return text(std::string(simd_name(simd_level()))).release(); });
}

PyObject* set_number_of_threads(PyObject*, PyObject* number) {
  return guarded([&]() -> PyObject* {
    const long wanted = PyLong_AsLong(number);
    if (wanted == -1 && PyErr_Occurred()) throw Raised();
    if (wanted < 0 || wanted > 1024)
      throw Error(ErrorKind::usage, "set_threads", "invalid number of threads")
          .given(std::to_string(wanted))
          .need("1 to 1024, or 0 for as many as this process may run on");
    set_threads(static_cast<int>(wanted));
    return Ref::borrowed(Py_None).release();
  });
}

PyObject* number_of_threads(PyObject*, PyObject*) { return PyLong_FromLong(threads()); }

PyMethodDef functions[] = {
    {"_set_error_class", set_error_class, METH_O, nullptr},
    {"_set_result_class", set_result_class, METH_VARARGS, nullptr},
    {"quantities", quantities, METH_NOARGS,
     "quantities($module, /)\n--\n\nThe table of quantities: a list of dictionaries with name, what, unit, "
     "aliases, "
     "methods, shapes and arguments.\n\n>>> catena.quantities()[0]['name']\n'inertia'\n"},
    {"catalogue", names_of_catalogue, METH_NOARGS,
     "catalogue($module, /)\n--\n\nThe names of the robots that catena.Arm knows.\n\n>>> 'panda' in "
     "catena.catalogue()\n"
     "True\n"},
    {"simd_level", instructions, METH_NOARGS,
     "simd_level($module, /)\n--\n\nThe vector instructions in use: 'sse2', 'avx2' or 'avx512'. The "
     "environment variable "
     "CATENA_SIMD can force a lower level.\n\n>>> catena.simd_level() in ('sse2', 'avx2', 'avx512')\nTrue\n"},
    {"set_threads", set_number_of_threads, METH_O,
     "set_threads($module, number, /)\n--\n\nThe number of threads of calls with many states from now on; 0: "
     "as many as "
     "this process may run on.\n\n>>> catena.set_threads(0)\n"},
    {"threads", number_of_threads, METH_NOARGS,
     "threads($module, /)\n--\n\nThe number of threads of calls with many states.\n\n>>> catena.threads() >= "
     "1\nTrue\n"},
    {"_ik", solve_ik, METH_VARARGS, nullptr},
    {"_ik_all", solve_ik_all, METH_VARARGS, nullptr},
    {"_compiled", make_compiled, METH_VARARGS, nullptr},
    {"_verify", verify_arm, METH_VARARGS, nullptr},
    {"_check", check_arm, METH_O, nullptr},
    {"_base_parameters", find_base_parameters, METH_O, nullptr},
    {"_count", count_operations, METH_VARARGS, nullptr},
    {"_robot_text", robot_text, METH_VARARGS, nullptr},
    {"_codegen", generate_code, METH_VARARGS, nullptr},
    {"_simulate", simulate_arm, METH_VARARGS, nullptr},
    {"_plan", plan_motion, METH_VARARGS, nullptr},
    {"_pose_path", make_pose_path, METH_VARARGS, nullptr},
    {"_pose_path_at", sample_pose_path, METH_VARARGS, nullptr},
    {"_joint_path", make_joint_path, METH_VARARGS, nullptr},
    {"_joint_path_of", describe_joint_path, METH_O, nullptr},
    {"_joint_path_at", sample_joint_path, METH_VARARGS, nullptr},
    {"_follow", follow_path, METH_VARARGS, nullptr},
    {"_time_law", make_time_law, METH_VARARGS, nullptr},
    {"_time_law_at", sample_time_law, METH_VARARGS, nullptr},
    {"_timed_path", make_timed_path, METH_VARARGS, nullptr},
    {"_timed_path_of", describe_timed_path, METH_O, nullptr},
    {"_bench", time_quantity, METH_VARARGS, nullptr},
    {"_compare", compare_arms, METH_VARARGS, nullptr},
    {"_sweep", sweep_design, METH_VARARGS, nullptr},
    {"_read_sweep", read_sweep, METH_O, nullptr},
    {"_page", report_page, METH_O, nullptr},
    {"_main", run_command, METH_O, nullptr},
    {"_time_calls", time_calls, METH_VARARGS, nullptr},
    {"_time_batch", time_batch, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

int execute(PyObject* module) {
  static bool loaded = false;
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError, "catena cannot be used in a subinterpreter, as NumPy cannot");
    return -1;
  }
  if (loaded) {
    PyErr_SetString(PyExc_ImportError, "catena._core cannot be loaded twice in one process");
    return -1;
  }
  try {
    if (!np::import() || !make_signatures() || !watch_forks()) return -1;
    const Ref type = Ref::made(make_arm_type());
    if (PyModule_AddObjectRef(module, "Arm", type.get()) < 0) return -1;
    if (PyModule_AddStringConstant(module, "version", version()) < 0) return -1;
  } catch (...) {
    set_current();
    return -1;
  }
  loaded = true;
  return 0;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};
PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "catena._core",
                          "The compiled part of catena.",
                          0,
                          functions,
                          slots,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace
}  // namespace catena::python

PyMODINIT_FUNC PyInit__core() { return PyModuleDef_Init(&catena::python::definition); }
