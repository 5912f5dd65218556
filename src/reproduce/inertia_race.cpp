// SPDX-License-Identifier: Apache-2.0
#include "catena/reproduce/inertia_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "catena/core/algo/crba.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/select.hpp"
#include "catena/report/plot.hpp"
#include "catena/system/stopwatch.hpp"
#include "reproduce/quartiles.hpp"
#include "reproduce/scalar_race.hpp"
#include "reproduce/vector_race.hpp"
#include "reproduce/worse.hpp"

namespace catena {
namespace {

using reproduce::detail::quartiles, reproduce::detail::quotients, reproduce::detail::worse;

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

void measure_times(const Chain<double>& arm, const Posture<double>& x, const RaceOptions& options,
                   RaceLap& lap) {
  const int n = arm.dof();
  std::vector<double> M(static_cast<std::size_t>(n * n));
  reproduce::detail::ScalarRace scalar(arm, x);
  const State<double> at = {{}, {}, {}, {}, Vec3<double>::zero(), Force<double>::zero()};
  const auto prepared = [&](const char* name) {
    return library_method(Quantity::inertia, name)->prepare(arm);
  };
  Prepared<double> composite = prepared("crba"), gdahj_ = prepared("gdahj"), sums = prepared("gdahj_sums");
  reproduce::detail::FromPoses known(arm, x);
  std::vector<system::Stopwatch> watches;
  watches.emplace_back([&] { scalar.crba(); }, options.window);
  watches.emplace_back([&] { scalar.gdahj_from_poses(); }, options.window);
  watches.emplace_back([&] { scalar.gdahj(); }, options.window);
  watches.emplace_back([&] { composite.run(x, at, M); }, options.window);
  watches.emplace_back([&] { gdahj_.run(x, at, M); }, options.window);
  watches.emplace_back([&] { sums.run(x, at, M); }, options.window);
  watches.emplace_back([&] { known.gdahj(); }, options.window);
  watches.emplace_back([&] { known.sums(); }, options.window);
  watches.emplace_back([&] { scalar.sums_from_poses(); }, options.window);
  watches.emplace_back([&] { scalar.sums(); }, options.window);
  system::take_turns(watches, options.samples);
  const auto each = [&](std::size_t k) -> const std::vector<double>& { return watches[k].each(); };
  lap.crba = quartiles(each(0)), lap.gdahj = quartiles(each(1)),
  lap.gdahj_with_kinematics = quartiles(each(2));
  lap.ratio = quartiles(quotients(each(0), each(1)));
  lap.ratio_with_kinematics = quartiles(quotients(each(0), each(2)));
  lap.vector_crba = quartiles(each(3)), lap.vector_gdahj = quartiles(each(4)),
  lap.vector_sums = quartiles(each(5));
  lap.vector_ratio = quartiles(quotients(each(3), each(4)));
  lap.sums_ratio = quartiles(quotients(each(3), each(5)));
  lap.vector_gdahj_from_poses = quartiles(each(6)), lap.vector_sums_from_poses = quartiles(each(7));
  lap.vector_ratio_from_poses = quartiles(quotients(each(3), each(6)));
  lap.sums_ratio_from_poses = quartiles(quotients(each(3), each(7)));
  lap.scalar_sums = quartiles(each(8)), lap.scalar_sums_with_kinematics = quartiles(each(9));
  lap.scalar_sums_ratio = quartiles(quotients(each(0), each(8)));
  lap.scalar_sums_ratio_with_kinematics = quartiles(quotients(each(0), each(9)));
}

std::uint64_t seed_of(const RaceOptions& options, int n, int k) {
  return options.seed + static_cast<std::uint64_t>(1000 * n + k);
}

RaceLap run_lap(int n, const RaceOptions& options) {
  RaceLap lap{};
  lap.n = n;
  lap.arm_runs = Selection::shipped().method(Quantity::inertia, n).name;
  const std::uint64_t seed = seed_of(options, n, 0);
  const Chain<double> arm = random_arm_of_000(n, seed);  // one arm is enough: nothing branches on a value
  Uniform random(~seed);
  measure_times(arm, posture<double>(arm, random_pose(n, random)), options, lap);
  return lap;
}

// The errors of a matrix against one in long double.
void take_errors(const std::vector<double>& got, const MatX<long double>& want, RaceErrors::Of& worst) {
  const int n = want.rows();
  long double sum = 0, largest = 0, element = 0;
  const auto apart = [&](int i, int j) {
    return std::abs(got[static_cast<std::size_t>(j * n + i)] - want(i, j));
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      sum += apart(i, j), largest = worse(largest, std::abs(want(i, j)));
      element = worse(element, apart(i, j) / std::sqrt(want(i, i) * want(j, j)));
    }
  worst.eq_32 = worse(worst.eq_32, static_cast<double>(sum / largest));
  worst.element = worse(worst.element, static_cast<double>(element));
  worst.base = worse(worst.base, static_cast<double>(apart(0, 0) / want(0, 0)));
  worst.tip = worse(worst.tip, static_cast<double>(apart(n - 1, n - 1) / want(n - 1, n - 1)));
}

// Raises `worst` to the errors of three methods at one posture.
void add_errors(const Chain<double>& arm, const std::vector<double>& q, RaceErrors& worst) {
  using Long = long double;  // the same numbers, sines and cosines included
  const int n = arm.dof();
  const Posture<double> x = posture<double>(arm, q);
  const Chain<Long> exact_arm = arm.cast<Long>([](double v) { return static_cast<Long>(v); });
  Posture<Long> exact(exact_arm);
  for (int i = 0; i < n; ++i) exact.steps()[i].c = x.step(i).c, exact.steps()[i].s = x.step(i).s;
  MatX<Long> want(n, n);
  crba(exact_arm, exact, want.view());
  std::vector<double> M(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  const State<double> at = {{}, {}, {}, {}, Vec3<double>::zero(), Force<double>::zero()};
  for (const auto& [name, of] : {std::pair{"crba", &RaceErrors::crba},
                                 {"gdahj", &RaceErrors::gdahj},
                                 {"gdahj_sums", &RaceErrors::sums}}) {
    library_method(Quantity::inertia, name)->run(arm, x, at, M);
    take_errors(M, want, worst.*of);
  }
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

// 000 (Figure4)
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

// 000 (Figure5)
std::vector<RaceErrors> inertia_errors(const RaceOptions& options) {
  std::vector<RaceErrors> all;
  for (const int n : options.error_joints) {
    RaceErrors worst{n, false, {}, {}, {}};
    for (int k = 0; k < (n > 100 ? 1 : options.arms); ++k) {
      const std::uint64_t seed = seed_of(options, n, k);
      Uniform random(~seed);
      add_errors(random_arm_of_000(n, seed), random_pose(n, random), worst);
    }
    all.push_back(worst);
  }
  for (const int n : options.stretched_joints) {
    RaceErrors worst{n, true, {}, {}, {}};
    Notes notes;
    add_errors(make_chain(generate_robot(fmt::format("planar:{}", n)), notes),
               std::vector<double>(static_cast<std::size_t>(n)), worst);
    all.push_back(worst);
  }
  return all;
}

std::vector<Statement> race_statements(const std::vector<RaceLap>& laps,
                                       const std::vector<RaceErrors>& errors) {
  if (laps.empty()) return {};
  const int apart = race_crossover(laps, &RaceLap::ratio),
            with = race_crossover(laps, &RaceLap::ratio_with_kinematics);
  const auto greatest = [&](Quartiles RaceLap::*ratio) {
    return *std::max_element(laps.begin(), laps.end(), [&](const RaceLap& a, const RaceLap& b) {
      return (a.*ratio).median < (b.*ratio).median;
    });
  };
  const RaceLap most = greatest(&RaceLap::ratio), vector = greatest(&RaceLap::sums_ratio),
                vector_known = greatest(&RaceLap::sums_ratio_from_poses);
  const auto from = [](int n) { return n > 0 ? fmt::format("from n = {} on", n) : std::string("never"); };
  std::vector<Statement> s;
  s.push_back({"Figure 4, section IV", "GDAHJ is faster than CRBA for more than 13 joints", "n > 13",
               fmt::format("scalar: {}; with kinematics {}", from(apart), from(with)),
               apart > 0 && apart <= 14 && with > 0 && with <= 14 ? Verdict::reproduced
               : apart > 0                                        ? Verdict::depends
                                                                  : Verdict::refuted,
               "on this machine"});
  s.push_back({"Figure 4, section IV", "the greatest ratio of times is below the limit 16/5.5 of the counts",
               "2.2, below 2.9", fmt::format("scalar: {:.2f} at n = {}", most.ratio.median, most.n),
               most.ratio.median > 1 && most.ratio.median < 16 / 5.5 ? Verdict::reproduced : Verdict::depends,
               fmt::format("with vector instructions the ratio is up to {:.2f}, from known poses {:.2f}, "
                           "since a sum along the "
                           "chain and a product of matrices use them and the recursion of CRBA does not",
                           vector.sums_ratio.median, vector_known.sums_ratio_from_poses.median)});
  double per_element = 0;
  for (const RaceErrors& e : errors) per_element = worse(per_element, e.stretched ? 0.0 : e.gdahj.element);
  if (!errors.empty())
    s.push_back(
        {"Figure 5, section IV", "the error is small: numerical rounding", "rounding",
         fmt::format("worst element of GDAHJ {:.1e} on random arms", per_element),
         per_element < 1e-9 ? Verdict::reproduced : Verdict::refuted,
         fmt::format("at the tip of {} joints in a line GDAHJ by sums, which `Arm` runs, is off by {:.1e} "
                     "(relative), GDAHJ by {:.1e}",
                     errors.back().n, errors.back().sums.tip, errors.back().gdahj.tip)});
  return s;
}

std::string race_csv(const std::vector<RaceLap>& laps) {
  struct Column {
    const char* name;
    Quartiles RaceLap::*what;
    double unit;
  };
  constexpr Column columns[] = {
      {"crba_us", &RaceLap::crba, 1e6},
      {"gdahj_us", &RaceLap::gdahj, 1e6},
      {"gdahj_with_kinematics_us", &RaceLap::gdahj_with_kinematics, 1e6},
      {"ratio", &RaceLap::ratio, 1},
      {"ratio_with_kinematics", &RaceLap::ratio_with_kinematics, 1},
      {"gdahj_sums_us", &RaceLap::scalar_sums, 1e6},
      {"gdahj_sums_with_kinematics_us", &RaceLap::scalar_sums_with_kinematics, 1e6},
      {"ratio_sums", &RaceLap::scalar_sums_ratio, 1},
      {"ratio_sums_with_kinematics", &RaceLap::scalar_sums_ratio_with_kinematics, 1},
      {"vector_crba_us", &RaceLap::vector_crba, 1e6},
      {"vector_gdahj_us", &RaceLap::vector_gdahj, 1e6},
      {"vector_gdahj_sums_us", &RaceLap::vector_sums, 1e6},
      {"vector_ratio", &RaceLap::vector_ratio, 1},
      {"vector_ratio_sums", &RaceLap::sums_ratio, 1},
      {"vector_gdahj_from_poses_us", &RaceLap::vector_gdahj_from_poses, 1e6},
      {"vector_gdahj_sums_from_poses_us", &RaceLap::vector_sums_from_poses, 1e6},
      {"vector_ratio_from_poses", &RaceLap::vector_ratio_from_poses, 1},
      {"vector_ratio_sums_from_poses", &RaceLap::sums_ratio_from_poses, 1}};
  std::string out = "n";
  for (const Column& c : columns) out += fmt::format(",{0},{0}_lower,{0}_upper", c.name);
  out += ",arm_runs\n";
  for (const RaceLap& lap : laps) {
    out += fmt::format("{}", lap.n);
    for (const Column& c : columns) {
      const Quartiles& t = lap.*c.what;
      out += fmt::format(",{:.4g},{:.4g},{:.4g}", c.unit * t.median, c.unit * t.lower, c.unit * t.upper);
    }
    out += fmt::format(",{}\n", lap.arm_runs);
  }
  return out;
}

std::string race_times_svg(const std::vector<RaceLap>& laps) {
  return report::svg::Plot{
      "Scalar code: time for one inertia matrix, median, with quartiles shaded",
      "number of joints n",
      "microseconds",
      false,
      {time_curve("CRBA", laps, &RaceLap::crba),
       time_curve("GDAHJ with its kinematics", laps, &RaceLap::gdahj_with_kinematics),
       time_curve("GDAHJ, poses given (as in the paper)", laps, &RaceLap::gdahj),
       time_curve("by sums, with its kinematics", laps, &RaceLap::scalar_sums_with_kinematics),
       time_curve("by sums, poses given", laps, &RaceLap::scalar_sums)}}
      .svg();
}

std::string race_vector_svg(const std::vector<RaceLap>& laps) {
  return report::svg::Plot{"Vector instructions: time for one inertia matrix",
                           "number of joints n",
                           "microseconds",
                           false,
                           {time_curve("CRBA", laps, &RaceLap::vector_crba),
                            time_curve("GDAHJ with its kinematics", laps, &RaceLap::vector_gdahj),
                            time_curve("GDAHJ, poses given", laps, &RaceLap::vector_gdahj_from_poses),
                            time_curve("by sums, with its kinematics", laps, &RaceLap::vector_sums),
                            time_curve("by sums, poses given", laps, &RaceLap::vector_sums_from_poses)}}
      .svg();
}

std::string race_errors_svg(const std::vector<RaceErrors>& errors) {
  constexpr double kLeast = 1e-18;  // equal matrices have no place on a logarithmic axis
  const auto curve = [&](const char* name, bool stretched, RaceErrors::Of RaceErrors::*method,
                         double RaceErrors::Of::*which) {
    report::svg::Curve c{name, {}, {}};
    for (const RaceErrors& e : errors)
      if (e.stretched == stretched) c.x.push_back(e.n), c.y.push_back(std::max((e.*method).*which, kLeast));
    return c;
  };
  using Of = RaceErrors::Of;
  return report::svg::Plot{"Errors of random arms (eq 32) and of M_nn at the tip of a straight arm",
                           "number of joints n",
                           "e",
                           true,
                           {curve("GDAHJ, eq 32", false, &RaceErrors::gdahj, &Of::eq_32),
                            curve("GDAHJ, tip", true, &RaceErrors::gdahj, &Of::tip),
                            curve("sums, eq 32", false, &RaceErrors::sums, &Of::eq_32),
                            curve("sums, tip", true, &RaceErrors::sums, &Of::tip),
                            curve("CRBA, eq 32", false, &RaceErrors::crba, &Of::eq_32)}}
      .svg();
}

}  // namespace catena
