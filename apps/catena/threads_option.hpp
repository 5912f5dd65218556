// SPDX-License-Identifier: Apache-2.0
// --threads, with one meaning in all commands: that of catena::thread_count.
#pragma once

#include <string>

#include "command.hpp"

namespace catena::cli {

// `of_what` starts the description: what the threads do.
inline void threads_option(Command& command, int& threads, const std::string& of_what) {
  command.number("--threads", threads, 0, 1024, "1 to 1024, or 0 for one per available processor",
                 of_what + " (default: 0, one per available processor)", {.type = "N"});
}

}  // namespace catena::cli
