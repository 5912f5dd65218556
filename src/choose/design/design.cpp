// SPDX-License-Identifier: Apache-2.0
// From an index to a point, from a point to an arm.
#include "catena/choose/design/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "catena/core/error.hpp"
#include "catena/core/model/physical.hpp"
#include "choose/design/design_axes.hpp"
#include "choose/design/design_body.hpp"
#include "io/angle.hpp"

namespace catena::choose {
namespace {

bool turns(const RobotLink& link) { return link.joint == JointKind::revolute; }

// Calls f(target, links, value) for each target of a point.
template <class F>
void each_setting(const std::vector<Parameter>& parameters, const std::vector<Tie>& ties,
                  std::span<const double> point, F f) {
  // for a joint type the word counts, not its index
  const auto value = [&](std::size_t k) {
    if (parameters[k].target != Target::joint) return point[k];
    return parameters[k].shown(point[k]) == "P" ? 1.0 : 0.0;
  };
  for (std::size_t k = 0; k < parameters.size(); ++k) f(parameters[k].target, parameters[k].links, value(k));
  for (const Tie& tie : ties)
    f(tie.target, tie.links, tie.factor * value(static_cast<std::size_t>(tie.parameter)));
}

// Calls f for each link concerned: those named, or all.
template <class F>
void each_link(const std::vector<int>& links, std::size_t all, F f) {
  for (const int i : links) f(static_cast<std::size_t>(i));
  if (links.empty())
    for (std::size_t i = 0; i < all; ++i) f(i);
}

void check_laws(const std::vector<BodyLaw>& laws, const std::string& where) {
  for (std::size_t i = 0; i < laws.size(); ++i)
    if (laws[i].thickness > laws[i].radius)
      throw Error(ErrorKind::model, where,
                  fmt::format("link {}: a wall of {} m in a tube of radius {} m", i + 1, laws[i].thickness,
                              laws[i].radius))
          .need("a wall no thicker than the radius");
}

// Joints without limits of their own get those of the design.
void give_limits(Robot& robot, const std::optional<std::array<double, 2>>& revolute,
                 const std::optional<std::array<double, 2>>& prismatic) {
  for (RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed || (link.limits && link.limits->position)) continue;
    const auto& range = turns(link) ? revolute : prismatic;
    if (!range) continue;
    if (!link.limits) link.limits.emplace();
    link.limits->position = *range;
  }
}

void check_bodies(const Robot& robot, const std::string& where) {
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const RobotLink& link = robot.links[i];
    const std::string object = fmt::format("{}: link {}", where, i + 1);
    const auto& limits = link.limits ? link.limits->position : std::nullopt;
    if (limits && (*limits)[0] > (*limits)[1])
      throw Error(ErrorKind::model, object, "the lower limit of the joint is above the upper limit")
          .given(fmt::format("{} and {}", (*limits)[0], (*limits)[1]));
    const double sum = link.mass + link.com.x + link.com.y + link.com.z + link.inertia.xx + link.inertia.yy +
                       link.inertia.zz + link.inertia.xy + link.inertia.xz + link.inertia.yz + link.dh.a +
                       link.dh.d;
    if (!std::isfinite(sum)) throw Error(ErrorKind::model, object, "its mass or size overflows");
    if (robot.allow_nonphysical) continue;
    const Physical body = check_physical(link.mass, link.com, link.inertia);
    if (!body.ok())
      throw Error(ErrorKind::model, object, "the mass and inertia are not physical")
          .given(body.given)
          .need(body.need);
  }
}

}  // namespace

int Parameter::choices() const {
  if (!words.empty()) return static_cast<int>(words.size());
  return values.empty() ? levels : static_cast<int>(values.size());
}

double Parameter::at(double u) const {
  if (is_range()) return std::min(low + (high - low) * u, high);
  const int k = std::min(static_cast<int>(u * choices()), choices() - 1);
  return words.empty() ? values[static_cast<std::size_t>(k)] : k;
}

std::string Parameter::shown(double value) const {
  if (words.empty()) return fmt::format("{}", value);
  const auto k = static_cast<std::size_t>(value);
  return k < words.size() ? words[k] : fmt::format("{}", value);
}

double Constraint::excess(double value) const {
  double out = -std::numeric_limits<double>::infinity();
  if (least) out = std::max(out, *least - value);
  if (most) out = std::max(out, value - *most);
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : out;
}

std::vector<double> Design::point(std::int64_t index) const {
  assert(index >= 0 && index < size_);
  const std::size_t n = parameters_.size();
  std::vector<double> out(n);
  if (sampling_ == Sampling::grid) {
    // the last parameter changes first
    for (std::size_t j = n; j-- > 0;) {
      const Parameter& parameter = parameters_[j];
      const int count = parameter.choices();
      const auto k = static_cast<int>(index % count);
      index /= count;
      if (!parameter.words.empty()) {
        out[j] = k;
      } else if (!parameter.values.empty()) {
        out[j] = parameter.values[static_cast<std::size_t>(k)];
      } else {
        const double u = count > 1 ? static_cast<double>(k) / (count - 1) : 0;
        out[j] = k + 1 == count && count > 1 ? parameter.high
                                             : parameter.low + (parameter.high - parameter.low) * u;
      }
    }
    return out;
  }
  if (sampling_ == Sampling::sobol)
    sobol_point(index, seed_, out);
  else
    latin_hypercube_point(index, size_, seed_, out);
  for (std::size_t j = 0; j < n; ++j) out[j] = parameters_[j].at(out[j]);
  return out;
}

void Design::require_point(std::span<const double> point) const {
  if (point.size() != parameters_.size())
    throw Error(ErrorKind::usage, name_, "the point has the wrong size")
        .given(fmt::format("{} values", point.size()))
        .need(fmt::format("{}, one for each parameter", parameters_.size()));
  for (std::size_t k = 0; k < point.size(); ++k) {
    const Parameter& parameter = parameters_[k];
    const double value = point[k];
    const double most = static_cast<double>(parameter.words.size()) - 1;
    if (!std::isfinite(value) ||
        (!parameter.words.empty() && !(value >= 0 && value <= most && value == std::floor(value))))
      throw Error(ErrorKind::usage, name_, fmt::format("'{}' has no such value", parameter.name))
          .given(fmt::format("{}", value))
          .need(parameter.words.empty() ? "a finite number"
                                        : fmt::format("0 to {}, the index of an entry", most));
  }
}

double Design::sum(const Constraint& constraint, std::span<const double> point) const {
  double out = 0;
  for (std::size_t k = 0; k < point.size(); ++k)
    if (constraint.weights[k] != 0) out += constraint.weights[k] * point[k];
  return out;
}

double Design::measure(Constraint::Of of, std::span<const double> point, const Robot& robot) const {
  double out = 0;
  if (of == Constraint::Of::total_mass)
    for (const RobotLink& link : robot.links) out += link.mass;
  else
    for (const double each : base_ ? link_lengths(robot) : lengths_of(point)) out += each;
  return out;
}

Robot Design::robot_unconstrained(std::span<const double> point) const {
  require_point(point);
  Robot out = base_ ? robot_of_base(point) : robot_of_axes(point);
  check_bodies(out, name_);
  return out;
}

Robot Design::robot(std::span<const double> point) const {
  require_point(point);
  using Of = Constraint::Of;
  const auto require = [&](const Constraint& constraint, double value, const char* unit) {
    if (constraint.excess(value) > 0)
      throw Error(ErrorKind::model, name_,
                  fmt::format("{} does not hold: it is {}{}", constraint.text, value, unit));
  };
  for (const Constraint& constraint : constraints_)
    if (constraint.of == Of::sum) require(constraint, sum(constraint, point), "");
  Robot out = robot_unconstrained(point);
  for (const Constraint& constraint : constraints_)
    if (constraint.of == Of::total_length || constraint.of == Of::total_mass)
      require(constraint, measure(constraint.of, point, out), constraint.of == Of::total_mass ? " kg" : " m");
  return out;
}

std::vector<double> Design::excesses(std::span<const double> point, std::span<const Score> scores) const {
  using Of = Constraint::Of;
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  std::optional<Robot> robot;
  std::vector<double> out;
  for (const Constraint& constraint : constraints_) {
    if (constraint.of == Of::sum) {
      out.push_back(constraint.excess(sum(constraint, point)));
    } else if (constraint.of == Of::criterion) {
      const auto k = static_cast<std::size_t>(constraint.criterion);
      const double value = k < scores.size() ? scores[k].value : unknown;
      out.push_back(std::isnan(value) ? unknown : constraint.excess(value));
    } else {
      try {
        if (!robot) robot = robot_unconstrained(point);
        out.push_back(constraint.excess(measure(constraint.of, point, *robot)));
      } catch (const Error&) {
        out.push_back(unknown);
      }
    }
  }
  return out;
}

std::vector<double> Design::lengths_of(std::span<const double> point) const {
  std::vector<double> out = lengths_;
  each_setting(parameters_, ties_, point, [&](Target target, const std::vector<int>& links, double value) {
    if (target == Target::length) each_link(links, out.size(), [&](std::size_t i) { out[i] = value; });
  });
  return out;
}

Robot Design::robot_of_axes(std::span<const double> point) const {
  std::string arm = arm_;
  const std::vector<double> lengths = lengths_of(point);
  std::vector<BodyLaw> laws(lengths.size(), body_);
  each_setting(parameters_, ties_, point, [&](Target target, const std::vector<int>& links, double value) {
    each_link(links, lengths.size(), [&](std::size_t i) {
      if (target == Target::radius) laws[i].radius = value;
      if (target == Target::thickness) laws[i].thickness = value;
    });
  });
  check_laws(laws, name_);
  for (std::size_t k = 0; k < point.size(); ++k)
    if (parameters_[k].target == Target::arm) arm = parameters_[k].shown(point[k]);
  const AxisWords words = axis_words(arm);
  std::vector<detail::Body> bodies;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const AxisWord& joint = words.joints[i];
    if (!(lengths[i] >= 0))
      throw Error(ErrorKind::model, name_,
                  fmt::format("link {} has a negative length: {} m", i + 1, lengths[i]));
    const Vec3<double> end = lengths[i] * joint.along, origin = Vec3<double>::zero();
    bodies.push_back(joint.kind == JointKind::revolute ? tube(origin, end, joint.axis, laws[i])
                                                       : tube(-end, origin, joint.axis, laws[i]));
  }
  Robot out = arm_of_axes(words.joints, lengths, bodies);
  out.name = arm;
  out.source = fmt::format("design '{}'", name_);
  out.gravity = gravity_;
  if (degrees_) out.angle_unit = AngleUnit::deg;
  std::size_t joint = 0;
  for (RobotLink& link : out.links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.joint == JointKind::prismatic) link.limits.emplace().position = {0.0, lengths[joint]};
    ++joint;
  }
  give_limits(out, revolute_limits(), std::nullopt);
  return out;
}

Robot Design::robot_of_base(std::span<const double> point) const {
  Robot out = *base_;
  std::vector<BodyLaw> laws(out.links.size(), body_);
  const auto angle = [&](double value) { return degrees_ ? io::detail::radians(value) : value; };

  // Joint types first, because limits depend on them. A joint whose type changes loses the limits and motor of its old type.
  const auto set_kind = [&](std::size_t i, JointKind kind) {
    RobotLink& link = out.links[i];
    if (link.joint == kind) return;
    link.joint = kind;
    link.limits.reset();
    link.motor.reset();
  };
  each_setting(parameters_, ties_, point, [&](Target target, const std::vector<int>& links, double value) {
    if (target != Target::joint) return;
    each_link(links, out.links.size(),
              [&](std::size_t i) { set_kind(i, value == 0 ? JointKind::revolute : JointKind::prismatic); });
  });
  each_setting(parameters_, ties_, point, [&](Target target, const std::vector<int>& links, double value) {
    each_link(links, out.links.size(), [&](std::size_t i) {
      RobotLink& link = out.links[i];
      if (target == Target::a) link.dh.a = value;
      if (target == Target::alpha) link.dh.alpha = angle(value);
      if (target == Target::d) link.dh.d = value;
      if (target == Target::theta) link.dh.theta = angle(value);
      if (target == Target::radius) laws[i].radius = value;
      if (target == Target::thickness) laws[i].thickness = value;
      if (target == Target::lower || target == Target::upper) {
        if (!link.limits) link.limits.emplace();
        auto& position = link.limits->position;
        if (!position)
          position = (turns(link) ? revolute_limits() : prismatic_limits_).value_or(std::array{0.0, 0.0});
        (*position)[target == Target::upper ? 1 : 0] = turns(link) ? angle(value) : value;
      }
    });
  });
  give_limits(out, revolute_limits(), prismatic_limits_);
  check_bodies(out, name_);  // limits, before lengths are made of them

  if (body_.law == Law::tube) {
    check_laws(laws, name_);
    return with_tubes(out, laws);
  }
  scale_bodies(*base_, body_, out);
  each_setting(parameters_, ties_, point, [&](Target target, const std::vector<int>& links, double value) {
    if (target != Target::mass) return;
    each_link(links, out.links.size(), [&](std::size_t i) {
      RobotLink& link = out.links[i];
      const double k = link.mass > 0 ? value / link.mass : 0;
      const Sym3<double>& I = link.inertia;
      if (link.mass > 0) link.inertia = {k * I.xx, k * I.yy, k * I.zz, k * I.xy, k * I.xz, k * I.yz};
      link.mass = value;
    });
  });
  return out;
}

std::optional<std::array<double, 2>> Design::revolute_limits() const {
  if (!revolute_limits_ || !degrees_) return revolute_limits_;
  return std::array{io::detail::radians((*revolute_limits_)[0]), io::detail::radians((*revolute_limits_)[1])};
}

bool Design::has_motion() const {
  return std::any_of(criteria_.begin(), criteria_.end(),
                     [](const Criterion* c) { return c->on_path && !c->timed; });
}

std::string Design::broken(std::span<const Score> scores) const {
  for (const Constraint& constraint : constraints_) {
    if (constraint.of != Constraint::Of::criterion) continue;
    const Score& score = scores[static_cast<std::size_t>(constraint.criterion)];
    if (std::isnan(score.value)) return fmt::format("{} is unavailable", constraint.text);
    if (constraint.excess(score.value) > 0)
      return fmt::format("{} does not hold: it is {}", constraint.text, score.value);
  }
  return {};
}

}  // namespace catena::choose
