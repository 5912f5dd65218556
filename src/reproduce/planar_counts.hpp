// SPDX-License-Identifier: Apache-2.0
// The planar GIM and MCI of paper 004 on n revolute joints, counted.
#pragma once

#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

OpCount planar_gim_operations(int n);
OpCount planar_mci_operations(int n);

}  // namespace catena::reproduce::detail
