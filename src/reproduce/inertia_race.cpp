// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/inertia_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numbers>
#include <random>

#include "catena/algo/crba.hpp"
#include "catena/algo/gdahj.hpp"
#include "catena/algo/inertia_error.hpp"
#include "util/plot.hpp"

namespace catena {
namespace {

using Clock = std::chrono::steady_clock;

class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(engine_() >> 11) * 0x1p-53);  // the same on every platform
  }

 private:
  std::mt19937_64 engine_;
};

bool positive_definite(const Sym3<double>& I) {
  const double minor = I.xx * I.yy - I.xy * I.xy;
  const double det = minor * I.zz - I.xx * I.yz * I.yz - I.yy * I.xz * I.xz + 2 * I.xy * I.xz * I.yz;
  return I.xx > 0 && minor > 0 && det > 0;
}

Sym3<double> random_inertia(Uniform& random) {
  for (;;) {
    const auto element = [&] { return random(1, 10); };
    const Sym3<double> I{element(), element(), element(), element(), element(), element()};
    if (positive_definite(I)) return I;
  }
}

std::vector<double> random_pose(int n, Uniform& random) {
  std::vector<double> q(static_cast<std::size_t>(n));
  for (double& x : q) x = random(-std::numbers::pi, std::numbers::pi);
  return q;
}

// Seconds for one call, from as many calls as fill the window.
template <class Call>
Timing timed(const RaceOptions& options, Call&& call) {
  long calls = 1;
  const auto seconds_for = [&](long count) {
    const auto start = Clock::now();
    for (long i = 0; i < count; ++i) call();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  while (seconds_for(calls) < options.window) calls *= 2;
  std::vector<double> each;
  for (int k = 0; k < options.samples; ++k) each.push_back(seconds_for(calls) / static_cast<double>(calls));
  std::sort(each.begin(), each.end());
  const std::size_t last = each.size() - 1;
  return {each[last / 2], each[last / 4], each[3 * last / 4]};
}

RaceLap lap(int n, const RaceOptions& options) {
  RaceLap lap{n, {}, {}, {}, 0};
  MatX<double> by_crba(n, n), by_gdahj(n, n);
  GdahjWork<double> work(n);
  for (int k = 0; k < options.arms; ++k) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(1000 * n + k);
    const Chain<double> arm = random_arm_of_000(n, seed);
    Uniform random(~seed);
    const Posture<double> x = posture<double>(arm, random_pose(n, random));
    crba(arm, x, by_crba.view());
    gdahj(arm, x, work, by_gdahj.view());
    lap.error = std::max(lap.error, inertia_error<double>(by_gdahj.view(), by_crba.view()));
    if (k > 0) continue;  // one arm is enough for the times: no formulation branches on a value
    lap.crba = timed(options, [&] { crba(arm, x, by_crba.view()); });
    lap.gdahj = timed(options, [&] { gdahj_from_poses(arm, x, work, by_gdahj.view()); });
    lap.gdahj_with_kinematics = timed(options, [&] { gdahj(arm, x, work, by_gdahj.view()); });
  }
  return lap;
}

detail::Curve curve(const char* name, const std::vector<RaceLap>& laps, auto&& y) {
  detail::Curve c{name, {}, {}};
  for (const RaceLap& lap : laps) c.x.push_back(lap.n), c.y.push_back(y(lap));
  return c;
}

}  // namespace

Chain<double> random_arm_of_000(int n, std::uint64_t seed) {
  Uniform random(seed);
  Robot robot;
  robot.name = fmt::format("random arm of {} joints", n);
  robot.convention = Convention::modified;
  robot.allow_nonphysical = true;  // positive definite is less than possible: the triangle inequality may fail
  for (int i = 0; i < n; ++i) {
    RobotLink link;
    link.joint = JointKind::revolute;
    link.dh = {.a = random(-1, 1), .alpha = random(-std::numbers::pi, std::numbers::pi), .d = random(-1, 1), .theta = 0};
    link.mass = random(1, 10);
    link.com = {random(-1, 1), random(-1, 1), random(-1, 1)};
    link.inertia = random_inertia(random);
    robot.links.push_back(std::move(link));
  }
  Notes notes;
  return make_chain(robot, notes);
}

std::vector<RaceLap> inertia_race(const RaceOptions& options) {
  std::vector<RaceLap> laps;
  for (int n : options.joints) {
    laps.push_back(lap(n, options));
    if (options.progress) options.progress(static_cast<int>(laps.size()), static_cast<int>(options.joints.size()));
  }
  return laps;
}

std::string race_csv(const std::vector<RaceLap>& laps) {
  std::string out =
      "n,crba_us,crba_lower_us,crba_upper_us,gdahj_us,gdahj_lower_us,gdahj_upper_us,gdahj_with_kinematics_us,"
      "gdahj_with_kinematics_lower_us,gdahj_with_kinematics_upper_us,relative_error\n";
  for (const RaceLap& l : laps) {
    out += fmt::format("{}", l.n);
    for (const Timing& t : {l.crba, l.gdahj, l.gdahj_with_kinematics})
      out += fmt::format(",{:.4g},{:.4g},{:.4g}", 1e6 * t.median, 1e6 * t.lower, 1e6 * t.upper);
    out += fmt::format(",{:.3g}\n", l.error);
  }
  return out;
}

std::string race_times_svg(const std::vector<RaceLap>& laps) {
  return detail::Plot{
      "Time for one inertia matrix", "joints n", "microseconds", false,
      {curve("CRBA", laps, [](const RaceLap& l) { return 1e6 * l.crba.median; }),
       curve("GDAHJ, poses given", laps, [](const RaceLap& l) { return 1e6 * l.gdahj.median; }),
       curve("GDAHJ with kinematics", laps, [](const RaceLap& l) { return 1e6 * l.gdahj_with_kinematics.median; })}}
      .svg();
}

std::string race_errors_svg(const std::vector<RaceLap>& laps) {
  return detail::Plot{"Relative error between CRBA and GDAHJ, eq 32", "joints n", "e", true,
                      {curve("worst of the arms", laps, [](const RaceLap& l) { return std::max(l.error, 1e-18); })}}
      .svg();
}

}  // namespace catena
