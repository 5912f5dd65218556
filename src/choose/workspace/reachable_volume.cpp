// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/workspace/reachable_volume.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "choose/workspace/lattice.hpp"
#include "choose/workspace/outside.hpp"
#include "choose/workspace/reachable.hpp"
#include "choose/workspace/reachable_volume.hpp"
#include "choose/workspace/survey.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr double kPi = std::numbers::pi;
// Directions in which the workspace is bounded before places are tried. Each costs about as much as ten tries.
int directions(const Chart& chart, int samples) {
  return std::min(samples / 64, chart.dimensions == 3 ? 64 : 24);
}

}  // namespace

ReachableVolume sampled_reachable_volume(ToolPoint& point, const JointBox& box, const Postures& some,
                                         int samples, std::uint64_t seed, const Effort& effort) {
  const Chart chart = chart_of(point, box);
  ReachableVolume size{.value = 0, .error = 0, .flat = chart.flat, .exact = true};
  if (point.joints() < chart.dimensions) return size;

  if (!full_rank(
          point, box, chart,
          std::span<const double>(some.q).first(std::min<std::size_t>(some.count, 16) * box.joints.size())))
    return size;

  // a box around all places; with symmetry the squared radius, so that equal cells have equal volume
  Supports supports(point, box, some, seed);
  SurveyBox around;
  double scale = 0, room = chart.round >= 0 ? kPi : 1;
  for (int d = 0; d < chart.dimensions; ++d) {
    const bool radius = chart.round >= 0 && d == 0;
    const Vec3<double> u = chart.round >= 0 && d == 1 ? chart.e[2] : chart.e[d];
    const double at = dot(u, chart.centre);
    double& lower = around.lower[d];
    double& upper = around.upper[d];
    upper = supports(u) - at;
    lower = radius ? 0 : -supports(-u) - at;
    scale = std::max({scale, std::abs(upper), upper - lower});
    if (radius) upper *= upper;
    room *= upper - lower;
  }
  const Outside outside(chart, supports, directions(chart, samples));
  Reachable reachable(point, box, chart, scale);
  const Survey found =
      survey(reachable, outside, chart, around, some, box.joints.size(), samples, seed, effort);

  // cells whose two places differ give the variance, (x1 - x2)²/4 each; one is added, since a boundary may lie within a cell
  const double each = room / static_cast<double>(found.cells);
  size.value = 0.5 * each * static_cast<double>(found.reached);
  size.error = each * (1.96 * std::sqrt(0.25 * static_cast<double>(found.split + 1)) +
                       0.5 * static_cast<double>(found.gained));
  size.exact = false;
  return size;
}

}  // namespace detail

ReachableVolume sampled_reachable_volume(const Arm& arm, int samples, std::uint64_t seed) {
  detail::require_samples(samples);
  const detail::JointBox box = detail::joint_box(arm.robot());
  if (!box.why.empty())
    throw Error(ErrorKind::model, arm.name(), "the workspace is unbounded").given(box.why);
  detail::ToolPoint point(arm.chain());
  const detail::Lattice lattice(arm.dof(), std::min(samples, 4096), seed);
  return detail::sampled_reachable_volume(point, box, detail::postures(point, box, lattice), samples, seed);
}

ReachableVolume reachable_volume(const Arm& arm, int samples, std::uint64_t seed) {
  const std::optional<ReachableVolume> known = reachable_volume_closed_form(arm);
  return known ? *known : sampled_reachable_volume(arm, samples, seed);
}

}  // namespace catena::choose
