// SPDX-License-Identifier: Apache-2.0
// Dynamics at a frame against dense algebra by Eigen, for many and for few joints, with and without damping.
#include "catena/core/algo/operational_space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/arm.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

Pose<double> some_pose() {
  return screw_x(std::cos(0.7), std::sin(0.7), 0.3) * screw_z(std::cos(-1.1), std::sin(-1.1), -0.2);
}

class OperationalSpace : public testing::TestWithParam<const char*> {
 protected:
  Case c{GetParam()};
  Arm arm{c.robot};
  VectorXd q = eigen(c.q);
  MatrixXd M = arm.inertia(q), inverse = M.completeOrthogonalDecomposition().pseudoInverse();

  std::vector<std::optional<Frame<double>>> frames() const {
    std::vector<std::optional<Frame<double>>> all = {std::nullopt};
    for (const int link : {0, arm.dof() / 2, arm.dof() - 1})
      for (const Axes axes : {Axes::base_at_frame, Axes::frame, Axes::base})
        all.push_back(Frame<double>{link, some_pose(), axes});
    return all;
  }
  MatrixXd jacobian(const std::optional<Frame<double>>& frame) const {
    return arm.eval(Quantity::jacobian, {.q = q, .frame = frame})[0];
  }
};

double condition(const MatrixXd& A, int rank) {
  const VectorXd values = A.jacobiSvd().singularValues();
  return values[0] / values[rank - 1];
}

TEST_P(OperationalSpace, IsWhatDenseAlgebraGives) {
  for (const auto& frame : frames()) {
    const MatrixXd J = jacobian(frame), A = J * inverse * J.transpose();
    const int moving = frame ? frame->link + 1 : arm.dof(), rank = std::min(6, moving);
    const double k = condition(A, rank) * condition(M, arm.dof());
    if (condition(J, rank) > 1e6) continue;  // prismatic joints that span fewer directions: refused below
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> pseudo(A.rows(), A.cols());
    pseudo.setThreshold(1e-12);
    pseudo.compute(A);
    const MatrixXd L = pseudo.pseudoInverse(), Jbar = inverse * J.transpose() * L;
    const MatrixXd N = MatrixXd::Identity(arm.dof(), arm.dof()) - Jbar * J;
    const double most = 1e-14 * arm.dof() * k;
    for (const char* method : {"crba_udu", "aba", "aba_response"}) {
      const At at{.q = q, .frame = frame};
      const auto check = [&](Quantity quantity, const MatrixXd& expected) {
        EXPECT_LE((arm.eval(quantity, at, method)[0] - expected).norm(), most * (1 + expected.norm()))
            << info(quantity).name << " by " << method << ", link " << (frame ? frame->link : -1);
      };
      check(Quantity::operational_inertia_inverse, A);
      check(Quantity::operational_inertia, L);
      check(Quantity::jacobian_inverse, Jbar);
      check(Quantity::null_space, N);
    }
  }
}

// The properties that define them: forces on the frame do not act on the null space, and the other way round.
TEST_P(OperationalSpace, SeparatesTheFrameFromItsNullSpace) {
  const MatrixXd J = arm.jacobian(q);
  if (arm.dof() < 6 || condition(J, 6) > 1e6) return;
  const MatrixXd L = arm.operational_inertia(q), Jbar = arm.jacobian_inverse(q), N = arm.null_space(q);
  const double most = 1e-14 * arm.dof() * condition(M, arm.dof()) * condition(J, 6) * condition(J, 6);
  EXPECT_LE((J * Jbar - MatrixXd::Identity(6, 6)).norm(), most);
  EXPECT_LE((L * (J * inverse * J.transpose()) - MatrixXd::Identity(6, 6)).norm(), most);
  EXPECT_LE((N * inverse * J.transpose()).norm(), most * inverse.norm() * J.norm());
  EXPECT_LE((N * N - N).norm(), most * (1 + N.norm() * N.norm()));
}

TEST_P(OperationalSpace, IsBoundedByItsDamping) {
  for (const double damping : {1e-6, 1e-2, 3.0})
    for (const auto& frame : frames()) {
      const MatrixXd J = jacobian(frame), A = J * inverse * J.transpose();
      const MatrixXd damped = A + damping * MatrixXd::Identity(6, 6),
                     L = damped.ldlt().solve(MatrixXd::Identity(6, 6));
      const double most = 1e-13 * arm.dof() * (1 + A.norm() / damping) * condition(M, arm.dof());
      const MatrixXd found = arm.operational_inertia(q, frame, damping);
      EXPECT_LE((found - L).norm(), most * L.norm()) << damping;
      EXPECT_LE((arm.jacobian_inverse(q, frame, damping) - inverse * J.transpose() * L).norm(),
                most * (1 + inverse.norm() * J.norm() * L.norm()))
          << damping;
      EXPECT_LE(eigenvalues(0.5 * (found + found.transpose()))[5], (1 + most) / damping);
    }
}

INSTANTIATE_TEST_SUITE_P(Arms, OperationalSpace,
                         testing::Values("chain:1", "mixed:2:3", "chain:3", "chain:5", "chain:6", "mixed:6:2",
                                         "chain:7", "mixed:7:1", "mixed:12:5", "chain:20"));

std::string message(const auto& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// Two parallel axes more than a plane needs: seven joints that move the tool in three directions only.
TEST(OperationalSpaceOf, APlanarArmIsRefusedWithoutDamping) {
  const Arm arm(generate_robot("planar:7"));
  const VectorXd q = VectorXd::LinSpaced(7, 0.1, 0.9);
  Workspace work(arm);
  Eigen::Matrix<double, 6, 6> L;
  const std::string expected =
      "operational_inertia: the Jacobian of the frame is rank-deficient here, so that 'planar:7' cannot move "
      "it in every "
      "direction\n  given   a pivot of ";
  EXPECT_THAT(message([&] { arm.operational_inertia(q); }), HasSubstr(expected));
  EXPECT_THAT(message([&] { arm.operational_inertia(q, {}, 0, work, L); }), HasSubstr(expected));
  EXPECT_THAT(message([&] { arm.operational_inertia(q); }),
              HasSubstr("\n  need    more than 1e-12\n  hint    give a damping, such as 1e-3; "
                        "operational_inertia_inverse exists in every posture"));
  arm.operational_inertia(q, {}, 1e-3, work, L);
  EXPECT_TRUE(L.allFinite());
  EXPECT_TRUE(arm.operational_inertia_inverse(q).allFinite());
}

// Whatever axis of the frame is normal to the plane: rows of J that are zero give no pivot at all, not a small one.
TEST(OperationalSpaceOf, APlanarArmIsRefusedInAllAxes) {
  const Arm arm(generate_robot("planar:7"));
  const VectorXd q = VectorXd::LinSpaced(7, 0.1, 0.9);
  const Mat3<double> turned[] = {
      {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 0, 0, 0, 1, 1, 0, 0}, {0, 0, 1, 1, 0, 0, 0, 1, 0}};
  for (const Mat3<double>& R : turned) {
    const Frame<double> frame{6, {R, {0, 0, 0}}, Axes::frame};
    EXPECT_THAT(message([&] { arm.operational_inertia(q, frame); }), HasSubstr("rank-deficient"));
    EXPECT_THAT(message([&] { arm.jacobian_inverse(q, frame); }), HasSubstr("rank-deficient"));
    EXPECT_THAT(message([&] { arm.null_space(q, frame); }), HasSubstr("rank-deficient"));
  }
}

TEST(OperationalSpaceOf, ANegativeDampingIsRefused) {
  const Arm arm(generate_robot("chain:6"));
  const VectorXd q = VectorXd::Zero(6);
  EXPECT_EQ(message([&] { arm.null_space(q, {}, -1); }),
            "null_space: 'damping' is negative or not finite\n  given   -1\n  need    0 or more, in 1/kg and "
            "1/(kg m²): "
            "inertias are then at most 1/damping");
  EXPECT_THAT(message([&] { arm.jacobian_inverse(q, {}, NAN); }),
              HasSubstr("'damping' is negative or not finite"));
}

// A frame of the base does not move: nothing accelerates it, and every motion of the joints leaves it at rest.
TEST(OperationalSpaceOf, TheBaseIsImmovable) {
  const Case c("mixed:7:1");
  const Frame<double> base{-1, some_pose(), Axes::base_at_frame};
  OperationalWork<double> work(7);
  MatX<double> inverse(7, 6), N(7, 7), A(6, 6);
  const MatView<double> to = inverse.view();
  const auto solve = [](std::span<double>) {};
  operational_space<double>(c.arm, c.x(), base, nullptr, solve, work, &to);
  null_space(7, work, inverse, N.view());
  operational_inertia_inverse<double>(c.arm, c.x(), base, solve, work, A.view());
  EXPECT_EQ(eigen(work.L), MatrixXd::Zero(6, 6));
  EXPECT_EQ(eigen(inverse), MatrixXd::Zero(7, 6));
  EXPECT_EQ(eigen(N), MatrixXd::Identity(7, 7));
  EXPECT_EQ(eigen(A), MatrixXd::Zero(6, 6));
}

}  // namespace
}  // namespace catena::test
