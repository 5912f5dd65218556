// SPDX-License-Identifier: Apache-2.0
// Programs as C99: one function for each, no heap, no globals, nothing but sin, cos and sqrt of <math.h>. Or as C++:
// the same as templates on the number type.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "catena/codegen/program.hpp"

namespace catena {

enum class CReal { binary64, binary32 };  // double, float

struct CSettings {
  std::string stem = "arm";  // prefix of functions and files; converted to an identifier
  std::string robot;         // its name, for the head
  std::string command;       // that made the files, for the head
  CReal real = CReal::binary64;
  // For catena::Compiled. Results overlap no argument and are written as soon as they are known; statements are
  // scheduled for the processor. If the sum of the arguments is not finite, nothing is written and the function returns
  // 1, else 0.
  bool tuned = false;
  // For a batch: numbers are vectors of this many states, with the vector types of gcc and clang. Results overlap no
  // argument and nothing is checked; `tuned` and `real` do not matter. Use it with `alone` only.
  int lanes = 1;
  std::string frame = {};  // the name of Given::frame, for the head
};

// The same bytes for the same input.
struct CSource {
  std::string stem;    // "catena_<stem>": the files are <stem>.c and <stem>.h
  std::string source;  // for a file that includes <stem>.h
  std::string header;
  std::string inlined;  // one header in place of both, `static inline`
  std::string alone;    // one source file that needs no header
};

// Throws Error(numerical) if a constant does not fit the type.
CSource emit_c(std::span<const Program> programs, const CSettings& settings);

// A header <stem>.hpp of function templates for any type T with + - * /, T(double) and, found by its namespace or in
// std, sin, cos, sqrt; C++17. `real`, `tuned` and `lanes` do not matter.
struct CppSource {
  std::string stem;
  std::string header;
};
CppSource emit_cpp(std::span<const Program> programs, const CSettings& settings);

// The name of a function: "catena_<stem>_<quantity>", "catena_<stem>_id_did_dq".
std::string c_function(std::string_view stem, std::string_view program_name);
std::string c_function(std::string_view stem, Quantity quantity);

// Small letters, digits and single underscores; never empty.
std::string c_identifier(std::string_view name);

// The text without anything that could end a comment or affect a terminal or the preprocessor.
std::string c_comment(std::string_view text);

}  // namespace catena
