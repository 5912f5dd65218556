// SPDX-License-Identifier: Apache-2.0
// Quasi-velocities of a run: their definition, and where files have them.
#include "catena/sim/quasi_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/sim/cycloid.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/sim/scenario.hpp"
#include "catena/sim/torque_limit.hpp"
#include "support/json.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

TEST(QuasiSamples, AreFactorsOfMTimesTheVelocitiesWithAndWithoutRotors) {
  const Arm arm = Arm::load("puma560");
  for (const bool rotors : {false, true}) {
    const auto path = std::make_shared<sim::Cycloid>(VectorXd::Zero(6), VectorXd::Ones(6), 1.0);
    const auto control = std::make_shared<sim::QuasiVelocityControl>(arm, path, VectorXd::Constant(6, 5.0),
                                                                     VectorXd::Constant(6, 5.0));
    sim::TorqueLimit drive(control, VectorXd::Constant(6, 1000.0));
    sim::Options options;
    options.duration = 0.2;
    options.sample = 0.05;
    options.rotors = rotors;
    const sim::Run run = sim::simulate(arm, {VectorXd::Zero(6), VectorXd::Constant(6, 0.1)}, drive, options);
    const sim::QuasiSamples quasi = sim::quasi_samples(arm, options, run, drive);
    ASSERT_EQ(quasi.xi.count(), run.time.size());
    ASSERT_EQ(quasi.s.count(), run.time.size()) << "the controller inside the limit";
    const Arm used = rotors ? arm.with_motors() : arm;
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      const VectorXd q = run.q[k], qd = run.qd[k];
      const auto [U, d] = used.udut(q);
      EXPECT_LE((quasi.xi[k] - U.transpose() * qd).norm(), 1e-12 * (1 + qd.norm()));
      EXPECT_LE((quasi.d[k] - d).norm(), 1e-12 * d.norm());
      EXPECT_NEAR(quasi.nu[k].squaredNorm() / 2, run.kinetic[k], 1e-9 * (1 + run.kinetic[k]));
      VectorXd s(6);
      control->deviation(run.time[k], q, qd, s);
      EXPECT_EQ(VectorXd(quasi.s[k]), s);
    }
    const std::string csv = sim::run_csv(run, 0.2, path.get(), &quasi);
    EXPECT_THAT(csv, testing::HasSubstr(",want6,xi1,xi2,xi3,xi4,xi5,xi6,nu1,nu2,nu3,nu4,nu5,nu6,d1,d2,d3,d4,"
                                        "d5,d6,s1,s2,s3,s4,s5,s6\n"));
    const Json last = json_lines(sim::run_jsonl(run, 0.2, path.get(), &quasi)).back();
    EXPECT_EQ(last["nu"].numbers()[5], quasi.nu[run.time.size() - 1][5]);
    EXPECT_NE(sim::run_npz(run, 0.2, nullptr, &quasi).find("xi.npy"), std::string::npos);
    EXPECT_EQ(sim::run_csv(run, 0.2, path.get()).find("xi1"), std::string::npos) << "only if asked for";
  }
}

TEST(QuasiSamples, AreAskedForByTheScenario) {
  const auto scenario = [](const char* flag) {
    return sim::parse_scenario(
        std::string("scenario = 1\nrobot = \"planar2\"\n[output]\nquasi_velocities = ") + flag, "x.toml");
  };
  EXPECT_TRUE(scenario("true").quasi_velocities);
  EXPECT_FALSE(scenario("false").quasi_velocities);
}

}  // namespace
}  // namespace catena::test
