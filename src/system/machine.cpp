// SPDX-License-Identifier: Apache-2.0
#include "system/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>

namespace catena::system::detail {

std::string machine_identity() {
  struct utsname about {};
  ::uname(&about);
  std::string text = fmt::format("{} {}\n", about.sysname, about.machine);
  // properties of the first processor that do not change at run time
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line) && !line.empty();)
    for (const char* key : {"vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU "})
      if (line.starts_with(key)) text += line + '\n';
  return text;
}

}  // namespace catena::system::detail
