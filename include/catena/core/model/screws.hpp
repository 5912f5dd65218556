// SPDX-License-Identifier: Apache-2.0
// Sequences ("words") of screws about x and z, the elements of a DH table. A placement keeps its word as long as it has
// one, so that the numbers of a table are preserved; a general pose is written as Z X Z by the common normal.
#pragma once

#include <optional>
#include <vector>

#include "catena/core/math/pose.hpp"

namespace catena::detail {

enum class Axis { x, z };

// Rotation about the axis by `angle`, translation along it by `shift`.
struct Screw {
  Axis axis;
  double angle, shift;
};
using Word = std::vector<Screw>;

Pose<double> pose(const Screw& s);  // exact at quarter turns
Pose<double> pose(const Word& word);

// Appends a screw: zero screws are dropped, neighbours about the same axis are merged.
void append(Word& word, const Screw& s);

// The nearest multiple of a quarter turn if the angle equals it to rounding; the angle in the range (-pi, pi].
double snapped(double angle);
double wrapped(double angle);

// A constant transform, with its word while it has one.
struct Placement {
  Pose<double> X = Pose<double>::identity();
  std::optional<Word> word = Word{};

  static Placement of(const Pose<double>& X) { return {X, std::nullopt}; }
  Placement& then(const Screw& s);
  Placement& then(const Pose<double>& next);
};

// X = Z(first) X(middle) Z(last).
struct Zxz {
  Screw first{Axis::z, 0, 0}, middle{Axis::x, 0, 0}, last{Axis::z, 0, 0};
  bool parallel = false;  // the two z axes were taken as parallel
  double tilt = 0;        // the angle between them, for parallel ones the angle that was dropped
  double reach = 0;       // distance of the common normal from the two origins
};

// A short word as Z X Z, number by number; nothing if it is too long.
std::optional<Zxz> spelled(const Word& word);
// By the common normal. Angles below `parallel_below` count as parallel; the normal then runs through the
// first origin.
Zxz common_normal(const Pose<double>& X, double parallel_below);

// A rotation that takes z to the unit vector n; a signed permutation when n is along an axis.
Mat3<double> z_to(const Vec3<double>& n);
// Entries of a rotation that are 0 or ±1 up to rounding become so.
Mat3<double> cleaned(const Mat3<double>& R);

}  // namespace catena::detail
