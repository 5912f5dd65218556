// SPDX-License-Identifier: Apache-2.0
// Numbers on the command line: --q 0,pi/2,30deg.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace catena {
struct Robot;
}

namespace catena::cli {

// The units that a list of numbers may have besides SI units and radians.
struct Degrees {
  std::string_view unit = "";  // "deg", "deg/s", "deg/s2" or "deg/s3"; empty: none
  std::vector<bool> where =
      {};  // which numbers may have it; the last entry is for all further ones, no entry: all
  std::string_view instead = "";  // what the other numbers are, for the message: "metres"

  bool allowed(std::size_t k) const;
};

// For a list with a number for each joint: revolute joints may have the unit, prismatic ones may not.
Degrees joint_degrees(const Robot& robot, std::string_view unit);

// "-1.5e-3", "pi/2", "-2pi"; with `unit` = "deg" also "30deg" (in radians). Empty if the word is no such finite number.
std::optional<double> number(std::string_view word, std::string_view unit = "");

// Numbers separated by commas or blanks. Throws Error(usage) that names the option and the word.
std::vector<double> numbers(const std::string& option, const std::string& list, const Degrees& degrees = {});

// The same for a fixed number of them; `need` describes them.
std::vector<double> numbers(const std::string& option, const std::string& list, int count,
                            const std::string& need, const Degrees& degrees = {});

}  // namespace catena::cli
