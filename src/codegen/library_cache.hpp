// SPDX-License-Identifier: Apache-2.0
// Compiles C source to a shared library and loads it; libraries are cached on disk.
//
// The cache is the folder CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena, with files KEY.SUM.so: KEY is
// the hash of the source, the compiler, its flags and the machine, SUM that of the file itself. A file is written under
// a temporary name and renamed when complete, so that processes do not interfere; a file whose contents do not match
// SUM, or that other users could have written, is not loaded.
#pragma once

#include <memory>
#include <string>

namespace catena::codegen::detail {

struct Library {
  std::shared_ptr<void> handle;  // of dlopen; null if there is none
  std::string problem;           // why there is none, or why it was not cached; empty if all is well

  void* symbol(const std::string& name) const;  // null if there is none
};

// Does not throw if the compiler, the folder or disk space is missing.
Library load_library(const std::string& source);

}  // namespace catena::codegen::detail
