// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace catena {

// The number of threads for a setting: 0 means as many as this process may run on. 1 in a build without threads.
int thread_count(int setting);

// Runs share(0) to share(count - 1) side by side, in `count` threads including the caller's, or in fewer if the system
// refuses to start that many. Rethrows what a share threw.
void run_shares(std::size_t count, const std::function<void(std::size_t)>& share);

// How many threads the system has refused to start in this process. The work was then done by fewer threads.
int refused_threads();

}  // namespace catena
