// SPDX-License-Identifier: Apache-2.0
#include "catena/count/printed.hpp"

#include <algorithm>

namespace catena {

std::span<const PrintedLaw> printed_laws() {
  using enum Quantity;
  static const PrintedLaw laws[] = {
      {inertia, "crba", Polynomial({10, 22, -32}), Polynomial({6, 37, -43}), "000 Table I", ""},
      {inertia, "gdahj", Polynomial({3, 88, -3}), Polynomial({5, 191, -36}, 2), "000 Table I",
       "kinematics apart"},
      {id, "rnea", Polynomial({93, -108}), Polynomial({81, -100}), "000 Table I", ""},
  };
  return laws;
}

std::span<const PrintedCount> printed_counts() { return {}; }

const PrintedLaw* printed_law(Quantity quantity, std::string_view stem) {
  const std::span<const PrintedLaw> all = printed_laws();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PrintedLaw& law) {
    return law.quantity == quantity && law.stem == stem;
  });
  return found == all.end() ? nullptr : &*found;
}

const PrintedCount* printed_count(std::string_view robot, Quantity quantity, std::string_view stem) {
  const std::span<const PrintedCount> all = printed_counts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PrintedCount& c) {
    return c.robot == robot && c.quantity == quantity && c.stem == stem;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace catena
