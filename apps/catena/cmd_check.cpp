// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
namespace catena::cli {
void add_check(CLI::App&, Streams&) {}
}  // namespace catena::cli
