// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a calibration, which chooses a method for every arm and is written as the same text again, or give a
// catena::Error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "catena/core/error.hpp"
#include "catena/io/calibration.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::optional<catena::Selection> read;
  try {
    read = catena::parse_calibration({reinterpret_cast<const char*>(data), size}, "<fuzz>", "here");
  } catch (const catena::Error& e) {
    require(e.kind() == catena::ErrorKind::io && e.where() == "<fuzz>");
    return 0;
  }
  require(read->is_calibrated() && read->problem().empty());
  for (const catena::MethodRanges& chosen : read->ranges())
    for (const int joints : {1, 2, 7, 30, 10'000}) {
      require(read->method(chosen.quantity, joints).quantity == chosen.quantity);
      require(!read->explain(chosen.quantity, joints).empty());
    }
  const std::string text = catena::calibration_text(read->ranges(), "here");
  require(catena::parse_calibration(text, "<again>", "here").ranges() == read->ranges());
  return 0;
}
