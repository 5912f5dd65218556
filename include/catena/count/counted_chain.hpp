// SPDX-License-Identifier: Apache-2.0
// An arm made of counting scalars: run an algorithm on it and read what it costs.
#pragma once

#include "catena/core/model/chain.hpp"
#include "catena/count/counted.hpp"

namespace catena {

enum class Constants {
  general,  // nothing is known of the constants of a link: a paper's general-purpose count
  known,    // an arm's zeros and ones are known: its customised count
};

// Base, tool and gravity are known in both: a chain that starts in its own base frame pays nothing for it.
inline Chain<Counted> counted(const Chain<double>& arm, Constants constants) {
  const auto make = constants == Constants::general ? &Counted::general : &Counted::known;
  return arm.cast<Counted>(make, &Counted::known);
}

}  // namespace catena
