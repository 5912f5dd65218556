// SPDX-License-Identifier: Apache-2.0
#include "choose/sweep/chunks.hpp"

#include <algorithm>
#include <cmath>

namespace catena::choose::detail {

namespace {
constexpr std::int64_t kMemory = 4096;  // points; older measurements count less
}

Chunks::Chunks(std::vector<PointRange> todo, Size size) : todo_(todo.begin(), todo.end()), size_(size) {
  for (const PointRange& range : todo_) left_ += range.last - range.first;
}

void Chunks::workers(int count) {
  const std::scoped_lock lock(mutex_);
  workers_ = std::max(count, 1);
}

std::optional<PointRange> Chunks::next(std::atomic<int>& taken) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return over_ || !todo_.empty(); });
  std::optional<PointRange> chunk = take_locked();
  if (chunk) ++taken;
  return chunk;
}

std::optional<PointRange> Chunks::take() {
  const std::scoped_lock lock(mutex_);
  return take_locked();
}

std::optional<PointRange> Chunks::take_locked() {
  if (over_ || todo_.empty()) return std::nullopt;
  double wanted = 1;  // until the first chunk has been timed
  if (learned_points_ > 0)
    wanted = size_.seconds * static_cast<double>(learned_points_) / std::max(learned_seconds_, 1e-9);
  const std::int64_t share = (left_ + 2 * workers_ - 1) / (2 * workers_);
  const std::int64_t most = std::min<std::int64_t>(size_.most, std::max<std::int64_t>(share, 1));
  PointRange& front = todo_.front();
  const auto count = size_.whole
                         ? front.last - front.first
                         : static_cast<std::int64_t>(std::clamp(wanted, 1.0, static_cast<double>(most)));
  const PointRange taken = {front.first, std::min(front.first + count, front.last)};
  front.first = taken.last;
  if (front.first == front.last) todo_.pop_front();
  left_ -= taken.last - taken.first;
  return taken;
}

void Chunks::put_back(PointRange range) {
  const std::scoped_lock lock(mutex_);
  todo_.push_back(range);
  left_ += range.last - range.first;
  changed_.notify_all();
}

void Chunks::learn(std::int64_t points, double seconds) {
  const std::scoped_lock lock(mutex_);
  if (learned_points_ > kMemory) {
    learned_points_ /= 2;
    learned_seconds_ /= 2;
  }
  learned_points_ += points;
  learned_seconds_ += seconds;
}

void Chunks::end() {
  const std::scoped_lock lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

bool Chunks::empty() const {
  const std::scoped_lock lock(mutex_);
  return todo_.empty();
}

double Chunks::seconds_per_point() const {
  const std::scoped_lock lock(mutex_);
  return learned_points_ > 0 ? learned_seconds_ / static_cast<double>(learned_points_) : 0;
}

}  // namespace catena::choose::detail
