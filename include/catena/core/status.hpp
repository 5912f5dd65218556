// SPDX-License-Identifier: Apache-2.0
// Status: how a call in a control loop ended (Arm::try_id and similar). It never throws and never allocates.
#pragma once

#include <cstdint>

namespace catena {

enum class StatusCode : std::uint8_t {
  ok,
  wrong_size,       // of an argument or a result
  not_finite,       // a number of an argument is NaN or infinite
  not_a_frame,      // a frame on a link that does not exist, or whose matrix is not a rotation
  singular,         // the inertia matrix: there is no result
  not_positive,     // the inertia matrix is not positive definite, of which a quantity needs a square root
  rank_deficient,   // the Jacobian of the frame: there is no result without damping
  bad_damping,      // negative or not finite
  wrong_workspace,  // made for another arm
  not_supported,    // for an arm with motors, or with this argument
};

struct [[nodiscard]] Status {
  StatusCode code = StatusCode::ok;
  const char* argument = "";  // the one that is wrong: "q", "qd", "the result"; empty if none is

  constexpr bool ok() const { return code == StatusCode::ok; }
  // One sentence, without `argument`.
  constexpr const char* message() const {
    switch (code) {
      case StatusCode::ok:
        return "ok";
      case StatusCode::wrong_size:
        return "an argument or a result has the wrong size";
      case StatusCode::not_finite:
        return "an argument is not finite";
      case StatusCode::not_a_frame:
        return "the frame is on a link that does not exist, or its matrix is not a rotation";
      case StatusCode::singular:
        return "the inertia matrix is singular here";
      case StatusCode::not_positive:
        return "the inertia matrix is not positive definite here";
      case StatusCode::rank_deficient:
        return "the Jacobian of the frame is rank-deficient here";
      case StatusCode::bad_damping:
        return "the damping is negative or not finite";
      case StatusCode::wrong_workspace:
        return "the workspace was made for another arm";
      case StatusCode::not_supported:
        return "the quantity does not support motors, or this argument";
    }
    return "";
  }
};

}  // namespace catena
