// SPDX-License-Identifier: Apache-2.0
// A bounded queue between threads: a producer waits while it is full.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace catena::choose::detail {

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t most) : most_(most) {}

  void push(T item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return items_.size() < most_; });
    items_.push_back(std::move(item));
    some_.notify_one();
  }

  // The first, if there is one within the time.
  template <class Duration>
  std::optional<T> pop_for(Duration wait) {
    std::unique_lock lock(mutex_);
    if (!some_.wait_for(lock, wait, [&] { return !items_.empty(); })) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    room_.notify_one();
    return item;
  }

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable room_, some_;
  std::deque<T> items_;
};

}  // namespace catena::choose::detail
