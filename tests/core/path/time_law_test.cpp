// SPDX-License-Identifier: Apache-2.0
// Time laws: within their limits, continuous, and at a limit all the time.
#include "catena/core/path/time_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/core/error.hpp"
#include "catena/core/path/timed_path.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using path::EndVelocities;
using path::TimeLaw;
using path::TimeLimits;

// Integrates every phase from its beginning, and compares with the beginning of the next; checks all limits, and that one
// of them is active: jerk, acceleration or velocity.
void expect_quickest(const TimeLaw& law, double distance, const TimeLimits& limits,
                     const EndVelocities& ends) {
  const auto phases = law.phases();
  ASSERT_FALSE(phases.empty());
  const double eps = 1e-12, size = std::abs(distance);
  const double late = 4 * 2.3e-16 * law.duration();  // rounding of the times at which phases begin
  EXPECT_EQ(phases[0].s, 0);
  EXPECT_NEAR(phases[0].v, ends.begin, eps * limits.velocity);
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const auto& p = phases[k];
    const bool last = k + 1 == phases.size();
    const double t = (last ? law.duration() : phases[k + 1].begin) - p.begin;
    ASSERT_GT(t, 0);
    const double s = p.s + p.v * t + p.a * t * t / 2 + p.j * t * t * t / 6,
                 v = p.v + p.a * t + p.j * t * t / 2, a = p.a + p.j * t;
    EXPECT_NEAR(s, last ? distance : phases[k + 1].s, eps * size + late * limits.velocity);
    EXPECT_NEAR(v, last ? ends.end : phases[k + 1].v, eps * limits.velocity + late * limits.acceleration);
    if (std::isfinite(limits.jerk)) {
      EXPECT_NEAR(a, last ? 0 : phases[k + 1].a, eps * limits.acceleration + late * limits.jerk);
      EXPECT_LE(std::abs(p.j), limits.jerk * (1 + eps));
    }
    for (const double u : {0.0, 0.5, 1.0}) {
      EXPECT_LE(std::abs(law.at(p.begin + u * t).v),
                limits.velocity * (1 + eps) + late * limits.acceleration);
      EXPECT_LE(std::abs(p.a + p.j * u * t),
                limits.acceleration * (1 + eps) + (p.j == 0 ? 0 : late * limits.jerk));
    }
    if (t < 1e-6 * law.duration()) continue;  // a remainder of rounding
    const bool jerk = std::isfinite(limits.jerk) && std::abs(std::abs(p.j) - limits.jerk) < eps * limits.jerk;
    const bool acceleration =
        p.j == 0 && std::abs(std::abs(p.a) - limits.acceleration) < eps * limits.acceleration;
    const bool velocity =
        p.j == 0 && p.a == 0 && std::abs(std::abs(p.v) - limits.velocity) < eps * limits.velocity;
    EXPECT_TRUE(jerk || acceleration || velocity) << "phase " << k << " of " << phases.size();
  }
}

TEST(TimeLaw, KeepsRandomLimitsAndIsAlwaysAtOneOfThem) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto wide = [&] { return std::pow(10, 4 * unit(random) - 2); };
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const TimeLimits limits = {wide(), wide(), wide()};
    const double sign = unit(random) < 0.5 ? -1 : 1, distance = sign * wide();
    EndVelocities ends;
    if (trial % 2) ends = {sign * limits.velocity * unit(random), sign * limits.velocity * unit(random)};
    try {
      expect_quickest(TimeLaw::double_s(distance, limits, ends), distance, limits, ends);
      expect_quickest(TimeLaw::trapezoid(distance, limits, ends), distance,
                      {limits.velocity, limits.acceleration}, ends);
    } catch (const Error& e) {
      EXPECT_EQ(e.problem(), "the distance is too short for the change of velocity");
      ++refused;
    }
    if (HasFatalFailure()) FAIL() << trial;
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 1000);
}

TEST(TimeLaw, HasTheDurationsOfTheClosedForms) {
  const double V = 2, A = 3, J = 20;
  const auto duration = [&](double d) { return TimeLaw::double_s(d, {V, A, J}).duration(); };
  // Below 2 A³ / J² the acceleration is not reached, below V (V / A + A / J) the velocity is not.
  const double jerk_only = 0.9 * 2 * A * A * A / (J * J), no_cruise = 0.9 * V * (V / A + A / J);
  EXPECT_NEAR(duration(jerk_only), std::cbrt(32 * jerk_only / J), 1e-12);
  EXPECT_NEAR(duration(no_cruise), A / J + std::sqrt(A / J * A / J + 4 * no_cruise / A), 1e-12);
  EXPECT_NEAR(duration(5), 5 / V + V / A + A / J, 1e-12);
  EXPECT_NEAR(TimeLaw::trapezoid(1, {V, A}).duration(), 2 * std::sqrt(1 / A), 1e-12);
  EXPECT_NEAR(TimeLaw::trapezoid(5, {V, A}).duration(), 5 / V + V / A, 1e-12);
  EXPECT_EQ(duration(0), 0);
  EXPECT_NEAR(duration(1e-9), std::cbrt(32e-9 / J), 1e-12);
}

// From v0 to v1 with an acceleration of A: v1² = v0² + 2 A d.
TEST(TimeLaw, TakesEndVelocitiesUpToWhatTheDistanceAllows) {
  const TimeLimits limits = {10, 2};
  const double least = (9.0 - 1.0) / (2 * 2);
  EXPECT_NEAR(TimeLaw::trapezoid(least, limits, {1, 3}).duration(), 1, 1e-12);
  try {
    TimeLaw::trapezoid(1.9, limits, {1, 3});
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "time law: the distance is too short for the change of velocity\n  given   1.9 from 1 to 3\n"
                 "  need    a distance of 2 or more");
  }
}

TEST(TimeLaw, SaysWhatIsWrongWithItsInput) {
  const auto text = [](double distance, const TimeLimits& limits, const EndVelocities& ends) -> std::string {
    try {
      TimeLaw::double_s(distance, limits, ends);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(text(1, {0, 1}, {}),
            "time law: 'velocity' must be above 0\n  given   0\n  need    a finite number above 0");
  EXPECT_EQ(text(1, {1, 1, -1}, {}),
            "time law: 'jerk' must be above 0\n  given   -1\n  need    a number above 0");
  EXPECT_EQ(text(NAN, {1, 1}, {}),
            "time law: a distance or an end velocity is not finite\n  given   nan\n  need    finite numbers");
  EXPECT_EQ(text(1, {1, 1}, {-1, 0}),
            "time law: an end velocity has the wrong direction\n  given   -1 over a distance of 1\n"
            "  need    the direction of the motion, or 0");
  EXPECT_EQ(text(1, {1, 1}, {0, 2}),
            "time law: an end velocity is above the limit\n  given   2\n  need    at most 1");
}

// Friction would change its direction with the velocity.
TEST(TimeLaw, DoesNotReverseByRoundingWhereItComesToRest) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> size(0.1, 10);
  for (int k = 0; k < 2000; ++k) {
    const TimeLaw law = TimeLaw::double_s(
        size(random), {.velocity = size(random), .acceleration = 10 * size(random), .jerk = 100});
    TimeLaw late;  // after a long time, in which t has lost digits
    late.append(1000 * size(random), {0, 0, 0, 0}, 0);
    for (const TimeLaw::Phase& p : law.phases()) {
      const auto next = &p + 1 - law.phases().data();
      const bool last = next == static_cast<std::ptrdiff_t>(law.phases().size());
      late.append((last ? law.duration() : (&p + 1)->begin) - p.begin, {p.s, p.v, p.a, p.j},
                  last ? law.end() : (&p + 1)->s);
    }
    EXPECT_GE(law.at(law.duration()).v, 0) << k;
    EXPECT_GE(late.at(late.duration()).v, 0) << k;
  }
}

TEST(TimeLaw, KnowsWhenItPassesAPosition) {
  const TimeLaw law = TimeLaw::double_s(-3, {2, 3, 20});
  for (const double t : {0.2, 0.7, 1.3}) EXPECT_NEAR(law.time_at(law.at(t).s), t, 1e-12);
}

TEST(PointToPoint, KeepsTheLimitsOfAllJointsAndIsAtOneOfThem) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int n = 1; n <= 12; ++n) {
    const auto numbers = [&](double least) {
      return VectorXd::NullaryExpr(
                 n, [&] { return least < 0 ? 2 * unit(random) : least + std::abs(unit(random)); })
          .eval();
    };
    const VectorXd from = numbers(-1), to = numbers(-1);
    const path::JointLimits limits = {
        .velocity = numbers(0.5), .acceleration = numbers(1), .jerk = numbers(5)};
    const path::TimedPath move = path::point_to_point(from, to, limits);
    VectorXd q(n), qd(n), qdd(n);
    move.sample(0, q, qd, qdd);
    EXPECT_LT((q - from).norm() + qd.norm(), 1e-14);
    move.sample(move.duration(), q, qd, qdd);
    EXPECT_LT((q - to).norm() + qd.norm(), 1e-13);
    for (int i = 0; i <= 200; ++i) {
      const double t = move.duration() * i / 200;
      move.sample(t, q, qd, qdd);
      const double j = move.law().at(t).j / move.path().length();
      const double velocity = qd.cwiseAbs().cwiseQuotient(limits.velocity).maxCoeff();
      const double acceleration = qdd.cwiseAbs().cwiseQuotient(limits.acceleration).maxCoeff();
      const double jerk = std::abs(j) * (to - from).cwiseAbs().cwiseQuotient(limits.jerk).maxCoeff();
      EXPECT_LE(std::max({velocity, acceleration, jerk}), 1 + 1e-12);
      EXPECT_GE(std::max({velocity, acceleration, jerk}), 1 - 1e-9);
    }
  }
}

TEST(PointToPoint, RestsWhereItIsIfItHasNowhereToGo) {
  const VectorXd q0 = VectorXd::Constant(2, 0.5), one = VectorXd::Ones(2);
  const path::TimedPath move = path::point_to_point(q0, q0, {.velocity = one, .acceleration = one});
  VectorXd q(2), qd(2), qdd(2);
  move.sample(1, q, qd, qdd);
  EXPECT_EQ(move.duration(), 0);
  EXPECT_EQ(q, q0);
  EXPECT_EQ(qdd, 0 * one);
}

}  // namespace
}  // namespace catena::test
