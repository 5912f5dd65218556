// SPDX-License-Identifier: Apache-2.0
#include "codegen/compiled_source.hpp"

#include <algorithm>

#include "catena/codegen/emit_c.hpp"
#include "catena/core/error.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/simd.hpp"
#include "codegen/arm_program.hpp"
#include "codegen/optimise.hpp"

namespace catena {
namespace {

template <class List>
bool among(const List& list, Quantity quantity) {
  return std::find(std::begin(list), std::end(list), quantity) != std::end(list);
}

// Each has a function of its own.
constexpr Quantity kFunctions[] = {
    Quantity::id,          Quantity::fd,       Quantity::bias,     Quantity::gravity,
    Quantity::inertia,     Quantity::jacobian, Quantity::coriolis, Quantity::inertia_inverse,
    Quantity::christoffel, Quantity::udut};
constexpr Quantity kDerivatives[] = {Quantity::did_dq, Quantity::did_dqd, Quantity::dfd_dq,
                                     Quantity::dfd_dqd};

bool takes_gravity(Quantity quantity) {
  return quantity == Quantity::id || quantity == Quantity::fd || quantity == Quantity::gravity;
}

}  // namespace

std::vector<Quantity> codegen::detail::compilable(const std::vector<Quantity>& wanted) {
  std::vector<Quantity> all(std::begin(kFunctions), std::end(kFunctions)), list;
  all.insert(all.end(), std::begin(kDerivatives), std::end(kDerivatives));
  const auto names = [&] {
    std::string text;
    for (const Quantity quantity : all)
      text += (text.empty() ? "" : quantity == all.back() ? " or " : ", ") + std::string(info(quantity).name);
    return text;
  };
  for (const Quantity quantity : wanted)
    if (!among(all, quantity))
      throw Error(ErrorKind::usage, "Compiled", "this quantity cannot be compiled")
          .given(std::string(info(quantity).name))
          .need(names());
  for (const Quantity quantity : all)
    if (among(wanted, quantity)) list.push_back(quantity);
  return list;
}

std::vector<Quantity> codegen::detail::with_motor_terms(std::vector<Quantity> list) {
  std::erase_if(list, [](Quantity quantity) { return motor_effect(quantity) == MotorEffect::inside; });
  return list;
}

long codegen::detail::most_operations(int n) {
  if (simd_level() == SimdLevel::avx512) return 2800L * ((n + 7) / 8);       // a Xeon
  return (simd_level() == SimdLevel::avx2 ? 1200L : 1800L) * ((n + 3) / 4);  // an EPYC
}

codegen::detail::CompiledSource codegen::detail::compiled_source(const Chain<double>& arm,
                                                                 const std::vector<Quantity>& wanted) {
  CompiledSource source;
  std::vector<Program> built_in, general, derivatives;
  const bool fd_derivatives = among(wanted, Quantity::dfd_dq) || among(wanted, Quantity::dfd_dqd);
  if (fd_derivatives || among(wanted, Quantity::did_dq) || among(wanted, Quantity::did_dqd)) {
    derivatives.push_back(codegen::detail::id_derivatives_program(arm));
    const long operations = codegen::detail::cost(derivatives.front());
    if (operations > most_operations(arm.dof())) {
      source.too_many = operations;
      derivatives.clear();
    }
  }
  const bool needs_fd = fd_derivatives && (!derivatives.empty() || arm.dof() <= kMostMixed);
  for (const Quantity quantity : kFunctions) {
    if (!among(wanted, quantity) && !(needs_fd && quantity == Quantity::fd)) continue;
    built_in.push_back(codegen::detail::arm_program(quantity, arm, {}));
    if (takes_gravity(quantity))
      general.push_back(codegen::detail::arm_program(quantity, arm, {true, true, false}));
  }
  built_in.insert(built_in.end(), derivatives.begin(), derivatives.end());
  const auto text = [](const std::vector<Program>& programs, const char* stem) {
    return emit_c(programs, {stem, "", "catena::Compiled", CReal::binary64, true}).alone;
  };
  if (!built_in.empty() || wanted.empty()) source.text = text(built_in, "arm") + text(general, "general");
  return source;
}

}  // namespace catena
