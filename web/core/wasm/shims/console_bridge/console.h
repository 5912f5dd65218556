// SPDX-License-Identifier: Apache-2.0
// What src/io/urdf_tree.cpp names of console_bridge, to which urdfdom reports. The reader of shims/urdf_parser reports nothing.
#pragma once

#include <string>

namespace console_bridge {

enum LogLevel { CONSOLE_BRIDGE_LOG_ERROR = 3 };

class OutputHandler {
 public:
  virtual ~OutputHandler() = default;
  virtual void log(const std::string& text, LogLevel level, const char* file, int line) = 0;
};

inline void useOutputHandler(OutputHandler*) {}
inline void restorePreviousOutputHandler() {}

}  // namespace console_bridge
