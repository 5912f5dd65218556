// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a zip archive of .npy files, stored without compression.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace catena::io::detail {

// The archive of named .npy files; the name "q" gives the member q.npy. Throws Error(io) beyond 4 GB, the limit of the
// plain zip format.
std::string npz(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace catena::io::detail
