// SPDX-License-Identifier: Apache-2.0
// What most programs need: arms and their dynamics, batches, inverse kinematics, paths, robots in code and in files, generated
// code, simulation.
#pragma once

#include "catena/codegen/compiled.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/error.hpp"
#include "catena/core/ik.hpp"
#include "catena/core/ik_all.hpp"
#include "catena/core/ik_rates.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/momentum_observer.hpp"
#include "catena/core/path/follow.hpp"
#include "catena/core/path/profile.hpp"
#include "catena/core/path/time_optimal.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/regressors.hpp"
#include "catena/core/robot_builder.hpp"
#include "catena/core/row_major.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/count/counted.hpp"
#include "catena/io/load.hpp"
#include "catena/io/path_file.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#if __has_include("catena/sim/simulation.hpp")  // not where CATENA_ONLY_CORE was set
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/simulation.hpp"
#endif
