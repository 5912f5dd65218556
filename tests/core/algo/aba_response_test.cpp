// SPDX-License-Identifier: Apache-2.0
// M⁻¹ and the derivatives of forward dynamics by the response of articulated bodies: the template, and the kernels at every
// level that this machine has.
#include "catena/core/rows/aba_response.hpp"

#include <gtest/gtest.h>

#include "catena/core/rows/aba.hpp"
#include "catena/core/rows/aba_derivatives.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/derivatives.hpp"
#include "support/framed.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

constexpr double kEps = 2.3e-16;

std::vector<std::string> arms() {
  std::vector<std::string> list;
  for (const char* kind : {"chain", "mixed"})
    for (const int n : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 25, 30, 31, 47, 48, 49, 63, 100})
      list.push_back(std::string(kind) + ":" + std::to_string(n));
  return list;
}

// By forward dynamics, column after column: shares the articulated bodies of aba.hpp only.
MatrixXd inverse_by_columns(const Case& c) {
  const int n = c.arm.dof();
  MatrixXd expected(n, n);
  const std::vector<double> found = answer(row_of(rows::aba_rows<double>(), Quantity::inertia_inverse), c);
  std::copy(found.begin(), found.end(), expected.data());
  return expected;
}

// The rounding of a chain of n products, each known to the digits that the elements of M⁻¹ have.
double tolerance(const MatrixXd& M_inv) {
  return 20 * static_cast<double>(M_inv.rows()) * kEps * condition(M_inv);
}

TEST(AbaResponse, IsTheInverseInEveryWidthAndFillsNothingElse) {
  for (const std::string& spec : arms()) {
    const Case c(spec);
    const int n = c.arm.dof();
    const MatrixXd expected = inverse_by_columns(c);
    const std::vector<double> numbers(expected.data(), expected.data() + expected.size());
    const Posture<double> x = c.x();
    AbaResponseWork<double> work(n);
    for (const std::size_t spare : {0, 3}) {
      const auto check = [&](const std::string& name, const auto& run) {
        Framed M(n, spare);
        const MatView<double> view{M.data(), n, n, static_cast<int>(M.ld())};
        for (int again = 0; again < 2; ++again) run(view);  // what the scratch memory holds does not matter
        EXPECT_LE(relative_error(M.values(), numbers), tolerance(expected)) << name << ' ' << spec;
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
          for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(M(i, j), M(j, i)) << name << ' ' << spec;
      };
      check("template", [&](MatView<double> M) { aba_response<double>(c.arm, x, work, M); });
      for (const SimdLevel level : kSimdLevels)
        if (const detail::Kernels* const kernels = detail::kernels_at(level))
          check(std::string(simd_name(level)), [&](MatView<double> M) {
            kernels->inertia_inverse(detail::response_job<double>(c.arm, x, work, M));
          });
    }
  }
}

TEST(AbaResponse, HoldsForAllPrismaticArms) {
  for (const char* spec : {"chain:2", "chain:3"}) {
    const Case c = all_prismatic(spec);
    const int n = c.arm.dof();
    const MatrixXd expected = inverse_by_columns(c);
    MatrixXd M(n, n);
    AbaResponseWork<double> work(n);
    const Posture<double> x = c.x();
    for (const SimdLevel level : kSimdLevels)
      if (const detail::Kernels* const kernels = detail::kernels_at(level)) {
        kernels->inertia_inverse(detail::response_job<double>(c.arm, x, work, view(M)));
        EXPECT_LE(distance(M, expected), tolerance(expected)) << simd_name(level) << ' ' << spec;
      }
  }
}

TEST(AbaResponse, SolvesForTheDerivativesInEveryWidth) {
  const Force<double> tip{{1, -2, 3}, {-4, 5, 6}};
  const auto expected_row = row_of(rows::aba_derivatives_rows<double>(), Quantity::fd_derivatives);
  for (const std::string& spec : arms()) {
    const Case c(spec);
    const int n = c.arm.dof();
    const std::size_t square = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const std::vector<double> expected = answer(expected_row, c, tip);
    const auto part = [&](const std::vector<double>& all, std::size_t k) {
      MatrixXd A(n, n);
      std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(k * square), square, A.data());
      return A;
    };
    // ∂τ/∂q and ∂τ/∂q̇ are sums about the first frame, and known to its rounding, which M⁻¹ enlarges
    const double allowed = 10 * tolerance(part(expected, 2));
    const auto check = [&](const std::string& name, const std::vector<double>& found) {
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_LE(distance(part(found, k), part(expected, k)), allowed) << name << ' ' << spec << ' ' << k;
    };
    check("template", answer(row_of(rows::aba_response_rows<double>(), Quantity::fd_derivatives), c, tip));

    detail::ResponseDerivatives<double> work(c.arm);
    const Posture<double> x = c.x();
    for (const SimdLevel level : kSimdLevels)
      if (const detail::Kernels* const kernels = detail::kernels_at(level)) {
        Framed q(n, 0), qd(n, 3), M(n, 5);
        const auto view = [&](Framed& A) {
          return MatView<double>{A.data(), n, n, static_cast<int>(A.ld())};
        };
        aba<double>(c.arm, x, c.qd, c.tau, c.arm.gravity(), tip, work.aba, work.qdd);
        rnea_derivatives<double>(c.arm, x, c.qd, work.qdd, c.arm.gravity(), tip, work.id,
                                 {view(q), view(qd), {}});
        kernels->respond(detail::response_job<double>(c.arm, x, work, view(M)),
                         {q.data(), qd.data(), n, n + 3});
        std::vector<double> found;
        for (const Framed* A : {&q, &qd, &M})
          for (const double each : A->values()) found.push_back(each);
        check(std::string(simd_name(level)), found);

        Framed alone(n, 0);  // one of the matrices
        rnea_derivatives<double>(c.arm, x, c.qd, work.qdd, c.arm.gravity(), tip, work.id,
                                 {{}, view(alone), {}});
        kernels->respond(detail::response_job<double>(c.arm, x, work, view(M)),
                         {nullptr, alone.data(), 0, n});
        EXPECT_LE(relative_error(alone.values(), qd.values()), allowed) << simd_name(level) << ' ' << spec;
      }
  }
}

TEST(AbaResponse, CostsWhatTheHeaderSays) {
  const auto rows = rows::aba_response_rows<Counted>();
  expect_cost(row_of(rows, Quantity::inertia_inverse), {0, 36, 1344, -1146}, {0, 33, 1335, -1410});
  expect_cost(row_of(rows, Quantity::fd_derivatives), {0, 426, 4050, -4650}, {0, 399, 3597, -4788});
  expect_cost(row_of(rows, Quantity::dfd_dq), {0, 195, 3495, -3984}, {0, 183, 3093, -3930});
  expect_cost(row_of(rows, Quantity::dfd_dqd), {0, 195, 2031, -2448}, {0, 183, 1869, -2466});
  expect_cost(row_of(rows, Quantity::inertia_solve), {0, 111, 741, -732}, {0, 102, 708, -828});
}

}  // namespace
}  // namespace catena::test
