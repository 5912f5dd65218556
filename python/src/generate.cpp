// SPDX-License-Identifier: Apache-2.0
// Robots as text, generated code, compiled arms.
#include <fmt/format.h>

#include "arm_type.hpp"
#include "call.hpp"
#include "catena/codegen/emit_c.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "functions.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

std::vector<std::string> words_of(PyObject* list) {
  if (!PyList_Check(list)) throw_type_error("not a list of names");
  std::vector<std::string> words;
  for (Py_ssize_t k = 0; k < PyList_Size(list); ++k)
    words.push_back(text_of(PyList_GetItem(list, k), "a name"));
  return words;
}

[[noreturn]] void throw_unknown(const std::string& name) {
  throw Error(ErrorKind::usage, "codegen", "there is no such quantity or derivative")
      .given("'" + name + "'")
      .hint("catena.quantities() lists the quantities; did_dq is the derivative of id with respect to q");
}

// Inputs for which generated functions have no argument.
void refuse_inputs(const Target& target, const Given& given) {
  const QuantityInfo& about = info(target.quantity);
  if (about.needs(Input::V) || about.requires_wrenches() ||
      (about.needs(Input::v) && about.quantity != Quantity::coriolis_transpose && !given.v))
    throw Error(ErrorKind::usage, "codegen", "generated functions cannot take all inputs of this quantity")
        .given("'" + name(target) + "'");
}

std::string frame_text(PyObject* name, PyObject* point) {
  const std::string frame = name ? "the frame '" + text_of(name, "frame") + "'" : "the tool frame";
  return point ? "a point of " + frame : frame;
}

// Throws Error if M is singular in every configuration, for example because links have no mass.
void require_regular(const Program& program) {
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    if (node.op == ExprOp::div && program.graph.value(node.b) == 0.0)
      throw Error(ErrorKind::numerical, "codegen",
                  fmt::format("'{}' has no result for this robot in any posture", name(program)))
          .given("a division by zero");
  }
}

}  // namespace

// _robot_text(arm, format, convention): the same arm as the text of a robot file or of a URDF file.
PyObject* robot_text(PyObject*, PyObject* args) {
  PyObject* arm = nullptr;
  const char *format = nullptr, *convention = nullptr;
  if (!PyArg_ParseTuple(args, "Oss", &arm, &format, &convention)) return nullptr;
  return guarded([&] {
    Robot robot = checked_model(arm).arm.changed_robot();
    if (std::string_view(format) == "urdf") return text(write_urdf(robot)).release();
    const std::string_view wanted = convention;
    Notes notes;
    if (wanted == "standard" || wanted == "modified")
      robot = to_convention(robot, wanted == "standard" ? Convention::standard : Convention::modified, notes);
    else if (!wanted.empty())
      throw Error(ErrorKind::usage, "convention", "unknown choice")
          .given(fmt::format("'{}'", wanted))
          .need("'standard' or 'modified'");
    return text(write_robot_file(robot)).release();
  });
}

// _codegen(arm, [name or [names of one function], ..], options) -> {file name: text}
PyObject* generate_code(PyObject*, PyObject* args) {
  PyObject *arm = nullptr, *wanted = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &arm, &wanted, &given)) return nullptr;
  return guarded([&] {
    Model& model = checked_model(arm);
    const Arm& a = model.arm;
    constexpr int kMostJoints = 64;
    if (a.dof() > kMostJoints)
      throw Error(ErrorKind::usage, "codegen", "the arm has too many joints")
          .given(std::to_string(a.dof()))
          .need(fmt::format("{} or fewer", kMostJoints));
    Wish wish;
    wish.given.gravity = flag_entry(given, "gravity");
    wish.given.tip = flag_entry(given, "tip");
    wish.given.payload = flag_entry(given, "payload");
    wish.given.inertial = flag_entry(given, "inertial");
    wish.given.v = flag_entry(given, "v");
    wish.given.motors = flag_entry(given, "motors");
    PyObject *const frame = entry(given, "frame"), *const point = entry(given, "point");
    wish.given.frame = frame_from(model, frame, point, entry(given, "axes"));
    const std::string language = text_entry(given, "language", "c"),
                      real = text_entry(given, "real", "double"), stem = text_entry(given, "name", "arm");
    std::vector<std::vector<Target>> functions;
    for (Py_ssize_t k = 0; k < PyList_Size(wanted); ++k) {
      std::vector<Target>& targets = functions.emplace_back();
      for (const std::string& word : words_of(PyList_GetItem(wanted, k))) {
        const std::optional<Target> target = find_target(word);
        if (!target) throw_unknown(word);
        refuse_inputs(*target, wish.given);
        targets.push_back(*target);
      }
    }
    const CSettings settings = {.stem = stem,
                                .robot = a.name(),
                                .command = "catena.Arm.codegen",
                                .real = real == "float" ? CReal::binary32 : CReal::binary64,
                                .frame = frame_text(frame, point)};
    std::vector<Program> programs;
    CSource c;
    CppSource cpp;
    {
      const WithoutGil without;
      for (const std::vector<Target>& targets : functions) {
        programs.push_back(cheapest_program(targets, a.chain(), wish));
        require_regular(programs.back());
      }
      if (language == "cpp")
        cpp = emit_cpp(programs, settings);
      else
        c = emit_c(programs, settings);
    }
    Dict files;
    if (language == "cpp") return files.put((cpp.stem + ".hpp").c_str(), cpp.header).release();
    return files.put((c.stem + ".h").c_str(), c.header).put((c.stem + ".c").c_str(), c.source).release();
  });
}

// _compiled(class, arm, [names of quantities]) -> (arm of this class, note)
PyObject* make_compiled(PyObject*, PyObject* args) {
  PyObject *type = nullptr, *arm = nullptr, *names = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &type, &arm, &names)) return nullptr;
  return guarded([&] {
    std::vector<Quantity> wanted;
    for (const std::string& name : words_of(names)) {
      const QuantityInfo* const quantity = find_quantity(name);
      if (!quantity) throw_unknown(name);
      wanted.push_back(quantity->quantity);
    }
    const Arm& plain = checked_model(arm).arm;
    std::unique_ptr<Model> model;
    {
      const WithoutGil without;
      model = wanted.empty() ? std::make_unique<Model>(Compiled(plain))
                             : std::make_unique<Model>(Compiled(plain, wanted));
    }
    const Ref note = text(model->compiled->note() ? model->compiled->note()->what : "");
    const Ref native = value(model->compiled->native());
    const Ref made = Ref::made(new_arm(reinterpret_cast<PyTypeObject*>(type), std::move(model)));
    return PyTuple_Pack(3, made.get(), native.get(), note.get());
  });
}

}  // namespace catena::python
