// SPDX-License-Identifier: Apache-2.0
// All of Catena.
#pragma once

#include "catena/arm.hpp"
#include "catena/compiled.hpp"
#include "catena/error.hpp"
#include "catena/io/load.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/io/urdf.hpp"
#include "catena/model/canonical.hpp"
#include "catena/registry.hpp"
#include "catena/scalar/count.hpp"
#include "catena/scalar/dual.hpp"
#include "catena/sim/simulation.hpp"
