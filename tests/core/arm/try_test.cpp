// SPDX-License-Identifier: Apache-2.0
// The calls for control loops: the same results as the others, a status instead of an exception.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"
#include "support/algebra.hpp"

namespace catena::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Loop {
  Arm arm{generate_robot("mixed:6:2")};
  Workspace work{arm};
  VectorXd q = VectorXd::LinSpaced(6, -1, 1), qd = VectorXd::LinSpaced(6, 0.5, -2),
           u = VectorXd::LinSpaced(6, 3, -4);
  VectorXd y = VectorXd::Constant(6, 7);
};

static_assert(
    std::is_same_v<decltype(&Arm::try_gravity), Status (Arm::*)(VecIn, Workspace&, VecOut) const noexcept>);
static_assert(
    std::is_same_v<decltype(&Arm::try_eval),
                   Status (Arm::*)(Quantity, const At&, Workspace&, const Result<double>&) const noexcept>);

TEST(TryCalls, GiveTheSameNumbers) {
  Loop l;
  const Wrench tip{{1, 2, 3}, {4, 5, 6}};
  ASSERT_TRUE(l.arm.try_id(l.q, l.qd, l.u, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.id(l.q, l.qd, l.u));
  ASSERT_TRUE(l.arm.try_id(l.q, l.qd, l.u, tip, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.id(l.q, l.qd, l.u, tip));
  ASSERT_TRUE(l.arm.try_fd(l.q, l.qd, l.u, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.fd(l.q, l.qd, l.u));
  ASSERT_TRUE(l.arm.try_fd(l.q, l.qd, l.u, tip, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.fd(l.q, l.qd, l.u, tip));
  ASSERT_TRUE(l.arm.try_gravity(l.q, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.gravity(l.q));
  ASSERT_TRUE(l.arm.try_bias(l.q, l.qd, l.work, l.y).ok());
  EXPECT_EQ(l.y, l.arm.bias(l.q, l.qd));
  MatrixXd A(6, 6);
  ASSERT_TRUE(l.arm.try_inertia(l.q, l.work, A).ok());
  EXPECT_EQ(A, l.arm.inertia(l.q));
  ASSERT_TRUE(l.arm.try_jacobian(l.q, l.work, A).ok());
  EXPECT_EQ(A, l.arm.jacobian(l.q));
  Eigen::Matrix4d X;
  ASSERT_TRUE(l.arm.try_pose(l.q, l.work, X).ok());
  EXPECT_EQ(X, l.arm.pose(l.q));
  double T = 0;
  ASSERT_TRUE(
      l.arm.try_eval(Quantity::kinetic_energy, {.q = l.q, .qd = l.qd}, l.work, MatView<double>{&T, 1, 1, 1})
          .ok());
  EXPECT_EQ(T, l.arm.kinetic_energy(l.q, l.qd));
}

TEST(TryCalls, SayWhatIsWrongAndLeaveTheResultAlone) {
  Loop l;
  const VectorXd before = l.y;
  const auto expect = [&](const Status& status, StatusCode code, const char* argument) {
    EXPECT_EQ(status.code, code);
    EXPECT_STREQ(status.argument, argument);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(l.y, before);
  };
  VectorXd bad = l.q;
  bad[3] = kNan;
  expect(l.arm.try_id(bad, l.qd, l.u, l.work, l.y), StatusCode::not_finite, "q");
  expect(l.arm.try_id(l.q, bad, l.u, l.work, l.y), StatusCode::not_finite, "qd");
  expect(l.arm.try_id(l.q, l.qd, bad, l.work, l.y), StatusCode::not_finite, "qdd");
  expect(l.arm.try_fd(l.q, l.qd, bad, l.work, l.y), StatusCode::not_finite, "tau");
  expect(l.arm.try_id(l.q.head(5), l.qd, l.u, l.work, l.y), StatusCode::wrong_size, "q");
  expect(l.arm.try_id(l.q, l.qd, l.u, Wrench{{kNan, 0, 0}, {0, 0, 0}}, l.work, l.y), StatusCode::not_finite,
         "tip");
  expect(l.arm.try_id(l.q, l.qd, l.u, l.work, l.y.head(5)), StatusCode::wrong_size, "the result");
  const Arm other(generate_robot("mixed:6:2"));
  expect(other.try_id(l.q, l.qd, l.u, l.work, l.y), StatusCode::wrong_workspace, "");
  MatrixXd J(6, 6);
  const Frame<double> none = Frame<double>::point(6, {0, 0, 0});
  expect(l.arm.try_eval(Quantity::jacobian, {.q = l.q, .frame = none}, l.work,
                        MatView<double>{J.data(), 6, 6, 6}),
         StatusCode::not_a_frame, "frame");
  std::vector<double> small(10, 7.0), whole(size_of(Quantity::udut, 6));
  expect(l.arm.try_eval(Quantity::inertia, {.q = l.q}, l.work, {Quantity::inertia, 6, small}),
         StatusCode::wrong_size, "the result");
  EXPECT_EQ(small, std::vector<double>(10, 7.0));
  EXPECT_TRUE(l.arm.try_eval(Quantity::udut, {.q = l.q}, l.work, {Quantity::udut, 6, whole}).ok());
  whole.pop_back();
  expect(l.arm.try_eval(Quantity::udut, {.q = l.q}, l.work, {Quantity::udut, 6, whole}),
         StatusCode::wrong_size, "the result");
  EXPECT_STREQ(other.try_id(l.q, l.qd, l.u, l.work, l.y).message(), "the workspace was made for another arm");
}

TEST(TryCalls, ReportASingularMWhereTheOthersThrow) {
  Robot robot = generate_robot("chain:3");
  robot.links.back().mass = 0, robot.links.back().inertia = Sym3<double>::zero();
  const Arm arm(robot);
  Workspace work(arm);
  const VectorXd v = VectorXd::Ones(3);
  VectorXd y(3);
  const Status status = arm.try_fd(v, v, v, work, y);
  EXPECT_EQ(status.code, StatusCode::singular);
  EXPECT_STREQ(status.message(), "the inertia matrix is singular here");
  const auto message = [&](auto call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  const std::string in_place = message([&] { arm.fd(v, v, v, work, y); });
  EXPECT_EQ(in_place, message([&] { (void)arm.fd(v, v, v); }));
  EXPECT_NE(in_place.find("joint 3 (counted from 1) has no articulated-body inertia"), std::string::npos)
      << in_place;
}

// Negative moments of inertia, as Saha prints them: M has factors U D Uᵀ, but D^½ does not exist.
TEST(TryCalls, ReportAnIndefiniteMWhereASquareRootIsNeeded) {
  const VectorXd q = VectorXd::Zero(6), ones = VectorXd::Ones(6);
  for (const Arm& arm : {Arm::load("puma560_002"), Arm::load("puma560_002").with_motors()}) {
    Workspace work(arm);
    for (const Quantity quantity : {Quantity::nu, Quantity::cnu, Quantity::eps, Quantity::nu_rate}) {
      const std::string name(info(quantity).name);
      const At at = {.q = q, .qd = ones, .tau = ones};
      std::vector<double> y(size_of(quantity, 6));
      const Result<double> out(quantity, 6, y);
      const Status status = arm.try_eval(quantity, at, work, out);
      EXPECT_EQ(status.code, StatusCode::not_positive) << name;
      EXPECT_STREQ(status.message(), "the inertia matrix is not positive definite here");
      const auto message = [&](auto call) -> std::string {
        try {
          call();
        } catch (const Error& e) {
          return e.problem() + ": " + e.given();
        }
        return "no error";
      };
      const std::string in_place = message([&] { arm.eval(quantity, at, work, out); });
      EXPECT_EQ(in_place,
                "the inertia matrix of 'PUMA (Saha, Table II, as printed)' is not positive definite here: "
                "joint 4 (counted from 1) has the pivot d_4 = -0.201, which has no square root")
          << name;
      EXPECT_EQ(message([&] { (void)arm.eval(quantity, at); }), in_place) << name;
    }
    for (const Quantity quantity : {Quantity::xi, Quantity::cxi, Quantity::fd}) {
      std::vector<double> y(size_of(quantity, 6));
      EXPECT_TRUE(
          arm.try_eval(quantity, {.q = q, .qd = ones, .tau = ones}, work, Result<double>(quantity, 6, y))
              .ok());
    }
  }
  const Arm arm = Arm::load("puma560_002");
  EXPECT_THROW((void)arm.eval(Quantity::fd, {.q = q, .qd = ones, .tau = ones}, "quasi_velocity_nu"), Error);
  EXPECT_NO_THROW((void)arm.eval(Quantity::fd, {.q = q, .qd = ones, .tau = ones}, "aba"));
}

}  // namespace
}  // namespace catena::test
