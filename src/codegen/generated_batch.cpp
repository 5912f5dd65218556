// SPDX-License-Identifier: Apache-2.0
// Batches with generated code: see batch::Workspace(const Compiled&).

#include <algorithm>
#include <map>

#include "catena/codegen/compiled.hpp"
#include "catena/codegen/emit_c.hpp"
#include "codegen/arm_program.hpp"
#include "codegen/compiled_source.hpp"
#include "codegen/library_cache.hpp"
#include "core/batch/generated.hpp"

namespace catena::batch {
namespace {

std::vector<int> turned_joints(const Program& program) {
  std::vector<int> joints;
  for (const ExprId id : order(program)) {
    if (program.graph[id].op != ExprOp::input) continue;
    const InputPlace from = place_of(program.graph[id].a, program.n);
    if (from.argument == Argument::sine || from.argument == Argument::cosine) joints.push_back(from.index);
  }
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  return joints;
}

// Each different result once; returns which of them each was.
std::vector<unsigned short> without_duplicates(Program& program) {
  std::vector<unsigned short> places;
  std::vector<ExprId> different;
  std::map<ExprId, unsigned short> known;
  for (const ExprId output : program.outputs) {
    const auto [at, fresh] = known.try_emplace(output, static_cast<unsigned short>(different.size()));
    if (fresh) different.push_back(output);
    places.push_back(at->second);
  }
  program.outputs = std::move(different);
  return places;
}

detail::Generated generate(const Chain<double>& arm, const std::vector<Quantity>& wanted, std::size_t width,
                           std::string& problem) {
  detail::Generated made;
  std::vector<Program> programs;
  std::vector<Call> calls;
  const auto has = [&](Quantity one, Quantity other) {
    return std::find(wanted.begin(), wanted.end(), one) != wanted.end() ||
           std::find(wanted.begin(), wanted.end(), other) != wanted.end();
  };
  const bool of_fd = has(Quantity::dfd_dq, Quantity::dfd_dqd),
             of_id = of_fd || has(Quantity::did_dq, Quantity::did_dqd);
  const auto add = [&](Call call, Program program) {
    calls.push_back(call);
    programs.push_back(std::move(program));
  };
  std::vector<unsigned short> places;
  for (const Quantity quantity : wanted)
    if (const std::optional<Call> call = detail::call_of(quantity)) {
      Program program = codegen::detail::arm_program(quantity, arm, {});
      if (quantity == Quantity::christoffel) places = without_duplicates(program);
      add(*call, std::move(program));
    }
  if (of_fd && std::find(calls.begin(), calls.end(), Call::fd) == calls.end())
    add(Call::fd, codegen::detail::arm_program(Quantity::fd, arm, {}));
  if (of_id) add(Call::id_derivatives, codegen::detail::id_derivatives_program(arm));
  CSettings settings;
  settings.stem = "batch";
  settings.command = "catena::batch";
  settings.lanes = static_cast<int>(width);
  const codegen::detail::Library library = codegen::detail::load_library(emit_c(programs, settings).alone);
  made.library = library.handle;
  problem = library.problem;
  for (std::size_t k = 0; library.handle && k < programs.size(); ++k)
    made.functions[static_cast<std::size_t>(calls[k])] = {
        library.symbol(c_function(settings.stem, name(programs[k]))), turned_joints(programs[k]),
        calls[k] == Call::christoffel ? places : std::vector<unsigned short>(), programs[k].outputs.size()};
  if (of_fd && library.handle) {  // by those of id at the generated fd: the sines of both
    const auto of = [&](Call call) -> detail::Generated::Function& {
      return made.functions[static_cast<std::size_t>(call)];
    };
    detail::Generated::Function& both = of(Call::fd_derivatives) = of(Call::id_derivatives);
    const std::vector<int>& more = of(Call::fd).turned;
    both.turned.insert(both.turned.end(), more.begin(), more.end());
    std::sort(both.turned.begin(), both.turned.end());
    both.turned.erase(std::unique(both.turned.begin(), both.turned.end()), both.turned.end());
  }
  return made;
}

}  // namespace

Workspace::Workspace(const Compiled& arm, const Options& options) : Workspace(arm.arm(), options) {
  std::optional<Note> note;
  if (arm.note()) note = Note{"batch", arm.note()->what};
  detail::Generated code;
  if (arm.native()) {
    std::string problem;
    const std::vector<Quantity> wanted =
        arm.arm().has_motors() ? codegen::detail::with_motor_terms(arm.quantities()) : arm.quantities();
    code = generate(arm.arm().chain(), wanted, detail::pack_width(*this), problem);
    if (!problem.empty()) note = Note{"batch", problem};
  }
  detail::register_generated(*this, std::move(code), std::move(note));
}

}  // namespace catena::batch
