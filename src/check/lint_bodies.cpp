// SPDX-License-Identifier: Apache-2.0
// Can each link be a body: numbers, mass, principal moments, triangle inequality, products of inertia.
#include <fmt/format.h>

#include <array>

#include "catena/core/model/physical.hpp"
#include "check/lint_context.hpp"

namespace catena::check::detail {
namespace {

constexpr const char* kImpossible = "inertia is not physically possible";

struct Entry {
  const char* name;
  double Sym3<double>::*at;
};
constexpr std::array<Entry, 3> kMoments = {Entry{"xx", &Sym3<double>::xx}, Entry{"yy", &Sym3<double>::yy},
                                           Entry{"zz", &Sym3<double>::zz}};

bool finite(const RobotLink& l) {
  for (double x : {l.dh.a, l.dh.alpha, l.dh.d, l.dh.theta, l.mass, l.com.x, l.com.y, l.com.z, l.inertia.xx,
                   l.inertia.yy, l.inertia.zz, l.inertia.xy, l.inertia.xz, l.inertia.yz})
    if (!std::isfinite(x)) return false;
  return true;
}

bool possible(const RobotLink& l, const Sym3<double>& I) { return check_physical(l.mass, l.com, I).ok(); }

bool is_zero(const Sym3<double>& I) {
  return I.xx == 0 && I.yy == 0 && I.zz == 0 && I.xy == 0 && I.xz == 0 && I.yz == 0;
}

// The general advice, if no single number explains the error.
std::string general_hint(const RobotLink& l) {
  return norm(l.com) > 0
             ? "check whether the moments are about the centre of mass or about the frame, and set "
               "about = \"com\" or \"frame\" accordingly"
             : "check these numbers against their source";
}

std::string hint_for_sign(const RobotLink& l) {
  Sym3<double> I = l.inertia;
  std::vector<std::string> flipped;
  for (const Entry& e : kMoments)
    if (I.*e.at < 0) {
      I.*e.at = -(I.*e.at);
      flipped.emplace_back(e.name);
    }
  if (flipped.empty() || !possible(l, I)) return general_hint(l);
  return fmt::format("without the minus sign of {} the inertia would be possible", joined(flipped));
}

// A moment three times above its bound suggests a misplaced decimal point; one slightly above it, measurement error.
std::string hint_for_triangle(const RobotLink& l, const std::array<double, 3>& moments) {
  const double excess = moments[2] - moments[0] - moments[1];
  std::vector<std::string> absent;
  for (const Entry& e : kMoments)
    if (l.inertia.*e.at == 0) absent.emplace_back(e.name);
  if (!absent.empty() && absent.size() < 3)
    return fmt::format("give {} {}", joined(absent),
                       absent.size() == 1 ? "a nonzero value" : "nonzero values");
  if (moments[2] >= 3 * (moments[0] + moments[1]))
    for (double factor : {0.1, 0.01, 0.001, 10.0, 100.0, 1000.0})
      for (const Entry& e : kMoments) {
        Sym3<double> I = l.inertia;
        I.*e.at *= factor;
        if (I.*e.at != 0 && possible(l, I))
          return fmt::format(
              "{} = {:.6g} instead of {:.6g} would be possible: look for a misplaced decimal point", e.name,
              I.*e.at, l.inertia.*e.at);
      }
  if (excess <= 0.25 * moments[2])
    return fmt::format("raise the smaller moments or lower the largest, by {:.3g} kg m² in total", excess);
  return general_hint(l);
}

// A product of inertia beyond what the moments leave room for, while the moments alone are possible.
bool blame_product(LintContext& c, int row, const RobotLink& l) {
  const Sym3<double>& I = l.inertia;
  if (!possible(l, {I.xx, I.yy, I.zz, 0, 0, 0})) return false;
  // ∫x² dm and so on: |∫xy dm| cannot exceed the geometric mean of two
  const double sx = (I.yy + I.zz - I.xx) / 2, sy = (I.xx + I.zz - I.yy) / 2, sz = (I.xx + I.yy - I.zz) / 2;
  struct Product {
    const char* name;
    double value, bound;
  };
  const auto mean = [](double a, double b) { return std::sqrt(std::max(a, 0.0) * std::max(b, 0.0)); };
  for (const Product& p : {Product{"xy", I.xy, mean(sx, sy)}, Product{"xz", I.xz, mean(sx, sz)},
                           Product{"yz", I.yz, mean(sy, sz)}})
    if (std::abs(p.value) > p.bound * (1 + 1e-9)) {
      c.findings.push_back({c.impossible(), "product-of-inertia", c.link(row), kImpossible,
                            fmt::format("{} = {:.6g} kg m² with xx = {:.6g}, yy = {:.6g}, zz = {:.6g}",
                                        p.name, p.value, I.xx, I.yy, I.zz),
                            fmt::format("|{}| at most {:.6g} with these moments", p.name, p.bound),
                            fmt::format("look for a misplaced decimal point in {}", p.name)});
      return true;
    }
  return false;
}

void judge_body(LintContext& c, int row, const RobotLink& l) {
  const Physical body = check_physical(l.mass, l.com, l.inertia);
  if (body.ok()) return;
  c.rows[static_cast<std::size_t>(row)].possible = false;
  switch (body.broken) {
    case PhysicalRule::negative_mass:
      c.findings.push_back({c.impossible(), "negative-mass", c.link(row), "mass is negative", body.given,
                            body.need, "masses are in kg; base parameters need allow_nonphysical = true"});
      return;
    case PhysicalRule::negative_moment:
    case PhysicalRule::triangle: {
      if (blame_product(c, row, l)) return;
      const bool sign = body.broken == PhysicalRule::negative_moment;
      c.findings.push_back({c.impossible(), sign ? "negative-moment" : "triangle-inequality", c.link(row),
                            kImpossible, body.given, body.need,
                            sign ? hint_for_sign(l) : hint_for_triangle(l, body.moments)});
      return;
    }
    case PhysicalRule::none:
      return;
  }
}

void judge_moving(LintContext& c, int row, const RobotLink& l) {
  if (l.mass == 0 && !is_zero(l.inertia))
    c.findings.push_back({Severity::warning, "massless-link", c.link(row), "the link has inertia but no mass",
                          "mass 0 kg", "more than 0: a body with inertia has mass",
                          "give its mass, or leave it as it is if only the joint motion matters"});
  else if (l.mass == 0)
    c.findings.push_back({Severity::warning, "massless-link", c.link(row), "the moving link has no mass",
                          "mass 0 kg, no inertia", "more than 0",
                          "give its mass and inertia; in a spherical wrist, divide them among its links"});
  else if (is_zero(l.inertia))
    c.findings.push_back({Severity::warning, "point-mass", c.link(row), "the moving link has no inertia",
                          fmt::format("{:.6g} kg, all moments 0", l.mass),
                          "moments about the centre of mass above 0: a body has extent",
                          "give xx, yy and zz; a solid of radius r has about 0.4 m r²"});
}

}  // namespace

void lint_bodies(LintContext& c) {
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const RobotLink& l = c.robot.links[k];
    const int row = static_cast<int>(k);
    if (!finite(l)) {
      c.rows[k].possible = false;
      c.findings.push_back({Severity::error, "not-finite", c.link(row), "a number is not finite",
                            "NaN or infinity", "finite numbers", "look at dh, mass, com and inertia"});
      continue;
    }
    judge_body(c, row, l);
    if (l.joint != JointKind::fixed) judge_moving(c, row, l);
  }
  if (const auto& payload = c.robot.payload; payload && payload->mass < 0)
    c.findings.push_back({c.impossible(), "negative-mass", "payload", "mass is negative",
                          fmt::format("mass {:.6g} kg", payload->mass), "0 or more", "masses are in kg"});
}

}  // namespace catena::check::detail
