// SPDX-License-Identifier: Apache-2.0
// The scratch memory of batches.
#pragma once

#include <array>
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

namespace catena::batch::detail {

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

// Some states of a batch of floats, to be computed in double.
struct Widened {
  static constexpr std::size_t kMost = 16;
  explicit Widened(std::size_t n);
  std::size_t count = 0;
  std::array<std::size_t, kMost> state = {};  // which they are
  std::vector<double> q, qd, u, tip, out;     // state after state
};

// What batches of floats need besides.
struct Single {
  explicit Single(const Workspace::Impl& w, const Chain<double>& chain);
  // Whether floats hold the inertias of the arm: below kLeastScale their products would lose digits, or become zero.
  static constexpr double kLeastScale = 1e-25;  // of pivot_scale
  bool fits;
  // Articulated bodies are computed in floats where all pivots exceed this fraction of their scales, divided by n³ as in
  // kTrustedPivot, with the slides where they are. The data of the arm, rounded to floats, then determine a pivot to 6e-7 n³ of it.
  static constexpr double kTrusted = 1e-1;
  std::vector<float> least;     // (3 x n) pivots that floats are trusted with: Job::delta_least
  Handle packed;                // the arm on packs
  std::vector<Handle> scratch;  // one for each thread, as the next
  std::vector<Widened> widened;
  std::vector<Job<float>> found;
};

}  // namespace catena::batch::detail

namespace catena::batch {

struct Workspace::Impl {
  Impl(const Arm& arm, const Options& options);
  bool made_for(const Chain<double>& chain) const;

  SimdLevel level;
  const PackKernels<double>* kernels;
  const PackKernels<float>* float_kernels;
  int n;
  std::vector<double> numbers;
  std::vector<double> felt;         // numbers of regrouped links, if all joints turn
  std::unique_ptr<bool[]> turning;  // (n)
  std::vector<double>
      least_regular;  // (n) pivots, for the kernels, whose articulated bodies need only a regular M
  std::vector<double> least_regular_with_rotors;   // (n) with motors
  std::vector<double> least_trusted;               // (n) for generated code, which forms M (model/pivot.hpp)
  std::vector<double> least_trusted_in_one_frame;  // (n) for derivatives
  const std::vector<double>& least(LeastPivot which) const {
    return which == LeastPivot::regular   ? least_regular
           : which == LeastPivot::trusted ? least_trusted
                                          : least_trusted_in_one_frame;
  }
  std::vector<unsigned short>
      christoffel_places;  // (n x n x n) which of the numbers of christoffel_planes each symbol is
  std::vector<detail::Handle> packed;   // (1) the arm on packs
  std::vector<detail::Handle> scratch;  // one for each thread
  std::vector<Job<double>> found;       // what was wrong, for each thread
  std::vector<detail::OneByOne>
      one_by_one;  // for each thread; made when a quantity without a kernel is first asked for
  std::unique_ptr<detail::Single> single;  // made when a quantity is first asked for in floats
  detail::Generated generated;             // empty unless requested
  Vec3<double> gravity;                    // of the arm, which generated code has built in
  std::optional<Note> note;
  catena::detail::ThreadPool pool;
};

}  // namespace catena::batch
