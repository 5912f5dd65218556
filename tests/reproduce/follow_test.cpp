// SPDX-License-Identifier: Apache-2.0
// When a run leaves its path, where it passes zero, how deviations grow, and a planar arm's equations written out.
#include "reproduce/follow.hpp"

#include <gtest/gtest.h>

#include <random>

#include "catena/sim/cycloid.hpp"
#include "reproduce/planar_equations.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

// One joint, of which q and q̇ are given at every 0.1 s.
template <class F, class G>
sim::Run made_up(const F& q, const G& qd) {
  sim::Run run(1);
  for (int k = 0; k <= 20; ++k) {
    const double t = 0.1 * k, x = q(t), v = qd(t);
    run.time.push_back(t);
    run.q.push_back(&x);
    run.qd.push_back(&v);
  }
  return run;
}

sim::Cycloid standstill(double q) { return {VectorXd::Constant(1, q), VectorXd::Constant(1, q), 2}; }

TEST(Follow, FindsWhenAnErrorThatGrowsIsTooLarge) {
  const auto grows = [](double t) { return 1 + 1e-6 * std::exp(8 * t); };
  const sim::Run run = made_up(grows, [](double) { return 0.0; });
  EXPECT_NEAR(*reproduce::detail::departure(run, standstill(1), 0.01), std::log(1e4) / 8, 1e-9);
  EXPECT_FALSE(reproduce::detail::departure(run, standstill(1), 100));
  const sim::Run still = made_up([](double) { return 1.0; }, [](double) { return 0.0; });
  EXPECT_NEAR(*reproduce::detail::separation(run, still, 0.01), std::log(1e4) / 8, 1e-9);
  EXPECT_FALSE(reproduce::detail::separation(still, still, 0.01));
  EXPECT_EQ(*reproduce::detail::departure(
                made_up([](double t) { return t < 0.55 ? 1 : std::nan(""); }, grows), standstill(1), 0.01),
            0.1 * 6);
}

TEST(Follow, FindsTheFirstZeroBetweenSamples) {
  const auto q = [](double t) { return (t - 0.537) * (t - 1.7) * (t + 2); };
  const auto qd = [](double t) {
    return (t - 1.7) * (t + 2) + (t - 0.537) * (t + 2) + (t - 0.537) * (t - 1.7);
  };
  EXPECT_NEAR(*reproduce::detail::first_zero(made_up(q, qd), 0), 0.537, 1e-12);  // exact for a cubic
  EXPECT_FALSE(
      reproduce::detail::first_zero(made_up([](double) { return 1.0; }, [](double) { return 0.0; }), 0));
}

// An inverted pendulum: q̈ = ω² q.
TEST(Follow, GrowsAsAnInvertedPendulumDoes) {
  Robot robot;
  RobotLink rod;
  rod.dh.a = 1;
  rod.mass = 2;
  rod.com = {-0.5, 0, 0};
  rod.inertia = {0.1, 0.2, 0.3, 0, 0, 0};
  robot.links = {rod};
  robot.gravity = {0, -9.81, 0};
  const double w = std::sqrt(2 * 9.81 * 0.5 / (robot.links[0].inertia.zz + 2 * 0.25));
  const std::vector<double> times = {0.5, 1};
  const std::vector<double> found =
      reproduce::detail::growth(Arm(robot), standstill(std::acos(-1.0) / 2), times);
  for (std::size_t k = 0; k < 2; ++k) {
    const double c = std::cosh(w * times[k]), s = std::sinh(w * times[k]);
    const double a = 2 * c * c + s * s * (w * w + 1 / (w * w));  // of ΦᵀΦ, whose determinant is 1
    EXPECT_NEAR(found[k] / std::sqrt((a + std::sqrt(a * a - 4)) / 2), 1, 1e-7);
  }
}

TEST(PlanarEquations, AreThoseOfTheAlgorithms) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> any(-2, 2);
  for (const char* name : {"planar2", "planar3"}) {
    const Arm arm = Arm::load(name);
    const reproduce::detail::PlanarEquations equations(arm.robot());
    for (int k = 0; k < 20; ++k) {
      VectorXd q(arm.dof()), qd(arm.dof()), tau(arm.dof());
      for (VectorXd* x : {&q, &qd, &tau})
        for (double& value : *x) value = any(random);
      const VectorXd qdd = equations.fd(q, qd, tau);
      EXPECT_LT((qdd - arm.fd(q, qd, tau)).cwiseAbs().maxCoeff(), 1e-12 * (1 + qdd.cwiseAbs().maxCoeff()));
    }
  }
}

TEST(PlanarEquations, RefuseAnArmThatIsNotPlanar) {
  EXPECT_THROW(reproduce::detail::PlanarEquations(Arm::load("puma560").robot()), Error);
  EXPECT_THROW(reproduce::detail::PlanarEquations(Arm::load("rp").robot()), Error);
}

}  // namespace
}  // namespace catena::test
