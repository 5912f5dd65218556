// SPDX-License-Identifier: Apache-2.0
// Free falls of the arms of paper 002 against references that an independent integrator of order 8 computed, each
// sample with its estimated error: every integrator of high order, and every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "catena/sim/simulation.hpp"
#include "support/json.hpp"

namespace catena::test {
namespace {

struct Fall {
  std::vector<double> t, q, qd, error;  // row by row
};

Fall load_fall(const std::string& stem) {
  std::ifstream file(CATENA_TEST_DATA "/golden/sim_" + stem + "_freefall.json");
  const Json data = Json::parse({std::istreambuf_iterator<char>(file), {}});
  return {data["t"].numbers(), data["q"].numbers(), data["qd"].numbers(), data["error_estimate"].numbers()};
}

struct Reference {
  const char* robot;
  const char* stem;
};
constexpr Reference kReferences[] = {
    {"planar3", "planar3"}, {"puma560_002_abs", "puma_002_abs"}, {"stanford_002", "stanford_002"}};

// The largest error in units of the reference's own, which grows with time; errors below the rounding of
// some thousand steps, 1e-12 of the state, do not count.
double error_of(const Reference& reference, const sim::Options& wanted) {
  const Arm arm = Arm::load(reference.robot);
  const Fall fall = load_fall(reference.stem);
  const int n = arm.dof();
  sim::Options options = wanted;
  options.sample_times = fall.t;
  options.duration = fall.t.back();
  const Eigen::Map<const Eigen::MatrixXd> q(fall.q.data(), n, static_cast<Eigen::Index>(fall.t.size()));
  const Eigen::Map<const Eigen::MatrixXd> qd(fall.qd.data(), n, static_cast<Eigen::Index>(fall.t.size()));
  const sim::Run run = sim::simulate(arm, {q.col(0), qd.col(0)}, options);
  EXPECT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  EXPECT_EQ(run.time, fall.t);
  if (run.time.size() != fall.t.size()) return 1e9;
  double worst = 0, stated = 0;
  for (std::size_t k = 0; k < fall.t.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    stated = std::max(stated, fall.error[k]);
    const double error = std::max((run.q[k] - q.col(column)).cwiseAbs().maxCoeff(),
                                  (run.qd[k] - qd.col(column)).cwiseAbs().maxCoeff());
    const double size = std::max({1.0, run.q[k].cwiseAbs().maxCoeff(), run.qd[k].cwiseAbs().maxCoeff()});
    worst = std::max(worst, error / std::max(stated, 1e-12 * size));
  }
  return worst;
}

class GoldenFall : public testing::TestWithParam<std::tuple<Reference, std::string>> {};

std::string name_of(const testing::TestParamInfo<GoldenFall::ParamType>& info) {
  return std::string(std::get<0>(info.param).stem) + "_" + std::get<1>(info.param);
}

class EveryIntegrator : public GoldenFall {};
TEST_P(EveryIntegrator, FollowsTheReference) {
  const auto& [reference, integrator] = GetParam();
  sim::Options options;
  options.integrator = integrator;
  options.rtol = options.atol = 1e-15;
  options.step = 1e-4;
  EXPECT_LE(error_of(reference, options), 1);
}
INSTANTIATE_TEST_SUITE_P(Sim, EveryIntegrator,
                         testing::Combine(testing::ValuesIn(kReferences),
                                          testing::Values("fehlberg", "dormand_prince", "verner", "rk4")),
                         name_of);

class EveryMethod : public GoldenFall {};
TEST_P(EveryMethod, FollowsTheReference) {
  const auto& [reference, method] = GetParam();
  sim::Options options;
  options.method = method;
  options.rtol = options.atol = 1e-14;
  EXPECT_LE(error_of(reference, options), 1);
}
INSTANTIATE_TEST_SUITE_P(Sim, EveryMethod,
                         testing::Combine(testing::ValuesIn(kReferences), testing::ValuesIn([] {
                                            const auto methods = sim::simulation_methods();
                                            return std::vector<std::string>(methods.begin(), methods.end());
                                          }())),
                         name_of);

}  // namespace
}  // namespace catena::test
