// SPDX-License-Identifier: Apache-2.0
// Any bytes either are an array, which survives being written and read again, or give a catena::Error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "catena/io/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  catena::NpyArray array;
  try {
    const catena::NpyHead head = catena::parse_npy_head(bytes, "<fuzz>");
    if (size >= 12 && catena::npy_head_size(bytes) != head.offset) std::abort();
    array = catena::parse_npy(bytes, "<fuzz>");
  } catch (const catena::Error&) {
    return 0;
  }
  // An error from here on is a failure: nothing catches it.
  const catena::NpyArray again = catena::parse_npy(catena::write_npy(array.shape, array.values), "<again>");
  if (again.shape != array.shape || again.values.size() != array.values.size()) std::abort();
  if (!array.values.empty() &&  // bit for bit, since NaN is not equal to itself
      std::memcmp(again.values.data(), array.values.data(), 8 * array.values.size()) != 0)
    std::abort();
  return 0;
}
