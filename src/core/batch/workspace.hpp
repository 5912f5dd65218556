// SPDX-License-Identifier: Apache-2.0
// The scratch memory of batches.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "catena/core/batch.hpp"
#include "catena/core/model/pivot.hpp"
#include "core/batch/generated.hpp"
#include "core/batch/one_by_one.hpp"
#include "core/kernels/batch.hpp"
#include "core/util/thread_pool.hpp"

namespace catena::batch {

// An object of the kernels.
struct Handle {
  void* object = nullptr;
  void (*drop)(void*) = nullptr;
  Handle(void* made, void (*how)(void*)) : object(made), drop(how) {}
  Handle(Handle&& other) noexcept : object(std::exchange(other.object, nullptr)), drop(other.drop) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (object) drop(object);
  }
};

struct Workspace::Impl {
  Impl(const Arm& arm, const Options& options);
  bool made_for(const Chain<double>& chain) const;

  SimdLevel level;
  const PackKernels* kernels;
  int n;
  std::vector<double> numbers;
  std::unique_ptr<bool[]> turning;  // (n)
  std::vector<double>
      least_regular;  // (n) pivots, for the kernels, whose articulated bodies need only a regular M
  std::vector<double> least_trusted;               // (n) for generated code, which forms M (model/pivot.hpp)
  std::vector<double> least_trusted_in_one_frame;  // (n) for derivatives
  const std::vector<double>& least(LeastPivot which) const {
    return which == LeastPivot::regular   ? least_regular
           : which == LeastPivot::trusted ? least_trusted
                                          : least_trusted_in_one_frame;
  }
  std::vector<Handle> packed;   // (1) the arm on packs
  std::vector<Handle> scratch;  // one for each thread
  std::vector<Job> found;       // what was wrong, for each thread
  std::vector<OneByOne>
      one_by_one;        // for each thread; made when a quantity without a kernel is first asked for
  Generated generated;   // empty unless requested
  Vec3<double> gravity;  // of the arm, which generated code has built in
  std::optional<Note> note;
  detail::ThreadPool pool;
};

}  // namespace catena::batch
