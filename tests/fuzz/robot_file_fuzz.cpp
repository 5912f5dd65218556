// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a robot, which survives being written and read again, or give a catena::Error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../io/same_robot.hpp"
#include "catena/io/robot_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  catena::Notes notes;
  catena::Robot robot;
  try {
    robot = catena::parse_robot_file({reinterpret_cast<const char*>(data), size}, "<fuzz>", notes);
  } catch (const catena::Error&) {
    return 0;
  }
  // An error from here on is a failure: nothing catches it.
  const catena::Robot again = catena::parse_robot_file(catena::write_robot_file(robot), "<again>", notes);
  if (!catena::test::same(robot, again)) std::abort();
  return 0;
}
