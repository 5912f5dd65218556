// SPDX-License-Identifier: Apache-2.0
// Finds the system's C compiler and runs it without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace catena::codegen::detail {

struct Compiler {
  std::string path;                // of the program
  std::vector<std::string> words;  // its arguments in CC, such as "gcc" in "ccache gcc"
  std::string identity;            // changes when the program does
};

// The compiler that CC names, else cc, found in PATH. `asked` is set to the name searched for.
std::optional<Compiler> find_compiler(std::string& asked);

// The flags for a shared library optimised for this machine.
const std::vector<std::string>& compiler_flags();

// Compiles the C file `from` to the library `to`; the output of the compiler goes to the file `log`. Returns an empty
// string on success, else what went wrong. A compiler that takes too long is stopped, and none outlives this program.
std::string compile(const Compiler& compiler, const std::string& from, const std::string& to,
                    const std::string& log);

}  // namespace catena::codegen::detail
