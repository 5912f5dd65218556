// SPDX-License-Identifier: Apache-2.0
#include "catena/core/arm.hpp"
#include "catena/io/load.hpp"

namespace catena {

Arm Arm::load(const std::string& spec, const UrdfOptions& urdf) {
  Notes notes;
  Robot robot = load_robot(spec, notes, urdf);
  return Arm(std::move(robot), std::move(notes), Checks::taken);
}

}  // namespace catena
