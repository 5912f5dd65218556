// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catena {

// The number of threads for a setting: 0 means as many as the machine has. 1 in a build without threads.
int thread_count(int setting);

}  // namespace catena
