// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catena {

// How many threads a setting asks for: 0 stands for as many as the machine has. 1 in a build without threads.
int thread_count(int setting);

}  // namespace catena
