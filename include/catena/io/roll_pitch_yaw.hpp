// SPDX-License-Identifier: Apache-2.0
// Rotations as roll, pitch and yaw, as URDF defines them: R = Rz(yaw) Ry(pitch) Rx(roll).
#pragma once

#include "catena/core/math/mat3.hpp"

namespace catena {

Mat3<double> rotation_of(const Vec3<double>& roll_pitch_yaw);  // exact at quarter turns
Vec3<double> roll_pitch_yaw(const Mat3<double>& R);

}  // namespace catena
