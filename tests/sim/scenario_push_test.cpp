// SPDX-License-Identifier: Apache-2.0
// [[push]] of scenario files: what is read, and what is refused.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/sim/scenario.hpp"

namespace catena::test {
namespace {

constexpr const char* kHead =
    "scenario = 1\nrobot = \"puma560\"\nduration = 0.3\n[integrator]\nrtol = 1e-10\natol = 1e-10\n";  // 6 lines

sim::Setup prepared(const std::string& lines) {
  return sim::prepare(sim::parse_scenario(kHead + lines, "a.toml"));
}

std::string message(const std::string& lines) {
  try {
    prepared(lines);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ScenarioPush, IsReadWithAllItsKeys) {
  const sim::Setup setup = prepared(
      "[[push]]\nframe = \"elbow\"\npoint = [0.1, 0.2, 0.3]\nforce = [1, 2, 3]\nmoment = [4, 5, 6]\naxes = "
      "\"frame\"\n"
      "from = 0.1\nuntil = 0.2\n[[push]]\nforce = [7, 8, 9]\n");
  ASSERT_EQ(setup.options.pushes.size(), 2);
  const sim::Push &first = setup.options.pushes[0], &second = setup.options.pushes[1];
  const Frame<double> elbow = setup.arm.frame("elbow"), tool = setup.arm.frame("tool");
  EXPECT_EQ(first.link, elbow.link);
  const Vec3<double> at = elbow.pose * Vec3<double>{0.1, 0.2, 0.3};
  EXPECT_EQ(first.pose.p.x, at.x);
  EXPECT_EQ(first.pose.p.y, at.y);
  EXPECT_EQ(first.pose.p.z, at.z);
  EXPECT_EQ(first.wrench.lin.y, 2);
  EXPECT_EQ(first.wrench.ang.z, 6);
  EXPECT_EQ(first.axes, Axes::frame);
  EXPECT_EQ(first.from, 0.1);
  EXPECT_EQ(first.until, 0.2);
  EXPECT_EQ(second.link, tool.link);
  EXPECT_EQ(second.pose.p.z, tool.pose.p.z);
  EXPECT_EQ(second.wrench.lin.x, 7);
  EXPECT_EQ(second.wrench.ang.x, 0);
  EXPECT_EQ(second.axes, Axes::base_at_frame);
  EXPECT_EQ(second.from, 0);
  EXPECT_TRUE(std::isinf(second.until));
}

// The work of the pushes keeps the energy in balance, and torques Jᵀ f explain the accelerations while they act.
TEST(ScenarioPush, DoesTheWorkThatTheEnergyShows) {
  const sim::Setup setup = prepared(
      "[[push]]\nframe = \"forearm roll\"\npoint = [0.1, 0, 0]\nforce = [0, 20, -30]\nmoment = [1, 0, "
      "2]\nfrom = 0.1\nuntil = 0.2\n");
  const sim::Run run = sim::simulate(setup.arm, setup.start, *setup.drive, setup.options);
  ASSERT_FALSE(run.failure);
  Frame<double> at = setup.arm.frame("forearm roll");
  at.pose.p = at.pose * Vec3<double>{0.1, 0, 0};
  Eigen::Vector<double, 6> w;
  w << 1, 0, 2, 0, 20, -30;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    EXPECT_NEAR(run.imbalance(k), 0, 1e-7);
    const bool acts = run.time[k] >= 0.1 && run.time[k] < 0.2;
    Eigen::VectorXd tau = Eigen::VectorXd::Zero(6);
    if (acts) tau = setup.arm.jacobian(run.q[k], at).transpose() * w;
    const Eigen::VectorXd expected = setup.arm.fd(run.q[k], run.qd[k], tau);
    if (run.time[k] != 0.2 && run.time[k] != 0.1) {  // where the acceleration jumps
      EXPECT_LE((run.qdd[k] - expected).norm(), 1e-6 * (1 + expected.norm())) << run.time[k];
    }
    if (run.time[k] < 0.1) {
      EXPECT_EQ(run.by_tip[k], 0);
    }
  }
  EXPECT_GT(std::abs(run.by_tip.back()), 0.1);
}

struct BadPush {
  const char* name;
  const char* lines;
  const char* message;
};
class BadPushes : public testing::TestWithParam<BadPush> {};
TEST_P(BadPushes, AreReportedWithTheirPlace) { EXPECT_EQ(message(GetParam().lines), GetParam().message); }

INSTANTIATE_TEST_SUITE_P(
    Gallery, BadPushes,
    testing::Values(
        BadPush{"one_pair_of_brackets", "[push]\nforce = [0, 0, 1]\n",
                "a.toml:7:1: 'push' must be an array of tables\n  given   a table\n  need    [[push]], once "
                "for each push\n"
                "  hint    two pairs of brackets"},
        BadPush{"no_wrench", "[[push]]\nframe = \"tool\"\n",
                "a.toml:7:1: push 1: key 'force' is missing\n  need    [fx, fy, fz] in N, for a push without "
                "'moment'"},
        BadPush{"unknown_key", "[[push]]\nforces = [0, 0, 1]\n",
                "a.toml:8:1: push 1: unknown key 'forces'\n  need    one of frame, point, force, moment, "
                "axes, from, until\n"
                "  hint    did you mean 'force'?"},
        BadPush{"two_numbers", "[[push]]\nforce = [0, 1]\n",
                "a.toml:8:9: push 1: 'force' must be an array of 3 numbers\n  given   [0, 1]\n  need    [fx, "
                "fy, fz] in N"},
        BadPush{"not_finite", "[[push]]\nforce = [0, 0, inf]\n",
                "a.toml:8:16: push 1: value 3 of 'force' must be finite\n  given   inf\n  need    [fx, fy, "
                "fz] in N"},
        BadPush{"unknown_frame", "[[push]]\nframe = \"elbo\"\nforce = [0, 0, 1]\n",
                "a.toml:8:9: push 1: there is no frame 'elbo'\n"
                "  need    one of base, waist, shoulder, elbow, forearm roll, wrist bend, wrist roll, tool\n"
                "  hint    did you mean 'elbow'?"},
        BadPush{
            "the_base", "[[push]]\nframe = \"base\"\nforce = [0, 0, 1]\n",
            "a.toml:8:9: push 1: the push acts on the base, which does not move\n  given   the frame 'base'\n"
            "  need    a frame on a moving link; 'catena info ROBOT' lists them"},
        BadPush{"axes", "[[push]]\naxes = \"world\"\nforce = [0, 0, 1]\n",
                "a.toml:8:8: push 1: 'axes' has an unknown value\n  given   the string \"world\"\n  need    "
                "\"base\" or \"frame\""},
        BadPush{"ends_before_it_begins",
                "[[push]]\nforce = [0, 0, 1]\n[[push]]\nforce = [0, 0, 1]\nfrom = 2\nuntil = 1\n",
                "a.toml:12:9: push 2: the push ends before it begins\n  given   1\n  need    more than 2, "
                "when it begins"},
        BadPush{"negative_from", "[[push]]\nforce = [0, 0, 1]\nfrom = -1\n",
                "a.toml:9:8: push 1: 'from' is negative\n  given   -1\n  need    a number of seconds, 0 or "
                "more"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace catena::test
