// SPDX-License-Identifier: Apache-2.0
// The maximum or minimum of a function over the joint ranges, with the error of workspace/climbs.hpp.
//
// Method   a climb begins with line searches over the whole range of one joint after another, which leave most local
//          optima, and ends with Newton's method, with derivatives by differences; a joint that is pushed against its
//          limit is held there.
#pragma once

#include <functional>
#include <span>

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The values of the function at postures (count x n).
using Field = std::function<void(std::span<const double> q, std::span<double> values)>;

// `values`: at the sampled postures; sign 1: maximum, -1: minimum.
Extreme climbed(Subject& subject, std::span<const double> values, double sign, const Field& field);

}  // namespace catena::choose::detail
