// SPDX-License-Identifier: Apache-2.0
// Scenario files: every key takes effect; the built-in scenarios, with every run of papers 002 and 004.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numbers>

#include "catena/io/load.hpp"
#include "catena/sim/cycloid.hpp"
#include "catena/sim/pid_control.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/sim/trapezoid.hpp"
#include "support/algebra.hpp"
#include "support/json.hpp"

namespace catena::test {
namespace {

using sim::Scenario;

constexpr double kDegree = std::numbers::pi / 180;

sim::Setup prepared(const std::string& text) { return sim::prepare(sim::parse_scenario(text, "a.toml")); }

VectorXd torque(sim::Setup& setup, double t, const VectorXd& q, const VectorXd& qd) {
  VectorXd tau(setup.arm.dof());
  setup.drive->torque(t, q, qd, tau);
  return tau;
}

// The largest |q_d - q| up to a time.
double deviation(const sim::Setup& setup, const sim::Run& run, double until) {
  double far = 0;
  sim::JointMotion want(setup.arm.dof());
  for (std::size_t k = 0; k < run.time.size() && run.time[k] <= until; ++k) {
    setup.desired->at(run.time[k], want);
    far = std::max(far, (want.q - run.q[k]).cwiseAbs().maxCoeff());
  }
  return far;
}

sim::Run simulated(sim::Setup& setup) {
  return sim::simulate(setup.arm, setup.start, *setup.drive, setup.options);
}

TEST(Scenarios, OfAnUnknownNameAreRefusedWithTheRule) {
  try {
    sim::load_scenario("nosuch");
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              "scenario 'nosuch': no such scenario\n  need    the name of one of the " +
                  std::to_string(sim::scenarios().size()) + " scenarios built in, or a file (.toml)");
  }
}

TEST(Scenario, OfTwoLinesIsAFreeFallFromZero) {
  sim::Setup setup = prepared("scenario = 1\nrobot = \"planar2\"\n");
  EXPECT_EQ(setup.arm.name(), "Planar 2R");
  EXPECT_EQ(setup.start.q, VectorXd::Zero(2));
  EXPECT_EQ(setup.start.qd, VectorXd::Zero(2));
  EXPECT_EQ(setup.options.duration, 10);
  EXPECT_EQ(torque(setup, 1, VectorXd::Ones(2), VectorXd::Ones(2)), VectorXd::Zero(2));
}

TEST(Scenario, SetsEveryOption) {
  const Scenario s = sim::parse_scenario(R"(
scenario = 1
name = "all"
source = "here"
robot = "chain:3"
duration = 4
gravity = [0, -1, 2]
rotors = true
tip = [1, 2, 3, 4, 5, 6]
[initial]
q = [1, 2, 3]
qd = [4, 5, 6]
[integrator]
name = "bdf"
method = "crba"
rtol = 1e-4
atol = 1e-5
step = 0.002
max_steps = 77
[limits]
at = "bounce"
restitution = 0.25
stiffness = 5
damping = 6
[friction]
smoothing = 0.5
[payload]
mass = 2
com = [0.1, 0.2, 0.3]
[output]
step = 0.1
times = [0, 1, 2]
file = "x.csv"
)",
                                         "a.toml");
  const sim::Options& o = s.options;
  EXPECT_EQ(s.name, "all");
  EXPECT_EQ(s.source, "here");
  EXPECT_EQ(s.output, "x.csv");
  EXPECT_EQ(o.duration, 4);
  EXPECT_EQ(o.integrator, "bdf");
  EXPECT_EQ(o.method, "crba");
  EXPECT_EQ(o.rtol, 1e-4);
  EXPECT_EQ(o.atol, 1e-5);
  EXPECT_EQ(o.step, 0.002);
  EXPECT_EQ(o.max_steps, 77);
  EXPECT_EQ(o.at_limit, sim::AtLimit::bounce);
  EXPECT_EQ(o.restitution, 0.25);
  EXPECT_EQ(o.stiffness, 5);
  EXPECT_EQ(o.damping, 6);
  EXPECT_TRUE(o.friction);
  EXPECT_TRUE(o.rotors);
  EXPECT_EQ(o.smoothing, 0.5);
  EXPECT_EQ(o.sample, 0.1);
  EXPECT_EQ(o.sample_times, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(o.tip.ang.y, 2);
  EXPECT_EQ(o.tip.lin.z, 6);
  const sim::Setup setup = sim::prepare(s);
  EXPECT_EQ(setup.start.q, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(setup.start.qd, Eigen::Vector3d(4, 5, 6));
  EXPECT_EQ(setup.arm.gravity_acceleration(), Eigen::Vector3d(0, -1, 2));
  EXPECT_EQ(setup.arm.robot().payload->mass, 2);
}

TEST(Scenario, TakesDegreesOfJointsThatTurnOnly) {
  const sim::Setup setup = prepared(
      "scenario = 1\nrobot = \"stanford_002\"\nangle_unit = \"deg\"\n"
      "[initial]\nq = [90, 0, 0.5, 0, 0, 180]\nqd = [1, 1, 1, 1, 1, 1]\n");
  EXPECT_NEAR(setup.start.q[0], 90 * kDegree, 1e-15);
  EXPECT_EQ(setup.start.q[2], 0.5) << "metres";
  EXPECT_NEAR(setup.start.q[5], std::numbers::pi, 1e-15);
  EXPECT_NEAR(setup.start.qd[0], kDegree, 1e-15);
  EXPECT_EQ(setup.start.qd[2], 1);
}

constexpr const char* kPath =
    "scenario = 1\nrobot = \"planar2\"\n[initial]\nq = [0.1, 0.2]\n"
    "[trajectory]\nkind = \"quintic\"\nto = [1, 2]\nduration = 3\n";

TEST(Scenario, FollowsATrajectoryFromWhereTheArmIs) {
  sim::Setup setup = prepared(std::string(kPath) + "[drive]\nkind = \"feed_forward\"\n");
  EXPECT_EQ(setup.options.duration, 3) << "as long as the trajectory";
  sim::JointMotion motion(2);
  setup.desired->at(0, motion);
  EXPECT_EQ(motion.q, Eigen::Vector2d(0.1, 0.2));
  setup.desired->at(1, motion);
  EXPECT_EQ(torque(setup, 1, VectorXd::Zero(2), VectorXd::Zero(2)),
            setup.arm.id(motion.q, motion.qd, motion.qdd));
}

TEST(Scenario, MakesEveryController) {
  const VectorXd q = Eigen::Vector2d(0.3, -0.4), qd = Eigen::Vector2d(1, 2);
  const auto drive = [&](const std::string& lines) {
    sim::Setup setup = prepared(std::string(kPath) + "[drive]\n" + lines);
    return torque(setup, 1, q, qd);
  };
  sim::Setup setup = prepared(kPath);
  sim::JointMotion m(2);
  setup.desired->at(1, m);
  const Arm& arm = setup.arm;
  const VectorXd e = m.q - q, ed = m.qd - qd;
  const VectorXd pd = 7 * e + Eigen::Vector2d(1, 3).cwiseProduct(ed);
  EXPECT_LT((drive("kind = \"pd\"\nkp = 7\nkd = [1, 3]\n") - pd).norm(), 1e-12);
  EXPECT_LT((drive("kind = \"pd_gravity\"\nkp = 7\nkd = [1, 3]\n") - pd - arm.gravity(q)).norm(), 1e-12);
  EXPECT_LT((drive("kind = \"computed_torque\"\nkp = 7\nkd = [1, 3]\n") - arm.id(q, qd, m.qdd + pd)).norm(),
            1e-12);
  EXPECT_EQ(drive("kind = \"constant\"\ntau = [3, 4]\n"), Eigen::Vector2d(3, 4));
  const VectorXd xi = drive("kind = \"quasi_velocity\"\nlambda = 2\nk = [3, 4]\n");
  const VectorXd nu = drive("kind = \"quasi_velocity\"\nvariable = \"nu\"\nlambda = 2\nk = [3, 4]\n");
  EXPECT_TRUE(xi.allFinite());
  EXPECT_GT((xi - nu).norm(), 1e-3);
}

TEST(Scenario, MakesEveryTrajectory) {
  const auto path = [](const std::string& lines) {
    return prepared("scenario = 1\nrobot = \"planar2\"\nangle_unit = \"deg\"\n[trajectory]\n" + lines)
        .desired;
  };
  const auto cycloid = path("kind = \"cycloid\"\nto = [90, 180]\nduration = 2\n");
  const auto trapezoid =
      path("kind = \"trapezoid\"\nfrom = [0, 0]\nto = [90, 180]\nvelocity = 90\nacceleration = [180, 180]\n");
  const auto waypoints =
      path("kind = \"waypoints\"\ntimes = [0, 1, 3]\npoints = [[0, 0], [90, 10], [45, 20]]\n");
  sim::JointMotion m(2);
  cycloid->at(1, m);
  EXPECT_LT((m.q - Eigen::Vector2d(45, 90) * kDegree).norm(), 1e-14);
  EXPECT_NEAR(trapezoid->duration(), 2.5, 1e-12) << "180 degrees at 90 a second, half a second to get there";
  waypoints->at(1, m);
  EXPECT_LT((m.q - Eigen::Vector2d(90, 10) * kDegree).norm(), 1e-14);
  EXPECT_EQ(waypoints->duration(), 3);
}

// --- built-in ones ---------------------------------------------------------------------------------------------

TEST(BuiltInScenarios, AreWholeAndHaveNamesOfTheirOwn) {
  const std::vector<std::string> stems = sim::scenarios(), robots = catalogue();
  EXPECT_GE(stems.size(), 17u);
  for (const std::string& stem : stems) {
    EXPECT_EQ(std::count(robots.begin(), robots.end(), stem), 0) << "a robot is called so too";
    const Scenario scenario = sim::load_scenario(stem);
    EXPECT_FALSE(scenario.source.empty()) << stem;
    const sim::Setup setup = sim::prepare(scenario);
    EXPECT_EQ(setup.options.duration, stem == "ur5e_pick_and_place" ? 8 : 10) << stem;
    EXPECT_TRUE(sim::names_scenario(stem));
  }
  EXPECT_FALSE(sim::names_scenario("puma560"));
  EXPECT_FALSE(sim::names_scenario("chain:6"));
}

Json golden(const std::string& stem) {
  std::ifstream file(CATENA_TEST_DATA "/golden/" + stem + ".json");
  return Json::parse({std::istreambuf_iterator<char>(file), {}});
}

VectorXd vector(const Json& json) {
  const std::vector<double> v = json.numbers();
  return Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

class TorquesOfScenario : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(TorquesOfScenario, AreThoseOfTheGoldenData) {
  const auto& [stem, data] = GetParam();
  sim::Setup setup = sim::prepare(sim::load_scenario(stem));
  const Json want = golden(data);
  const std::vector<double> times = want["t"].numbers();
  ASSERT_EQ(times.size(), 101u);
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_LT((torque(setup, times[k], setup.start.q, setup.start.qd) - vector(want["tau"][k]))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-9)
        << "t = " << times[k];
}

INSTANTIATE_TEST_SUITE_P(Papers, TorquesOfScenario,
                         testing::Values(std::pair{"planar3_forced", "sim_planar3_forced_torques"},
                                         std::pair{"stanford_forced", "sim_stanford_002_forced_torques"},
                                         std::pair{"puma_forced", "sim_puma_002_abs_forced_torques"},
                                         std::pair{"rp_cycloid", "inv_004_rp"},
                                         std::pair{"pr_cycloid", "inv_004_pr"},
                                         std::pair{"rtx_cycloid", "fig6_004_rtx"},
                                         std::pair{"stanford_004_cycloid", "fig6_004_stanford_r_printed"},
                                         std::pair{"stanford_004_r002_cycloid", "fig6_004_stanford_r_002"}),
                         [](const auto& tested) { return std::string(tested.param.first); });

// The path of the paper's forced simulation, ten seconds long.
TEST(BuiltInScenarios, FollowThePathUnderControlWhereOpenLoopCannot) {
  sim::Setup open = sim::prepare(sim::load_scenario("stanford_forced"));
  open.options.rtol = open.options.atol = 1e-12;
  const sim::Run lost = simulated(open);
  EXPECT_EQ(lost.end, sim::End::complete);
  EXPECT_LT(deviation(open, lost, 2), 1e-6) << "it begins well";
  EXPECT_GT(deviation(open, lost, 10), 1) << "no integrator can follow it in double precision";
  for (const char* stem : {"stanford_computed_torque", "stanford_quasi_velocity", "puma_computed_torque",
                           "puma_quasi_velocity"}) {
    sim::Setup setup = sim::prepare(sim::load_scenario(stem));
    const sim::Run run = simulated(setup);
    EXPECT_EQ(run.end, sim::End::complete) << stem;
    EXPECT_LT(deviation(setup, run, 10), 1e-6) << stem;
    EXPECT_LT(run.largest_imbalance(), 1e-7) << stem;
  }
}

TEST(BuiltInScenarios, DecoupleTheQuasiVelocitiesInASimulation) {
  Scenario scenario = sim::load_scenario("puma_quasi_velocity");
  scenario.drive.k = {1, 2, 3, 4, 5, 6};
  scenario.options.duration = 1;
  scenario.q = {5, -5, 5, -5, 5, -5};  // degrees off the path
  sim::Setup setup = sim::prepare(scenario);
  auto& control = dynamic_cast<sim::QuasiVelocityControl&>(*setup.drive);
  const sim::Run run = simulated(setup);
  VectorXd first(6), s(6);
  control.deviation(0, run.q[0], run.qd[0], first);
  for (const std::size_t k : {std::size_t{30}, std::size_t{100}}) {
    control.deviation(run.time[k], run.q[k], run.qd[k], s);
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(s[i], first[i] * std::exp(-(i + 1) * run.time[k]), 1e-7) << "quasi-velocity " << i;
  }
}

constexpr const char* kPid = R"(
scenario = 1
robot = "planar3"
duration = 1
[trajectory]
kind = "cycloid"
to = [0.8, 0.8, 0.8]
duration = 0.8
[integrator]
rtol = 1e-9
atol = 1e-9
[drive]
kind = "pid"
kp = 20
ki = 10
kd = [2, 2, 2]
)";

// The keys of a PID controller, against the same controller made in C++.
TEST(Scenario, RunsAPidControllerWithAndWithoutAPeriod) {
  const auto gains = [](double k) { return VectorXd::Constant(3, k); };
  const sim::PidGains all = {gains(20), gains(10), gains(2)};
  sim::Setup digital =
      prepared(std::string(kPid) + "period = 0.01\nphase = 0.005\ndelay = 0.002\nhold = \"ramp\"\n");
  sim::DigitalControl control(
      std::make_shared<sim::DigitalPid>(digital.arm, digital.desired, all, 0.01),
      {.period = 0.01, .phase = 0.005, .delay = 0.002, .hold = sim::DigitalControl::Hold::ramp});
  const sim::Run run = simulated(digital);
  EXPECT_EQ(run.end, sim::End::complete);
  EXPECT_EQ(run.q.matrix(), sim::simulate(digital.arm, digital.start, control, digital.options).q.matrix());
  EXPECT_EQ(dynamic_cast<sim::DigitalControl&>(*digital.drive).calls(), 100);

  sim::Setup continuous = prepared(kPid);
  sim::PidControl pid(continuous.arm, continuous.desired, all);
  EXPECT_EQ(simulated(continuous).q.matrix(),
            sim::simulate(continuous.arm, continuous.start, pid, continuous.options).q.matrix());
}

TEST(Scenario, LimitsTheTorquesOfMotorsAndTheirRates) {
  sim::Setup free = prepared(kPid),
             limited = prepared(std::string(kPid) + "max_torque = [4, 3, 2]\nmax_rate = 50\n");
  EXPECT_GT(simulated(free).tau.matrix().row(0).cwiseAbs().maxCoeff(), 4.5);
  const sim::Run run = simulated(limited);
  EXPECT_EQ(run.end, sim::End::complete);
  for (int i = 0; i < 3; ++i) EXPECT_LE(run.tau.matrix().row(i).cwiseAbs().maxCoeff(), 4 - i + 1e-9);
  for (std::size_t k = 1; k < run.time.size(); ++k)
    EXPECT_LE((run.tau[k] - run.tau[k - 1]).cwiseAbs().maxCoeff(), 50 * 0.01 + 1e-6);
}

// Does det M change its sign on the path between these times? Then where.
double singular_time(const sim::Setup& setup, double begin, double end) {
  const auto sign = [&](double t) {
    sim::JointMotion m(setup.arm.dof());
    setup.desired->at(t, m);
    return eigenvalues(setup.arm.inertia(m.q)).prod() > 0;
  };
  EXPECT_NE(sign(begin), sign(end));
  while (end - begin > 1e-9) (sign(0.5 * (begin + end)) == sign(begin) ? begin : end) = 0.5 * (begin + end);
  return begin;
}

TEST(BuiltInScenarios, StopWhereThePrintedPumaLosesItsInertia) {
  sim::Setup setup = sim::prepare(sim::load_scenario("puma_printed_forced"));
  const double where = singular_time(setup, 4, 5);
  EXPECT_NEAR(where, 4.72, 0.005);
  const sim::Run run = simulated(setup);
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_NEAR(run.end_time, where, 0.005);
  EXPECT_THAT(run.failure->what(), testing::HasSubstr("becomes singular at t = 4.71"));
  EXPECT_GT(run.time.size(), 470u) << "what there is is kept";
}

}  // namespace
}  // namespace catena::test
