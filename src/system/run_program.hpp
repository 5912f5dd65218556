// SPDX-License-Identifier: Apache-2.0
// Runs another program without a shell, with a time limit.
#pragma once

#include <string>
#include <vector>

namespace catena::system::detail {

struct ProgramEnd {
  enum class How { exited, ended_by_signal, too_slow, not_started, unknown };
  How how = How::unknown;
  int value = 0;  // the exit code, the signal, or the errno of what failed
};

// words[0] is the path of the program. Its standard input is empty, its output is appended to the file `log`. After `seconds`
// it is killed with all programs that it has started; so it is when this program ends, however that happens.
ProgramEnd run_program(const std::vector<std::string>& words, const std::string& log, double seconds);

}  // namespace catena::system::detail
