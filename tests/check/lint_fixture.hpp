// SPDX-License-Identifier: Apache-2.0
// A clean arm to break, and findings as text to compare.
#pragma once

#include <gtest/gtest.h>

#include <numbers>

#include "catena/check/lint.hpp"

namespace catena::test {

constexpr double kRight = std::numbers::pi / 2;

// Three revolute links, cylinders of 8 cm; the linter finds nothing.
inline Robot clean_arm() {
  Robot robot;
  robot.name = "clean";
  const auto rod = [](double mass, double length) {
    const double thick = mass * 0.0016 / 2, across = mass * (length * length / 12 + 0.0016 / 4);
    return Sym3<double>{thick, across, across, 0, 0, 0};
  };
  robot.links.resize(3);
  robot.links[0] = {"base", JointKind::revolute, {0, kRight, 0.3, 0}, 5, {0, -0.15, 0}, rod(5, 0.3), {}, {}};
  robot.links[1] = {"upper arm", JointKind::revolute, {0.4, 0, 0, 0}, 4, {-0.2, 0, 0}, rod(4, 0.4), {}, {}};
  robot.links[2] = {"", JointKind::revolute, {0.3, 0, 0, 0}, 2, {-0.15, 0, 0}, rod(2, 0.3), {}, {}};
  return robot;
}

inline std::string text(const Finding& f) {
  return std::string(name(f.severity)) + " " + f.rule + "\n" + f.where + "\n" + f.what + "\n" + f.given +
         "\n" + f.need + "\n" + f.hint;
}

inline std::string text(const std::vector<Finding>& findings) {
  std::string all;
  for (const Finding& f : findings) all += (all.empty() ? "" : "\n\n") + text(f);
  return all;
}

// The findings of one rule.
inline std::string text(const std::vector<Finding>& findings, const std::string& rule) {
  std::vector<Finding> some;
  for (const Finding& f : findings)
    if (f.rule == rule) some.push_back(f);
  return text(some);
}

}  // namespace catena::test
