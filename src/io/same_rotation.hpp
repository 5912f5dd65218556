// SPDX-License-Identifier: Apache-2.0
// Two rotations that are equal number by number.
#pragma once

#include "catena/core/math/mat3.hpp"

namespace catena::io::detail {

inline bool same_rotation(const Mat3<double>& a, const Mat3<double>& b) {
  return a.xx == b.xx && a.xy == b.xy && a.xz == b.xz && a.yx == b.yx && a.yy == b.yy && a.yz == b.yz &&
         a.zx == b.zx && a.zy == b.zy && a.zz == b.zz;
}

}  // namespace catena::io::detail
