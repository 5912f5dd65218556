// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/inertia_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numbers>
#include <random>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/inertia_error.hpp"
#include "catena/report/plot.hpp"
#include "catena/system/stopwatch.hpp"

namespace catena {
namespace {

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

Quartiles quartiles(std::vector<double> each) {
  std::sort(each.begin(), each.end());
  const std::size_t last = each.size() - 1;
  return {each[last / 2], each[last / 4], each[3 * last / 4]};
}

std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> q(a.size());
  std::transform(a.begin(), a.end(), b.begin(), q.begin(), std::divides<>());
  return q;
}

void measure_times(const Chain<double>& arm, const Posture<double>& x, const RaceOptions& options,
                   RaceLap& lap) {
  const int n = arm.dof();
  MatX<double> M(n, n);
  GdahjWork<double> work(n);
  set_poses(arm, x, work.kinematics);
  // the template, like GDAHJ here: for few joints the library has a faster kernel
  std::vector<system::Stopwatch> watches;
  watches.emplace_back([&] { crba(arm, x, M.view()); }, options.window);
  watches.emplace_back([&] { gdahj_from_poses(arm, x, work, M.view()); }, options.window);
  watches.emplace_back([&] { gdahj(arm, x, work, M.view()); }, options.window);
  system::take_turns(watches, options.samples);
  const std::vector<double>&composite = watches[0].each(), &apart = watches[1].each(),
        &with = watches[2].each();
  lap.crba = quartiles(composite);
  lap.gdahj = quartiles(apart);
  lap.gdahj_with_kinematics = quartiles(with);
  lap.ratio = quartiles(quotients(composite, apart));
  lap.ratio_with_kinematics = quartiles(quotients(composite, with));
}

RaceLap run_lap(int n, const RaceOptions& options) {
  RaceLap lap{n, {}, {}, {}, {}, {}, 0};
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
    if (k == 0) measure_times(arm, x, options, lap);  // one arm is enough: nothing branches on a value
  }
  return lap;
}

report::svg::Curve time_curve(const char* name, const std::vector<RaceLap>& laps, Quartiles RaceLap::*what) {
  report::svg::Curve c{name, {}, {}};
  for (const RaceLap& lap : laps) {
    const Quartiles& t = lap.*what;
    c.x.push_back(lap.n);
    c.y.push_back(1e6 * t.median), c.lower.push_back(1e6 * t.lower), c.upper.push_back(1e6 * t.upper);
  }
  return c;
}

}  // namespace

Chain<double> random_arm_of_000(int n, std::uint64_t seed) {
  Uniform random(seed);
  Robot robot;
  robot.name = fmt::format("random arm of {} joints", n);
  robot.convention = Convention::modified;
  robot.allow_nonphysical = true;  // a positive definite tensor may still violate the triangle inequality
  for (int i = 0; i < n; ++i) {
    RobotLink link;
    link.joint = JointKind::revolute;
    link.dh = {.a = random(-1, 1),
               .alpha = random(-std::numbers::pi, std::numbers::pi),
               .d = random(-1, 1),
               .theta = 0};
    link.mass = random(1, 10);
    link.com = {random(-1, 1), random(-1, 1), random(-1, 1)};
    link.inertia = random_inertia(random);
    robot.links.push_back(std::move(link));
  }
  Notes notes;
  return make_chain(robot, notes);
}

std::vector<RaceLap> inertia_race(const RaceOptions& options, const Watch& watch) {
  std::vector<RaceLap> laps;
  for (const int n : options.joints) {
    laps.push_back(run_lap(n, options));
    const auto done = static_cast<double>(laps.size());
    if (!goes_on(watch, {done, static_cast<double>(options.joints.size()), done})) break;
  }
  return laps;
}

int race_crossover(const std::vector<RaceLap>& laps, Quartiles RaceLap::*ratio) {
  int from = 0;
  for (auto lap = laps.rbegin(); lap != laps.rend() && ((*lap).*ratio).median > 1; ++lap) from = lap->n;
  return from;
}

std::string race_csv(const std::vector<RaceLap>& laps) {
  struct Column {
    const char* name;
    Quartiles RaceLap::*what;
    double unit;
  };
  constexpr Column columns[] = {{"crba_us", &RaceLap::crba, 1e6},
                                {"gdahj_us", &RaceLap::gdahj, 1e6},
                                {"gdahj_with_kinematics_us", &RaceLap::gdahj_with_kinematics, 1e6},
                                {"ratio", &RaceLap::ratio, 1},
                                {"ratio_with_kinematics", &RaceLap::ratio_with_kinematics, 1}};
  std::string out = "n";
  for (const Column& c : columns) out += fmt::format(",{0},{0}_lower,{0}_upper", c.name);
  out += ",error\n";
  for (const RaceLap& lap : laps) {
    out += fmt::format("{}", lap.n);
    for (const Column& c : columns) {
      const Quartiles& t = lap.*c.what;
      out += fmt::format(",{:.4g},{:.4g},{:.4g}", c.unit * t.median, c.unit * t.lower, c.unit * t.upper);
    }
    out += fmt::format(",{:.3g}\n", lap.error);
  }
  return out;
}

std::string race_times_svg(const std::vector<RaceLap>& laps) {
  return report::svg::Plot{"Time for one inertia matrix: median, with quartiles shaded",
                           "number of joints n",
                           "microseconds",
                           false,
                           {time_curve("CRBA", laps, &RaceLap::crba),
                            time_curve("GDAHJ with its kinematics", laps, &RaceLap::gdahj_with_kinematics),
                            time_curve("GDAHJ, poses given (as in the paper)", laps, &RaceLap::gdahj)}}
      .svg();
}

std::string race_errors_svg(const std::vector<RaceLap>& laps) {
  constexpr double kLeast = 1e-18;  // equal matrices have no place on a logarithmic axis
  report::svg::Curve worst{"worst of the random arms", {}, {}};
  report::svg::Curve each{"the same over n^2", {}, {}};
  for (const RaceLap& lap : laps) {
    worst.x.push_back(lap.n), each.x.push_back(lap.n);
    worst.y.push_back(std::max(lap.error, kLeast));
    each.y.push_back(std::max(lap.error / (lap.n * lap.n), kLeast));
  }
  return report::svg::Plot{"Relative error between CRBA and GDAHJ (eq 32)",
                           "number of joints n",
                           "e",
                           true,
                           {std::move(worst), std::move(each)}}
      .svg();
}

}  // namespace catena
