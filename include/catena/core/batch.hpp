// SPDX-License-Identifier: Apache-2.0
// The dynamics of many states in one call: several states in each vector register, on several threads. Quantities without a
// kernel for vector registers are computed state by state, as by `Arm`.
//
//   std::vector<double> q(n * N), qd(n * N), qdd(n * N), tau(n * N);
//   catena::batch::id(arm, catena::batch::Layout::state_major, q, qd, qdd, tau);
//   catena::batch::Workspace work(arm, {.threads = 0});     // or keep the scratch: nothing is allocated on one thread
//   catena::batch::id(arm, layout, q, qd, qdd, work, tau);
//   catena::batch::Workspace fast(catena::Compiled(arm));   // or with code made for this arm (catena/codegen/compiled.hpp)
//
// Arrays of float are computed in single precision, with twice as many states in each vector register, where the quantity has a
// kernel for it (has_float_kernel); any other is computed in double state by state and rounded. Results agree with those of double
// up to the rounding of a float times the conditioning of the problem. A state for which that is not enough, because a pivot of M
// is too small or because numbers overflow on the way, is computed again in double and rounded; a result
// beyond the largest float is then infinite. So are all states of arms whose inertias are too small for floats.
//
// A state's result depends on nothing but that state: not on its position, the number of states or the number of threads. Levels
// of vector instructions (catena/core/simd.hpp) differ from each other and from `Arm` by rounding.
//
// Sizes that do not fit throw `Error` before anything is computed. States that are not finite, and for fd, udut and others
// that divide by M states with a singular inertia matrix, throw `Error` with the first of them, after all others have been
// computed.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "catena/core/arm.hpp"
#include "catena/core/simd.hpp"

namespace catena {
class Compiled;
}

namespace catena::batch {

// How the numbers of N states are stored in an array. A state has n numbers, or n x n and 6 x n for matrices, column by
// column.
enum class Layout {
  state_major,  // state after state
  joint_major,  // the first number of all states, then the second: as vector registers load them
};

struct Options {
  int threads = 1;                 // 0: all (thread_count)
  std::optional<SimdLevel> level;  // default: simd_level(); must be supported
};

// The scratch memory of the calls, for one arm. One call at a time. That for arrays of float is allocated by the first call with
// such arrays.
class Workspace {
 public:
  explicit Workspace(const Arm& arm, const Options& options = {});

  // With code generated for this arm under its gravity and for packs of states, where the arm has generated code: the
  // calls that it was compiled for then run that code. A few seconds the first time. Arrays of float are computed by the
  // kernels of the library, since generated code is in double. Defined in catena::codegen.
  explicit Workspace(const Compiled& arm, const Options& options = {});
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  int threads() const;
  SimdLevel level() const;
  bool native() const;  // whether generated code runs
  const std::optional<Note>& note()
      const;  // why it does not although it was requested, or why it was not cached

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

using In = std::span<const double>;
using Out = std::span<double>;
using FloatIn = std::span<const float>;
using FloatOut = std::span<float>;

// The states; inputs that a quantity does not need may be empty. `tip` is the wrench that the arm exerts on its
// surroundings at the tool, in tool axes: 6 numbers per state, moment then force. Empty: none. `v` is the vector of a product
// (id_vjp, slotine_li and others). Empty: qd.
template <class Number>
struct StatesOf {
  std::span<const Number> q = {}, qd = {}, qdd = {}, tau = {}, tip = {}, v = {};
};
using States = StatesOf<double>;
using FloatStates = StatesOf<float>;

bool has_kernel(Quantity quantity);        // whether several states are computed at a time
bool has_float_kernel(Quantity quantity);  // whether also in single precision
const Method<double>& method(Quantity quantity, const Arm& arm);  // that a batch of these arms runs

// Any quantity whose inputs are among the states, by its row in the table (quantity.hpp); `out` has its arrays. The number
// of states follows from q, which must be given even if the quantity does not depend on it.
void eval(Quantity quantity, const Arm& arm, Layout layout, const States& states, Workspace& work,
          std::initializer_list<Out> out);
void eval(Quantity quantity, const Arm& arm, Layout layout, const FloatStates& states, Workspace& work,
          std::initializer_list<FloatOut> out);

void id(const Arm& arm, Layout layout, In q, In qd, In qdd, Workspace& work, Out tau);
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, Workspace& work, Out qdd);
void id(const Arm& arm, Layout layout, In q, In qd, In qdd, In tip, Workspace& work, Out tau);
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, In tip, Workspace& work, Out qdd);
void bias(const Arm& arm, Layout layout, In q, In qd, Workspace& work, Out c);  // C q̇
void gravity(const Arm& arm, Layout layout, In q, Workspace& work, Out g);
void inertia(const Arm& arm, Layout layout, In q, Workspace& work, Out M);   // n x n, full
void jacobian(const Arm& arm, Layout layout, In q, Workspace& work, Out J);  // 6 x n
void udut(const Arm& arm, Layout layout, In q, Workspace& work, Out U,
          Out d);  // M = U diag(d) Uᵀ: n x n and n

void id(const Arm& arm, Layout layout, In q, In qd, In qdd, Out tau, const Options& options = {});
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, Out qdd, const Options& options = {});
void id(const Arm& arm, Layout layout, In q, In qd, In qdd, In tip, Out tau, const Options& options = {});
void fd(const Arm& arm, Layout layout, In q, In qd, In tau, In tip, Out qdd, const Options& options = {});
void bias(const Arm& arm, Layout layout, In q, In qd, Out c, const Options& options = {});
void gravity(const Arm& arm, Layout layout, In q, Out g, const Options& options = {});
void inertia(const Arm& arm, Layout layout, In q, Out M, const Options& options = {});
void jacobian(const Arm& arm, Layout layout, In q, Out J, const Options& options = {});
void udut(const Arm& arm, Layout layout, In q, Out U, Out d, const Options& options = {});

// --- in single precision --------------------------------------------------------------------------------------

inline void id(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn qdd, Workspace& work,
               FloatOut tau) {
  eval(Quantity::id, arm, layout, FloatStates{.q = q, .qd = qd, .qdd = qdd}, work, {tau});
}
inline void fd(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn tau, Workspace& work,
               FloatOut qdd) {
  eval(Quantity::fd, arm, layout, FloatStates{.q = q, .qd = qd, .tau = tau}, work, {qdd});
}
inline void id(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn qdd, FloatIn tip,
               Workspace& work, FloatOut tau) {
  eval(Quantity::id, arm, layout, FloatStates{.q = q, .qd = qd, .qdd = qdd, .tip = tip}, work, {tau});
}
inline void fd(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn tau, FloatIn tip,
               Workspace& work, FloatOut qdd) {
  eval(Quantity::fd, arm, layout, FloatStates{.q = q, .qd = qd, .tau = tau, .tip = tip}, work, {qdd});
}
inline void bias(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, Workspace& work, FloatOut c) {
  eval(Quantity::bias, arm, layout, FloatStates{.q = q, .qd = qd}, work, {c});
}
inline void gravity(const Arm& arm, Layout layout, FloatIn q, Workspace& work, FloatOut g) {
  eval(Quantity::gravity, arm, layout, FloatStates{.q = q}, work, {g});
}
inline void inertia(const Arm& arm, Layout layout, FloatIn q, Workspace& work, FloatOut M) {
  eval(Quantity::inertia, arm, layout, FloatStates{.q = q}, work, {M});
}
inline void jacobian(const Arm& arm, Layout layout, FloatIn q, Workspace& work, FloatOut J) {
  eval(Quantity::jacobian, arm, layout, FloatStates{.q = q}, work, {J});
}

inline void id(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn qdd, FloatOut tau,
               const Options& options = {}) {
  Workspace work(arm, options);
  id(arm, layout, q, qd, qdd, work, tau);
}
inline void fd(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn tau, FloatOut qdd,
               const Options& options = {}) {
  Workspace work(arm, options);
  fd(arm, layout, q, qd, tau, work, qdd);
}
inline void id(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn qdd, FloatIn tip, FloatOut tau,
               const Options& options = {}) {
  Workspace work(arm, options);
  id(arm, layout, q, qd, qdd, tip, work, tau);
}
inline void fd(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatIn tau, FloatIn tip, FloatOut qdd,
               const Options& options = {}) {
  Workspace work(arm, options);
  fd(arm, layout, q, qd, tau, tip, work, qdd);
}
inline void bias(const Arm& arm, Layout layout, FloatIn q, FloatIn qd, FloatOut c,
                 const Options& options = {}) {
  Workspace work(arm, options);
  bias(arm, layout, q, qd, work, c);
}
inline void gravity(const Arm& arm, Layout layout, FloatIn q, FloatOut g, const Options& options = {}) {
  Workspace work(arm, options);
  gravity(arm, layout, q, work, g);
}
inline void inertia(const Arm& arm, Layout layout, FloatIn q, FloatOut M, const Options& options = {}) {
  Workspace work(arm, options);
  inertia(arm, layout, q, work, M);
}
inline void jacobian(const Arm& arm, Layout layout, FloatIn q, FloatOut J, const Options& options = {}) {
  Workspace work(arm, options);
  jacobian(arm, layout, q, work, J);
}

}  // namespace catena::batch
