// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/path.hpp"

#include <algorithm>
#include <cmath>

#include "catena/sim/cycloid.hpp"

namespace catena::choose::detail {
namespace {

constexpr double kSteps = 1000;             // in all pieces, or more
constexpr std::size_t kMostSteps = 20'000;  // if every piece has its 8
constexpr double kBeside = 1e-9;            // of a piece: how far from a kink its two sides are sampled

// Where the pieces begin and end.
std::vector<double> ends_of_pieces(const sim::Trajectory& trajectory) {
  const double duration = trajectory.duration();
  std::vector<double> ends = {0};
  for (const double kink : trajectory.kinks())
    if (kink > ends.back() && kink < duration) ends.push_back(kink);
  ends.push_back(duration);
  return ends;
}

void add_piece(double from, double to, std::size_t steps, bool first, bool last, double duration,
               Path& path) {
  const double length = to - from;
  for (std::size_t k = 0; k <= steps; ++k) {
    double t = from + length * static_cast<double>(k) / static_cast<double>(steps);
    if (k == 0 && !first) t = from + kBeside * length;
    if (k == steps) t = last ? to : to - kBeside * length;
    path.time.push_back(t);
    const double share = duration > 0 ? length / duration : 1;  // a motion of no duration is a single posture
    path.weight.push_back((k == 0 || k == steps ? 0.5 : 1) * share / static_cast<double>(steps));
  }
}

}  // namespace

std::shared_ptr<const Path> sampled(const sim::Trajectory& trajectory) {
  const auto n = static_cast<std::size_t>(trajectory.dof());
  const std::vector<double> ends = ends_of_pieces(trajectory);
  const std::size_t pieces = ends.size() - 1;
  const std::size_t least = pieces == 1 ? 1 : std::clamp<std::size_t>(kMostSteps / pieces, 2, 8);
  const double duration = trajectory.duration();
  auto path = std::make_shared<Path>();
  path->dof = trajectory.dof();
  for (std::size_t k = 0; k < pieces; ++k) {
    const double length = ends[k + 1] - ends[k];
    const double share = duration > 0 ? std::ceil(kSteps * length / duration) : kSteps;
    const std::size_t steps = std::max(least, static_cast<std::size_t>(share));
    add_piece(ends[k], ends[k + 1], steps, k == 0, k + 1 == pieces, duration, *path);
  }
  for (auto* values : {&path->q, &path->qd, &path->qdd}) values->resize(path->states() * n);
  sim::JointMotion motion(path->dof);
  for (std::size_t k = 0; k < path->states(); ++k) {
    trajectory.at(path->time[k], motion);
    std::copy_n(motion.q.data(), n, &path->q[k * n]);
    std::copy_n(motion.qd.data(), n, &path->qd[k * n]);
    std::copy_n(motion.qdd.data(), n, &path->qdd[k * n]);
  }
  return path;
}

std::shared_ptr<const sim::Trajectory> trajectory_of(const DefaultMotion& motion) {
  return std::make_shared<sim::Cycloid>(motion.from, motion.to, motion.duration);
}

}  // namespace catena::choose::detail
