// SPDX-License-Identifier: Apache-2.0
// C source as a loaded library, compiled once and kept for the next time.
//
// Kept in the folder CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena, as KEY.SUM.so: KEY is the hash of
// the source, the compiler, its flags and the machine, SUM that of the file itself. A file is written under another
// name and renamed when it is whole, so that processes do not disturb each other; one that does not hold what its name
// says, or that others could have written, is not loaded.
#pragma once

#include <memory>
#include <string>

namespace catena::codegen::detail {

struct Library {
  std::shared_ptr<void> handle;  // of dlopen; null if there is none
  std::string problem;           // why there is none, or why it was not kept; empty if all is well

  void* symbol(const std::string& name) const;  // null if there is none
};

// Never throws for want of a compiler, a folder or room.
Library load_library(const std::string& source);

}  // namespace catena::codegen::detail
