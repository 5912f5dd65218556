// SPDX-License-Identifier: Apache-2.0
// Arm::with_payload and with_gravity: the same as a robot that was given them, in the same workspace.
#include <gtest/gtest.h>

#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEps = 2.2e-16;

const char* const kSpecs[] = {"chain:1", "chain:2", "chain:7", "mixed:6:2", "mixed:13:3", "chain:30"};

Payload some_payload(Random& random) {
  const double m = random(0.5, 5);
  return {m,
          {random(-0.2, 0.2), random(-0.2, 0.2), random(0, 0.3)},
          {0.02 * m, 0.025 * m, 0.03 * m, 0.002 * m, -0.001 * m, 0.003 * m}};
}

// A fixed link at the end of the table: another way through the model.
Robot with_fixed_link(Robot robot, const Payload& p) {
  RobotLink link;
  link.joint = JointKind::fixed;
  link.mass = p.mass, link.com = p.com, link.inertia = p.inertia;
  robot.links.push_back(link);
  return robot;
}

struct States {
  VectorXd q, qd, qdd, tau;
  explicit States(int n, std::uint64_t seed = 7) {
    Random random(seed);
    const auto next = [&] {
      const std::vector<double> v = random.vector(n, -1.5, 1.5);
      return VectorXd(Eigen::Map<const VectorXd>(v.data(), n));
    };
    q = next(), qd = next(), qdd = next(), tau = next();
  }
  At at() const { return {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .v = qdd}; }
};

bool can_compare(const QuantityInfo& quantity) { return !quantity.needs(Input::wrenches); }

// The largest difference of all quantities, relative to their largest elements and the condition of M.
double difference(const Arm& a, const Arm& b, const States& s) {
  double worst = 0;
  const MatrixXd M = a.inertia(s.q);
  const double condition = M.norm() * a.inertia_inverse(s.q).norm();
  for (const QuantityInfo& quantity : kQuantities) {
    if (!can_compare(quantity)) continue;
    const std::vector<MatrixXd> x = a.eval(quantity.quantity, s.at()), y = b.eval(quantity.quantity, s.at());
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double scale = std::max(1.0, x[k].cwiseAbs().maxCoeff()) * (quantity.divides() ? condition : 1);
      worst = std::max(worst, (x[k] - y[k]).cwiseAbs().maxCoeff() / scale);
    }
  }
  return worst;
}

TEST(Payload, IsTheSameAsAFixedLinkBehindTheLast) {
  for (const char* spec : kSpecs)
    for (const Convention convention : {Convention::standard, Convention::modified}) {
      Robot robot = generate_robot(spec);
      robot.convention = convention;
      Random random(5);
      const Payload p = some_payload(random);
      const Arm arm(robot);
      const States s(arm.dof());
      const double tolerance = 256 * kEps * arm.dof() * arm.dof();
      EXPECT_LE(difference(Arm(with_fixed_link(robot, p)), arm.with_payload(p), s), tolerance) << spec;
      EXPECT_GT(difference(arm, arm.with_payload(p), s), 1e-6) << spec;

      Robot holding = robot;  // comes in addition to the robot's own
      holding.payload = some_payload(random);
      EXPECT_LE(difference(Arm(with_fixed_link(holding, p)), Arm(holding).with_payload(p), s), tolerance)
          << spec;
      EXPECT_LE(
          difference(Arm(Arm(holding).with_payload(p).changed_robot()), Arm(holding).with_payload(p), s),
          tolerance)
          << spec;
    }
}

TEST(Payload, ReplacesThatOfAnEarlierCallAndIsRemovedByNone) {
  Random random(6);
  const Arm arm(generate_robot("mixed:6:2"));
  const States s(6);
  const Payload p = some_payload(random), other = some_payload(random);
  EXPECT_EQ(difference(arm.with_payload(p).with_payload(other), arm.with_payload(other), s), 0);
  EXPECT_EQ(difference(arm.with_payload(p).with_payload({}), arm, s), 0);
  const Arm loaded = arm.with_payload(p);
  EXPECT_EQ(loaded.payload().mass, p.mass);
  EXPECT_EQ(&loaded.robot(), &arm.robot());  // shared
}

TEST(Payload, MayChangeInOneWorkspace) {
  for (const char* spec : kSpecs) {
    Random random(8);
    const Arm arm(generate_robot(spec));
    const int n = arm.dof();
    const States s(n);
    Workspace work(arm);
    Arm changing = arm;
    for (int k = 0; k < 5; ++k) {
      Payload p = k == 2 ? Payload{} : some_payload(random);
      if (k == 4)
        p.mass *= 1e7;  // so heavy that M is ill-conditioned, which the bounds of the pivots must tell
      changing.set_payload(p);
      ASSERT_TRUE(changing.fits(work));
      const Arm fresh = arm.with_payload(p);
      Workspace own(fresh);
      for (const QuantityInfo& quantity : kQuantities) {
        if (!can_compare(quantity)) continue;
        std::vector<double> x(size_of(quantity.quantity, n)), y(x.size());
        changing.eval(quantity.quantity, s.at(), work, Result<double>(quantity.quantity, n, x));
        fresh.eval(quantity.quantity, s.at(), own, Result<double>(quantity.quantity, n, y));
        EXPECT_EQ(x, y) << spec << ' ' << quantity.name << ' ' << k;
      }
    }
  }
}

TEST(Payload, IsPartOfTheChecksOfM) {
  Robot robot = generate_robot("chain:3");
  RobotLink& last = robot.links.back();  // without mass: M is singular
  last.mass = 0, last.com = Vec3<double>::zero(), last.inertia = Sym3<double>::zero();
  Arm arm(robot);
  Workspace work(arm);
  const States s(3);
  VectorXd qdd(3);
  EXPECT_EQ(arm.try_fd(s.q, s.qd, s.tau, work, qdd).code, StatusCode::singular);
  arm.set_payload(
      {1e-9, {0.01, 0.01, 0.02}, {1e-13, 1e-13, 1e-13, 0, 0, 0}});  // 1e-9 of the arm: its own scale
  EXPECT_TRUE(arm.try_fd(s.q, s.qd, s.tau, work, qdd).ok());
  EXPECT_LE((arm.id(s.q, s.qd, qdd) - s.tau).norm(), 1e-6);
  arm.set_payload({});
  EXPECT_EQ(arm.try_fd(s.q, s.qd, s.tau, work, qdd).code, StatusCode::singular);
  EXPECT_THROW(arm.fd(s.q, s.qd, s.tau, work, qdd), Error);
}

TEST(Payload, ThatCannotExistIsRefused) {
  const Arm arm(generate_robot("chain:3"));
  const auto error_of = [&](const Payload& p) -> std::string {
    try {
      (void)arm.with_payload(p);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::model);
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of({-1}), "with_payload: mass is negative\n  given   mass -1 kg\n  need    0 or more");
  EXPECT_EQ(error_of({1, {0, NAN, 0}}),
            "with_payload: 'com' is not finite\n  given   nan\n  need    a finite number");
  EXPECT_EQ(error_of({1, {0, 0, 0}, {1, 1, 3, 0, 0, 0}}),
            "with_payload: inertia is not physically possible\n  given   principal moments 1, 1, 3 kg m²\n"
            "  need    the two smaller moments to sum to at least the largest (1 + 1 = 2 < 3)");
}

TEST(Gravity, MayChangeInOneWorkspace) {
  const Arm arm(generate_robot("mixed:6:2"));
  const States s(6);
  Workspace work(arm);
  VectorXd tau(6);
  const Eigen::Vector3d g(1, -2, 3);
  Robot robot = arm.robot();
  robot.gravity = {1, -2, 3};
  arm.with_gravity(g).id(s.q, s.qd, s.qdd, work, tau);
  EXPECT_EQ(tau, Arm(robot).id(s.q, s.qd, s.qdd));
  arm.id(s.q, s.qd, s.qdd, work, tau);
  EXPECT_EQ(tau, arm.id(s.q, s.qd, s.qdd));
  Arm changing = arm;
  changing.set_gravity(g);
  EXPECT_EQ(changing.gravity_acceleration(), g);
  EXPECT_EQ(changing.changed_robot().gravity.z, 3);
}

}  // namespace
}  // namespace catena::test
