// SPDX-License-Identifier: Apache-2.0
// One program of two translation units: one takes the algorithms from the headers, the other calls the library.
#pragma once

#include "panda.hpp"

struct Answers {
  double M[panda::n * panda::n];  // column by column
  double id[panda::n], fd[panda::n], fd_by_factors[panda::n], fd_by_quasi_velocities[panda::n];
};

Answers by_headers();  // mixed_headers.cpp
