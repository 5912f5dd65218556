// SPDX-License-Identifier: Apache-2.0
// M⁻¹ times the columns of a matrix by the response of articulated bodies, and what is made of it at a frame: the templates, and the
// kernels at every level that this machine has.
#include <gtest/gtest.h>

#include "catena/core/library_methods.hpp"
#include "catena/core/rows/aba_response.hpp"
#include "catena/core/rows/inertia_solve.hpp"
#include "catena/core/rows/operational_space.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/derivatives.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

constexpr double kEps = 2.3e-16;

const Method<double>& named(std::span<const Method<double>> rows, Quantity quantity, std::string_view name) {
  for (const Method<double>& m : rows)
    if (m.quantity == quantity && m.name == name) return m;
  ADD_FAILURE() << "no method " << name;
  return rows.front();
}

// The columns lie apart, and what lies between and behind must stay as it is.
MatrixXd solved(const Method<double>& m, const Case& c, const MatrixXd* V, int columns) {
  constexpr double untouched = 12345;
  const int n = c.arm.dof(), stride = n + 3;
  std::vector<double> out(static_cast<std::size_t>(stride) * static_cast<std::size_t>(columns) + 8,
                          untouched);
  const MatView<const double> given{V ? V->data() : nullptr, n, columns, n};
  State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
  s.V = V ? &given : nullptr;
  Prepared<double> prepared = m.prepare(c.arm);
  for (int again = 0; again < 2; ++again)
    prepared.run(c.x(), s, Result<double>(MatView<double>{out.data(), n, columns, stride}));
  MatrixXd X(n, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < stride; ++i) {
      const double x = out[static_cast<std::size_t>(j * stride + i)];
      if (i < n)
        X(i, j) = x;
      else
        EXPECT_EQ(x, untouched) << m.name << ' ' << c.label;
    }
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(out[out.size() - 1 - static_cast<std::size_t>(k)], untouched) << m.name;
  return X;
}

MatrixXd some_columns(int n, int columns) {
  MatrixXd V(n, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i) V(i, j) = std::sin(1.0 + 3 * i + 7.5 * j);
  return V;
}

// By forward dynamics from rest, column after column.
TEST(InertiaSolve, ByTheResponseIsForwardDynamicsFromRestInEveryWidth) {
  const Method<double>& by_columns =
      named(rows::inertia_solve_rows<double>(), Quantity::inertia_solve, "aba");
  for (const char* kind : {"chain", "mixed"})
    for (int n = 1; n <= 40; ++n) {
      const Case c(std::string(kind) + ":" + std::to_string(n));
      const double allowed = 20 * n * kEps * condition(solved(by_columns, c, nullptr, n));
      for (const int columns : {-1, 0, 1, 2, 3, 4, 5, 6, 8, 9, 24, 25, n, n + 5}) {
        const bool identity = columns < 0;
        const int count = identity ? n : columns;
        const MatrixXd V = some_columns(n, count);
        const MatrixXd expected = solved(by_columns, c, identity ? nullptr : &V, count);
        const auto check = [&](const std::string& name, const Method<double>& m) {
          const MatrixXd found = solved(m, c, identity ? nullptr : &V, count);
          if (count > 0) {
            EXPECT_LE(distance(found, expected), allowed)
                << name << ' ' << c.label << ", " << columns << " columns";
          }
        };
        check("template", row_of(rows::aba_response_rows<double>(), Quantity::inertia_solve));
        for (const SimdLevel level : kSimdLevels)
          if (const detail::Kernels* const kernels = detail::kernels_at(level)) {
            const detail::UseKernels use(*kernels);
            check(std::string(simd_name(level)), *library_method(Quantity::inertia_solve, "aba_response"));
          }
      }
    }
}

TEST(InertiaSolve, GivesOperationalSpaceTheSameInEveryWidth) {
  using enum Quantity;
  for (const char* spec : {"chain:3", "mixed:5", "chain:6", "mixed:7", "chain:9", "mixed:17", "chain:30"}) {
    const Case c(spec);
    const int n = c.arm.dof();
    const double damping = 1e-2;  // postures are random: some are singular
    for (const Quantity quantity :
         {operational_inertia, operational_inertia_inverse, jacobian_inverse, null_space})
      for (const double* damped : {&damping, static_cast<const double*>(nullptr)}) {
        if (!damped && n < 9) continue;
        const auto result = [&](const Method<double>& m) {
          std::vector<double> out(size_of(quantity, n), NAN);
          State<double> s{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero()};
          s.damping = damped;
          m.run(c.arm, c.x(), s, out);
          return out;
        };
        const auto rows = rows::operational_space_rows<double>();
        const std::vector<double> expected = result(named(rows, quantity, "aba"));
        EXPECT_LE(relative_error(result(named(rows, quantity, "aba_response")), expected), 1e-8) << spec;
        for (const SimdLevel level : kSimdLevels)
          if (const detail::Kernels* const kernels = detail::kernels_at(level)) {
            const detail::UseKernels use(*kernels);
            EXPECT_LE(relative_error(result(*library_method(quantity, "aba_response")), expected), 1e-8)
                << simd_name(level) << ' ' << info(quantity).name << ' ' << spec;
          }
      }
  }
}

}  // namespace
}  // namespace catena::test
