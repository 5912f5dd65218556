// SPDX-License-Identifier: Apache-2.0
// One derivative alone, by the kernels that compute all of them: at every level that this machine has.
#include <gtest/gtest.h>

#include "catena/core/library_methods.hpp"
#include "catena/core/rows/aba_derivatives.hpp"
#include "catena/core/rows/aba_response.hpp"
#include "catena/core/rows/coriolis.hpp"
#include "catena/core/rows/link_derivatives.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/derivatives.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

constexpr double kEps = 2.3e-16;
const Force<double> kTip{{1, -2, 3}, {-4, 5, 6}};

MatrixXd matrix(int n, const std::vector<double>& numbers) {
  return Eigen::Map<const MatrixXd>(numbers.data(), n, n);
}

// The method of the library at each level: the kernels, not the templates.
template <class Check>
void at_each_level(const Case& c, Quantity quantity, const char* method, Check check) {
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const kernels = detail::kernels_at(level)) {
      const detail::UseKernels use(*kernels);
      check(std::string(simd_name(level)) + ' ' + std::string(info(quantity).name) + ' ' + c.label,
            matrix(c.arm.dof(), answer(*library_method(quantity, method), c, kTip)));
    }
}

// Against recursions in link frames, which share no formula with inner products in one frame.
TEST(SingleDerivatives, OfInverseDynamicsAreThoseOfLinkFrames) {
  for (const char* kind : {"chain", "mixed"})
    for (int n = 1; n <= 40; ++n) {
      const Case c(std::string(kind) + ":" + std::to_string(n));
      const double allowed = 100 * n * kEps;
      const auto expect = [&](Quantity quantity, const Method<double>& by) {
        const MatrixXd expected = matrix(n, answer(by, c, kTip));
        at_each_level(c, quantity, "rnea_derivatives", [&](const std::string& where, const MatrixXd& found) {
          EXPECT_LE(distance(found, expected), allowed) << where;
        });
      };
      expect(Quantity::did_dq, row_of(rows::link_derivatives_rows<double>(), Quantity::did_dq));
      expect(Quantity::did_dqd, row_of(rows::coriolis_rows<double>(), Quantity::did_dqd));
    }
}

TEST(SingleDerivatives, OfForwardDynamicsAreThoseOfTheDifferentiatedRecursion) {
  for (const char* kind : {"chain", "mixed"})
    for (int n = 1; n <= 40; ++n) {
      const Case c(std::string(kind) + ":" + std::to_string(n));
      const std::vector<double> all =
          answer(row_of(rows::aba_derivatives_rows<double>(), Quantity::fd_derivatives), c, kTip);
      const auto square = static_cast<std::ptrdiff_t>(n) * n;
      const MatrixXd M_inv = matrix(n, {all.end() - square, all.end()});
      const double allowed = 200 * n * kEps * condition(M_inv);
      for (const Quantity quantity : {Quantity::dfd_dq, Quantity::dfd_dqd}) {
        const MatrixXd expected =
            matrix(n, answer(row_of(rows::aba_derivatives_rows<double>(), quantity), c, kTip));
        EXPECT_LE(distance(matrix(n, answer(row_of(rows::aba_response_rows<double>(), quantity), c, kTip)),
                           expected),
                  allowed)
            << c.label;
        at_each_level(c, quantity, "aba_response", [&](const std::string& where, const MatrixXd& found) {
          EXPECT_LE(distance(found, expected), allowed) << where;
        });
      }
    }
}

TEST(SingleDerivatives, AreThoseOfDualNumbers) {
  for (const char* spec : {"mixed:3", "chain:7", "mixed:9:1"}) {
    const Case c(spec);
    const MatrixXd M_inv = by_dual(true, c, By::third, kTip);
    const double allowed = 200 * c.arm.dof() * kEps * condition(M_inv);
    for (const auto& [quantity, method, forward, by] :
         {std::tuple{Quantity::did_dq, "rnea_derivatives", false, By::q},
          std::tuple{Quantity::did_dqd, "rnea_derivatives", false, By::qd},
          std::tuple{Quantity::dfd_dq, "aba_response", true, By::q},
          std::tuple{Quantity::dfd_dqd, "aba_response", true, By::qd}}) {
      const MatrixXd expected = by_dual(forward, c, by, kTip);
      at_each_level(c, quantity, method, [&](const std::string& where, const MatrixXd& found) {
        EXPECT_LE(distance(found, expected), allowed) << where;
      });
    }
  }
}

}  // namespace
}  // namespace catena::test
