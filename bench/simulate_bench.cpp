// SPDX-License-Identifier: Apache-2.0
// Free falls by Catena and by MuJoCo's RK4: processor time against the error at the end, and the ratio of times at
// equal accuracy. Plain output; `simulate_bench quick` runs each once, as a test.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <span>
#include <string>
#include <vector>

#include "catena/sim/simulation.hpp"
#include "support/mujoco_arm.hpp"

namespace catena::bench {
namespace {

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Timed {
  double error;   // largest of the joints, at the end
  double best;    // [s] the quickest of the repetitions: what others do on the machine only adds
  double spread;  // how far the median lies above it
  long steps;
};

template <class Once>
Timed timed(int repetitions, const Eigen::VectorXd& exact, Once once) {
  std::vector<double> times;
  Timed result{};
  for (int k = 0; k < repetitions; ++k) {
    const double begin = processor_seconds();
    const auto [q, steps] = once();
    times.push_back(processor_seconds() - begin);
    result.error = (q - exact).cwiseAbs().maxCoeff();
    result.steps = steps;
  }
  std::sort(times.begin(), times.end());
  result.best = times.front();
  result.spread = times[times.size() / 2] / times.front() - 1;
  return result;
}

struct End {
  Eigen::VectorXd q;
  long steps;
};

End by_catena(const Arm& arm, const Eigen::VectorXd& start, double duration, const std::string& integrator,
              double tolerance, double sample) {
  sim::Options options;
  options.integrator = integrator;
  options.rtol = options.atol = tolerance;
  options.duration = duration;
  options.sample = sample;
  const sim::Run run = sim::simulate(arm, {start, 0 * start}, options);
  return {run.q[run.time.size() - 1], run.statistics.steps};
}

End by_mujoco(test::MujocoArm& mujoco, const Eigen::VectorXd& start, double duration, long steps) {
  mjModel& m = mujoco.model();
  mjData& d = mujoco.data();
  m.opt.integrator = mjINT_RK4;
  m.opt.timestep = duration / static_cast<double>(steps);
  mj_resetData(&m, &d);
  std::copy(start.data(), start.data() + start.size(), d.qpos);
  for (long k = 0; k < steps; ++k) mj_step(&m, &d);
  return {Eigen::Map<Eigen::VectorXd>(d.qpos, m.nv), steps};
}

void print(const char* who, const Timed& t) {
  std::printf("  %-28s %9.2e %9ld %10.3f   +%.0f %%\n", who, t.error, t.steps, 1e3 * t.best, 100 * t.spread);
}

void contest(const char* robot, double first, double duration, int repetitions) {
  const Arm arm = Arm::load(robot);
  test::MujocoArm mujoco(arm.robot());
  const Eigen::VectorXd start = Eigen::VectorXd::Constant(arm.dof(), first);
  const Eigen::VectorXd exact = by_catena(arm, start, duration, "dormand_prince", 1e-14, duration).q;
  std::printf("%s, %g s from q = %g at rest\n  %-28s %9s %9s %10s   spread\n", robot, duration, first, "",
              "error", "steps", "time [ms]");

  const std::string mujoco_name = std::string("MuJoCo ") + mj_versionString(), rival = mujoco_name + " RK4";
  std::vector<Timed> rivals;
  for (double steps = 20 * duration + 40; steps < 8001; steps *= std::sqrt(std::sqrt(2.0)))
    rivals.push_back(
        timed(repetitions, exact, [&] { return by_mujoco(mujoco, start, duration, std::lround(steps)); }));
  for (std::size_t k = 0; k < rivals.size(); k += 4) print(rival.c_str(), rivals[k]);

  const auto against = [&](const char* integrator, double tolerance, double sample) {
    const Timed ours = timed(repetitions, exact,
                             [&] { return by_catena(arm, start, duration, integrator, tolerance, sample); });
    char who[64];
    std::snprintf(who, sizeof who, "%s %.0e%s", integrator, tolerance, sample < duration ? ", sampled" : "");
    print(who, ours);
    // the quickest of its runs that are at least as accurate
    double best = INFINITY;
    for (const Timed& each : rivals)
      if (each.error <= ours.error) best = std::min(best, each.best);
    if (std::isfinite(best))
      std::printf("  %28s %s at this accuracy takes %.1f times as long\n", "", mujoco_name.c_str(),
                  best / ours.best);
  };
  against("dormand_prince", 1e-6, duration);
  against("dormand_prince", 1e-6, 0.01);
  for (const char* integrator : {"fehlberg", "verner", "adams"}) against(integrator, 1e-6, duration);
  for (const char* integrator : {"dormand_prince", "verner", "adams"}) against(integrator, 1e-9, duration);
}

}  // namespace
}  // namespace catena::bench

int main(int count, char** arguments) {
  const bool quick = count > 1 && std::strcmp(arguments[1], "quick") == 0;
  const int repetitions = quick ? 1 : 11;
  catena::bench::contest("puma560_002_abs", 0, 10, repetitions);
  catena::bench::contest("puma560", 0.1, 1, repetitions);  // later it tumbles, and no two runs agree
  return 0;
}
