// SPDX-License-Identifier: Apache-2.0
// The interface between batches and the kernels for one level of vector instructions. Only plain numbers and pointers
// are passed, so that the files compiled for more than the baseline emit no function that others might share (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::batch {

enum class Call {
  id,
  fd,
  bias,
  gravity,
  inertia,
  jacobian,
  id_tip,
  fd_tip,
  udut,
  coriolis,
  christoffel,
  inertia_inverse,
  id_derivatives,
  fd_derivatives,
  id_vjp,
  fd_vjp,
};
constexpr std::size_t kCalls = 16;

// From this many joints, the inertia matrix takes fewer operations by GDAHJ than by composite bodies.
constexpr int kLongChain = 12;

// Up to this many joints, matrices are computed for several states at once; a single one of longer arms fills the vector
// registers, and the matrices of several states would not fit into the cache.
constexpr int kMostInPacks = 16;

// A link: ca, sa, a, theta, ct, st, d, m, h (3), I (6), spread (6), rotor, viscous, coulomb_plus, coulomb_minus.
constexpr std::size_t kLinkNumbers = 27;
// After the links: the poses base and tool, R by rows and p.
constexpr std::size_t kPoseNumbers = 24;

// Of a regrouped link (FeltMoments in model/regroup.hpp): h.x, h.y, S.xx, S.yy, S.xy, S.xz, S.yz.
constexpr std::size_t kFeltNumbers = 7;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// States first..last of N, and what was wrong with them. Number: double or float.
template <class Number>
struct Job {
  Call call;
  bool joint_major;
  std::size_t N, first, last;
  const Number *q, *qd, *u;  // u: qdd or tau
  const Number* v;           // for id_vjp, fd_vjp
  const Number*
      tip;  // for id_tip, fd_tip, and for derivatives and products of them or null: 6 numbers per state
  Number* out;
  Number* second;  // for udut the diagonal, with U in `out`; for derivatives and products of them by q̇
  Number* third;   // for derivatives and products of them by the third input
  const double* gravity;  // (3)
  bool motors = false;    // are included: for id, inertia and their like, and for fd without generated code
  // For calls that divide by δ: (n) it must be larger in magnitude; in floats (3 x n) than moment + mass reach², where the
  // displacements of the slides beyond are added to the reach.
  const Number* delta_least;
  // For fd in double without generated code: (n) pivots that M is trusted with, or null. States with smaller ones are computed with
  // articulated bodies.
  const Number* delta_trusted = nullptr;

  // Joint-major results that are larger than the caches bypass them. The cache lines of each row of the first array, and of others that
  // are aligned in the same way, then begin at the states `lead`, `lead` plus the states of a line, and so on.
  bool past_cache = false;
  std::size_t lead = 0;

  const void* code = nullptr;     // the generated function, if there is one, with the arm's gravity built in
  const void* fd_code = nullptr;  // for fd_derivatives that of fd; `code` is then that of id_derivatives
  const int* turned = nullptr;    // the joints whose sines and cosines it takes
  std::size_t turned_count = 0;
  const unsigned short* places = nullptr;  // for christoffel: which of its numbers is where
  std::size_t numbers = 0;                 // that it computes

  std::size_t not_finite = kNone;  // the first state with such input
  std::size_t singular =
      kNone;      // the first state whose δ is too small, in floats also whose result is not finite
  int joint = 0;  // its joint, the outermost
  double delta = 0;
};

// In floats there are only the calls for which takes_floats is true, and no generated code. States in Job::singular and others that a
// float cannot be trusted with have NaN in all their results, and are to be computed again in double.
template <class Number>
struct PackKernels {
  std::size_t width;
  // `felt` is null unless all joints are revolute.
  void* (*make_arm)(int n, const bool* revolute, const double* numbers, const double* felt);
  void (*drop_arm)(void* arm);
  void* (*make_scratch)(const void* arm);
  void (*drop_scratch)(void* scratch);
  void (*run)(const void* arm, void* scratch, Job<Number>& job);

  // For results of single states, in double. Eight states, from state after state, each `next` numbers after the one before, to
  // joint-major; with past_cache, `to` begins a cache line in every row.
  void (*put_states)(const double* from, std::size_t next, std::size_t each, double* to, std::size_t N,
                     bool past_cache) = nullptr;
};

constexpr bool takes_floats(Call call) { return call <= Call::fd_tip; }

}  // namespace catena::batch
