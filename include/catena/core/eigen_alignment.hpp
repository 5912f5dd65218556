// SPDX-License-Identifier: Apache-2.0
// Refuses to mix code that aligns the memory of Eigen's matrices differently. Eigen decides on the alignment by the instruction set that
// a file is compiled for; in a program with Catena's static libraries the linker keeps one version of each of Eigen's functions, which
// would free what the other allocated. The package of the static libraries says how they were compiled.
#pragma once

#include <Eigen/Core>

#if defined(CATENA_EIGEN_ALIGN_BYTES)
static_assert(
    EIGEN_DEFAULT_ALIGN_BYTES == CATENA_EIGEN_ALIGN_BYTES,
    "Catena's static libraries were compiled for another instruction set (-march), for which Eigen aligns "
    "memory differently: build Catena with the same flags, or link its shared libraries");
#endif
