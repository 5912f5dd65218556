// SPDX-License-Identifier: Apache-2.0
// 001 (Figure1) (Figure2), 003 (Figure1), 004 (Figure3) (Figure4) (Figure5).
#include "catena/reproduce/diagrams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "catena/core/algo/quasi_components.hpp"
#include "catena/core/algo/spatial_dynamics.hpp"
#include "reproduce/arms_004.hpp"
#include "reproduce/canvas.hpp"
#include "reproduce/inertia_map.hpp"
#include "reproduce/power_arrays.hpp"
#include "reproduce/runs.hpp"

namespace catena {
namespace {

using namespace reproduce::detail;

// --- 001 -----------------------------------------------------------------------------------------------------------

constexpr int kJoints = 6;
constexpr double kCell = 18;

Diagram independent_inertia() {
  const std::vector<int> classes = element_classes(kJoints, [](const Specimen& a) {
    const Eigen::MatrixXd I = link_sums_of(a).I;
    return Cube(I.data(), I.data() + I.size());
  });
  Canvas page(220, 170);
  page.text(110, 20, "I*, n = 6");
  int dark = 0;
  for (int i = 0; i < kJoints; ++i)
    for (int k = 0; k < kJoints; ++k) {
      const int here = classes[static_cast<std::size_t>(k * kJoints + i)];
      const bool first = i <= k && here == classes[static_cast<std::size_t>(i * kJoints + k)];
      dark += first;
      page.box(56 + kCell * k, 35 + kCell * i, kCell, kCell, first ? kDark : kNone);
    }
  return {"001_fig1", "Figure 1 of 001: the independent elements of I*",
          fmt::format("The paper shades the upper triangle. Dark: {} elements that determine all 36, found "
                      "by comparing elements at three "
                      "postures of a revolute arm.",
                      dark),
          page.svg()};
}

Diagram independent_power() {
  const std::vector<int> classes =
      element_classes(kJoints, [](const Specimen& a) { return link_sums_of(a).P1; });
  const LinkSumsOfPower index{kJoints, {}, {}, {}, {}};
  Canvas page(6 * 122 + 20, 190);
  int dark = 0, zero = 0;
  std::vector<bool> covered(classes.size() + 1, false);
  for (int k = 1; k <= kJoints; ++k) {
    const double left = 10 + 122 * (k - 1);
    page.text(left + 54, 20, fmt::format("plane k = {}", k));
    for (int i = 1; i <= kJoints; ++i)
      for (int j = 1; j <= kJoints; ++j) {
        const int c = classes[index.place(i, j, k)];
        const bool inside = i <= k && j <= k, nonzero = inside && c != 0;
        dark += nonzero, zero += inside && c == 0;
        if (nonzero) covered[static_cast<std::size_t>(c)] = true;
        page.box(left + kCell * (j - 1), 30 + kCell * (i - 1), kCell, kCell,
                 nonzero  ? kDark
                 : inside ? kLight
                          : kNone);
      }
  }
  const bool all = std::all_of(classes.begin(), classes.end(),
                               [&](int c) { return c == 0 || covered[static_cast<std::size_t>(c)]; });
  page.text(10, 165,
            "rows: torque i, columns: velocity j. Dark: independent, light: zero by P5, white: follows by P3 "
            "and P4",
            12, "start");
  return {"001_fig2", "Figure 2 of 001: the independent elements of P1",
          fmt::format(
              "The paper shades the squares i, j &lt;= k of each plane for P1, P2 and P3. Dark: {} elements "
              "of P1 that do not vanish, "
              "light: {} that do, {} together; all other elements {} one of the dark ones but for its sign.",
              dark, zero, dark + zero, all ? "equal" : "do not all equal"),
          page.svg()};
}

// --- 003 -----------------------------------------------------------------------------------------------------------

// Terms m of the elements c_1i of the row of the base, from eq 48 (base to tip): S_1·Ψ(1,m) P_m Ω_m* Ψ(i,m)* S_i, m > i.
Diagram row_of_bias_matrix() {
  using namespace operators;
  constexpr int n = 5;
  const Specimen a("chain:5", 11);
  const Operators<double> o = spatial_operators(a.arm, a.x);
  const OperatorRates<double> r = operator_rates<double>(a.arm, o, a.qd);
  const auto part = [](const MatX<double>& A, int i, int j) { return block(A, i, j); };
  double term[n][n] = {}, largest = 0, difference = 0;
  for (int i = 1; i < n; ++i)
    for (int m = i + 1; m < n; ++m) {
      const MatX<double> T =
          part(o.Psi, 0, m) * part(o.P, m, m) * star(part(r.Omega_delta, m, m)) * star(part(o.Psi, i, m));
      term[m][i] = T(2, 2);  // all joints turn about z
      largest = worse(largest, std::abs(term[m][i]));
    }
  QuasiWork<double> work(n);
  MatX<double> c(n, n);
  set_quasi<double>(a.arm, a.x, a.qd, Vec3<double>::zero(), work);
  cxi_components(a.arm, a.x, work, c.view());
  for (int i = 1; i < n; ++i) {
    double sum = 0;
    for (int m = i + 1; m < n; ++m) sum += term[m][i];
    difference = worse(difference, std::abs(sum - c(0, i)) / largest);
  }
  Canvas page(560, 330);
  page.text(280, 22, "the row of the base joint, N = 5: terms of c_ki by the link m that is carried");
  constexpr double kWide = 84, kHigh = 44;
  for (int i = 1; i < n; ++i) {
    page.text(150 + kWide * (i - 1) + kWide / 2, 50, fmt::format("i = {}", n - i));
    for (int m = 1; m < n; ++m) {
      const double x = 150 + kWide * (i - 1), y = 60 + kHigh * (m - 1);
      const bool there = m > i;
      const int shade =
          there ? static_cast<int>(std::lround(255 - 200 * std::abs(term[m][i]) / largest)) : 255;
      page.box(x, y, kWide, kHigh, there ? fmt::format("rgb({0},{0},255)", shade) : "#fff");
      if (there)
        page.text(x + kWide / 2, y + 27, fmt::format("{:+.3f}", term[m][i]), 12, "middle",
                  shade < 140 ? "#fff" : kText);
    }
  }
  for (int m = 1; m < n; ++m) page.text(140, 87 + kHigh * (m - 1), fmt::format("m = {}", n - m), 12, "end");
  page.text(150, 275, "i, m counted from the tip, as the paper does; the base joint is k = 5", 12, "start");
  page.text(150, 295, "for i = 1 there is no term: the tip carries nothing", 12, "start");
  return {
      "003_fig1", "Figure 1 of 003: elements of the last row of the matrix of eq 48",
      fmt::format("The paper draws how the velocities are distributed through the links. Here: the terms of "
                  "the sum in eq 48 (with the "
                  "star that is missing there) for a random arm; they add up to `cxi_components` within {}.",
                  below(difference, 1e-9)),
      page.svg()};
}

// --- 004 -----------------------------------------------------------------------------------------------------------

// An arm as a line through its frames, fitted into a box of 180 by 130 points: in the plane of its motion, or seen from a
// direction between the axes. Revolute joints are circles, prismatic joints squares.
void skeleton(Canvas& page, const char* stem, const std::vector<double>& q, double left,
              const std::string& name, bool flat) {
  const Chain<double> arm = arm_of_catalogue(stem);
  Kinematics<double> k(arm.dof());
  set_poses(arm, posture<double>(arm, q), k);
  std::vector<std::array<double, 3>> points = {{arm.base().p.x, arm.base().p.y, arm.base().p.z}};
  for (const Pose<double>& X : k.frame) points.push_back({X.p.x, X.p.y, X.p.z});
  points.push_back({k.tool.p.x, k.tool.p.y, k.tool.p.z});
  const auto extent = [&](std::size_t axis) {
    const auto [least, most] = std::minmax_element(
        points.begin(), points.end(), [&](const auto& u, const auto& v) { return u[axis] < v[axis]; });
    return (*most)[axis] - (*least)[axis];
  };
  const std::size_t across = extent(0) >= extent(1) ? 0 : 1,
                    up = extent(2) > std::min(extent(0), extent(1)) ? 2 : 1 - across;
  std::vector<std::array<double, 2>> seen;
  for (const auto& p : points)
    seen.push_back(flat ? std::array{p[across], p[up]} : std::array{p[1] - 0.5 * p[0], p[2] - 0.35 * p[0]});
  std::array<double, 2> low = seen[0], high = seen[0];
  for (const auto& p : seen)
    for (std::size_t c = 0; c < 2; ++c) low[c] = std::min(low[c], p[c]), high[c] = std::max(high[c], p[c]);
  const double scale = std::min(180 / std::max(high[0] - low[0], 0.1), 130 / std::max(high[1] - low[1], 0.1));
  const auto place = [&](const std::array<double, 2>& p) {
    return std::array{left + scale * (p[0] - low[0]), 170 - scale * (p[1] - low[1])};
  };
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
    const auto from = place(seen[i]), to = place(seen[i + 1]);
    page.line(from[0], from[1], to[0], to[1], 4, kDark);
  }
  const auto base = place(seen[0]);
  page.line(base[0] - 12, base[1] + 4, base[0] + 12, base[1] + 4, 2, kText);
  for (int i = 0; i < arm.dof(); ++i) {
    const auto before = place(seen[static_cast<std::size_t>(i)]),
               at = place(seen[static_cast<std::size_t>(i) + 1]);
    const bool turns = arm.link(i).revolute();
    const double x = turns ? at[0] : (before[0] + at[0]) / 2, y = turns ? at[1] : (before[1] + at[1]) / 2;
    if (turns)
      page.circle(x, y, 6, "#fff");
    else
      page.box(x - 7, y - 7, 14, 14, "#fff");
    page.text(x + 10, y - 8, fmt::format("{}", i + 1), 11, "start");
  }
  page.text(left, 215, name, 12, "start");
}

Diagram two_link_arms() {
  Canvas page(560, 235);
  skeleton(page, "rp", {0.6, 1.0}, 40, "(a) RP: joint 1 turns, joint 2 slides", true);
  skeleton(page, "pr", {0.6, 0.9}, 310, "(b) PR: joint 1 slides, joint 2 turns", true);
  return {"004_fig3", "Figure 3 of 004: the two-link arms",
          "Circles turn, squares slide; drawn from the frames of `rp` and `pr`, whose a_1 is 0 as in eq 19.",
          page.svg()};
}

Diagram pr_workspace() {
  Canvas page(640, 290);
  constexpr double a = 90, b = a, left = 170, right = left + b, middle = 140;  // a_2 = b_1, in points
  page.path(fmt::format("M {0} {1} A {2} {2} 0 1 1 {0} {3} L {4} {3} A {2} {2} 0 1 1 {4} {1} Z", left,
                        middle + a, a, middle - a, right),
            kLight);
  const double half = std::sqrt(a * a - b * b / 4), x = left + b / 2;  // of the lens
  page.path(fmt::format("M {0} {1} A {2} {2} 0 0 1 {0} {3} A {2} {2} 0 0 1 {0} {1} Z", x, middle - half, a,
                        middle + half),
            "#fff");
  page.line(left, middle, right, middle, 4, kDark);
  page.text(x, middle - 8, "b_1");
  page.text(
      20, 270,
      "a_2 = b_1: shaded is what the tool reaches; the paper's area pi a_2^2 + 2 a_2 b_1 includes the lens",
      12, "start");
  return {
      "004_fig4", "Figure 4 of 004: the workspace of the PR arm",
      fmt::format(
          "The paper draws the outline. The lens between the end circles is out of reach for b_1 &lt; 2 a_2: "
          "with all lengths a the area is "
          "{:.3f} a², not (pi + 2) a².",
          exact_workspace(pr_004())),
      page.svg()};
}

Diagram three_link_arms() {
  Canvas page(560, 235);
  skeleton(page, "rtx", {0.5, 0.5, 0.9}, 60, "(a) RTX", false);
  skeleton(page, "stanford_004", {0.5, 1.2, 0.7}, 330, "(b) Stanford", false);
  return {"004_fig5", "Figure 5 of 004: the three-link arms",
          "Circles turn, squares slide; drawn from the frames of Table IV at one posture.", page.svg()};
}

struct Maker {
  std::string_view paper, stem;
  Diagram (*make)();
};
constexpr Maker kMakers[] = {
    {"001", "001_fig1", independent_inertia}, {"001", "001_fig2", independent_power},
    {"003", "003_fig1", row_of_bias_matrix},  {"003", "003_inertia_map", inertia_map},
    {"004", "004_fig3", two_link_arms},       {"004", "004_fig4", pr_workspace},
    {"004", "004_fig5", three_link_arms}};

}  // namespace

std::vector<Diagram> paper_diagrams(std::string_view paper) {
  std::vector<Diagram> all;
  for (const Maker& m : kMakers)
    if (m.paper == paper) all.push_back(m.make());
  return all;
}

std::vector<std::string> diagram_stems(std::string_view paper) {
  std::vector<std::string> all;
  for (const Maker& m : kMakers)
    if (m.paper == paper) all.emplace_back(m.stem);
  return all;
}

}  // namespace catena
