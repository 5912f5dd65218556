// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catena {

// What an algorithm costs.
struct OpCount {
  long mul = 0;   // multiplications and divisions
  long add = 0;   // additions and subtractions
  long sqrt = 0;  // square roots
  long trig = 0;  // sines and cosines

  bool operator==(const OpCount&) const = default;
  friend OpCount operator-(const OpCount& a, const OpCount& b) {
    return {a.mul - b.mul, a.add - b.add, a.sqrt - b.sqrt, a.trig - b.trig};
  }
};

}  // namespace catena
