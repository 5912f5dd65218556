// SPDX-License-Identifier: Apache-2.0
// What inverse kinematics requires of its inputs. All throw Error(usage) that begins with `where`.
#pragma once

#include <string>

#include "catena/core/ik.hpp"

namespace catena::detail {

// `x` has one finite number for each joint.
void require_joints(const char* where, const char* name, const double* x, std::ptrdiff_t size, int dof,
                    const std::string& arm);
// The same for a seed or a preferred posture, at which angles must still have digits.
void require_posture(const char* where, const char* name, const double* x, std::ptrdiff_t size, int dof,
                     const std::string& arm);
void require_frame(const char* where, const Frame<double>& frame, int dof, const std::string& arm);
void require_options(const Arm& arm, const IkOptions& options);

// A 4 x 4 matrix, column by column, as a pose, with its rotation made orthonormal to rounding.
Pose<double> pose_given(const char* where, const double* X);

}  // namespace catena::detail
