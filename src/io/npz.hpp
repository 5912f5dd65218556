// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a zip archive of .npy files, stored without compression.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace catena::io::detail {

// The archive, from names ("q") and whole .npy files; the members are called q.npy. Throws Error(io) beyond 4 GB, which
// a plain zip cannot hold.
std::string npz(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace catena::io::detail
