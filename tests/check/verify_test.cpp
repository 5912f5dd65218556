// SPDX-License-Identifier: Apache-2.0
// verify: passes on arms that are right, fails on methods that are wrong.
#include "catena/check/verify.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/rows/row.hpp"
#include "catena/io/load.hpp"
#include "support/golden.hpp"

namespace catena::test {
namespace {

VerifyOptions states(int n) { return {.states = n, .seed = 1, .tolerance = {}}; }

std::string failures(const Verification& v) {
  std::string out;
  for (const Residual& r : v.residuals)
    if (r.outcome == Outcome::fail) out += r.check + " by " + r.method + "\n";
  return out + v.singular;
}

const Residual* find(const Verification& v, const std::string& check, const std::string& method) {
  for (const Residual& r : v.residuals)
    if (r.check == check && r.method == method) return &r;
  return nullptr;
}

TEST(Verify, PassesOnEveryGoldenRobot) {
  for (const Golden& g : all_golden()) EXPECT_EQ(failures(verify(g.robot, states(5))), "") << g.file;
}

TEST(Verify, PassesOnTheWholeCatalogue) {
  for (const std::string& stem : catalogue()) {
    Notes notes;
    EXPECT_EQ(failures(verify(load_robot(stem, notes), states(20))), "") << stem;
  }
}

TEST(Verify, PassesOnGeneratedRobotsOfAnySize) {
  for (const std::string spec : {"chain:1", "mixed:1:2", "chain:2", "mixed:4", "chain:30", "mixed:30:2",
                                 "snake:60", "planar:1", "planar:12"})
    EXPECT_EQ(failures(verify(generate_robot(spec), states(5))), "") << spec;
}

TEST(Verify, CoversTheStatesSoFarWhenItIsEnded) {
  const Robot robot = generate_robot("mixed:4");
  std::vector<double> seen;
  const Verification ended = verify(robot, states(10), [&](const Advance& to) {
    seen.push_back(to.done);
    EXPECT_EQ(to.of, 10);
    return to.done < 3;
  });
  EXPECT_EQ(seen, (std::vector<double>{1, 2, 3}));
  const Verification three = verify(robot, states(3));
  EXPECT_EQ(ended.states, 3);
  EXPECT_EQ(ended.condition, three.condition);
  ASSERT_EQ(ended.residuals.size(), three.residuals.size());
  for (std::size_t k = 0; k < ended.residuals.size(); ++k)
    EXPECT_EQ(ended.residuals[k].worst, three.residuals[k].worst) << ended.residuals[k].check;
}

TEST(Verify, PassesOnSlidesOnly) {
  Robot robot = generate_robot("chain:4");
  for (RobotLink& link : robot.links) link.joint = JointKind::prismatic;
  EXPECT_EQ(failures(verify(robot, states(10))), "");
}

TEST(Verify, PassesWithoutGravityWithFixedRowsAndPayload) {
  Robot robot = generate_robot("chain:5");
  robot.gravity = {0, 0, 0};
  robot.links[0].joint = robot.links[3].joint = JointKind::fixed;
  robot.payload = Payload{2, {0.1, 0, 0.2}};
  EXPECT_EQ(failures(verify(robot, states(10))), "");
}

TEST(Verify, ComparesEveryMethodOfTheRegistry) {
  const Verification v = verify(generate_robot("chain:3"), states(1));
  for (const Method<double>& m : methods<double>()) {
    const bool listed = std::any_of(v.residuals.begin(), v.residuals.end(),
                                    [&](const Residual& r) { return r.method == m.name; });
    EXPECT_TRUE(listed) << info(m.quantity).name << " by " << m.name;
  }
}

TEST(Verify, SkipsTheCubeOfLongChainsAndSaysSo) {
  const Verification v = verify(generate_robot("chain:31"), states(1));
  const Residual* r = find(v, "christoffel", "rnea_polar");
  ASSERT_NE(r, nullptr);
  EXPECT_EQ(r->outcome, Outcome::skipped);
  EXPECT_EQ(r->note, "n > 30");
  EXPECT_TRUE(v.ok());
}

TEST(Verify, GivesTheSameNumbersForTheSameSeed) {
  const Robot robot = generate_robot("mixed:6");
  const Verification a = verify(robot, states(5)), b = verify(robot, states(5));
  ASSERT_EQ(a.residuals.size(), b.residuals.size());
  for (std::size_t i = 0; i < a.residuals.size(); ++i) EXPECT_EQ(a.residuals[i].worst, b.residuals[i].worst);
}

// --- wrong methods are caught
// ----------------------------------------------------------------------------------

using rows::NoWork;
using rows::row;
using Out = const Result<double>&;

Verification with(const Method<double>& wrong) {
  std::vector<Method<double>> list(library_methods().begin(), library_methods().end());
  list.push_back(wrong);
  return verify(generate_robot("chain:6"), states(5), list);
}

TEST(Verify, CatchesAWrongInertiaMatrix) {
  const Verification v = with(row<double>(Quantity::inertia, "wrong", "",
                                          [](const auto& arm, const auto& x, const auto&, NoWork&, Out out) {
                                            crba(arm, x, out.matrix());
                                            out.matrix()(1, 0) *= 1 + 1e-9;
                                          }));
  EXPECT_EQ(failures(v), "inertia by wrong\nM symmetric by wrong\n");
  EXPECT_FALSE(v.ok());
}

TEST(Verify, CatchesACoriolisMatrixThatIsNotChristoffels) {
  // C + S with S qd = 0 has the right bias, and dM/dt - 2C is no longer skew
  const Verification v = with(row<double, CoriolisWork<double>>(
      Quantity::coriolis, "wrong", "",
      [](const auto& arm, const auto& x, const auto& s, auto& work, Out out) {
        coriolis<double>(arm, x, s.qd, work, out.matrix());
        out.matrix()(0, 0) += 1e-6 * s.qd[1];
        out.matrix()(0, 1) -= 1e-6 * s.qd[0];
      }));
  EXPECT_EQ(failures(v), "coriolis by wrong\ndM/dt - 2C skew by wrong\n");
}

TEST(Verify, CatchesInverseDynamicsWithoutCentrifugalForces) {
  const Verification v = with(row<double, RneaWork<double>>(
      Quantity::id, "wrong", "", [](const auto& arm, const auto& x, const auto& s, auto& work, Out out) {
        const std::vector<double> none(s.q.size(), 0.0);
        rnea<double>(arm, x, none, s.qdd, s.gravity, s.tip, work, out.vector());
      }));
  EXPECT_EQ(failures(v), "id by wrong\npower = dE/dt by wrong\nd id/dq difference by wrong\n");
}

TEST(Verify, CatchesForwardDynamicsThatForgetsGravity) {
  const Verification v = with(row<double, AbaWork<double>>(
      Quantity::fd, "wrong", "", [](const auto& arm, const auto& x, const auto& s, auto& work, Out out) {
        aba<double>(arm, x, s.qd, s.tau, Vec3<double>::zero(), s.tip, work, out.vector());
      }));
  EXPECT_EQ(failures(v), "fd by wrong\nfd(id(qdd)) = qdd by wrong\n");
}

TEST(Verify, CatchesAWrongReferenceByTheIdentities) {
  std::vector<Method<double>> list = {row<double>(
      Quantity::gravity, "wrong", "", [](const auto&, const auto&, const auto&, NoWork&, Out out) {
        std::fill(out.vector().begin(), out.vector().end(), 1.0);
      })};
  EXPECT_EQ(failures(verify(generate_robot("chain:3"), states(2), list)), "g = dV/dq by wrong\n");
}

TEST(Verify, TakesNoNumberForAFailure) {
  const auto wrong = [](auto run) { return row<double>(Quantity::bias, "wrong", "", run); };
  for (const Method<double>& method :
       {wrong([](const auto&, const auto&, const auto&, NoWork&, Out out) { out.number() = NAN; }),
        wrong([](const auto&, const auto&, const auto&, NoWork&, Out out) { out.number() = INFINITY; }),
        wrong([](const auto&, const auto&, const auto&, NoWork&, Out) {})}) {  // writes nothing
    const Verification v = with(method);
    const Residual* r = find(v, "bias", "wrong");
    ASSERT_NE(r, nullptr);
    EXPECT_EQ(r->outcome, Outcome::fail);
    EXPECT_FALSE(std::isfinite(r->worst));
    EXPECT_EQ(failures(v), "bias by wrong\n");
  }
}

// --- models that cannot be solved
// --------------------------------------------------------------------------------

TEST(Verify, NamesTheJointOfASingularModel) {
  Robot robot = generate_robot("chain:3");
  robot.links[2].mass = 0;
  robot.links[2].inertia = Sym3<double>::zero();
  const Verification v = verify(robot, states(3));
  EXPECT_FALSE(v.ok());
  EXPECT_EQ(v.singular.substr(v.singular.find("makes")),
            "makes M singular because it has neither mass nor inertia");
  const Residual* fd = find(v, "fd", "crba_udu");
  ASSERT_NE(fd, nullptr);
  EXPECT_EQ(fd->outcome, Outcome::fail);
  EXPECT_EQ(fd->note, "M is singular");
  EXPECT_EQ(find(v, "id", "crba_coriolis")->outcome, Outcome::ok);
}

TEST(Verify, AllowsAnIndefiniteMatrixOnlyIfTheFileDoes) {
  Notes notes;
  Robot robot = load_robot("puma560_002", notes);
  Verification v = verify(robot, states(5));
  EXPECT_TRUE(v.ok());
  EXPECT_EQ(find(v, "M positive definite", "crba")->outcome, Outcome::allowed);
  robot.allow_nonphysical = false;
  v = verify(robot, states(5));
  EXPECT_EQ(failures(v), "M positive definite by crba\n");
}

TEST(Verify, RefusesWhatMakesNoSense) {
  EXPECT_THROW(verify(generate_robot("chain:3"), states(0)), Error);
  EXPECT_THROW(verify(Robot{}, states(1)), Error);
}

}  // namespace
}  // namespace catena::test
