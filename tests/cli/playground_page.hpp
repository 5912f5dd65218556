// SPDX-License-Identifier: Apache-2.0
// A stand-in for the page of the playground, which npm and clang build: as small as the command needs it.
#pragma once

#include <cstdlib>
#include <string>

#include "cli/shell.hpp"

namespace catena::test {

// CATENA_PLAYGROUND names it as long as this exists.
class PlaygroundPage {
 public:
  explicit PlaygroundPage(const Folder& folder)
      : path(folder.write(
            "playground.html",
            "<html><script type=\"application/json\" id=\"catena-start\">{}</script></html>\n")) {
    ::setenv("CATENA_PLAYGROUND", path.c_str(), 1);
  }
  ~PlaygroundPage() { ::unsetenv("CATENA_PLAYGROUND"); }
  PlaygroundPage(const PlaygroundPage&) = delete;
  PlaygroundPage& operator=(const PlaygroundPage&) = delete;

  const std::string path;
};

}  // namespace catena::test
