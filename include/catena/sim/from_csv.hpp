// SPDX-License-Identifier: Apache-2.0
// Torques and trajectories from tables of comma separated numbers. The first line has the names of the columns: t
// [s], and for the joints q1.., qd1.., qdd1.., tau1.. in radians, metres and newtons; other columns are
// ignored, so that the output of `catena simulate` can be read. All throw Error(io) that names file and line.
#pragma once

#include <filesystem>
#include <memory>

#include "catena/sim/torque_table.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

// Columns t and tau1 to taun; or just n + 1 columns, the first called t.
std::unique_ptr<TorqueTable> load_torque_table(const std::filesystem::path& path, int dof,
                                               TorqueTable::Between between = TorqueTable::Between::linear);

// Columns t and q1 to qn: a natural `Spline`. With qd1 to qdn, and qdd1 to qddn: `Sampled`.
std::shared_ptr<const Trajectory> load_trajectory(const std::filesystem::path& path, int dof);

}  // namespace catena::sim
