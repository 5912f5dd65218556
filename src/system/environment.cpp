// SPDX-License-Identifier: Apache-2.0
#include "system/environment.hpp"

#include <cstdlib>

namespace catena::system::detail {

namespace fs = std::filesystem;

std::optional<std::string> environment(const char* name) {
#if defined(__GLIBC__)
  const char* const value = ::secure_getenv(name);
#else
  const char* const value = std::getenv(name);
#endif
  return value && *value ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<fs::path> cache_folder() {
  std::error_code error;
  if (const auto own = environment("CATENA_CACHE")) return fs::absolute(*own, error);
  if (const auto xdg = environment("XDG_CACHE_HOME"); xdg && fs::path(*xdg).is_absolute())
    return fs::path(*xdg) / "catena";
  if (const auto home = environment("HOME"); home && fs::path(*home).is_absolute())
    return fs::path(*home) / ".cache" / "catena";
  return std::nullopt;
}

}  // namespace catena::system::detail
