// SPDX-License-Identifier: Apache-2.0
// Does an O(n) method need fewer steps? Paper 002 says so after Ascher, Pai and Cloutier: its accelerations would
// be smoother. Free falls of long and ill-conditioned chains at equal tolerance: steps and evaluations of each
// method, and the error of one acceleration. Writes tables in Markdown, and pictures into the folder that is given.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/report/plot.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::bench {
namespace {

constexpr const char* kMethods[] = {"crba", "udut", "aba", "unnormalized", "normalized"};

struct Family {
  const char* name;
  const char* spec;  // of the generator
  double ratio;      // mass of the last link by that of the first
  const char* stem;  // of its picture, or null
};
constexpr Family kFamilies[] = {
    {"planar rods", "planar", 1, "uniform"},
    {"planar rods, tip a million times lighter", "planar", 1e-6, nullptr},
    {"planar rods, tip a thousand times heavier", "planar", 1e3, "heavy_tip"},
    {"snake, tip a million times lighter", "snake", 1e-6, nullptr},
};

Arm chain_of(const Family& family, int n) {
  Robot robot = generate_robot(std::string(family.spec) + ":" + std::to_string(n));
  for (int i = 0; i < n; ++i) {
    RobotLink& link = robot.links[static_cast<std::size_t>(i)];
    const double scale = std::pow(family.ratio, static_cast<double>(i) / (n - 1));
    link.mass *= scale;
    Sym3<double>& I = link.inertia;
    for (double* x : {&I.xx, &I.yy, &I.zz, &I.xy, &I.xz, &I.yz}) *x *= scale;
  }
  return Arm(robot);
}

// A bent chain at rest.
sim::JointState start(const Arm& arm) {
  sim::JointState s = {Eigen::VectorXd(arm.dof()), Eigen::VectorXd::Zero(arm.dof())};
  for (int i = 0; i < arm.dof(); ++i) s.q[i] = 0.3 * std::sin(1.0 + i);
  return s;
}

double condition(const Arm& arm, const Eigen::VectorXd& q) {
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(arm.inertia(q)).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

sim::Run fall(const Arm& arm, const char* method, double tolerance, double duration) {
  sim::Options options;
  options.method = method;
  options.integrator = "dormand_prince";
  options.rtol = options.atol = tolerance;
  options.duration = duration;
  options.sample_times = {0, duration};
  options.max_steps = 200'000;
  return sim::simulate(arm, start(arm), options);
}

// Relative error of q̈ at the start, against articulated bodies with 64 bits of mantissa.
double acceleration_error(const Arm& arm, const char* method) {
  using Long = long double;
  const int n = arm.dof();
  const Chain<Long> chain = arm.chain().cast<Long>();
  const sim::JointState s = start(arm);
  const std::vector<Long> q(s.q.data(), s.q.data() + n), none(static_cast<std::size_t>(n), 0);
  std::vector<Long> qdd(none);
  AbaWork<Long> work(n);
  aba<Long>(chain, posture<Long>(chain, q), none, none, chain.gravity(), work, qdd);
  const sim::Run run = fall(arm, method, 1e-3, 1e-9);
  double error = 0, size = 0;
  for (int i = 0; i < n; ++i) {
    error = std::max(error, std::abs(static_cast<double>(run.qdd[0][i] - qdd[static_cast<std::size_t>(i)])));
    size = std::max(size, std::abs(static_cast<double>(qdd[static_cast<std::size_t>(i)])));
  }
  return error / size;
}

report::svg::Curve& curve(std::vector<report::svg::Curve>& curves, const char* name) {
  for (report::svg::Curve& c : curves)
    if (c.name == name) return c;
  return curves.emplace_back(report::svg::Curve{name, {}, {}});
}

void study(const Family& family, double tolerance, const std::vector<int>& sizes, double duration,
           const std::string& picture) {
  std::printf("\n### %s, tolerance %.0e\n\n", family.name, tolerance);
  std::printf("| n | cond(M) |");
  for (const char* method : kMethods) std::printf(" %s |", method);
  std::printf("\n|---|---|");
  for (std::size_t k = 0; k < std::size(kMethods); ++k) std::printf("---|");
  std::printf("\n");
  std::vector<report::svg::Curve> curves;
  for (const int n : sizes) {
    const Arm arm = chain_of(family, n);
    const Eigen::VectorXd exact = fall(arm, "aba", 1e-13, duration).q[1];
    std::printf("| %d | %.1e |", n, condition(arm, start(arm).q));
    for (const char* method : kMethods) {
      const sim::Run run = fall(arm, method, tolerance, duration);
      if (run.end != sim::End::complete) {
        std::printf(" stops at %.2g s |", run.end_time);
        continue;
      }
      const double error = (run.q[1] - exact).cwiseAbs().maxCoeff();
      std::printf(" %ld+%ld, %ld (%.0e) |", run.statistics.steps, run.statistics.rejected,
                  run.statistics.evaluations, error);
      report::svg::Curve& c = curve(curves, method);
      c.x.push_back(n);
      c.y.push_back(static_cast<double>(run.statistics.evaluations));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  if (picture.empty()) return;
  char title[128];
  std::snprintf(title, sizeof title, "%s, tolerance %.0e", family.name, tolerance);
  const report::svg::Plot plot = {title, "joints", "evaluations of the right-hand side", true, curves};
  std::ofstream(picture) << plot.svg();
}

void accelerations(const std::vector<int>& sizes) {
  std::printf("\n### Relative error of one acceleration\n\n| chain | n | cond(M) |");
  for (const char* method : kMethods) std::printf(" %s |", method);
  std::printf("\n|---|---|---|---|---|---|---|---|\n");
  for (const Family& family : kFamilies)
    for (const int n : sizes) {
      const Arm arm = chain_of(family, n);
      std::printf("| %s | %d | %.1e |", family.name, n, condition(arm, start(arm).q));
      for (const char* method : kMethods) std::printf(" %.0e |", acceleration_error(arm, method));
      std::printf("\n");
    }
}

}  // namespace
}  // namespace catena::bench

int main(int count, char** arguments) {
  using namespace catena::bench;
  const std::string folder = count > 1 ? arguments[1] : "";
  const bool quick = folder == "quick";
  const std::vector<int> sizes = quick ? std::vector<int>{3, 6} : std::vector<int>{3, 6, 10, 20, 30, 45, 60};
  accelerations(quick ? sizes : std::vector<int>{6, 20, 60});
  for (const Family& family : kFamilies)
    for (const double tolerance : {1e-6, 1e-10, 1e-12}) {
      const bool drawn = !quick && !folder.empty() && family.stem != nullptr && tolerance == 1e-12;
      study(family, tolerance, sizes, 0.5, drawn ? folder + "/" + family.stem + ".svg" : "");
    }
  return 0;
}
