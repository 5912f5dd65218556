// SPDX-License-Identifier: Apache-2.0
// Detects from its pivots whether the inertia matrix is singular, or too ill-conditioned for a method: δ_i, the i-th
// element of D in M = U D Uᵀ, is the inertia that joint i moves while the joints beyond it are free. They are checked only
// here, after the algorithms that divide by them.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena {

inline constexpr double kLeastPivot = 1e-15;  // relative to pivot_scale

// (n) The magnitude of the largest M_ii: moments and mass of links i..n with the arm fully stretched and its slides at q = 0;
// for a prismatic joint the mass. A pivot below the rounding error of this scale means that M is singular.
std::vector<double> pivot_scale(const Chain<double>& arm);
// (n) The same as moment + mass reach², where the displacements of the slides beyond joint i may be added to its reach.
struct PivotScale {
  double moment, mass, reach;
};
std::vector<PivotScale> pivot_scales(const Chain<double>& arm);

// A method that forms M knows its elements to the rounding error of the numbers that were summed, so that a pivot which is the
// small difference of such numbers has lost digits. Articulated bodies have no such differences: their pivots are as accurate
// as the data of the arm permit. Methods that form M are used where all pivots exceed this fraction of the largest sums,
// divided by n³ (the first diagonal element of M grows with n³ in an arm of n equal links, which is not a difficult case);
// they then lose at most a factor of 100 n³ of accuracy. Elsewhere `stable_method` (library_methods.hpp) takes over.
inline constexpr double kTrustedPivot = 1e-2;

// (n) The least pivots that are trusted. `one_frame`: the method sums in the frame of the first link (rnea_derivatives.hpp),
// where the inertia of link i is added to its mass times the square of its distance from there.
std::vector<double> least_trusted(const Chain<double>& arm, bool one_frame);
// (n) The least pivots of a regular M: kLeastPivot times pivot_scale.
std::vector<double> least_regular(const Chain<double>& arm);
// The same without allocating. Rotors, where they are part of M, add to its diagonal and so to `regular`.
enum class LeastPivot { regular, trusted, trusted_in_one_frame };
void set_least_pivots(const Chain<double>& arm, LeastPivot which, std::span<double> least,
                      bool rotors = false);

// Whether a pivot of this magnitude belongs to a regular M, where `least` is kLeastPivot times its scale; the second
// function takes the magnitude of the inverse of a pivot. For numbers and for vectors of them.
template <class Real, class Number>
CATENA_INLINE constexpr auto is_regular(const Real& magnitude, Number least) {
  return (magnitude > least) & (magnitude <= std::numeric_limits<Number>::max());
}
template <class Real, class Number>
CATENA_INLINE constexpr auto is_inverse_regular(const Real& magnitude, Number least) {
  return (magnitude * least < Number(1)) & (magnitude > Number(0));
}

// The first joint (counted from 0), in the order of elimination from the tip to the base, whose pivot is zero to the
// rounding of its scale or not finite; -1 if there is none. `inverse` if 1/δ is given.
int first_bad_pivot(std::span<const double> pivots, std::span<const double> scale, bool inverse = false);

// The same by the least magnitudes themselves.
int first_below(std::span<const double> least, std::span<const double> pivots, bool inverse);

// Whether all pivots exceed these magnitudes and are finite.
bool all_above(std::span<const double> least, const double* pivots, bool inverse);

// The first joint whose pivot is not positive, so that M is not positive definite even if its factors exist; -1 if there
// is none.
int first_nonpositive_pivot(std::span<const double> pivots);

// Pivots of J M⁻¹ Jᵀ, or of JᵀJ, relative to the diagonal (Pivots::rank), below this: the Jacobian is rank-deficient. They are
// squares of ratios of lengths.
// The pivot for which a computation has no result, and its joint, from 0; joint -1: a pivot of the matrix that a method inverts
// together with the Jacobian.
struct BadPivot {
  int joint = -1;
  double pivot = 0;
};

inline constexpr double kLeastRank = 1e-12;

double least_rank(std::span<const double> rank);  // 1 if there are none

// Throws Error(numerical) if the Jacobian of a frame of this robot is rank-deficient.
void require_rank(std::string_view call, const std::string& robot, std::span<const double> rank);

// Throw Error(numerical): M of this robot is singular, or not positive definite, at this joint.
[[noreturn]] void throw_singular(std::string_view call, const std::string& robot, int joint, double pivot);
[[noreturn]] void throw_not_positive(std::string_view call, const std::string& robot, int joint,
                                     double pivot);

// Both checks.
void require_regular(std::string_view call, const std::string& robot, std::span<const double> pivots,
                     std::span<const double> scale, bool inverse = false);
void require_positive(std::string_view call, const std::string& robot, std::span<const double> pivots,
                      bool inverse = false);

}  // namespace catena
