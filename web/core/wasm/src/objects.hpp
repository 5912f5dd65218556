// SPDX-License-Identifier: Apache-2.0
// Objects that a page holds by numbers, their handles.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "catena/core/error.hpp"

namespace catena::wasm {

inline int object_count = 0;  // of all kinds

template <class T>
class Objects {
 public:
  explicit Objects(const char* kind) : kind_(kind) {}

  int add(std::unique_ptr<T> object) {
    std::size_t k = 0;
    while (k < objects_.size() && objects_[k]) ++k;
    if (k == objects_.size())
      objects_.push_back(std::move(object));
    else
      objects_[k] = std::move(object);
    ++object_count;
    return static_cast<int>(k) + 1;
  }

  // Throws Error(usage) for a handle that was freed.
  T& at(int handle) { return *slot(handle); }
  void drop(int handle) {
    slot(handle).reset();
    --object_count;
  }

 private:
  std::unique_ptr<T>& slot(int handle) {
    const auto k = static_cast<std::size_t>(handle) - 1;
    if (handle < 1 || k >= objects_.size() || !objects_[k])
      throw Error(ErrorKind::usage, kind_, "it was freed").hint("make a new one");
    return objects_[k];
  }

  const char* kind_;
  std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace catena::wasm
