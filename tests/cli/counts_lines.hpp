// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catena::test {

// Whether this build counts the lines that run (`make coverage`). When such a program ends, it writes a file for each of its
// source files; a limit on the size of files would make that fail, with messages of its own on standard error.
#ifdef CATENA_COUNTS_LINES
constexpr bool kCountsLines = true;
#else
constexpr bool kCountsLines = false;
#endif
constexpr const char* kLimitsCounts =
    "a limit on the size of files would apply to the counts of lines as well";

}  // namespace catena::test
