// SPDX-License-Identifier: Apache-2.0
// C and C++ for one arm.
#include "catena/codegen/emit_c.hpp"
#include "catena/core/text.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

constexpr int kMostJoints = 64;  // as `catena codegen`

Error wrong(const std::string& name, const char* what) {
  return Error(ErrorKind::usage, "quantity '" + text::printable(name) + "'", what);
}

std::vector<Target> targets_from(const std::string& list) {
  std::vector<Target> out;
  for (const std::string& name : text::split(list)) {
    const std::optional<Target> target = find_target(name);
    if (!target) quantity_named(name);  // throws
    if (!target) throw wrong(name, "no code can be generated for it");
    const QuantityInfo& quantity = info(target->quantity);
    if (quantity.needs(Input::V) || quantity.requires_wrenches() ||
        (quantity.needs(Input::v) && target->quantity != Quantity::coriolis_transpose))
      throw wrong(name, "generated functions cannot take its inputs");
    out.push_back(*target);
  }
  return out;
}

// A quantity without a result in any posture: M is singular, for example because links have no mass.
void require_result(const Program& program) {
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    if (node.op == ExprOp::div && program.graph.value(node.b) == 0.0)
      throw Error(ErrorKind::numerical, name(program), "it has no result for this robot in any posture")
          .given("a division by zero")
          .hint("the linter names the link that is the cause");
  }
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(codegen, [](int, const Arguments& arguments, Results& out) {
  enum class Language { c, cpp };
  constexpr std::pair<std::string_view, Language> kLanguages[] = {{"c", Language::c}, {"cpp", Language::cpp}};
  constexpr std::pair<std::string_view, CReal> kReals[] = {{"double", CReal::binary64},
                                                           {"float", CReal::binary32}};
  Notes notes;
  const Robot robot = robot_from(arguments, "robot", notes);
  if (robot.dof() > kMostJoints)
    throw Error(ErrorKind::usage, "codegen", "too many joints")
        .given(std::to_string(robot.dof()))
        .need(std::to_string(kMostJoints) + " or fewer");
  const std::vector<Target> targets = targets_from(arguments.text_or("quantities", "id"));
  Wish wish;
  wish.given.gravity = arguments.flag_or("gravity", false);
  wish.given.tip = arguments.flag_or("tip", false);
  wish.given.motors = arguments.flag_or("motors", false);
  if (const std::string method = arguments.text_or("method", ""); !method.empty())
    for (const Target& target : targets) {
      bool known = false;
      for (const Method<Expr>* const one : recordable_methods(target.quantity, wish.given))
        known = known || one->name == method;
      if (!known) throw wrong(name(target), "this method does not compute it").given(method);
      wish.methods[target.quantity] = method;
    }
  const Language language = arguments.choice("language", kLanguages);
  CSettings settings{arguments.text_or("stem", robot.name), robot.name, "@catena/core",
                     arguments.choice("real", kReals)};
  arguments.require_all_read();

  const Chain<double> arm = make_chain(robot, notes);
  std::vector<Program> programs;
  Json functions = Json::array();
  for (const Target& target : targets) {
    programs.push_back(cheapest_program({&target, 1}, arm, wish));
    require_result(programs.back());
    const OpCount count = operations(programs.back());
    const ProgramResult result = results(programs.back()).front();
    functions.push_back(Json{{"name", c_function(c_identifier(settings.stem), name(programs.back()))},
                             {"quantity", name(target)},
                             {"method", result.target.by ? "graph" : result.method},
                             {"mul", count.mul},
                             {"add", count.add}});
  }
  Json files = Json::array();
  if (language == Language::cpp) {
    const CppSource cpp = emit_cpp(programs, settings);
    files.push_back(Json{{"name", cpp.stem + ".hpp"}, {"text", cpp.header}});
  } else {
    const CSource c = emit_c(programs, settings);
    files.push_back(Json{{"name", c.stem + ".h"}, {"text", c.header}});
    files.push_back(Json{{"name", c.stem + ".c"}, {"text", c.source}});
  }
  out.set(Json{{"files", std::move(files)}, {"functions", std::move(functions)}});
  return 0;
})
