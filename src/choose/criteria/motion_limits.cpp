// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criteria/motion_limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "choose/criteria/loaded_arm.hpp"
#include "choose/criteria/subject.hpp"

namespace catena::choose {
namespace {

constexpr double kRounding = 1e-9;  // of a limit that the motion just reaches

const char* unit(LimitKind kind, bool revolute) {
  switch (kind) {
    case LimitKind::position:
      return revolute ? "rad" : "m";
    case LimitKind::velocity:
      return revolute ? "rad/s" : "m/s";
    case LimitKind::effort:
      break;
  }
  return revolute ? "N m" : "N";
}

// The worst excess over one kind of limit so far, relative to the limit or, for positions, to the range.
struct Worst {
  double excess = kRounding;
  std::optional<ExceededLimit> limit;

  void consider(double excess_here, const ExceededLimit& here) {
    if (excess_here > excess) excess = excess_here, limit = here;
  }
};

// The value at the step where a joint is farthest beyond either end of its range or, for a symmetric limit, from 0.
struct Range {
  double least = HUGE_VAL, most = -HUGE_VAL;
};
Range range_of(std::span<const double> values, std::size_t joint, std::size_t n) {
  Range range;
  for (std::size_t k = joint; k < values.size(); k += n)
    range.least = std::min(range.least, values[k]), range.most = std::max(range.most, values[k]);
  return range;
}

class Checking {
 public:
  explicit Checking(detail::Subject& subject) : subject_(subject) {}

  MotionLimits result() {
    const auto n = static_cast<std::size_t>(subject_.dof());
    std::size_t joint = 0;
    for (const RobotLink& link : subject_.arm().robot().links) {
      if (link.joint == JointKind::fixed) continue;
      const Limits limits = link.limits.value_or(Limits{});
      const bool revolute = link.joint == JointKind::revolute;
      if (limits.position)
        check_position(range_of(subject_.path().q, joint, n), *limits.position, joint, revolute);
      else if (!revolute)
        missing(LimitKind::position).push_back(static_cast<int>(joint));
      check(LimitKind::velocity, subject_.path().qd, limits.velocity, joint, revolute);
      check(LimitKind::effort, subject_.torques(), limits.effort, joint, revolute);
      ++joint;
    }
    MotionLimits out;
    for (const LimitKind kind : {LimitKind::position, LimitKind::velocity, LimitKind::effort}) {
      if (const auto& worst = worst_[index(kind)].limit) out.exceeded.push_back(*worst);
      if (std::vector<int>& joints = missing(kind); !joints.empty()) {
        const bool all = joints.size() == n;
        out.missing.push_back({kind, std::move(joints), all});
      }
    }
    return out;
  }

 private:
  static std::size_t index(LimitKind kind) { return static_cast<std::size_t>(kind); }
  std::vector<int>& missing(LimitKind kind) { return missing_[index(kind)]; }

  void check_position(const Range& range, const std::array<double, 2>& limits, std::size_t joint,
                      bool revolute) {
    const double size = std::max({std::abs(limits[0]), std::abs(limits[1]), 1e-300});
    Worst& worst = worst_[index(LimitKind::position)];
    const int j = static_cast<int>(joint);
    worst.consider((limits[0] - range.least) / size,
                   {LimitKind::position, j, range.least, limits[0], revolute});
    worst.consider((range.most - limits[1]) / size,
                   {LimitKind::position, j, range.most, limits[1], revolute});
  }

  void check(LimitKind kind, std::span<const double> values, const std::optional<double>& limit,
             std::size_t joint, bool revolute) {
    if (!limit) return missing(kind).push_back(static_cast<int>(joint));
    const Range range = range_of(values, joint, static_cast<std::size_t>(subject_.dof()));
    const double most = std::max(-range.least, range.most);
    worst_[index(kind)].consider((most - *limit) / std::max(*limit, 1e-300),
                                 {kind, static_cast<int>(joint), most, *limit, revolute});
  }

  detail::Subject& subject_;
  Worst worst_[3];
  std::vector<int> missing_[3];
};

}  // namespace

std::string_view name(LimitKind kind) {
  switch (kind) {
    case LimitKind::position:
      return "position";
    case LimitKind::velocity:
      return "velocity";
    case LimitKind::effort:
      break;
  }
  return "effort";
}

MotionLimits motion_limits(const Arm& plain, const Task& task) {
  std::optional<Arm> heavy;
  if (task.payload > 0) heavy = detail::loaded_arm(plain, task);
  const Arm& arm = heavy ? *heavy : plain;
  const detail::JointBox box = detail::joint_box(arm.robot());
  detail::Scratch scratch;
  detail::Subject subject(arm, task, box, task.trajectory ? detail::sampled(*task.trajectory) : nullptr,
                          scratch);
  return Checking(subject).result();
}

namespace {

std::string text_of(const ExceededLimit& e) {
  const char* in = unit(e.kind, e.revolute);
  const auto digits = [&](int n) {
    return std::pair(fmt::format("{:.{}g}", e.value, n), fmt::format("{:.{}g}", e.limit, n));
  };
  auto [value, limit] = digits(4);
  if (value == limit) std::tie(value, limit) = digits(10);
  return fmt::format("joint {} {} {} {}, its limit is {} {}", e.joint + 1,
                     e.kind == LimitKind::position ? "goes to" : "needs", value, in, limit, in);
}

}  // namespace

std::string worst_text(const MotionLimits& limits) {
  const auto factor = [](const ExceededLimit& e) {
    return e.kind == LimitKind::position ? 0 : e.value / e.limit;
  };
  return text_of(*std::max_element(
      limits.exceeded.begin(), limits.exceeded.end(),
      [&](const ExceededLimit& a, const ExceededLimit& b) { return factor(a) < factor(b); }));
}

std::string exceeded_text(const MotionLimits& limits) {
  std::vector<std::string> parts;
  for (const ExceededLimit& e : limits.exceeded) parts.push_back(text_of(e));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string missing_text(const MotionLimits& limits) {
  // kinds that are missing for the same joints go together
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const MissingLimit& m : limits.missing) {
    std::vector<int> numbers;
    for (const int j : m.joints) numbers.push_back(j + 1);
    const std::string of =
        m.all ? "" : fmt::format(" for joint{} {}", numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "));
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == of; });
    if (found != groups.end())
      found->second.emplace_back(name(m.kind));
    else
      groups.push_back({of, {std::string(name(m.kind))}});
  }
  std::vector<std::string> parts;
  for (const auto& [of, kinds] : groups) {
    std::string list;
    for (std::size_t k = 0; k < kinds.size(); ++k)
      list += (k == 0 ? "" : k + 1 == kinds.size() ? " and " : ", ") + kinds[k];
    const bool one = kinds.size() == 1 && of.starts_with(" for joint ");
    parts.push_back(fmt::format("no {} limit{}{}", list, one ? "" : "s", of));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace catena::choose
