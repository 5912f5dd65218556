// SPDX-License-Identifier: Apache-2.0
// The calibration of this machine: which methods `catena bench --calibrate` found to be fastest here, by the number of
// joints. It is kept in calibration.json in the folder CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena.
// CATENA_CALIBRATION=off ignores it. A file that is damaged, or was measured on another machine, is not used, and
// `Selection::problem` says why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/core/select.hpp"

namespace catena {

// Reads the calibration, if there is one, and passes it to core; further calls have no effect. `load_robot` and
// `Arm::load` call it; a program that builds its arms in code calls it before the first of them.
void use_calibration();

// The path of the calibration file, whether it exists or not; empty if there is no cache folder or calibration is off.
std::string calibration_path();
std::string this_machine();  // a hash

// The text of a calibration file, and back. Throws Error(io); `machine` is the one it must have been measured on.
std::string calibration_text(const std::vector<MethodRanges>& measured, std::string_view machine);
Selection parse_calibration(std::string_view text, const std::string& where, std::string_view machine);

}  // namespace catena
