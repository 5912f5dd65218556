// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/workspace/reachable_volume.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "choose/workspace/farthest.hpp"
#include "choose/workspace/lattice.hpp"
#include "choose/workspace/reachable.hpp"
#include "choose/workspace/reachable_volume.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kMostStarts = 512;
constexpr int kThorough = 8192;  // samples

// The maximum of u·p over the box, by local search from the best posture of each replicate of the samples.
double support(ToolPoint& point, const JointBox& box, const Vec3<double>& u, const Postures& some,
               std::vector<double>& q) {
  const std::size_t n = box.joints.size();
  const std::size_t each = some.count / static_cast<std::size_t>(some.replicates);
  double most = -std::numeric_limits<double>::infinity();
  for (int replicate = 0; replicate < std::min(some.replicates, 4); ++replicate) {
    std::size_t best = replicate * each;
    for (std::size_t k = replicate * each; k < (replicate + 1) * each; ++k)
      if (dot(u, some.tools[k]) > dot(u, some.tools[best])) best = k;
    q.assign(some.q.begin() + static_cast<std::ptrdiff_t>(best * n),
             some.q.begin() + static_cast<std::ptrdiff_t>((best + 1) * n));
    most = std::max(most, farthest_along(point, box, u, q));
  }
  return most;
}

}  // namespace

ReachableVolume sampled_reachable_volume(ToolPoint& point, const JointBox& box, const Postures& some,
                                         int samples, std::uint64_t seed) {
  const Chart chart = chart_of(point, box);
  ReachableVolume size{.value = 0, .error = 0, .flat = chart.flat, .exact = true};
  if (point.joints() < chart.dimensions) return size;

  // a box around all places; with symmetry the squared radius, so that equal cells have equal volume
  std::vector<double> q;
  double lower[3] = {}, upper[3] = {}, scale = 0;
  for (int d = 0; d < chart.dimensions; ++d) {
    const bool radius = chart.round >= 0 && d == 0;
    const Vec3<double> u = chart.round >= 0 && d == 1 ? chart.e[2] : chart.e[d];
    const double at = dot(u, chart.centre);
    upper[d] = support(point, box, u, some, q) - at;
    lower[d] = radius ? 0 : -support(point, box, -u, some, q) - at;
    scale = std::max({scale, std::abs(upper[d]), upper[d] - lower[d]});
    if (radius) upper[d] *= upper[d];
  }
  const std::size_t starts =
      std::min({some.count, kMostStarts, static_cast<std::size_t>(std::max(samples / 2, 64))});
  Reachable reachable(point, box, chart, some.q, starts, scale, samples >= kThorough);
  if (!reachable.full_rank()) return size;

  double room = chart.round >= 0 ? kPi : 1;
  for (int d = 0; d < chart.dimensions; ++d) room *= upper[d] - lower[d];
  const auto side =
      std::max(1L, static_cast<long>(std::pow(samples / 2.0, 1.0 / chart.dimensions) * (1 + 1e-12)));
  long cells = 1;
  for (int d = 0; d < chart.dimensions; ++d) cells *= side;

  long inside = 0, split = 0;
  std::uint64_t draws = 0;
  for (long cell = 0; cell < cells; ++cell) {
    int found = 0;
    for (int twin = 0; twin < 2; ++twin) {
      Chart::Place target{};
      long rest = cell;
      for (int d = 0; d < chart.dimensions; ++d) {
        const double x = (static_cast<double>(rest % side) + random_unit(seed ^ 0x5eed, draws++)) /
                         static_cast<double>(side);
        target[d] = lower[d] + (upper[d] - lower[d]) * x;
        rest /= side;
      }
      if (chart.round >= 0) target[0] = std::sqrt(target[0]);
      found += reachable(target);
    }
    inside += found;
    split += found == 1;
  }
  // cells whose two points differ give the variance, (x1 - x2)²/4 each; one is added, since a boundary may lie within a cell
  const double each = room / static_cast<double>(cells);
  size.value = 0.5 * each * static_cast<double>(inside);
  size.error = 1.96 * each * std::sqrt(0.25 * static_cast<double>(split + 1));
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
