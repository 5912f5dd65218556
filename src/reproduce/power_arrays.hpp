// SPDX-License-Identifier: Apache-2.0
// The arrays I*, P1, P2 and P3 of paper 001 as sums over links, and which of their elements are independent.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "reproduce/claim.hpp"

namespace catena::reproduce::detail {

using Cube = std::vector<double>;

// The sums of eq 10, with no property used.
struct LinkSumsOfPower {
  int n;
  Eigen::MatrixXd I;
  Cube P1, P2, P3;

  std::size_t place(int i, int j, int k) const {  // counted from 1, as the paper does
    return static_cast<std::size_t>(((k - 1) * n + (j - 1)) * n + (i - 1));
  }
  double at(const Cube& array, int i, int j, int k) const { return array[place(i, j, k)]; }
};

LinkSumsOfPower link_sums_of(const Specimen& s);
OpCount link_sums_without_properties(
    const Chain<double>& arm);  // what these sums and P* cost, with kinematics

// The class of each element: elements that are equal or opposite at every posture share a class, those that vanish have
// class 0. Tried on a revolute arm of n joints.
std::vector<int> element_classes(int n, const std::function<Cube(const Specimen&)>& array);
std::size_t independent_elements(int n,
                                 const std::function<Cube(const Specimen&)>& array);  // the number of classes
// The elements with i, j <= k that vanish.
std::size_t zeros_in_planes(int n, const std::function<Cube(const Specimen&)>& array);

}  // namespace catena::reproduce::detail
