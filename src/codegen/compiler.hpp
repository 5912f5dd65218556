// SPDX-License-Identifier: Apache-2.0
// The system's C compiler: which one, and a run of it without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace catena::codegen::detail {

struct Compiler {
  std::string path;                // of the program
  std::vector<std::string> words;  // that stand behind it in CC, such as "gcc" in "ccache gcc"
  std::string identity;            // changes when the program does
};

// What CC names, else cc, looked for in PATH. `asked` is what was looked for.
std::optional<Compiler> find_compiler(std::string& asked);

// For a library of functions for this machine.
const std::vector<std::string>& compiler_flags();

// Makes the library `to` from the C file `from`; what the compiler says goes to the file `log`. An empty answer means
// success, else it says what went wrong.
std::string compile(const Compiler& compiler, const std::string& from, const std::string& to,
                    const std::string& log);

}  // namespace catena::codegen::detail
