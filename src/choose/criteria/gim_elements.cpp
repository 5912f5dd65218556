// SPDX-License-Identifier: Apache-2.0
// The elements of the inertia matrix that are zero or constant in every posture.
//
// Proof    As a function of one joint position alone, an element is a trigonometric polynomial of degree 2 (for a prismatic
//          joint: a quadratic), because each link contributes products of two velocities. Five values per turn, or three
//          per stroke, determine it, so a grid of them determines the element: if it is zero or constant on the grid, it
//          is so everywhere. It does not depend on joint 1. For long arms the grid is too large; they are examined in
//          random postures, where a polynomial that is not constant varies with probability one.
#include <algorithm>
#include <numbers>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/gim_elements.hpp"

namespace catena::choose::detail {
namespace {

constexpr std::size_t kMostPostures = 100000;
constexpr std::size_t kRandomPostures = 512;
constexpr std::size_t kBatch = 512;
constexpr double kSame = 1e-11;  // of sqrt(M_ii M_jj): rounding

}  // namespace

GimElements gim_elements(const Arm& arm) {
  const auto n = static_cast<std::size_t>(arm.dof());
  std::vector<std::size_t> nodes(n, 1);
  std::size_t grid = 1;
  for (std::size_t i = 1; i < n; ++i) {
    nodes[i] = arm.chain().link(static_cast<int>(i)).revolute() ? 5 : 3;
    grid = std::min(grid * nodes[i], kMostPostures + 1);
  }
  const bool whole = grid <= kMostPostures;
  const std::size_t count = whole ? grid : kRandomPostures;

  std::vector<double> first(n * n), spread(n * n, 0.0), most(n * n, 0.0);
  std::vector<double> q, M;
  batch::Workspace work(arm);
  for (std::size_t from = 0; from < count; from += kBatch) {
    const std::size_t here = std::min(kBatch, count - from);
    q.assign(here * n, 0.0), M.resize(here * n * n);
    for (std::size_t k = 0; k < here; ++k) {
      std::size_t rest = from + k;
      for (std::size_t i = 1; i < n; ++i) {
        const bool turns = nodes[i] == 5;
        const double u = whole ? static_cast<double>(rest % nodes[i]) / static_cast<double>(nodes[i])
                               : random_unit(2004, (from + k) * n + i);
        q[k * n + i] = 0.3 + (turns ? 2 * std::numbers::pi : 1.0) * u;
        rest /= nodes[i];
      }
    }
    batch::inertia(arm, batch::Layout::state_major, q, work, M);
    if (from == 0) std::copy_n(M.begin(), n * n, first.begin());
    for (std::size_t k = 0; k < here; ++k)
      for (std::size_t e = 0; e < n * n; ++e) {
        const double value = M[k * n * n + e];
        most[e] = std::max(most[e], std::abs(value));
        spread[e] = std::max(spread[e], std::abs(value - first[e]));
      }
  }
  GimElements found{0, 0, static_cast<int>(n * n)};
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const double same = kSame * std::sqrt(most[i * n + i] * most[j * n + j]);
      found.zero += most[j * n + i] <= same;
      found.constant += spread[j * n + i] <= same;
    }
  return found;
}

Score gim_zeros(Subject& subject) {
  const GimElements e = gim_elements(subject.arm());
  return {static_cast<double>(e.zero) / e.all};
}
Score gim_constants(Subject& subject) {
  const GimElements e = gim_elements(subject.arm());
  return {static_cast<double>(e.constant) / e.all};
}

}  // namespace catena::choose::detail
