// SPDX-License-Identifier: Apache-2.0
// Workspace: the scratch memory of Arm's in-place calls.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "catena/core/method.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

namespace detail {
struct Kernels;
}
class Arm;

// The scratch memory of the in-place calls, for one arm and one thread: that of every quantity, by the method that the
// arm chooses.
class Workspace {
 public:
  explicit Workspace(const Arm& arm);

 private:
  friend class Arm;
  friend class Compiled;
  using Execute = decltype(Method<double>::execute);
  struct Slot {
    Execute execute;
    void* scratch;
    Execute stable;                            // for pivots below `least`; null: there is none
    void* stable_scratch;                      // of `stable`
    const double* least;                       // (n) pivots; null for quantities that do not divide by M
    bool roots = false, stable_roots = false;  // `execute`, `stable`: Method::roots
  };
  void* scratch_of(const Method<double>& method, const Chain<double>& chain);
  void set_bodies(const Arm& arm);  // of the same geometry; nothing allocates
  double* bounds_of(LeastPivot which) { return &bounds[static_cast<std::size_t>(which) * zeros.size()]; }

  const detail::Kernels& kernels;
  Posture<double> posture;
  std::vector<std::unique_ptr<void, void (*)(void*)>> owned;
  std::vector<const Scratch<double>*> kinds;   // of `owned`: methods with the same one share it
  std::vector<double> zeros, unused;           // (n) at rest, and the accelerations there
  std::vector<double> bounds;                  // (n) for each LeastPivot: the pivots that the slots point to
  std::array<Slot, kQuantities.size()> slots;  // by quantity
  Slot pivots;                                 // for methods that divide by M and do not expose D
  std::vector<double> saved;                   // (4n) inputs that a result overwrites, terms of the motors
  std::vector<double> rows;                    // (6n) a result that is copied to a row-major matrix
  Kinematics<double> kinematics;               // of all links, for `Arm::poses`
  WrenchWork<double> wrenches;                 // on the links
  std::uint64_t geometry;                      // of the arm it was made for
  std::uint64_t masses;                        // of the arm it was last used for
  BadPivot bad;                                // after StatusCode::singular, not_positive or rank_deficient
};

}  // namespace catena
