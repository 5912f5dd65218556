// SPDX-License-Identifier: Apache-2.0
// `catena eval --batch`: states from .npy files, results to .npy files, in blocks of bounded size.
#pragma once

#include <string>

#include "command.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

struct BatchOptions {
  std::string q, qd, qdd, tau, tip;  // files; empty: not given
  std::string output;                // a folder, or a file that ends in .npy
  int threads = 0;                   // 0: as many as the machine has
  std::string robot;                 // as it was named, so that it is not overwritten
  bool explain = false;              // say how each quantity is computed
};

void eval_batch(const Robot& robot, const Plan& plan, const BatchOptions& options, Streams& streams);

}  // namespace catena::cli
