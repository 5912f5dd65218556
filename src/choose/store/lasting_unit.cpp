// SPDX-License-Identifier: Apache-2.0
#include "choose/store/lasting_unit.hpp"

#include <mutex>
#include <set>

namespace catena::choose::detail {

std::string_view lasting_unit(const std::string& unit) {
  if (unit.empty()) return {};
  static std::mutex mutex;
  static std::set<std::string> units;
  const std::scoped_lock lock(mutex);
  return *units.insert(unit).first;
}

}  // namespace catena::choose::detail
