// SPDX-License-Identifier: Apache-2.0
// Joint rates for the rates of a frame: against the pseudoinverse by Eigen's singular values, and along motions.
#include "catena/core/ik_rates.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "catena/core/algo/kic.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Twist = IkRates::Twist;

Twist some_twist() {
  Twist v;
  v << 0.3, -0.2, 0.5, 0.1, 0.4, -0.3;
  return v;
}

VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<int>(x.size()));
}

class IkRatesOfArms : public testing::TestWithParam<Case> {};

// J q̇ = V and J q̈ + J̇ q̇ = V̇ where the arm has joints enough, in all axes and for another frame.
TEST_P(IkRatesOfArms, MoveTheFrameAsRequested) {
  const Case& c = GetParam();
  const Arm arm(c.robot);
  const int n = arm.dof();
  const VectorXd q = vector(c.q), qd = vector(c.qd);
  for (const Axes axes : {Axes::base_at_frame, Axes::frame, Axes::base})
    for (const bool position_only : {false, true}) {
      const Frame<double> frame{n - 1, screw_x(0.8, 0.6, 0.1) * screw_z(0.6, -0.8, -0.2), axes};
      const At at{.q = c.q, .qd = c.qd, .frame = frame};
      const int first = position_only ? 3 : 0, rows = 6 - first;
      const MatrixXd J = arm.eval(Quantity::jacobian, at)[0].bottomRows(rows);
      const MatrixXd Jd = arm.eval(Quantity::jacobian_rate, at)[0].bottomRows(rows);
      const VectorXd V = some_twist().tail(rows);
      IkRates rates(arm, {.frame = frame, .position_only = position_only, .singular_below = 1e-9});
      const IkRate velocity = rates.velocity(q, some_twist());
      const double size = 1 + velocity.rates.norm() * J.norm();
      if (c.label.starts_with("planar")) {  // its axes are parallel: it cannot leave the plane
        EXPECT_EQ(velocity.damping, 1e-9);
        continue;
      }
      EXPECT_EQ(velocity.damping, 0);
      if (n >= rows) {
        // conditioning enters squared, because the Gram matrix is used
        const double tolerance = 1e-14 * size / (velocity.singular_value * velocity.singular_value);
        EXPECT_LE((J * velocity.rates - V).norm(), tolerance);
        EXPECT_LE(velocity.linear_error + velocity.angular_error, tolerance);
        const VectorXd qdd = rates.acceleration(q, qd, some_twist()).rates;
        EXPECT_LE((J * qdd + Jd * qd - V).norm(), tolerance * (1 + Jd.norm() * qd.norm()));
      } else {  // the least error: no joint can reduce it, in scaled units
        EXPECT_GT(velocity.linear_error + velocity.angular_error, 1e-3);
      }
    }
}
INSTANTIATE_TEST_SUITE_P(AllSizes, IkRatesOfArms, testing::ValuesIn(cases()), [](const auto& one) {
  std::string name = one.param.label;
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
});

// Revolute joints have equal weights, so that q̇ is Eigen's solution of least norm.
TEST(IkRates, AreThePseudoinverse) {
  const Arm arm = Arm::load("panda");
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const VectorXd q = posture_within(joint_ranges(arm.robot()), random);
    const MatrixXd J = arm.jacobian(q);
    const VectorXd expected = J.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(some_twist());
    const IkRate found = ik_velocity(arm, q, some_twist(), {.singular_below = 1e-6});
    EXPECT_LE((found.rates - expected).norm(), 1e-11 * expected.norm() / std::pow(found.singular_value, 2));
  }
}

// J̇ q̇ is q̇ᵀ H q̇ with the second-order influence coefficients of the tool.
TEST(IkRates, UseTheSecondOrderInfluenceCoefficients) {
  const Case c("mixed:7:2", 5);
  const Arm arm(c.robot);
  const Kinematics<double> k = kinematics_of(arm.chain(), c.x());
  MatX<double> G(6, 7);
  std::vector<double> H(6 * 49);
  first_order_kic(arm.chain(), k, 6, arm.chain().tool().p, G.view());
  second_order_kic(arm.chain(), k, 6, arm.chain().tool().p, CubeView<double>{H.data(), 6, 7});
  const VectorXd qdd = ik_acceleration(arm, vector(c.q), vector(c.qd), some_twist()).rates;
  const std::vector<double> found(qdd.data(), qdd.data() + 7);
  const Motion<double> a = kic_acceleration<double>(G.view(), CubeView<double>{H.data(), 6, 7}, c.qd, found);
  Twist reached;
  reached << a.ang.x, a.ang.y, a.ang.z, a.lin.x, a.lin.y, a.lin.z;
  EXPECT_LE((reached - some_twist()).norm(), 1e-9);
}

TEST(IkRates, TakeSecondaryRatesAsFarAsTheyDoNotMoveTheFrame) {
  const Arm arm = Arm::load("iiwa14");
  VectorXd q(7), wanted(7);
  q << 0.3, 0.8, -0.4, -1.2, 0.5, 0.9, -0.2;
  wanted << 1, -1, 0.5, 0.2, -0.3, 0.4, 2;
  IkRates rates(arm);
  const VectorXd without = rates.velocity(q, some_twist()).rates,
                 with = rates.velocity(q, some_twist(), wanted).rates;
  const MatrixXd J = arm.jacobian(q);
  EXPECT_LE((J * (with - without)).norm(), 1e-12);
  EXPECT_GT((with - without).norm(), 0.1);
  // the part of `wanted` that is left out is in the row space of J: across the difference
  EXPECT_NEAR((with - without).dot(wanted - (with - without)), 0, 1e-12);
  const VectorXd qd = without, qdd = rates.acceleration(q, qd, some_twist(), wanted).rates;
  EXPECT_LE((J * qdd + arm.jacobian_rate(q, qd) * qd - some_twist()).norm(), 1e-11);
}

// planar:2 outstretched cannot move along itself: the rates stay bounded, vanish there, and the damping is told.
TEST(IkRates, StayBoundedAndContinuousAtASingularity) {
  const Arm arm(generate_robot("planar:2"));
  IkRates rates(arm, {.position_only = true, .singular_below = 0.05});
  Twist outwards = Twist::Zero();
  outwards[3] = 1;
  double before = 0;
  bool damped = false;
  for (double bend = 0.5; bend > -0.5; bend -= 0.001) {
    VectorXd q(2);
    q << -bend / 2, bend;  // the tip on the x axis
    const IkRate& found = rates.velocity(q, outwards);
    const double length = 0.6 * 0.3;  // of the scaled rows, 0.3 of the reach
    EXPECT_LE(found.rates.norm(), 1 / length / 0.05 + 1e-9);
    // d(σ/ε²)/d(bend) is at most 1/ε², in scaled units: 0.001 / (0.18 * 0.05²)
    if (bend < 0.499) {
      EXPECT_LE(std::abs(found.rates[1] - before), 2.3) << bend;
    }
    before = found.rates[1];
    EXPECT_EQ(found.damping > 0, found.singular_value < 0.05);
    damped = damped || found.damping > 0.049;
  }
  EXPECT_TRUE(damped);
  const IkRate& stretched = rates.velocity(VectorXd::Zero(2), outwards);
  EXPECT_LE(stretched.rates.norm(), 1e-9);
  EXPECT_NEAR(stretched.linear_error, 1, 1e-12);
  EXPECT_NEAR(stretched.damping, 0.05, 1e-12);
}

TEST(IkRates, RefuseBadInput) {
  const Arm arm = Arm::load("puma560");
  const auto text = [&](const auto& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const VectorXd q = VectorXd::Zero(6);
  EXPECT_EQ(text([&] { ik_velocity(arm, VectorXd::Zero(5), some_twist()); }),
            "ik_rates: 'q' has the wrong size\n  given   5 elements\n  need    6 elements, since 'PUMA 560' "
            "has 6 joints");
  EXPECT_EQ(text([&] { ik_acceleration(arm, q, VectorXd::Zero(7), some_twist()); }),
            "ik_rates: 'qd' has the wrong size\n  given   7 elements\n  need    6 elements, since 'PUMA 560' "
            "has 6 joints");
  EXPECT_EQ(text([&] { ik_velocity(arm, q, Twist::Constant(NAN)); }), "ik_rates: the twist is not finite");
  EXPECT_EQ(text([&] { ik_velocity(arm, q, some_twist(), {.singular_below = 0}); }),
            "ik_rates: 'singular_below' is not a positive number\n  given   0");
  EXPECT_EQ(text([&] { IkRates(arm).velocity(q, some_twist(), VectorXd::Zero(1)); }),
            "ik_rates: 'secondary' has the wrong size\n  given   1 element\n"
            "  need    6 elements, since 'PUMA 560' has 6 joints");
}

}  // namespace
}  // namespace catena::test
