// SPDX-License-Identifier: Apache-2.0
// `catena eval --batch`: reads states from and writes results to .npy files, in blocks of bounded size.
#pragma once

#include <string>

#include "command.hpp"
#include "eval_plan.hpp"
#include "frame_choice.hpp"

namespace catena::cli {

struct BatchOptions {
  std::string q, qd, qdd, tau, v, tip;  // files; empty: not given
  std::string output;                   // a folder, or a file that ends in .npy
  int threads = 0;                      // 0: one per available processor
  bool explain = false;                 // report how each quantity is computed
  FrameChoice frame = {};
};

void eval_batch(const Robot& robot, const Plan& plan, const BatchOptions& options, Streams& streams);

}  // namespace catena::cli
