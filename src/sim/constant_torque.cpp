// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/constant_torque.hpp"

#include "sim/require.hpp"

namespace catena::sim {

ConstantTorque::ConstantTorque(Eigen::VectorXd tau) : tau_(std::move(tau)) {
  detail::require_finite("constant torque", "tau", tau_);
}

}  // namespace catena::sim
