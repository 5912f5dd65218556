// SPDX-License-Identifier: Apache-2.0
#include "sim/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/text.hpp"

namespace catena::sim::detail {
namespace {

constexpr double kMostSamples = 1e8;

Error wrong(const std::string& what) { return {ErrorKind::usage, "simulate", what}; }

void require(bool holds, const char* name, double value, const char* rule) {
  if (holds && std::isfinite(value)) return;
  throw wrong(fmt::format("'{}' has an invalid value", name))
      .given(fmt::format("{} = {}", name, value))
      .need(rule);
}

void require_joints(const Arm& arm, const char* name, const Eigen::VectorXd& x) {
  if (x.size() != arm.dof())
    throw wrong(fmt::format("the initial '{}' has the wrong size", name))
        .given(text::counted(x.size(), "element"))
        .need(fmt::format("{}, since '{}' has {}", text::counted(arm.dof(), "element"), arm.name(),
                          text::counted(arm.dof(), "joint")));
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw wrong(fmt::format("the initial '{}' is not finite", name))
          .given(fmt::format("{}[{}] = {} (counted from 0)", name, i, x[i]));
}

}  // namespace

void check_options(const Options& o) {
  require(o.rtol >= 0 && o.rtol < 1, "rtol", o.rtol, "a number from 0 to less than 1");
  require(o.atol > 0, "atol", o.atol, "a positive number");
  require(o.step > 0, "step", o.step, "a positive number of seconds");
  require(o.duration > 0, "duration", o.duration, "a positive number of seconds");
  require(o.sample > 0, "sample", o.sample, "a positive number of seconds");
  require(o.restitution >= 0 && o.restitution <= 1, "restitution", o.restitution, "a number from 0 to 1");
  require(o.stiffness > 0, "stiffness", o.stiffness, "a positive number");
  require(o.damping >= 0, "damping", o.damping, "a number that is not negative");
  require(o.smoothing > 0, "smoothing", o.smoothing, "a positive speed");
  const double tip = o.tip.ang.x + o.tip.ang.y + o.tip.ang.z + o.tip.lin.x + o.tip.lin.y + o.tip.lin.z;
  require(true, "tip", tip, "six finite numbers");
  if (o.max_steps <= 0)
    throw wrong("'max_steps' has an invalid value")
        .given(fmt::format("{}", o.max_steps))
        .need("a positive number");
  if (o.sample_times.empty() && o.duration / o.sample > kMostSamples)
    throw wrong(fmt::format("there would be {:.3g} samples, which is too many", o.duration / o.sample))
        .given(fmt::format("one every {} s for {} s", o.sample, o.duration))
        .hint("increase 'sample'");
  for (std::size_t k = 0; k < o.sample_times.size(); ++k) {
    const double t = o.sample_times[k], before = k == 0 ? 0 : o.sample_times[k - 1];
    if (t >= before && t <= o.duration && (k == 0 || t > before)) continue;
    throw wrong("'sample_times' do not increase within the run")
        .given(fmt::format("sample_times[{}] = {} (counted from 0)", k, t))
        .need(fmt::format("increasing times from 0 to {}", o.duration));
  }
}

void check_state(const Arm& arm, const JointState& start) {
  require_joints(arm, "q", start.q);
  require_joints(arm, "qd", start.qd);
}

void check_pushes(const Arm& arm, const Options& o) {
  for (std::size_t k = 0; k < o.pushes.size(); ++k) {
    const Push& push = o.pushes[k];
    const Vec3<double>&m = push.wrench.ang, &f = push.wrench.lin;
    if (push.link < 0 || push.link >= arm.dof())
      throw wrong("a push acts on a link that does not exist")
          .given(fmt::format("pushes[{}].link = {} (counted from 0)", k, push.link))
          .need(fmt::format("a link from 0 to {}, since '{}' has {}", arm.dof() - 1, arm.name(),
                            text::counted(arm.dof(), "joint")));
    if (!std::isfinite(m.x + m.y + m.z + f.x + f.y + f.z))
      throw wrong("a push is not finite").given(fmt::format("pushes[{}].wrench (counted from 0)", k));
    if (!(push.from >= 0) || !(push.until > push.from))
      throw wrong("a push ends before it begins")
          .given(fmt::format("pushes[{}] from {} s until {} s (counted from 0)", k, push.from, push.until))
          .need("0 <= from < until");
  }
}

void check_drive(const Arm& arm, const Drive& drive) {
  if (drive.dof() == arm.dof()) return;
  throw wrong("the drive and the arm have different numbers of joints")
      .given(fmt::format("{} joints", drive.dof()))
      .need(fmt::format("{}, since '{}' has {}", arm.dof(), arm.name(), text::counted(arm.dof(), "joint")));
}

std::vector<double> inner_kinks(const Drive* drive, const Options& options) {
  std::vector<double> kinks = drive == nullptr ? std::vector<double>{} : drive->kinks();
  for (const Push& push : options.pushes) kinks.insert(kinks.end(), {push.from, push.until});
  std::erase_if(kinks, [&](double t) { return !(t > 0 && t < options.duration); });
  std::sort(kinks.begin(), kinks.end());
  return kinks;
}

}  // namespace catena::sim::detail
