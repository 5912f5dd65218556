// SPDX-License-Identifier: Apache-2.0
#include "codegen/arm_program.hpp"

#include "codegen/optimise.hpp"

namespace catena::codegen::detail {
namespace {

// The diagonal of D in M = U D Uᵀ, which shows where M is singular.
Program pivots(const Program& factors) {
  Program d = factors;
  d.outputs.erase(d.outputs.begin(), d.outputs.end() - factors.n);
  return d;
}

// fd or M⁻¹ with the pivots as a second result; they cost nothing, since the solution divides by them.
Program with_pivots(Quantity quantity, const Chain<double>& arm, const Given& given) {
  const auto by = [&](std::string_view solution, std::string_view factors) {
    return best_recording(arm, true, [&](const Chain<double>& chain) {
      return together(std::vector{record(*find_method<Expr>(quantity, solution), chain, given),
                                  pivots(record(*find_method<Expr>(Quantity::udut, factors), chain, given))});
    });
  };
  Program dense = by("crba_udu", "crba_udu"), links = by("udut", "udut");
  return cost(links) < cost(dense) ? std::move(links) : std::move(dense);
}

// Each array of its results with the first index running fastest, as the library stores it.
Program by_columns(Program program) {
  std::vector<ExprId> outputs;
  for (const ProgramResult& result : results(program))
    for (const ArrayInfo& array : info(result.target.quantity).results()) {
      const Extents size = extents_of(array.shape, program.n);
      const std::size_t first = outputs.size();
      for (std::size_t k = 0; k < size[2]; ++k)
        for (std::size_t j = 0; j < size[1]; ++j)
          for (std::size_t i = 0; i < size[0]; ++i)
            outputs.push_back(program.outputs[first + (i * size[1] + j) * size[2] + k]);
    }
  program.outputs = std::move(outputs);
  return program;
}

bool is_symmetric(Quantity quantity) {
  return quantity == Quantity::inertia || quantity == Quantity::inertia_inverse;
}

}  // namespace

Program arm_program(Quantity quantity, const Chain<double>& arm, const Given& given) {
  const bool divides = quantity == Quantity::fd || quantity == Quantity::inertia_inverse;
  Program program = divides ? with_pivots(quantity, arm, given) : cheapest_program(quantity, arm, given);
  if (!divides && !is_symmetric(quantity)) program = by_columns(std::move(program));
  return with_sines(program, arm);
}

// With the same regrouping the three share most of their operations.
Program id_derivatives_program(const Chain<double>& arm) {
  const auto by = [&](std::string_view q, std::string_view qd) {
    return best_recording(arm, true, [&](const Chain<double>& chain) {
      return together(std::vector{record(*find_method<Expr>(Quantity::did_dq, q), chain),
                                  record(*find_method<Expr>(Quantity::did_dqd, qd), chain),
                                  record(*find_method<Expr>(Quantity::inertia, "crba"), chain)});
    });
  };
  Program links = by("link_derivatives", "coriolis"), sums = by("rnea_derivatives", "rnea_derivatives");
  return with_sines(by_columns(cost(sums) < cost(links) ? std::move(sums) : std::move(links)), arm);
}

}  // namespace catena::codegen::detail
