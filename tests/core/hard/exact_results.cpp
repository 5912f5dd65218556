// SPDX-License-Identifier: Apache-2.0
#include "core/hard/exact_results.hpp"

#include <limits>

#include "catena/core/arm.hpp"

namespace catena::test {
namespace {

Long exact_if_right(const Long& x) {
  const Digits60 size = abs(x.x);
  return size < 4e-16 ? Long(0.0) : 1 - size < 1e-16 ? Long(x.x < 0 ? -1.0 : 1.0) : x;
}

void set_spread(ChainLink<Long>& l) {
  const Sym3<Long>& I = l.body.I;
  const Long half = Long(0.5) * (I.xx + I.yy + I.zz);
  l.spread = {half - I.xx, half - I.yy, half - I.zz, -I.xy, -I.xz, -I.yz};
}

}  // namespace

// Without fixed joints, the rows of the robot are the links of the chain.
Problem problem_of(const Robot& robot, const JointState& s) {
  Problem p;
  for (const RobotLink& row : robot.links) {
    const auto turn = [](double angle, Long& cosine, Long& sine) {
      cosine = exact_if_right(cos(Long(angle))), sine = exact_if_right(sin(Long(angle)));
    };
    const Vec3<Long> c = {Long(row.com.x), Long(row.com.y), Long(row.com.z)};
    const Long m(row.mass);
    const Vec3<Long> h = m * c;
    const Sym3<double>& I = row.inertia;
    ChainLink<Long> l = {
        row.joint,      Long(0.0), Long(0.0), Long(row.dh.a), Long(row.dh.theta), Long(0.0), Long(0.0),
        Long(row.dh.d), {},        {},        Long(0.0),      Long(0.0),          Long(0.0), Long(0.0),
        Twist::general};
    turn(row.dh.alpha, l.ca, l.sa);
    turn(row.dh.theta, l.ct, l.st);
    l.body = {m,
              h,
              {Long(I.xx) + h.y * c.y + h.z * c.z, Long(I.yy) + h.x * c.x + h.z * c.z,
               Long(I.zz) + h.x * c.x + h.y * c.y, Long(I.xy) - h.x * c.y, Long(I.xz) - h.x * c.z,
               Long(I.yz) - h.y * c.z}};
    set_spread(l);
    p.links.push_back(l);
  }
  const auto lengthen = [](const std::vector<double>& x) {
    std::vector<Long> y;
    for (const double v : x) y.emplace_back(v);
    return y;
  };
  p.q = lengthen(s.q), p.qd = lengthen(s.qd), p.tau = lengthen(s.tau);
  p.gravity = {Long(robot.gravity.x), Long(robot.gravity.y), Long(robot.gravity.z)};
  return p;
}

Values solved(const Problem& p) {
  Values all;
  for (const Long& v : results(p, false)) all.push_back(v.x);
  return all;
}

std::vector<double> conditions(const Problem& problem, const Values& f) {
  const Digits60 step("1e-25");
  const Long factor(Digits60(1 + step));
  std::vector<double> sum(f.size(), 0.0);
  const auto add = [&](const Problem& changed) {
    const Values g = solved(changed);
    for (std::size_t i = 0; i < f.size(); ++i)
      sum[i] += static_cast<double>(abs(Digits60(g[i] - f[i])) / step);
  };
  const auto change = [&](auto&& what) {
    Problem changed = problem;
    what(changed);
    add(changed);
  };
  for (std::size_t i = 0; i < problem.links.size(); ++i) {
    for (auto vector : {&Problem::q, &Problem::qd, &Problem::tau})
      change([&](Problem& p) { (p.*vector)[i] = (p.*vector)[i] * factor; });
    change([&](Problem& p) {  // alpha
      ChainLink<Long>& l = p.links[i];
      const Long c = l.ca;
      l.ca = l.ca - l.sa * Long(step), l.sa = l.sa + c * Long(step);
    });
    for (auto length : {&ChainLink<Long>::a, &ChainLink<Long>::d})
      change([&](Problem& p) { p.links[i].*length = p.links[i].*length * factor; });
    change([&](Problem& p) { p.links[i].body.m = p.links[i].body.m * factor; });
    for (auto part : {&Vec3<Long>::x, &Vec3<Long>::y, &Vec3<Long>::z})
      change([&](Problem& p) { p.links[i].body.h.*part = p.links[i].body.h.*part * factor; });
    for (auto part : {&Sym3<Long>::xx, &Sym3<Long>::yy, &Sym3<Long>::zz, &Sym3<Long>::xy, &Sym3<Long>::xz,
                      &Sym3<Long>::yz})
      change([&](Problem& p) {
        ChainLink<Long>& l = p.links[i];
        l.body.I.*part = l.body.I.*part * factor;
        set_spread(l);
      });
  }
  return sum;
}

double condition_number(const Arm& arm, const JointState& s) {
  try {
    const At at{.q = s.q};
    return arm.eval(Quantity::inertia_inverse, at)[0].norm() * arm.eval(Quantity::inertia, at)[0].norm();
  } catch (const Error&) {
    return std::numeric_limits<double>::infinity();
  }
}

}  // namespace catena::test
