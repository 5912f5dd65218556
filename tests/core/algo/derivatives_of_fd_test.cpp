// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics, by M⁻¹ and by articulated bodies. How accurate they are on hard arms: tests/core/hard.
#include <gtest/gtest.h>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/aba_derivatives.hpp"
#include "catena/core/rows/fd_derivatives.hpp"
#include "support/derivatives.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

struct ByInverse {
  static constexpr const char* kName = "FdDerivatives";
  using Work = FdDerivativesWork<double>;
  static Work work(const Chain<double>& arm) { return Work(arm); }
  static constexpr auto run = fd_derivatives<double>;
  static auto rows() { return rows::fd_derivatives_rows<double>(); }
};

struct ByArticulatedBodies {
  static constexpr const char* kName = "AbaDerivatives";
  using Work = AbaDerivativesWork<double>;
  static Work work(const Chain<double>& arm) { return Work(arm.dof()); }
  static constexpr auto run = aba_derivatives<double>;
  static auto rows() { return rows::aba_derivatives_rows<double>(); }
};

struct All {
  MatrixXd q, qd, tau;
  std::vector<double> qdd;
};

template <class Method>
All derivatives(const Case& c, const Force<double>& tip) {
  const int n = c.arm.dof();
  All a{MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), MatrixXd::Constant(n, n, NAN), {}};
  auto work = Method::work(c.arm);
  Method::run(c.arm, c.x(), c.qd, c.tau, c.arm.gravity(), tip, work, {view(a.q), view(a.qd), view(a.tau)});
  a.qdd.assign(work.qdd.begin(), work.qdd.end());
  return a;
}

MatrixXd inertia(const Case& c) {
  MatrixXd M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), view(M));
  return M;
}

// Solving amplifies rounding errors by the condition number of M.
double rounding(const Case& c) { return 20 * c.arm.dof() * 2.3e-16 * condition(inertia(c)); }

template <class Method>
class DerivativesOfFd : public testing::Test {};
struct Names {
  template <class Method>
  static std::string GetName(int) {
    return Method::kName;
  }
};
using Methods = testing::Types<ByInverse, ByArticulatedBodies>;
TYPED_TEST_SUITE(DerivativesOfFd, Methods, Names);

TYPED_TEST(DerivativesOfFd, AreThoseOfDualNumbers) {
  for (const Case& c : cases())
    for (const Force<double>& tip : {Force<double>::zero(), kTip}) {
      const All found = derivatives<TypeParam>(c, tip);
      EXPECT_LE(distance(found.q, by_dual(true, c, By::q, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.qd, by_dual(true, c, By::qd, tip)), rounding(c)) << c.label;
      EXPECT_LE(distance(found.tau, by_dual(true, c, By::third, tip)), rounding(c)) << c.label;
    }
}

TYPED_TEST(DerivativesOfFd, AreCentralDifferences) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;  // finite differences of ill-conditioned arms prove nothing
    const double h = 1e-5, allowed = 1e-8 + rounding(c) / h;
    const All found = derivatives<TypeParam>(c, kTip);
    EXPECT_LE(distance(found.q, by_difference(true, c, By::q, kTip, h)), allowed) << c.label;
    EXPECT_LE(distance(found.qd, by_difference(true, c, By::qd, kTip, h)), allowed) << c.label;
    EXPECT_LE(distance(found.tau, by_difference(true, c, By::third, kTip, h)), allowed) << c.label;
  }
}

TYPED_TEST(DerivativesOfFd, ByTorqueAreTheSymmetricInverseOfM) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const MatrixXd M_inv = derivatives<TypeParam>(c, kTip).tau;
    EXPECT_LE(distance(M_inv * inertia(c), MatrixXd::Identity(n, n)), rounding(c)) << c.label;
    EXPECT_EQ(M_inv, M_inv.transpose()) << c.label;
  }
}

// id(q, q̇, fd(q, q̇, τ)) = τ: differentiated, M ∂q̈ + ∂τ = 0.
TYPED_TEST(DerivativesOfFd, UndoThoseOfInverseDynamics) {
  for (Case c : cases()) {
    const int n = c.arm.dof();
    const All found = derivatives<TypeParam>(c, kTip);
    c.qdd = forward_by_aba(c, kTip);
    MatrixXd q(n, n), qd(n, n), M(n, n);
    RneaDerivativesWork<double> work(c.arm);
    rnea_derivatives<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), kTip, work,
                             {view(q), view(qd), view(M)});
    EXPECT_LE(distance(-M * found.q, q), rounding(c)) << c.label;
    EXPECT_LE(distance(-M * found.qd, qd), rounding(c)) << c.label;
  }
}

TYPED_TEST(DerivativesOfFd, LeaveTheAccelerationsOfForwardDynamicsInTheirWork) {
  for (const Case& c : cases())
    EXPECT_LE(relative_error(derivatives<TypeParam>(c, kTip).qdd, forward_by_aba(c, kTip)), rounding(c))
        << c.label;
}

TYPED_TEST(DerivativesOfFd, OfOneMatrixAreThoseOfAll) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const All all = derivatives<TypeParam>(c, kTip);
    for (const Method<double>& m : TypeParam::rows()) {
      const std::vector<double> out = answer(m, c, kTip);  // the first matrix of several
      const MatrixXd& expected = m.quantity == Quantity::dfd_dqd ? all.qd : all.q;
      EXPECT_LE(distance(Eigen::Map<const MatrixXd>(out.data(), n, n), expected), rounding(c))
          << m.name << c.label;
    }
  }
}

}  // namespace
}  // namespace catena::test
